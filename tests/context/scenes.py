"""Conversations to build payloads from: small ones by hand, odd ones by Hypothesis.

Everything said in a drawn conversation carries a mark nobody else says, so that a test can look for it in the bytes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import usual_phases
from antiphon.advisors.prompt import load_prompts
from antiphon.context.boundary import Weighed
from antiphon.context.budget import Habits, build_budget
from antiphon.context.build import Composition, build_composition
from antiphon.context.choice import DROPPINGS, ITEMS, Choice, Item
from antiphon.context.estimate import PLAIN, Rates
from antiphon.context.frame import FrameInput, Seat, build_frame
from antiphon.context.reminders import Reminders
from antiphon.conversation.document import ListedDocument
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.instruction import Instruction
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.past import EVERYBODY, Mark, PastReply, PastTurn, ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.size import TextSize, measure
from antiphon.conversation.todo import Todo

PROMPTS = load_prompts()
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANN = Advisor(AdvisorId("ann"), 1, "Ann", "You ask about the weather.", "#123456")
BEN = Advisor(AdvisorId("ben"), 1, "Ben", "You count.", "#654321")
MARTIN = Advisor(AdvisorId("martin"), 1, "Martin", "You listen first.", "#abcdef")
QUIET = FrameInput("Should I?", phases=usual_phases(3))
# A model that spends more on Chinese and on signs, and something on every message.
UNEVEN = Rates(4.0, 1.1, 2.5, 3.0)


def remind(
    instructions: str = "", todo: str = "", documents: str = "", memory: str = "", *, mark: str = "1"
) -> Reminders:
    """One thing of each kind that was named."""
    return Reminders(
        memories=(MemoryItem(f"m_{mark}", "fact", memory),) if memory else (),
        instructions=(Instruction(f"i_{mark}", "Tone", instructions, 0),) if instructions else (),
        todos=(Todo(1, todo),) if todo else (),
        documents=(ListedDocument(f"d_{mark}", documents, 2, 2048),) if documents else (),
    )


def answer(name: str, text: str, *tools: ToolEvent, importance: float = 0.0) -> PastReply:
    """A reply with its size."""
    return PastReply(name, text, measure(text), importance, tools)


def past(number: int, text: str, *, at: datetime | None = None, **answers: str) -> PastTurn:
    """A turn in which these advisors, by their ids, said this."""
    replies = {AdvisorId(each): answer(each.title(), said) for each, said in answers.items()}
    return PastTurn(TurnId(f"t_{number}"), number, text, measure(text), at, replies)


def seat(advisor: Advisor = ANN, turns_taken: int = 0, limit: int | None = None, rates: Rates = PLAIN) -> Seat:
    """A place at the table whose prompts may have this many tokens."""
    budget = build_budget(ModelFacts(input_limit=limit), rates, Habits(char_limit=0), 512)
    return Seat(advisor, turns_taken, "echo:small", 512, budget, cache_key=f"c_1:{advisor.id}")


def leave_room(frame_input: FrameInput, at: Seat, room: int | None) -> Seat:
    """The same seat with a limit that leaves exactly this room for history."""
    if room is None:
        return at
    fixed = build_frame(frame_input, at, PROMPTS).fixed_tokens
    return replace(at, budget=replace(at.budget, limit=fixed + at.budget.request_allowance + room, binding="window"))


def compose(frame_input: FrameInput, at: Seat, turns: Sequence[PastTurn] = ()) -> Composition:
    """What is sent, from these turns, oldest first."""
    return build_composition(frame_input, at, reversed(turns), PROMPTS)


def spoken(composition: Composition) -> list[tuple[str, str]]:
    """Role and words of everything behind the system prompt."""
    return [(message.role, message.content) for message in composition.payload().messages[1:]]


def ids(inside: Iterable[Weighed]) -> list[TurnId]:
    """Which turns these are."""
    return [each.turn.id for each in inside]


def mark_of(number: int, advisor_id: str = "") -> str:
    """A word that stands only in what this advisor, or the person, said in this turn."""
    return f"«{advisor_id or 'person'}.{number}»"


class Drawn(NamedTuple):
    """A panel, a scene, the turns a filter shows (oldest first), those it hides, and a seat for each advisor."""

    panel: list[Advisor]
    frame_input: FrameInput
    turns: list[PastTurn]
    hidden: list[PastTurn]
    seats: list[Seat]

    def compositions(self) -> list[Composition]:
        """What everybody is sent."""
        return [compose(self.frame_input, each, self.turns) for each in self.seats]


_PEOPLE = tuple(AdvisorId(each) for each in ("a1", "a2", "a3"))
_FILLERS = ("", " yes", " 雨が降る", "\nAnn: no\n", " " + "long " * 12, " [x] <system-reminder>", " Error: 500")
_IMPORTANCE = (0.3, 0.5, 0.7, 0.85, 0.9)
_MARKS: tuple[dict[AdvisorId, Mark], ...] = (
    {},
    {EVERYBODY: "out"},
    {EVERYBODY: "pin"},
    {AdvisorId("a1"): "out"},
    {AdvisorId("a1"): "pin"},
    {EVERYBODY: "out", AdvisorId("a1"): "in"},
    {EVERYBODY: "pin", AdvisorId("a2"): "out"},
)
_OFF: tuple[frozenset[Item], ...] = (
    frozenset(),
    frozenset({"reference"}),
    frozenset({"state"}),
    frozenset({"state", "todo"}),
    frozenset(ITEMS),
)
_CHOSEN = tuple(frozenset(TurnId(f"t_{number}") for number in numbers) for numbers in ((), (1,), (2, 3), (1, 2, 5)))
_ROOMS = (None, *range(-5, 150))

# Below this Hypothesis draws every number as often as any other.
numbers = st.integers(0, 2**24 - 1)
_Thing = TypeVar("_Thing")


class Dice:
    """One drawn number that decides many things; zero is the plainest of everything.

    A draw for each of them would take ten times as long.
    """

    def __init__(self, number: int) -> None:
        self._number = number

    def pick(self, options: Sequence[_Thing]) -> _Thing:
        """One of them."""
        self._number, index = divmod(self._number, len(options))
        return options[index]


def roll_choice(dice: Dice) -> Choice:
    """What a person may choose, the filter excepted: it was read before."""
    return Choice(
        dropping=dice.pick(DROPPINGS),
        off=dice.pick(_OFF),
        stamps=dice.pick((True, False)),
        leave_out=dice.pick(_CHOSEN),
        take_in=dice.pick(_CHOSEN),
    )


def roll_turn(dice: Dice, number: int, panel: Sequence[Advisor]) -> PastTurn:
    """A turn some of the panel answered; sometimes the person said nothing and an advisor spoke unasked."""
    filler = dice.pick(_FILLERS).rstrip()
    replies = {
        each.id: answer(each.name, mark_of(number, each.id) + filler, importance=0.1 * index)
        for index, each in enumerate(panel, 5)
        if dice.pick((True, False))
    }
    # Somebody must have spoken: a turn in which nobody did is not kept.
    is_unasked = dice.pick((False, False, False, True)) and replies
    text = "" if is_unasked else mark_of(number) + dice.pick(_FILLERS)
    return PastTurn(
        TurnId(f"t_{number}"),
        number,
        text,
        measure(text),
        dice.pick((NOON + timedelta(minutes=7 * number), None)),
        replies,
        pinned=dice.pick((False, True)),
        importance=dice.pick(_IMPORTANCE),
        marks=dice.pick(_MARKS),
    )


def roll_panel(dice: Dice) -> list[Advisor]:
    """Up to three advisors with two names, so that namesakes are common."""
    size = dice.pick((2, 3, 1))
    return [
        Advisor(advisor_id, 1, dice.pick(("Ann", "Ben")), "You listen.", "#123456") for advisor_id in _PEOPLE[:size]
    ]


def roll_scene(dice: Dice, last: PastTurn | None) -> FrameInput:
    """A message with everything that may stand around it."""
    return FrameInput(
        dice.pick((mark_of(0), f"{mark_of(0)} again, and at some length")),
        at=dice.pick((NOON + timedelta(days=1), None)),
        phases=usual_phases(dice.pick((3, 0, 1))),
        last=last,
        prelude=dice.pick(("", "About the house.")),
        reminders=dice.pick(
            (Reminders(), remind("Be brief.", "", "plan.pdf"), remind(todo="Call home"), remind(memory="Has a dog."))
        ),
        choice=roll_choice(dice),
        quote_chars=dice.pick((0, 20)),
    )


@st.composite
def scenes(draw: st.DrawFn) -> Drawn:
    """A panel, a past in which each advisor answered some turns, and a room that often is too small."""
    dice = Dice(draw(numbers))
    panel = roll_panel(dice)
    rooms, rates, taken = dice.pick(_ROOMS), dice.pick((PLAIN, UNEVEN)), dice.pick((0, 1, 3, 7))
    shown: list[PastTurn] = []
    hidden: list[PastTurn] = []
    last: PastTurn | None = None
    for number in range(1, 1 + dice.pick((0, 1, 2, 3, 4, 5))):
        turn_dice = Dice(draw(numbers))
        is_hidden = turn_dice.pick((False, False, False, True))
        turn = roll_turn(turn_dice, number, panel)
        (hidden if is_hidden else shown).append(turn)
        last = None if is_hidden else turn
    frame_input = roll_scene(Dice(draw(numbers)), last)
    seats = [leave_room(frame_input, seat(each, taken, rates=rates), rooms) for each in panel]
    return Drawn(panel, frame_input, shown, hidden, seats)


@st.composite
def weighed_turns(draw: st.DrawFn, least: int = 0, most: int = 40) -> list[Weighed]:
    """Turns with made-up weights, oldest first; positions have gaps where a filter hides turns."""
    position, turns = 0, []
    for number in draw(_weights):
        dice = Dice(number)
        position += dice.pick((1, 1, 2, 5))
        tokens = least + dice.pick(range(most - least + 1))
        past_turn = PastTurn(
            TurnId(f"t_{position}"),
            position,
            "",
            TextSize(),
            pinned=dice.pick((False, True)),
            importance=dice.pick(_IMPORTANCE),
            marks=dice.pick(_MARKS),
            replies=dice.pick(({}, {AdvisorId("a1"): answer("Ann", "", importance=0.8)})),
        )
        turns.append(Weighed(past_turn, tokens))
    return turns


_weights = st.lists(numbers, max_size=12)


def tool_event(number: int, result: str = "sunny") -> ToolEvent:
    """A call and its result."""
    return ToolEvent(ToolCall(f"call_{number}", "weather", '{"where":"here"}'), result)
