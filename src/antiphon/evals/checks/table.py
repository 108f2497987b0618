"""Which check answers to which name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from antiphon.evals.checks.cites import check_cites
from antiphon.evals.checks.contamination import check_contamination
from antiphon.evals.checks.finding import Check
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

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "contains": check_contains,
        "icontains": check_contains,
        "contains-any": check_contains_any,
        "contains-all": check_contains,
        "icontains-any": check_contains_any,
        "icontains-all": check_contains,
        "starts-with": check_starts_with,
        "ends-with": check_ends_with,
        "equals": check_equals,
        "regex": check_regex,
        "is-json": check_json,
        "json-schema": check_json,
        "latency": check_latency,
        "cost": check_cost,
        "length": check_length,
        "payload": check_payload,
        "contamination": check_contamination,
        "trim": check_trim,
        "phase": check_phase,
        "cites": check_cites,
    }
)
