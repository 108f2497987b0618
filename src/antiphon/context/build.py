"""One function builds the payload for preview, send and receipt.

The order never changes: system prompt, the turns in context from the oldest, reference block, the synthesis that was
ticked, state note, memory, custom instructions, todo, documents, a program's note, the person's
message. What is empty or switched off is absent.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from antiphon.advisors.prompt import Prompts
from antiphon.context.boundary import Boundary, Weighed, choose_drop, draw_boundary, list_drops
from antiphon.context.frame import Frame, FrameInput, Seat, build_frame, count_tokens, is_candidate
from antiphon.context.images import limit_images
from antiphon.context.thread import messages_of, messages_of_round, size_of, size_of_message, weigh
from antiphon.conversation.ids import TurnId
from antiphon.conversation.past import PastTurn, ToolEvent
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.size import TextSize, total
from antiphon.conversation.thinking import KeptThought


class SizePrediction(NamedTuple):
    """What was reckoned before anything was sent; it never changes while a reply is tried."""

    turns: int
    history_tokens: int
    total_tokens: int


class ToolRound(NamedTuple):
    """What an advisor said in this very answer before it called tools, and what came back.

    `thoughts` are what its provider wants back of what it thought.
    """

    said: str
    events: tuple[ToolEvent, ...]
    thoughts: tuple[KeptThought, ...] = ()


@dataclass(frozen=True, slots=True)
class Composition:
    """A payload in its parts, so that one turn can be taken out without building the rest anew.

    `rounds` are the tools used in this answer so far; with `closing` words there are no more of them.
    """

    frame_input: FrameInput
    seat: Seat
    frame: Frame
    boundary: Boundary
    thread: tuple[Message, ...]
    max_tokens: int
    rounds: tuple[ToolRound, ...] = ()
    closing: str = ""

    @property
    def after(self) -> tuple[Message, ...]:
        """What follows the person's message: the tools used in this answer, and the word that it must end."""
        used = tuple(
            message
            for each in self.rounds
            for message in messages_of_round(each.said, each.events, None, each.thoughts, eyes=self.seat.eyes)
        )
        return (*used, Message("user", self.closing, "nudge")) if self.closing else used

    @property
    def messages(self) -> tuple[Message, ...]:
        """All of them, in order."""
        return (self.frame.head, *self.thread, *self.frame.tail, *self.after)

    @property
    def history(self) -> tuple[Weighed, ...]:
        """The turns inside, oldest first."""
        return self.boundary.inside

    @property
    def total_tokens(self) -> int:
        """The estimate for all that is sent."""
        used = count_tokens(self.after, self.seat.budget.rates)
        return self.boundary.tokens + self.frame.fixed_tokens + self.frame.human_tokens + used

    @property
    def is_too_large(self) -> bool:
        """The message and the system prompt alone are over the limit: dropping history cannot help."""
        room = self.message_room
        return room is not None and self.frame.human_tokens > room

    @property
    def message_room(self) -> int | None:
        """How many tokens a message may have beside the system prompt; none means as many as one likes."""
        limit = self.seat.budget.limit
        return None if limit is None else limit - self.frame.head_tokens

    @property
    def excess(self) -> int:
        """How many tokens all that is sent, and the room kept for the answer, are over the limit; below 0 it fits."""
        budget = self.seat.budget
        return 0 if budget.limit is None else self.total_tokens + budget.reply_allowance - budget.limit

    def predict(self) -> SizePrediction:
        """The prediction as long as nothing was trimmed: history, fixed items and the allowance for the message."""
        allowance = self.seat.budget.request_allowance
        total = self.boundary.tokens + self.frame.fixed_tokens + self.frame.attached_tokens + allowance
        return SizePrediction(len(self.history), self.boundary.tokens, total)

    def payload(self) -> Payload:
        """The exact ordered messages.

        A thread has its name from its second message on. Before, there is nothing of it to be found again, and what is
        sent is the same whether or not its conversation exists yet.
        """
        seat = self.seat
        return Payload(
            advisor_id=seat.advisor.id,
            model=seat.model,
            messages=self.messages,
            max_tokens=self.max_tokens,
            temperature=seat.advisor.temperature,
            cache_key=seat.cache_key if self.thread else "",
            tools=seat.tools,
            may_call=not self.closing,
            thinking=seat.thinking.sent,
        )

    def size(self) -> tuple[TextSize, int]:
        """The size of all texts together and the number of messages, for learning what they really cost."""
        own, stamps, eyes = self.seat.advisor.id, self.frame_input.choice.stamps, self.seat.eyes
        sizes = (size_of(each.turn, own, stamps=stamps, eyes=eyes) for each in self.history)
        used = (size_of_message(message) for message in self.after)
        return total((self.frame.size, self.seat.tools_size, *sizes, *used)), len(self.messages)

    @property
    def image_tokens(self) -> int:
        """What the images among the messages are reckoned to take."""
        return sum(image.tokens for message in self.messages for image in message.images)

    def with_rounds(self, rounds: tuple[ToolRound, ...], closing: str = "") -> "Composition":
        """The same after tools were used."""
        return replace(self, rounds=rounds, closing=closing)

    def with_frame(self, frame: Frame, frame_input: FrameInput) -> "Composition":
        """The same history in another frame: a keystroke changes nothing else."""
        return replace(self, frame=frame, frame_input=frame_input)

    def keep(self, inside: tuple[Weighed, ...]) -> "Composition":
        """The same with only these of its turns."""
        boundary = replace(self.boundary, inside=inside, tokens=sum(each.tokens for each in inside))
        return replace(self, boundary=boundary, thread=build_thread(self.frame_input, self.seat, inside))

    def drop_one(self) -> "tuple[Composition, Weighed] | None":
        """The same without one turn, by the rule the boundary was drawn with; none when no turn is left."""
        gone = choose_drop(self.history, self.frame_input.choice.dropping, self.seat.advisor.id)
        if gone is None:
            return None
        return self.keep(tuple(each for each in self.history if each.turn.id != gone.turn.id)), gone

    def fit(self) -> "tuple[Composition, tuple[TurnId, ...]]":
        """The same without the turns the message leaves no room for, and which those are."""
        excess, gone = self.excess, list[TurnId]()
        for each in list_drops(self.history, self.frame_input.choice.dropping, self.seat.advisor.id):
            if excess <= 0:
                break
            excess -= each.tokens
            gone.append(each.turn.id)
        if not gone:
            return self, ()
        without = frozenset(gone)
        return self.keep(tuple(each for each in self.history if each.turn.id not in without)), tuple(gone)

    def drop_reference(self) -> "Composition | None":
        """The same without the reference block: the last thing that may go."""
        items = tuple(item for item in self.frame.items if item.kind != "reference")
        if len(items) == len(self.frame.items):
            return None
        fixed = self.frame.head_tokens + count_tokens(items, self.seat.budget.rates)
        return replace(self, frame=replace(self.frame, items=items, fixed_tokens=fixed, quotes=()))


def build_composition(
    frame_input: FrameInput, seat: Seat, newest_first: Iterable[PastTurn], prompts: Prompts
) -> Composition:
    """What this advisor is sent: the frame first, then as much of its thread as fits around it."""
    frame = build_frame(frame_input, seat, prompts)
    candidates = (turn for turn in newest_first if is_candidate(turn, seat, frame_input.choice))
    first = (*frame_input.images, *(image for item in frame.items for image in item.images))
    sighted = limit_images(candidates, first, seat.eyes, seat.advisor.id)
    weighed = weigh(sighted, seat.advisor.id, seat.budget.rates, stamps=frame_input.choice.stamps, eyes=seat.eyes)
    room = seat.budget.room(frame.fixed_tokens + frame.attached_tokens)
    boundary = draw_boundary(weighed, room, frame_input.choice.dropping, seat.advisor.id, seat.kept_from)
    thread = build_thread(frame_input, seat, boundary.inside)
    return Composition(frame_input, seat, frame, boundary, thread, seat.max_tokens)


def build_thread(frame_input: FrameInput, seat: Seat, inside: Iterable[Weighed]) -> tuple[Message, ...]:
    """The messages of these turns, oldest first."""
    stamps = frame_input.choice.stamps
    return tuple(
        message
        for each in inside
        for message in messages_of(each.turn, seat.advisor.id, frame_input.zone, stamps=stamps, eyes=seat.eyes)
    )
