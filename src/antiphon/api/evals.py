"""Cases, runs and better words as they are told."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.api.context import describe_pieces
from antiphon.context.diff import diff_words
from antiphon.conversation.evals import (
    EvalOutcome,
    EvalRun,
    Improvement,
    StoredCase,
    encode_attempt,
    encode_source,
)
from antiphon.conversation.wire import encode_error, format_time

_SOURCE = ("reply_id", "turn_id", "conversation_id", "advisor_version", "model", "max_tokens", "sha256", "tools")
_VERDICT = (
    "name",
    "type",
    "status",
    "score",
    "reason",
    "advisor",
    "turn",
    "weight",
    "required",
    "hits",
    "misses",
    "spots",
)


def describe_case(case: StoredCase, latest: EvalOutcome | None = None) -> dict[str, Any]:
    """A case as a `CaseLine`."""
    source = encode_source(case.source)
    return {
        "id": case.id,
        "advisor_id": case.advisor_id,
        "name": case.name,
        "note": case.note,
        "question": find_question(case.body),
        "asserts": list(case.body.get("assert", ())),
        "source": None if source is None else {name: source[name] for name in _SOURCE},
        "archived": case.archived,
        "created_at": format_time(case.created_at),
        "updated_at": format_time(case.updated_at),
        "latest": None if latest is None else _describe_latest(latest),
    }


def find_question(body: Mapping[str, Any]) -> str:
    """What is asked last."""
    if turns := body.get("turns"):
        return str(turns[-1]["input"])
    asked = [each for each in body.get("input_messages", ()) if each["role"] == "user"]
    content = asked[-1]["content"] if asked else ""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("value", "")) for part in content)


def describe_run(run: EvalRun) -> dict[str, Any]:
    """A run as an `EvalRunLine`."""
    return {
        "id": run.id,
        "advisor_id": run.advisor_id,
        "advisor_version": run.advisor_version,
        "description": run.description,
        "model": run.model,
        "judge_model": run.judge_model,
        "repeat": run.repeat,
        "case_ids": list(run.case_ids),
        "status": run.status,
        "error": encode_error(run.error),
        "improvement_id": run.improvement_id,
        "planned": run.planned,
        "finished": run.tally.finished,
        "counts": dict(run.tally.counts),
        "score": run.tally.score,
        "tokens": run.tally.tokens,
        "cost": run.tally.dollars,
        "created_at": format_time(run.created_at),
        "ended_at": None if run.ended_at is None else format_time(run.ended_at),
    }


def describe_result(outcome: EvalOutcome) -> dict[str, Any]:
    """A result as a `ResultLine`: everything but the requests."""
    verdicts = [{name: each[name] for name in _VERDICT} for each in outcome.told.get("verdicts", ())]
    return {
        "case_id": outcome.case_id,
        "repeat": outcome.repeat,
        "status": outcome.status,
        "score": outcome.score,
        "answer": outcome.told.get("answer", ""),
        "verdicts": verdicts,
        "error": outcome.told.get("error", ""),
        "tokens": outcome.tokens,
        "cost": outcome.dollars,
        "seconds": outcome.seconds,
        "ended_at": format_time(outcome.ended_at),
    }


def describe_whole_result(outcome: EvalOutcome) -> dict[str, Any]:
    """A result as a `ResultAnswer`: with every request."""
    judged = [call for each in outcome.body.get("verdicts", ()) for call in each["calls"]]
    return describe_result(outcome) | {
        "run_id": outcome.run_id,
        "exchanges": list(outcome.body.get("exchanges", ())),
        "judged": judged,
    }


def describe_versions(runs: Sequence[EvalRun]) -> list[dict[str, Any]]:
    """How each version did under its own words, newest first; `runs` are newest first."""
    versions: dict[int, list[EvalRun]] = {}
    for run in runs:
        if run.description is None and run.tally.score is not None:
            versions.setdefault(run.advisor_version, []).append(run)
    return [
        {
            "version": version,
            "runs": len(its),
            "score": its[0].tally.score,
            "newest_at": format_time(its[0].created_at),
        }
        for version, its in sorted(versions.items(), reverse=True)
    ]


def describe_improvement(improvement: Improvement) -> dict[str, Any]:
    """A search for better words as an `ImprovementLine`."""
    before = next((each for each in improvement.attempts if each.number == 0), None)
    best = improvement.best_attempt
    return {
        "id": improvement.id,
        "advisor_id": improvement.advisor_id,
        "advisor_version": improvement.advisor_version,
        "status": improvement.status,
        "rounds": improvement.rounds,
        "tried": sum(each.number > 0 for each in improvement.attempts),
        "best": improvement.best,
        "score_before": None if before is None else before.score,
        "score_after": best.score if best is not None and best.number else None,
        "accepted_version": improvement.accepted_version,
        "created_at": format_time(improvement.created_at),
        "ended_at": None if improvement.ended_at is None else format_time(improvement.ended_at),
    }


def describe_whole_improvement(
    improvement: Improvement,
    names: Mapping[str, str],
    before: Sequence[EvalOutcome],
    after: Sequence[EvalOutcome],
) -> dict[str, Any]:
    """The same as an `ImprovementAnswer`: both wordings, their difference, and every case under both."""
    best = improvement.best_attempt
    words = best.description if best is not None and best.number else None
    old, new = ({each.case_id: describe_result(each) for each in outcomes} for outcomes in (before, after))
    return describe_improvement(improvement) | {
        "model": improvement.model,
        "judge_model": improvement.judge_model,
        "writer_model": improvement.writer_model,
        "case_ids": list(improvement.case_ids),
        "error": encode_error(improvement.error),
        "attempts": [encode_attempt(each) for each in improvement.attempts],
        "before": improvement.description,
        "after": words,
        "pieces": [] if words is None else describe_pieces(diff_words(improvement.description, words)),
        "cases": [
            {"case_id": each, "name": names.get(each, ""), "before": old.get(each), "after": new.get(each)}
            for each in improvement.case_ids
        ],
    }


def _describe_latest(outcome: EvalOutcome) -> dict[str, Any]:
    return {
        "run_id": outcome.run_id,
        "status": outcome.status,
        "score": outcome.score,
        "ended_at": format_time(outcome.ended_at),
    }
