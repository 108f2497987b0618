"""Our own checks, under the names that `pyproject.toml` offers them by."""

from antiphon.evals.checks.check import build_ours
from antiphon.evals.checks.cites import check_cites
from antiphon.evals.checks.contamination import check_contamination
from antiphon.evals.checks.form import check_json
from antiphon.evals.checks.measures import check_cost, check_latency, check_length
from antiphon.evals.checks.pattern import check_regex
from antiphon.evals.checks.payload import check_payload
from antiphon.evals.checks.phase import check_phase
from antiphon.evals.checks.trim import check_trim
from antiphon.evals.checks.words import (
    check_contains,
    check_contains_any,
    check_ends_with,
    check_equals,
    check_starts_with,
)

contains = build_ours("contains", check_contains)
icontains = build_ours("icontains", check_contains)
contains_any = build_ours("contains-any", check_contains_any)
contains_all = build_ours("contains-all", check_contains)
icontains_any = build_ours("icontains-any", check_contains_any)
icontains_all = build_ours("icontains-all", check_contains)
starts_with = build_ours("starts-with", check_starts_with)
ends_with = build_ours("ends-with", check_ends_with)
equals = build_ours("equals", check_equals)
regex = build_ours("regex", check_regex)
is_json = build_ours("is-json", check_json)
json_schema = build_ours("json-schema", check_json)
latency = build_ours("latency", check_latency)
cost = build_ours("cost", check_cost)
length = build_ours("length", check_length)
payload = build_ours("payload", check_payload)
contamination = build_ours("contamination", check_contamination)
trim = build_ours("trim", check_trim)
phase = build_ours("phase", check_phase)
cites = build_ours("cites", check_cites)
