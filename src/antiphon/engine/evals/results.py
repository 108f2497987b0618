"""What came of a case, as it is kept: the verdicts, and what each model used."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from antiphon.conversation.evals import EvalOutcome, ModelUse
from antiphon.evals.play import list_spent
from antiphon.evals.result import CaseResult, Exchange
from antiphon.evals.results import encode_result


def build_outcome(run_id: str, result: CaseResult) -> EvalOutcome:
    """The result as it is kept, with what was used for it, judging included."""
    exchanges = list_spent(result)
    uses, body = count_uses(exchanges), encode_result(result)
    return EvalOutcome(
        run_id=run_id,
        case_id=result.case_id,
        repeat=result.repeat,
        status=result.status,
        score=result.score,
        tokens=sum(each.input_tokens + each.output_tokens for each in uses),
        dollars=_add_prices(exchanges),
        seconds=result.seconds,
        uses=uses,
        told=_tell(body),
        body=body,
        ended_at=datetime.now(UTC),
    )


def build_unkept(run_id: str, case_id: str, repeat: int, exchanges: Sequence[Exchange]) -> EvalOutcome:
    """What was used for a case that has no result."""
    unfinished = CaseResult(run_id, case_id, repeat, "skipped", None, exchanges=tuple(exchanges))
    return replace(build_outcome(run_id, unfinished), told={}, body={})


def count_uses(exchanges: Iterable[Exchange]) -> tuple[ModelUse, ...]:
    """What was used of each model; requests that nobody was sent count for nothing."""
    uses: dict[str, ModelUse] = {}
    for each in exchanges:
        if not each.attempts:
            continue
        known, usage = uses.get(each.model, ModelUse(each.model)), each.usage or {}
        uses[each.model] = ModelUse(
            model=each.model,
            calls=known.calls + each.attempts,
            unreported=known.unreported + (each.usage is None and bool(each.answer)),
            input_tokens=known.input_tokens + usage.get("input_tokens", 0),
            output_tokens=known.output_tokens + usage.get("output_tokens", 0),
            cached_tokens=known.cached_tokens + usage.get("cached_tokens", 0),
            cache_write_tokens=known.cache_write_tokens + usage.get("cache_write_tokens", 0),
        )
    return tuple(uses.values())


def _tell(body: dict[str, Any]) -> dict[str, Any]:
    """A result without its requests: what was asked and answered last, and the verdicts."""
    last: dict[str, Any] = (body["exchanges"] or [{}])[-1]
    asked = [each["content"] for each in last.get("messages", ()) if each["role"] == "user"]
    return {
        "question": asked[-1] if asked else "",
        "answer": last.get("answer", ""),
        "error": body["error"],
        "verdicts": [{name: each[name] for name in each if name != "calls"} for each in body["verdicts"]],
    }


def _add_prices(exchanges: Iterable[Exchange]) -> float | None:
    """What all of it cost; absent as soon as one price is. A request without an answer cost nothing that is known."""
    prices = [each.dollars for each in exchanges if each.answer or each.usage]
    return None if any(each is None for each in prices) else sum(each for each in prices if each is not None)
