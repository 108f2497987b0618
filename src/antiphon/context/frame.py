"""Everything a payload holds around the history: the system prompt before it, the items and the message after it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase, PhaseTurn, stand, usual_phases
from antiphon.advisors.prompt import Prompts, compose_system, fill
from antiphon.context.attached import NamedText, attach, write_guidelines
from antiphon.context.budget import Budget
from antiphon.context.choice import Choice
from antiphon.context.estimate import Rates
from antiphon.context.images import Eyes, ImageRoom, name_images, show_images
from antiphon.context.note import build_note, format_count
from antiphon.context.quotes import Claimed, Quote, QuoteLimits, QuoteRule, choose_quotes
from antiphon.context.reference import NameImage, build_reference
from antiphon.context.reminders import Reminders, build_reminders
from antiphon.context.split import SplitPoint, build_split, choose_points, list_quotes
from antiphon.context.synthesis import write_synthesis
from antiphon.context.thread import BLANK_LINE, BLIND, STAMP_SIZE, count, count_message, stamp
from antiphon.context.toolset import LIBRARY
from antiphon.conversation.ids import TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import ImageData, Message
from antiphon.conversation.size import TextSize, measure, total
from antiphon.conversation.synthesis import Synthesis
from antiphon.conversation.thinking import NOT_CHOSEN, ThinkingChoice
from antiphon.conversation.tool import ToolDefinition

# What the others said may take this part of the room that is left for it and for history.
_QUOTES_SHARE = 3


@dataclass(frozen=True, slots=True)
class FrameInput:
    """What all advisors of one send share. No human text means that an advisor may speak unasked.

    `last` is the newest turn, if the person can see it; `at` is the moment the message is stamped with. `attached` is
    the text of files in the message, `images` are those shown with it; `guidelines` go to the system prompt.
    `synthesis` is what the person ticked for this one message. `claimed` is read only where quotes are shortened,
    `split` only where the choice names a map.
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
    quote_rule: QuoteRule = "whole"
    quote_chars: int = 0
    claimed: Claimed = field(default_factory=dict)
    unanswered: int = 0
    attached: str = ""
    images: tuple[ImageData, ...] = ()
    guidelines: tuple[NamedText, ...] = ()
    guideline_chars: int = 0
    synthesis: Synthesis | None = None
    split: tuple[SplitPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """What is one advisor's own: who it is, how often it took part, its model, its budget.

    `unphased` of the turns it took count for no phase of the panel. `max_tokens` has room for the `thinking`.
    """

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
    unphased: int = 0
    thinking: ThinkingChoice = NOT_CHOSEN

    def stand_in(self, phases: tuple[Phase, ...]) -> PhaseTurn:
        """The phase this message finds the advisor in."""
        return stand(phases, self.turns_taken - self.unphased)


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything around the history: the system prompt before it, the items and the message after it.

    `head_tokens` are those of the system prompt and the tools, `fixed_tokens` those of the items as well.
    `attached_tokens` is the part of the message that is files and images: it is known before the words are. `quotes`
    are the voices in the reference block.
    """

    head: Message
    items: tuple[Message, ...]
    human: Message | None
    head_tokens: int
    fixed_tokens: int
    human_tokens: int
    attached_tokens: int = 0
    quotes: tuple[Quote, ...] = ()

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


def build_frame(frame_input: FrameInput, seat: Seat, prompts: Prompts) -> Frame:
    """The system prompt, the items before the message, and the message itself."""
    head = Message("system", _compose_head(frame_input, seat, prompts), "system")
    head_tokens = count_tokens((head,), seat.budget.rates) + count_tools(seat)
    points = _choose_points(frame_input, seat, head_tokens, prompts)
    own, weigh = seat.advisor.id, seat.budget.count
    quotes = list_quotes(points, own, weigh) if points else _choose_quotes(frame_input, seat, head_tokens)
    items = _build_items(frame_input, seat, quotes, points, prompts)
    fixed_tokens = head_tokens + count_tokens(items, seat.budget.rates)
    frame = Frame(head, items, None, head_tokens, fixed_tokens, 0, quotes=quotes)
    return frame if frame_input.human_text is None else _add_human(frame, frame_input, frame_input.human_text, seat)


def _add_human(frame: Frame, frame_input: FrameInput, text: str, seat: Seat) -> Frame:
    """The frame with the person's message; what is attached to it is not measured anew with every keystroke."""
    at = frame_input.at if frame_input.choice.stamps else None
    rest = name_images(frame_input.attached, frame_input.images, seat.eyes)
    images = show_images(frame_input.images, seat.eyes)
    human = Message("user", stamp(attach(text, rest), at, frame_input.zone), "human", images=images)
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


def choose_guidelines(frame_input: FrameInput, seat: Seat) -> tuple[NamedText, ...]:
    """The guidelines that are not left out for this advisor."""
    own, omits = seat.advisor.id, frame_input.choice.omits
    return tuple(each for each in frame_input.guidelines if not omits(own, "guideline", each.id))


def _compose_head(frame_input: FrameInput, seat: Seat, prompts: Prompts) -> str:
    guidelines = write_guidelines(choose_guidelines(frame_input, seat), frame_input.guideline_chars, prompts)
    prelude = attach(frame_input.prelude.strip(), guidelines)
    system = compose_system(seat.advisor, seat.stand_in(frame_input.phases).phase, prompts, prelude=prelude)
    if frame_input.human_text is not None:
        return system
    spoken = fill(prompts.state_unanswered, {"count": format_count(frame_input.unanswered, "time")})
    return "\n\n".join((system, prompts.heartbeat, spoken))


def find_last(frame_input: FrameInput, seat: Seat) -> PastTurn | None:
    """The newest turn, if this advisor may have it."""
    last = frame_input.last
    return last if last is not None and is_candidate(last, seat, frame_input.choice) else None


def _choose_quotes(frame_input: FrameInput, seat: Seat, head_tokens: int) -> tuple[Quote, ...]:
    """What is told of the others. All quotes together have a third of the room that history and they share."""
    last = find_last(frame_input, seat)
    if last is None or not _may_quote(frame_input) or frame_input.choice.split is not None:
        return ()
    tokens = _room_for_quotes(seat, head_tokens)
    limits = QuoteLimits(frame_input.quote_rule, frame_input.quote_chars, tokens)
    return choose_quotes(last, seat.advisor.id, limits, frame_input.claimed, seat.budget.count)


def _build_reference(
    frame_input: FrameInput, eyes: Eyes, quotes: tuple[Quote, ...], turn_id: TurnId, prompts: Prompts
) -> Message:
    """What the others said; pictures of those who are quoted whole are shown beside it, as far as there is room."""
    if not any(each.images for each in quotes):
        return Message("user", build_reference(quotes, prompts.reference, _name_image(eyes)), "reference", turn_id)
    room = ImageRoom()
    room.admit(frame_input.images)
    quotes = tuple(replace(each, images=room.admit(each.images)) for each in quotes)
    shown = show_images((image for each in quotes if each.rule == "whole" for image in each.images), eyes)
    text = build_reference(quotes, prompts.reference, _name_image(eyes))
    return Message("user", text, "reference", turn_id, images=shown)


def _name_image(eyes: Eyes) -> NameImage:
    return lambda one, image: eyes.name(image) if one.rule == "whole" else eyes.name_shortened(image)


def _choose_points(frame_input: FrameInput, seat: Seat, head_tokens: int, prompts: Prompts) -> tuple[SplitPoint, ...]:
    """The points this advisor and others are split on, in the same room that quotes have."""
    if not frame_input.split or not _may_quote(frame_input) or find_last(frame_input, seat) is None:
        return ()
    room = _room_for_quotes(seat, head_tokens)
    return choose_points(
        frame_input.split, seat.advisor.id, prompts, lambda text: room is None or seat.budget.count(text) <= room
    )


def _may_quote(frame_input: FrameInput) -> bool:
    return frame_input.human_text is not None and "reference" not in frame_input.choice.off


def _room_for_quotes(seat: Seat, head_tokens: int) -> int | None:
    room = seat.budget.room(head_tokens)
    return None if room is None else max(0, room) // _QUOTES_SHARE


def _build_items(
    frame_input: FrameInput,
    seat: Seat,
    quotes: tuple[Quote, ...],
    points: tuple[SplitPoint, ...],
    prompts: Prompts,
) -> tuple[Message, ...]:
    if frame_input.human_text is None:
        return ()
    off, last = frame_input.choice.off, find_last(frame_input, seat)
    searches = any(tool.server == LIBRARY for tool in seat.tools)
    reminders = build_reminders(frame_input.reminders, frame_input.choice, seat.advisor.id, prompts, searches=searches)
    items: list[Message] = []
    if quotes and last is not None:
        if points:
            items.append(Message("user", build_split(points, seat.advisor.id, prompts), "reference", last.id))
        else:
            items.append(_build_reference(frame_input, seat.eyes, quotes, last.id, prompts))
    if frame_input.synthesis is not None and "synthesis" not in off:
        text = write_synthesis(frame_input.synthesis, prompts)
        items.append(Message("user", text, "synthesis", frame_input.synthesis.turn_id))
    if "state" not in off:
        last_at = last.at if last and frame_input.choice.stamps else None
        standing = seat.stand_in(frame_input.phases)
        note = build_note(prompts, seat.turns_taken, standing, frame_input.at, last_at)
        items.append(Message("user", note, "state"))
    return (*items, *reminders)
