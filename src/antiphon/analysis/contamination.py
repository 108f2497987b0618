"""Have the voices stayed apart? What is objected to in a conversation, and how alike they have become."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from antiphon.analysis.convergence import LikenessPoint, draw_curve, is_converging
from antiphon.analysis.mimicry import Objection, Speaker, find_mimicry
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn

# Nothing to compare, all is well, the voices grow alike, somebody speaks as somebody else.
Light = Literal["dark", "clear", "converging", "leaked"]


class Objected(NamedTuple):
    """An objection and the answer it is about, with the words objected to."""

    turn: Turn
    reply: Reply
    objection: Objection
    words: str


@dataclass(frozen=True, slots=True)
class Contamination:
    """The light, every objection (newest first), and the curve with one entry per turn (oldest first)."""

    light: Light
    objections: tuple[Objected, ...]
    turns: tuple[Turn, ...]
    curve: tuple[LikenessPoint | None, ...]


def judge(turns: Sequence[Turn]) -> Contamination:
    """Read these turns, oldest first. Nobody is asked: the same words always give the same light."""
    voices = _voices(turns)
    objections = [
        Objected(turn, reply, each, standing(reply)[each.start : each.end])
        for turn in reversed(turns)
        for reply in _standing_replies(turn)
        for each in find_mimicry(standing(reply), reply.advisor_id, voices)
    ]
    curve = draw_curve([{reply.advisor_id: standing(reply) for reply in _standing_replies(turn)} for turn in turns])
    return Contamination(_light(objections, curve, turns), tuple(objections), tuple(turns), curve)


def standing(reply: Reply) -> str:
    """The words that stand for the reply."""
    return reply.text if reply.edited is None else reply.edited


def _standing_replies(turn: Turn) -> list[Reply]:
    return [reply for reply in turn.replies if reply.chosen and reply.completed and standing(reply).strip()]


def _voices(turns: Sequence[Turn]) -> tuple[Speaker, ...]:
    """Everybody who was asked, under every name they had."""
    return tuple(dict.fromkeys(Speaker(reply.advisor_id, reply.name) for turn in turns for reply in turn.replies))


def _light(objections: Sequence[Objected], curve: Sequence[LikenessPoint | None], turns: Sequence[Turn]) -> Light:
    if objections:
        return "leaked"
    if is_converging(curve):
        return "converging"
    return "clear" if any(_standing_replies(turn) for turn in turns) else "dark"
