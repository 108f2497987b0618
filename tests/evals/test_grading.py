"""A verdict on each thing, in order, about the right advisor."""

from antiphon.evals.case import Assertion
from antiphon.evals.grading import grade
from antiphon.evals.result import CaseResult
from antiphon.evals.results import format_line
from tests.evals.evidence import build_evidence, build_exchange, build_stage, want


async def test_verdicts_come_in_the_order_of_the_assertions() -> None:
    stage, _ = build_stage()
    wanted = [Assertion("contains", "a", name="first", weight=2, required=0.5), want("contains", "z")]

    first, second = await grade(build_evidence("a", turn=3), wanted, stage)

    assert (first.name, first.status, first.weight, first.required) == ("first", "passed", 2, 0.5)
    assert (first.advisor, first.turn) == ("skeptic", 3)
    assert (second.name, second.status, second.score) == ('contains "z"', "failed", 0)


async def test_the_opposite_is_asked_for_by_name() -> None:
    stage, _ = build_stage()
    absent, present, half = [Assertion("contains", value, negate=True) for value in ("z", "a", ["a", "z"])]

    verdicts = await grade(build_evidence("a"), [absent, present, half], stage)

    assert [each.status for each in verdicts] == ["passed", "failed", "failed"]


async def test_not_knowing_has_no_opposite() -> None:
    """D40."""
    stage, _ = build_stage()

    (verdict,) = await grade(build_evidence("a"), [Assertion("regex", "(", negate=True)], stage)

    assert (verdict.status, verdict.score) == ("not_graded", None)


async def test_an_assertion_about_somebody_else_says_nothing() -> None:
    stage, _ = build_stage()
    about = [Assertion("contains", "a", advisor=each) for each in ("SKEPTIC", "The Skeptic", "builder")]

    assert len(await grade(build_evidence("a"), about, stage)) == 2


async def test_an_answer_that_never_came_is_not_graded() -> None:
    stage, judge = build_stage()
    evidence = build_evidence("half an", error={"code": "stream_broken"})

    verdicts = await grade(evidence, [want("contains", "half"), want("llm-rubric", "A")], stage)

    assert [each.status for each in verdicts] == ["not_graded"] * 2
    assert not judge.asked


async def test_a_type_nobody_knows_is_not_graded() -> None:
    stage, _ = build_stage(build_exchange("1"))

    (verdict,) = await grade(build_evidence("a"), [want("sentiment")], stage)

    assert (verdict.status, verdict.reason) == ("not_graded", "nobody knows how to check sentiment")


async def test_what_cannot_be_written_down_is_taken_out_of_a_verdict() -> None:
    """Half a character in an answer ends no run."""
    stage, _ = build_stage()
    schema = {"additionalProperties": {"type": "string"}}

    (verdict,) = await grade(build_evidence('{"\\ud800": 1}'), [want("json-schema", schema)], stage)

    assert "\ufffd" in verdict.reason
    assert format_line(CaseResult("s", "c", 1, "failed", 0.0, (verdict,)))


async def test_places_in_an_answer_can_be_written_down_too() -> None:
    stage, _ = build_stage()

    (verdict,) = await grade(build_evidence("a \ud800 b"), [want("contains", "a \ud800 b")], stage)

    assert [each.quote for each in verdict.spots] == ["a \ufffd b"]


async def test_what_cannot_be_worked_out_is_not_graded() -> None:
    """D40: a number beyond all floats in an answer."""
    stage, _ = build_stage()

    (verdict,) = await grade(build_evidence("1" + "0" * 400), [want("json-schema", {"multipleOf": 0.5})], stage)

    assert (verdict.status, verdict.score) == ("not_graded", None)


def test_without_a_name_an_assertion_is_called_by_what_it_asks() -> None:
    assert Assertion("regex", r"\d+").title == r'regex "\d+"'
    assert Assertion("contains-any", ["a", "b"], negate=True).title == 'not contains-any "a; b"'
    assert Assertion("llm-rubric", "It is kind. " * 9).title.endswith('is kind. It is kind.…"')
    assert Assertion("contamination").title == "contamination"
