"""Everything a payload holds around the history: the system prompt before it, the items and the message after it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import phase_of
from antiphon.advisors.prompt import Prompts, compose_system, fill
from antiphon.context.budget import Budget
from antiphon.context.choice import Choice
from antiphon.context.estimate import Rates
from antiphon.context.note import build_note, format_count
from antiphon.context.reference import build_reference
from antiphon.context.reminders import Reminders, build_reminders
from antiphon.context.thread import count_message, stamp
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message
from antiphon.conversation.size import TextSize, measure, total


@dataclass(frozen=True, slots=True)
class Scene:
    """What all advisors of one send share. No human text means that an advisor may speak unasked (H13).

    `last` is the newest turn, if the person can see it; `at` is the moment the message is stamped with.
    """

    human_text: str | None
    at: datetime | None = None
    zone: tzinfo = UTC
    early_turns: int = 3
    last: PastTurn | None = None
    prelude: str = ""
    reminders: Reminders = field(default_factory=Reminders)
    choice: Choice = field(default_factory=Choice)
    reference_chars: int = 0
    unanswered: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """What is one advisor's own: who it is, how often it took part, its model, its budget."""

    advisor: Advisor
    turns_taken: int
    model: str
    max_tokens: int
    budget: Budget
    cache_key: str = ""
    kept_from: int | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything around the history: the system prompt before it, the items and the message after it."""

    head: Message
    items: tuple[Message, ...]
    human: Message | None
    fixed_tokens: int
    human_tokens: int

    @property
    def tail(self) -> tuple[Message, ...]:
        """What follows the history."""
        return self.items if self.human is None else (*self.items, self.human)

    @property
    def size(self) -> TextSize:
        """The size of all its texts together."""
        return total(measure(message.content) for message in (self.head, *self.tail))


def is_candidate(turn: PastTurn, seat: Seat, choice: Choice) -> bool:
    """Whether the person lets this advisor have this turn, should it fit."""
    if turn.id in choice.leave_out:
        return False
    return turn.id in choice.take_in or turn.mark_for(seat.advisor.id) != "out"


def build_frame(scene: Scene, seat: Seat, prompts: Prompts) -> Frame:
    """The system prompt, the items before the message, and the message itself."""
    head = Message("system", _compose_head(scene, seat, prompts), "system")
    items = _build_items(scene, seat, prompts)
    human = None
    if scene.human_text is not None:
        at = scene.at if scene.choice.stamps else None
        human = Message("user", stamp(scene.human_text, at, scene.zone), "human")
    rates = seat.budget.rates
    human_tokens = 0 if human is None else count_message(human, rates)
    return Frame(head, items, human, count_tokens((head, *items), rates), human_tokens)


def count_tokens(messages: Iterable[Message], rates: Rates) -> int:
    """The estimate for these messages together."""
    return sum(count_message(message, rates) for message in messages)


def _compose_head(scene: Scene, seat: Seat, prompts: Prompts) -> str:
    system = compose_system(
        seat.advisor, phase_of(seat.turns_taken, scene.early_turns), prompts, prelude=scene.prelude.strip()
    )
    if scene.human_text is not None:
        return system
    spoken = fill(prompts.state_unanswered, {"count": format_count(scene.unanswered, "time")})
    return "\n\n".join((system, prompts.heartbeat, spoken))


def _build_items(scene: Scene, seat: Seat, prompts: Prompts) -> tuple[Message, ...]:
    if scene.human_text is None:
        return ()
    off = scene.choice.off
    items: list[Message] = []
    last = scene.last if scene.last is not None and is_candidate(scene.last, seat, scene.choice) else None
    block = build_reference(last, seat.advisor.id, prompts.reference, scene.reference_chars)
    if block and "reference" not in off:
        items.append(Message("user", block, "reference", last.id if last else None))
    if "state" not in off:
        last_at = last.at if last and scene.choice.stamps else None
        note = build_note(prompts, seat.turns_taken, scene.early_turns, scene.at, last_at)
        items.append(Message("user", note, "state"))
    return (*items, *build_reminders(scene.reminders, off))
