"""What is worth how much, and what the rules for dropping make of it, as JSON."""

from typing import Any

from antiphon.api.context import describe_preview
from antiphon.context.importance import Reason, add_up, explain_human, explain_reply
from antiphon.context.ledger import build_runs
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn, is_early
from antiphon.engine.previews.policies import Policies, list_inside
from antiphon.engine.previews.preview import Preview

_KEPT = ("advisor_id", "name", "problem", "included", "tokens", "limit", "cost")


def describe_turn_importance(turn: Turn, *, said_pin: bool) -> dict[str, Any]:
    """Why a human message is worth what it is, and who pinned it."""
    by_rule = not said_pin and is_early(turn.position)
    pinned_by = None if not turn.pinned else "rule" if by_rule else "person"
    return _describe(turn, turn.text, explain_human(turn.text)) | {"pinned_by": pinned_by}


def describe_reply_importance(reply: Reply) -> dict[str, Any]:
    """Why a reply is worth what it is; one without words has no reasons."""
    words = reply.text if reply.edited is None else reply.edited
    return _describe(reply, words, explain_reply(words) if words and reply.completed else ())


def describe_policies(found: Policies) -> dict[str, Any]:
    """One draft under every rule."""
    current = found.previews[found.chosen]
    return {
        "conversation_id": current.conversation_id,
        "seq": current.seq,
        "chosen": found.chosen,
        "visible": current.visible,
        "shown": current.shown,
        "policies": [_describe_policy(dropping, each) for dropping, each in found.previews.items()],
        "differences": found.differences,
    }


def _describe(of: Turn | Reply, text: str, reasons: tuple[Reason, ...]) -> dict[str, Any]:
    return {
        "reckoned": add_up(reasons) if reasons else None,
        "importance": of.importance,
        "worth": of.worth,
        "counts": of.importance if of.worth is None else of.worth,
        "reasons": [_describe_reason(text, each) for each in reasons],
    }


def _describe_reason(text: str, reason: Reason) -> dict[str, Any]:
    start, end = reason.span or (None, None)
    return {
        "rule": reason.rule,
        "effect": reason.effect,
        "amount": reason.amount,
        "start": start,
        "end": end,
        "words": None if reason.span is None else text[start:end],
    }


def _describe_policy(dropping: str, preview: Preview) -> dict[str, Any]:
    told = describe_preview(preview, details=False)
    advisors = [
        {name: each[name] for name in _KEPT} | {"inside": build_runs(list_inside(advisor))}
        for each, advisor in zip(told["advisors"], preview.advisors, strict=True)
    ]
    return {"dropping": dropping, "included": told["included"], "cost": told["cost"], "advisors": advisors}
