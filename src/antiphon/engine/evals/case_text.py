"""What a model that words an advisor better is shown of a case."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.analysis.rewording import ShownCase
from antiphon.conversation.evals import EvalOutcome, StoredCase
from antiphon.evals.suites.asserts import RUBRIC


def show_case(outcome: EvalOutcome, expected: tuple[str, ...]) -> ShownCase:
    """A result as whoever words an advisor better sees it, with what its case asks for."""
    return ShownCase(
        question=outcome.told.get("question", ""),
        answer=outcome.told.get("answer", ""),
        expected=expected,
        reasons=tuple(list_reasons([outcome])),
        is_held=outcome.status == "passed",
    )


def list_reasons(outcomes: Sequence[EvalOutcome]) -> list[str]:
    """What the verdicts say about what does not hold."""
    verdicts = [each for outcome in outcomes for each in outcome.told.get("verdicts", ()) if each["status"] == "failed"]
    return [f"{each['name']}: {each['reason']}".rstrip(": ") for each in verdicts]


def list_expected(case: StoredCase) -> tuple[str, ...]:
    """What the case asks for, each in a line."""
    turns = case.body.get("turns", ())
    written = [*(each for turn in turns for each in turn.get("assert", ())), *case.body.get("assert", ())]
    return tuple(_tell_expected(each) for each in written)


def _tell_expected(written: str | Mapping[str, Any]) -> str:
    if isinstance(written, str):
        return written
    value = written.get("value")
    if written["type"] == RUBRIC and isinstance(value, str):
        return value
    more = value if value is not None else {name: each for name, each in written.items() if name != "type"}
    return f"{'not ' if written.get('negate') else ''}{written['type']}: {more}"
