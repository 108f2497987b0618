"""What is sent next in a conversation, what the person chose for it, and what the models will do."""

from dataclasses import dataclass, field
from typing import Any, Literal

from tests.journeys.wires.filters import Filter
from tests.journeys.wires.past import Talk

# The provider says it is too much: the prompt alone, or the prompt with the room for an answer.
Overflow = Literal["prompt", "answer"]
Finale = Literal["answers", "refuses", "breaks"]
Dropping = Literal["oldest", "importance", "sticky"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as a server reports them."""

    prompt: int
    completion: int
    cached: int


@dataclass(frozen=True, slots=True)
class Fate:
    """What one model does with the next requests: so many overflows, and then something final."""

    overflows: tuple[Overflow, ...]
    finale: Finale
    text: str
    thinking: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Sending:
    """A message with the person's choices for it. Turns and voices are named by their numbers."""

    text: str
    asked: tuple[int, ...]
    fates: tuple[Fate, ...]
    filter: Filter = field(default_factory=Filter)
    dropping: Dropping = "oldest"
    off: tuple[str, ...] = ()
    stamps: bool = True
    failed_turns: bool = True
    leave_out: tuple[int, ...] = ()
    take_in: tuple[int, ...] = ()

    def choice(self, talk: Talk) -> dict[str, Any]:
        """The choice as the API wants it."""
        by_number = {turn.number: talk.turn_id(turn) for turn in talk.turns}
        return {
            "filter": self.filter.whole,
            "dropping": self.dropping,
            "off": list(self.off),
            "stamps": self.stamps,
            "failed_turns": self.failed_turns,
            "leave_out": [by_number[each] for each in self.leave_out if each in by_number],
            "take_in": [by_number[each] for each in self.take_in if each in by_number],
        }

    def draft(self, talk: Talk) -> dict[str, Any]:
        """The body of a preview or a send."""
        asked = [talk.advisor_id(each) for each in self.asked]
        return {"text": self.text, "advisor_ids": asked, "choice": self.choice(talk)}
