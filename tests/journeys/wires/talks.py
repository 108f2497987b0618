"""Conversations as Hypothesis makes them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from hypothesis import strategies as st

from tests.journeys.wires import filters, texts
from tests.journeys.wires.house import PROVIDERS
from tests.journeys.wires.past import EVERYBODY, SPOT, Answer, Asked, Call, Mark, Provider, Talk, Voice
from tests.journeys.wires.sending import Fate, Overflow, Sending, Usage
from tests.journeys.wires.texts import canary

# Plain ones go on for two rounds; narrow ones meet a small window; overflowing ones a provider that says no.
Kind = Literal["plain", "narrow", "overflow"]

ANCHOR = datetime(2026, 1, 1, tzinfo=UTC)
_FAILED = ("empty", "filtered", "error", "incomplete", "interrupted", "stopped", "rate_limited")
_STATES = ("complete",) * 10 + _FAILED + ("stopped",)
_PARTIAL = frozenset({"filtered", "error", "incomplete", "interrupted", "stopped"})
_WORTHS = (0.3, 0.5, 0.7, 0.85, 0.9)


@dataclass(frozen=True, slots=True)
class Example:
    """One conversation and what is sent in it, one after another."""

    kind: Kind
    talk: Talk
    sendings: tuple[Sending, ...]


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """Everything at once; see the parts below."""
    kind: Kind = draw(st.sampled_from(["plain", "plain", "narrow", "overflow"]))
    voices = draw(_voices(kind))
    # Where the subject is what must go, there must be something to go.
    count = draw(st.sampled_from(range(0 if kind == "plain" else 2, 8)))
    turns = tuple(draw(_turn(number, voices, kind)) for number in range(1, count + 1))
    ages = draw(st.integers(0, 40))
    turns = tuple(replace(turn, at=ANCHOR - _age(len(turns) - index, ages)) for index, turn in enumerate(turns))
    talk = Talk(
        number=0,
        voices=voices,
        turns=turns,
        early_turns=draw(st.sampled_from([3, 3, 0, 5])),
        prelude=draw(st.just("") | texts.short),
        window=draw(st.sampled_from(["narrow", "middle", "prompt"])) if kind == "narrow" else "",
        own_models=kind == "overflow",
    )
    rounds = draw(st.integers(1, 2)) if kind == "plain" else 1
    return Example(kind, talk, tuple(draw(_sending(talk, kind, number)) for number in range(rounds)))


def _age(steps: int, hours: int) -> timedelta:
    """Half an hour beside every full day, so that no filter by age can be a matter of milliseconds."""
    return timedelta(hours=hours * steps, minutes=30)


@st.composite
def _voices(draw: st.DrawFn, kind: Kind) -> tuple[Voice, ...]:
    chat: Provider = draw(st.sampled_from(["oai", "oal"]))
    wires: list[Provider] = list(draw(st.permutations([chat, "ant", "goo"])))
    wires += draw(st.lists(st.sampled_from(PROVIDERS), max_size=1))
    return tuple(
        Voice(
            number=number,
            name=draw(texts.names),
            former=draw(texts.names),
            description=draw(texts.short),
            provider=wire,
            max_tokens=draw(st.sampled_from([300, 4096])),
        )
        for number, wire in enumerate(wires)
    )


@st.composite
def _turn(draw: st.DrawFn, number: int, voices: tuple[Voice, ...], kind: Kind) -> Asked:
    answers: list[Answer] = []
    for voice in voices:
        if draw(st.integers(0, 9)):
            answers += draw(_answers(voice, kind))
    places = [EVERYBODY, *range(len(voices))]
    marks: dict[int, Mark] = draw(
        st.just({}) | st.dictionaries(st.sampled_from(places), st.sampled_from(["in", "out", "pin"]), max_size=3)
    )
    # Nobody can send a blank message yet; an advisor that speaks unasked will make such turns. They cost nothing, so
    # they have no place where the subject is what must go.
    said = _words(kind) if kind != "plain" or draw(st.integers(0, 15)) else texts.blanks
    return Asked(
        number=number,
        text=draw(said),
        at=ANCHOR,
        answers=tuple(answers),
        stars=draw(st.integers(0, 3)),
        flag=draw(st.sampled_from([None, None, "blue", "grey"])),
        pinned=draw(st.booleans()),
        importance=draw(st.sampled_from(_WORTHS)),
        tags=("kept",) if draw(st.booleans()) else (),
        marks=marks,
        deleted=not draw(st.integers(0, 9)),
        divided=not draw(st.integers(0, 9)),
    )


@st.composite
def _answers(draw: st.DrawFn, voice: Voice, kind: Kind) -> list[Answer]:
    count = 1 if draw(st.integers(0, 7)) else 2
    chosen = draw(st.integers(0, count - 1))
    name = draw(st.sampled_from([voice.name, voice.former]))
    return [replace(draw(_answer(voice, name, kind)), chosen=index == chosen) for index in range(count)]


@st.composite
def _answer(draw: st.DrawFn, voice: Voice, name: str, kind: Kind) -> Answer:
    state = draw(st.sampled_from(_STATES))
    said = _words(kind) if draw(st.integers(0, 9)) else texts.blanks
    edited = draw(_words(kind) | texts.blanks) if not draw(st.integers(0, 8)) else None
    has_text = state == "complete" or state in _PARTIAL
    return Answer(
        voice=voice.number,
        name=name,
        state=state,
        text=draw(said) if has_text else "",
        thinking=draw(st.just("") | texts.short),
        edited=edited,
        error=draw(texts.short) if state not in ("complete", "empty", "stopped") else None,
        calls=tuple(draw(st.lists(_call(), max_size=2))) if not draw(st.integers(0, 6)) else (),
        importance=draw(st.sampled_from(_WORTHS)) if has_text else None,
    )


def _words(kind: Kind) -> st.SearchStrategy[str]:
    """Longer texts where a window is to be too small for them."""
    return texts.wordy if kind == "narrow" else texts.marked


@st.composite
def _call(draw: st.DrawFn) -> Call:
    result = draw(texts.short)
    arguments = draw(st.sampled_from([f'{{"q": "{SPOT}"}}', f'{{"q": {{"deep": ["{SPOT}", 1]}}}}', f"not JSON {SPOT}"]))
    return Call("", draw(st.sampled_from(["look_up", "calculate"])), arguments, result)


@st.composite
def _sending(draw: st.DrawFn, talk: Talk, kind: Kind, number: int) -> Sending:
    voices = [each.number for each in talk.voices]
    # Mostly everybody, so that every conversation reaches every wire.
    asked = voices if draw(st.integers(0, 3)) else sorted(draw(st.sets(st.sampled_from(voices), min_size=1)))
    turns = st.sampled_from([each.number for each in talk.turns] or [1])
    # What a new turn is worth only the house knows.
    chosen = filters.lines if number == 0 else filters.steady
    if kind == "narrow" and draw(st.booleans()):
        chosen = filters.bounded
    line = draw(chosen)
    off = draw(st.lists(st.sampled_from(["reference", "state", "todo"]), max_size=2, unique=True))
    long = " on and on" * 800 if kind == "narrow" and not draw(st.integers(0, 5)) else ""
    return Sending(
        text=draw(texts.marked) + long,
        asked=tuple(asked),
        fates=tuple(draw(_fate(kind)) for _ in voices),
        filter=line,
        dropping=draw(st.sampled_from(["oldest", "importance", "sticky"])),
        off=tuple(off),
        stamps=bool(draw(st.integers(0, 3))),
        failed_turns=line.boundary == "o1" or bool(draw(st.integers(0, 4))),
        leave_out=tuple(draw(st.lists(turns, max_size=2, unique=True))) if not draw(st.integers(0, 3)) else (),
        take_in=tuple(draw(st.lists(turns, max_size=2, unique=True))) if not draw(st.integers(0, 3)) else (),
    )


@st.composite
def _fate(draw: st.DrawFn, kind: Kind) -> Fate:
    overflows: list[Overflow] = []
    if kind == "overflow":
        overflows = draw(st.lists(st.sampled_from(["prompt", "prompt", "answer"]), min_size=1, max_size=3))
        overflows = overflows if draw(st.integers(0, 9)) else ["prompt"] * 30
    prompt = draw(st.integers(2, 9000))
    return Fate(
        overflows=tuple(overflows),
        finale=draw(st.sampled_from(["answers"] * 5 + ["refuses", "breaks"])),
        text=draw(texts.short),
        thinking=draw(st.just("") | texts.short),
        usage=Usage(prompt, draw(st.integers(1, 900)), draw(st.integers(0, prompt - 1))),
    )


def number_talk(talk: Talk, number: int, now: datetime) -> Talk:
    """The same conversation under a number of its own, its canaries in place, its past ending now."""

    def put(text: str, kind: str, *place: int) -> str:
        return text.replace(SPOT, canary(number, kind, *place))

    voices = tuple(replace(each, description=put(each.description, "d", each.number)) for each in talk.voices)
    turns = tuple(
        replace(
            turn,
            at=turn.at + (now - ANCHOR),
            text=put(turn.text, "h", turn.number),
            answers=tuple(_number_answer(each, put, turn.number, slot) for slot, each in enumerate(turn.answers)),
        )
        for turn in talk.turns
    )
    return replace(talk, number=number, voices=voices, turns=turns, prelude=put(talk.prelude, "p", 0))


def _number_answer(answer: Answer, put: Callable[..., str], turn: int, slot: int) -> Answer:
    calls = tuple(
        replace(
            call,
            id=f"call_{turn}_{slot}_{index}",
            arguments=put(call.arguments, "a", turn, slot, index),
            result=put(call.result, "o", turn, slot, index),
        )
        for index, call in enumerate(answer.calls)
    )
    return replace(
        answer,
        text=put(answer.text, "r", turn, slot),
        thinking=put(answer.thinking, "t", turn, slot),
        edited=None if answer.edited is None else put(answer.edited, "e", turn, slot),
        error=None if answer.error is None else put(answer.error, "x", turn, slot),
        calls=calls,
    )


def number_sending(sending: Sending, talk: Talk, number: int) -> Sending:
    """The same message with its canaries in place; `number` is the turn it will be."""
    fates = tuple(
        replace(
            fate,
            text=fate.text.replace(SPOT, canary(talk.number, "r", number, voice)),
            thinking=fate.thinking.replace(SPOT, canary(talk.number, "t", number, voice)),
        )
        for voice, fate in enumerate(sending.fates)
    )
    return replace(sending, text=sending.text.replace(SPOT, canary(talk.number, "h", number)), fates=fates)
