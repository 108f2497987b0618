"""A verdict on each thing, in order, about the right advisor."""

from antiphon.evals.case import Assertion
from antiphon.evals.grading import grade
from tests.evals.evidence import build_evidence, build_exchange, build_stage, want


async def test_verdicts_come_in_the_order_of_the_assertions() -> None:
    stage, _ = build_stage()
    wanted = [Assertion("contains", "a", name="first", weight=2, required=0.5), want("contains", "z")]

    first, second = await grade(build_evidence("a", turn=3), wanted, stage)

    assert (first.name, first.status, first.weight, first.required) == ("first", "passed", 2, 0.5)
    assert (first.advisor, first.turn) == ("skeptic", 3)
    assert (second.name, second.status, second.score) == ("contains", "failed", 0)


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
