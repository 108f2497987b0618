"""Who was heard in a turn, out of its replies and what their receipts say; `conversation/quorum.py` has the rule."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from antiphon.conversation.ids import ReplyId
from antiphon.conversation.quorum import CutState, CutVoice, MissingVoice, Quorum, QuorumVoice, TrimmedVoice
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

__all__ = ["Quorum", "Trim", "build_quorum"]

_CUT: Final[Mapping[ReplyState, CutState]] = {
    ReplyState.STOPPED: "stopped",
    ReplyState.INCOMPLETE: "incomplete",
    ReplyState.INTERRUPTED: "interrupted",
    ReplyState.FILTERED: "filtered",
}
# Failures that come of being slow, busy or short of room. They strike large models working on long questions first.
_BY_LOAD: Final = frozenset(
    {"net", "provider", "rate_limited", "overflow", "context_overflow_after_trimming", "too_large"}
)


@dataclass(frozen=True, slots=True)
class Trim:
    """What was taken out of a reply's history while it was sent, and whether the provider seems to have cut more."""

    turns: int = 0
    suspected: bool = False


def build_quorum(turn: Turn, trims: Mapping[ReplyId, Trim]) -> Quorum:
    """The quorum of a turn, of the replies that stand for their advisors, in the order they were asked."""
    standing = tuple(reply for reply in turn.replies if reply.chosen)
    answered = [reply for reply in standing if _is_whole(reply)]
    cut = tuple(_find_cut(standing))
    missing = tuple(_find_missing(standing))
    heard = [(reply, trims[reply.id]) for reply in standing if reply.id in trims and reply.text.strip()]
    return Quorum(
        asked=len(standing),
        answered=len(answered),
        missing=missing,
        cut=cut,
        trimmed=tuple(TrimmedVoice(reply.advisor_id, reply.name, trim.turns) for reply, trim in heard if trim.turns),
        suspected=tuple(QuorumVoice(reply.advisor_id, reply.name) for reply, trim in heard if trim.suspected),
        is_selective=_is_selective(standing, answered),
    )


def _is_whole(reply: Reply) -> bool:
    return reply.state is ReplyState.COMPLETE and reply.finish_reason != "length"


def _cut_state(reply: Reply) -> CutState | None:
    if reply.state is ReplyState.COMPLETE:
        return "length" if reply.finish_reason == "length" else None
    return _CUT.get(reply.state) if reply.text.strip() else None


def _find_cut(standing: tuple[Reply, ...]) -> Iterator[CutVoice]:
    for reply in standing:
        if (state := _cut_state(reply)) is not None:
            yield CutVoice(reply.advisor_id, reply.name, state)


def _find_missing(standing: tuple[Reply, ...]) -> Iterator[MissingVoice]:
    for reply in standing:
        if not _is_whole(reply) and _cut_state(reply) is None:
            code = None if reply.error is None else reply.error.code
            yield MissingVoice(reply.advisor_id, reply.name, reply.state.value, code)


def _is_selective(standing: tuple[Reply, ...], answered: list[Reply]) -> bool:
    """Whether somebody failed under load, or had worked longer than anybody who came through."""
    failed = [reply for reply in standing if reply.completed and reply not in answered and reply.error is not None]
    slowest = max((_seconds(reply) for reply in answered), default=0.0)
    return any(
        (reply.error is not None and reply.error.code in _BY_LOAD) or (answered and _seconds(reply) > slowest)
        for reply in failed
    )


def _seconds(reply: Reply) -> float:
    return (reply.metrics.total_seconds if reply.metrics else None) or 0.0
