"""Everything a payload holds around the history: the system prompt before it, the items and the message after it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase, stand, usual_phases
from antiphon.advisors.prompt import Prompts, compose_system, fill
from antiphon.context.attached import NamedText, attach, write_guidelines
from antiphon.context.budget import Budget
from antiphon.context.choice import Choice
from antiphon.context.estimate import Rates
from antiphon.context.images import Eyes, name_images, show_images
from antiphon.context.note import build_note, format_count
from antiphon.context.reference import build_reference
from antiphon.context.reminders import Reminders, build_reminders
from antiphon.context.synthesis import write_synthesis
from antiphon.context.thread import BLANK_LINE, BLIND, STAMP_SIZE, count, count_message, stamp
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import ImageData, Message
from antiphon.conversation.size import TextSize, measure, total
from antiphon.conversation.synthesis import Synthesis
from antiphon.conversation.tool import ToolDefinition


@dataclass(frozen=True, slots=True)
class Scene:
    """What all advisors of one send share. No human text means that an advisor may speak unasked (H13).

    `last` is the newest turn, if the person can see it; `at` is the moment the message is stamped with. `attached` is
    the text of files in the message, `images` are those shown with it; `guidelines` go to the system prompt.
    `synthesis` is what the person ticked for this one message.
    """

    human_text: str | None
    at: datetime | None = None
    zone: tzinfo = UTC
    phases: tuple[Phase, ...] = usual_phases(3)
    last: PastTurn | None = None
    prelude: str = ""
    reminders: Reminders = field(default_factory=Reminders)
    choice: Choice = field(default_factory=Choice)
    tools: tuple[ToolDefinition, ...] = ()
    reference_chars: int = 0
    unanswered: int = 0
    attached: str = ""
    images: tuple[ImageData, ...] = ()
    guidelines: tuple[NamedText, ...] = ()
    guideline_chars: int = 0
    synthesis: Synthesis | None = None


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
    tools: tuple[ToolDefinition, ...] = ()
    tools_size: TextSize = field(default_factory=TextSize)
    eyes: Eyes = BLIND


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything around the history: the system prompt before it, the items and the message after it.

    `attached_tokens` is the part of the message that is files and images: it is known before the words are.
    """

    head: Message
    items: tuple[Message, ...]
    human: Message | None
    fixed_tokens: int
    human_tokens: int
    attached_tokens: int = 0

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
    fixed = count_tokens((head, *items), seat.budget.rates) + count_tools(seat)
    if scene.human_text is None:
        return Frame(head, items, None, fixed, 0)
    return _add_human(Frame(head, items, None, fixed, 0), scene, scene.human_text, seat)


def _add_human(frame: Frame, scene: Scene, text: str, seat: Seat) -> Frame:
    """The frame with the person's message; what is attached to it is not measured anew with every keystroke."""
    at = scene.at if scene.choice.stamps else None
    rest = name_images(scene.attached, scene.images, seat.eyes)
    images = show_images(scene.images, seat.eyes)
    human = Message("user", stamp(attach(text, rest), at, scene.zone), "human", images=images)
    sizes = [STAMP_SIZE] if at is not None else []
    sizes += [measure(text), BLANK_LINE] if text and rest else [measure(text)]
    shown = sum(image.tokens for image in images)
    rest_size, rates = _measure_attached(rest), seat.budget.rates
    return replace(
        frame,
        human=human,
        human_tokens=count(total((*sizes, rest_size)), rates) + shown,
        attached_tokens=count(rest_size, rates) + shown,
    )


@lru_cache(maxsize=32)
def _measure_attached(text: str) -> TextSize:
    return measure(text)


def count_tools(seat: Seat) -> int:
    """The estimate for what the model is told about its tools."""
    return count(seat.tools_size, seat.budget.rates)


def count_tokens(messages: Iterable[Message], rates: Rates) -> int:
    """The estimate for these messages together."""
    return sum(count_message(message, rates) for message in messages)


def choose_guidelines(scene: Scene, seat: Seat) -> tuple[NamedText, ...]:
    """The guidelines that are not left out for this advisor."""
    own, omits = seat.advisor.id, scene.choice.omits
    return tuple(each for each in scene.guidelines if not omits(own, "guideline", each.id))


def _compose_head(scene: Scene, seat: Seat, prompts: Prompts) -> str:
    guidelines = write_guidelines(choose_guidelines(scene, seat), scene.guideline_chars, prompts)
    prelude = attach(scene.prelude.strip(), guidelines)
    system = compose_system(seat.advisor, stand(scene.phases, seat.turns_taken).phase, prompts, prelude=prelude)
    if scene.human_text is not None:
        return system
    spoken = fill(prompts.state_unanswered, {"count": format_count(scene.unanswered, "time")})
    return "\n\n".join((system, prompts.heartbeat, spoken))


def _build_items(scene: Scene, seat: Seat, prompts: Prompts) -> tuple[Message, ...]:
    if scene.human_text is None:
        return ()
    off = scene.choice.off
    searches = any(tool.server == "documents" for tool in seat.tools)
    reminders = build_reminders(scene.reminders, scene.choice, seat.advisor.id, prompts, searches=searches)
    items: list[Message] = []
    last = scene.last if scene.last is not None and is_candidate(scene.last, seat, scene.choice) else None
    block = build_reference(last, seat.advisor.id, prompts.reference, scene.reference_chars)
    if block and "reference" not in off:
        items.append(Message("user", block, "reference", last.id if last else None))
    if scene.synthesis is not None and "synthesis" not in off:
        text = write_synthesis(scene.synthesis, prompts)
        items.append(Message("user", text, "synthesis", scene.synthesis.turn_id))
    if "state" not in off:
        last_at = last.at if last and scene.choice.stamps else None
        note = build_note(prompts, seat.turns_taken, stand(scene.phases, seat.turns_taken), scene.at, last_at)
        items.append(Message("user", note, "state"))
    return (*items, *reminders)
