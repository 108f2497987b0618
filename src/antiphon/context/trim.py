"""What to send instead when a provider says it is too much. Pure.

The answer's allowance is lowered before any turn is dropped, because that loses nothing. Then one turn goes per
overflow, by the rule the boundary was drawn with; when none is left, the reference block; then there is nothing more.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from antiphon.context.build import Composition
from antiphon.conversation.ids import TurnId

# An answer shorter than this is no answer; then turns must go.
_SHORTEST_ANSWER = 64


class RefusedSize(NamedTuple):
    """What a provider said when it was too much: how much fits, and how much it was; neither, often."""

    window: int | None = None
    prompt_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smaller composition, all turns dropped so far, and whether the reference block went.

    `before` are turns that had gone before the first attempt; they count as no attempt.
    """

    composition: Composition
    trimmed: tuple[TurnId, ...] = ()
    dropped_reference: bool = False
    lowered_output: bool = False
    before: tuple[TurnId, ...] = ()

    @property
    def times(self) -> int:
        """How often something was taken away: attempts that were no ordinary retries."""
        return len(self.trimmed) + self.dropped_reference + self.lowered_output


def shrink(now: Shrunk, refused: RefusedSize, most_trims: int) -> Shrunk | None:
    """The next thing to try after this overflow, or nothing when all that may go has gone."""
    if (lowered := _lower_output(now, refused)) is not None:
        return lowered
    dropped = now.composition.drop_one()
    if dropped is not None and len(now.trimmed) >= most_trims:
        return None
    if dropped is not None:
        smaller, gone = dropped
        return replace(now, composition=smaller, trimmed=(*now.trimmed, gone.turn.id))
    without = now.composition.drop_reference()
    return None if without is None else replace(now, composition=without, dropped_reference=True)


def _lower_output(now: Shrunk, refused: RefusedSize) -> Shrunk | None:
    """A shorter answer, when the provider's numbers say that the prompt alone fits."""
    if refused.window is None or refused.prompt_tokens is None or now.lowered_output:
        return None
    room = refused.window - refused.prompt_tokens
    for_answer = room - now.composition.seat.thinking.room
    if for_answer < _SHORTEST_ANSWER or room >= now.composition.max_tokens:
        return None
    return replace(now, composition=replace(now.composition, max_tokens=room), lowered_output=True)
