"""What an answer says, in which form, how long and how fast."""

import time
from dataclasses import dataclass
from typing import Any

import pytest

from antiphon.evals.assertion_types import TYPES
from antiphon.evals.case import Assertion
from antiphon.evals.checks.known import load_checks
from antiphon.evals.grading import check, grade
from tests.evals.evidence import build_evidence, build_stage, want

CHECKS = load_checks().by_name


@dataclass(frozen=True, slots=True)
class Case:
    """An answer, what it is asked to hold, and how far it does; none where nobody can tell."""

    answer: str
    wanted: Assertion
    score: float | None


CASES = {
    "contains": Case("Show me the evidence.", want("contains", "evidence"), 1),
    "contains minds capitals": Case("Evidence!", want("contains", "evidence"), 0),
    "contains a share": Case("a b", want("contains", ["a", "b", "c", "d"]), 0.5),
    "contains nothing": Case("a b", want("contains", ""), None),
    "icontains": Case("EVIDENCE?", want("icontains", "evidence"), 1),
    "contains-any": Case("one", want("contains-any", ["two", "one"]), 1),
    "contains-any none": Case("one", want("contains-any", ["two"]), 0),
    "contains-all": Case("one two", want("contains-all", ["two", "one"]), 1),
    "contains-all not all": Case("one two", want("contains-all", ["two", "three"]), 0),
    "icontains-any": Case("ONE", want("icontains-any", ["two", "one"]), 1),
    "icontains-all": Case("ONE TWO", want("icontains-all", ["two", "one"]), 1),
    "starts-with": Case("  Well, no.", want("starts-with", "Well"), 1),
    "starts-with another": Case("Yes", want("starts-with", "No"), 0),
    "ends-with": Case("Will you?\n", want("ends-with", "?"), 1),
    "ends-with whatever the case": Case("NO", want("ends-with", "no", ignore_case=True), 1),
    "equals": Case(" Paris\n", want("equals", "Paris"), 1),
    "equals not": Case("Paris.", want("equals", "Paris"), 0),
    "regex": Case("It costs 12 euros.", want("regex", r"\d+ euros?"), 1),
    "regex with a flag": Case("IT", want("regex", "^it$", flags="i"), 1),
    "regex nowhere": Case("free", want("regex", r"\d"), 0),
    "regex that is none": Case("x", want("regex", "(a"), None),
    "regex with a backreference": Case("aa", want("regex", r"(a)\1"), None),
    "is-json": Case('{"a": 1}', want("is-json"), 1),
    "is-json in a fence": Case('```json\n{"a": 1}\n```', want("is-json"), 1),
    "is-json not": Case("Sure! {}", want("is-json"), 0),
    "is-json no number": Case("NaN", want("is-json"), 0),
    "is-json far too deep": Case("[" * 100_000, want("is-json"), 0),
    "json-schema": Case("[1]", want("json-schema", {"type": "array", "items": {"type": "integer"}}), 1),
    "json-schema not": Case('["1"]', want("json-schema", {"items": {"type": "integer"}}), 0),
    "json-schema pattern": Case('"ab"', want("json-schema", {"pattern": "^a+$"}), 0),
    "json-schema that is none": Case("1", want("json-schema", {"type": "number or so"}), None),
    "json-schema from afar": Case("1", want("json-schema", {"$ref": "http://example.org/schema"}), None),
    "json-schema in circles": Case("1", want("json-schema", {"$ref": "#"}), None),
    "length in words": Case("one two three", want("length", at_least=3, at_most=3), 1),
    "length in chars": Case("abc", want("length", at_most=2, unit="chars"), 0),
    "length in lines": Case("a\nb", want("length", at_least=2, unit="lines"), 1),
    "length of nothing": Case("a", want("length"), None),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_check_says_how_far_the_answer_holds(case: Case) -> None:
    assert check(build_evidence(case.answer), case.wanted).score == case.score


def test_every_type_there_is_has_a_check_or_a_judge() -> None:
    assert set(TYPES) == {*CHECKS, "llm-rubric", "code"}


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*a){20}$"])
@pytest.mark.measured
def test_no_pattern_takes_longer_than_the_answer_is_long(pattern: str) -> None:
    """R-07: the patterns that keep Python's own busy for ever."""
    evidence = build_evidence("a" * 50_000 + "!")
    started = time.process_time()

    found = check(evidence, want("regex", pattern))

    assert found.score == 0
    assert time.process_time() - started < 1


@pytest.mark.measured
def test_a_pattern_in_a_schema_takes_no_longer() -> None:
    """R-07."""
    evidence = build_evidence(f'"{"a" * 50_000}!"')
    started = time.process_time()

    assert check(evidence, want("json-schema", {"pattern": "^(a+)+$"})).score == 0
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("facts", "wanted", "score"),
    [
        ({"seconds": 1.5}, want("latency", seconds=2), 1),
        ({"seconds": 1.5}, want("latency", threshold=1000), 0),
        ({"seconds": 0.0, "is_cached": True}, want("latency", seconds=2), None),
        ({"dollars": 0.002}, want("cost", dollars=0.01), 1),
        ({"dollars": 0.02}, want("cost", threshold=0.01), 0),
        ({"dollars": None}, want("cost", dollars=0.01), None),
    ],
)
def test_time_and_money_are_judged_where_they_are_known(
    facts: dict[str, Any], wanted: Assertion, score: float | None
) -> None:
    assert check(build_evidence("Yes.", **facts), wanted).score == score


def test_what_was_found_has_a_place() -> None:
    spot = check(build_evidence("No evidence."), want("contains", "evidence")).spots[0]

    assert (spot.where, spot.start, spot.end, spot.quote) == ("answer", 3, 11, "evidence")


@pytest.mark.parametrize("type", sorted(set(CHECKS) - {"contamination"}))
async def test_a_value_of_the_wrong_kind_is_not_graded_and_breaks_nothing(type: str) -> None:
    stage, _ = build_stage()
    odd = Assertion(type, {"a": object()}, dict.fromkeys(TYPES[type].options, "soon"))

    (verdict,) = await grade(build_evidence("Yes."), [odd], stage)

    assert verdict.status in ("failed", "not_graded")
