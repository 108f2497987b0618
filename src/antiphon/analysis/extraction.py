"""What a conversation says about the person, in three steps: scan without knowing anything, match, merge.

The scan is blind: it is shown the transcript and no memory, so that what is known cannot colour what is found. Each
thing found must quote the words it rests on, and those words must be there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Final, Literal, NamedTuple

from antiphon.advisors.prompt import MemoryPrompts, fill
from antiphon.analysis.quote import ReadText, find_quote, is_quotable, read_text
from antiphon.analysis.strict import Many, Maybe, OneOf, Record, Whole, Words, parse_answer
from antiphon.analysis.transcript import Transcript, answers_of
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.ids import TurnId
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message
from antiphon.conversation.turn import Turn

Kind = Literal["fact", "preference", "person", "topic", "decision"]
Verdict = Literal["same", "new", "contradicts"]
KINDS: Final[tuple[Kind, ...]] = ("fact", "preference", "person", "topic", "decision")
MOST_CHARS: Final = 300
# Who somebody is and what they like, only they can say; advisors guess.
_OWN_WORDS: Final = frozenset({"fact", "preference"})
# More than these and the one that matters drowns; the closest in wording come first.
MOST_KNOWN: Final = 20
_WORD = re.compile(r"\w+")

# What each step answers.
FOUND: Final = Many(Record({"kind": OneOf(KINDS), "text": Words(), "quote": Words(), "turn": Whole()}))
VERDICT: Final = Record({"verdict": OneOf(("same", "new", "contradicts")), "item": Maybe(Whole())})
MERGED: Final = Record({"text": Words()})


@dataclass(frozen=True, slots=True)
class Found:
    """Something a conversation says, and the words it says it in."""

    kind: Kind
    text: str
    quote: str
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found, and how many were dropped for what reason."""

    found: tuple[Found, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


class Matching(NamedTuple):
    """What is known about one thing found: the same, something else, or the opposite of an item."""

    verdict: Verdict
    item: MemoryItem | None = None


class _Voices:
    """What was said in a turn, made ready to be quoted once and only if somebody quotes it."""

    def __init__(self, turn: Turn) -> None:
        self.turn_id = turn.id
        self._turn = turn

    @cached_property
    def own(self) -> ReadText:
        return read_text(self._turn.text)

    @cached_property
    def others(self) -> tuple[ReadText, ...]:
        return tuple(read_text(said) for _, said in answers_of(self._turn))


def build_scan(prompts: MemoryPrompts, transcript: Transcript) -> tuple[Message, ...]:
    """The blind scan: instructions and one transcript."""
    return _ask(prompts.scan, transcript.text)


def parse_scan(answer: str, transcript: Transcript) -> Findings:
    """The things found whose quotes hold; `AnswerUnreadable` when the answer is not what was asked for."""
    by_position = {turn.position: _Voices(turn) for turn in transcript.turns}
    found: dict[tuple[str, str], Found] = {}
    dropped: dict[str, int] = {}
    for each in parse_answer(answer, FOUND):
        kept = _hold(each, by_position.get(each["turn"]))
        if isinstance(kept, str):
            dropped[kept] = dropped.get(kept, 0) + 1
        else:
            found.setdefault((kept.kind, fold_text(kept.text)), kept)
    return Findings(tuple(found.values()), dropped)


def build_match(prompts: MemoryPrompts, found: Found, known: Sequence[MemoryItem]) -> tuple[Message, ...]:
    """One thing found against what is known, numbered from 1."""
    lines = [f"{number}. {_one_line(item.text)}" for number, item in enumerate(known, 1)]
    return _ask(prompts.match, fill(prompts.matching, {"found": _one_line(found.text), "known": "\n".join(lines)}))


def parse_match(answer: str, known: Sequence[MemoryItem]) -> Matching:
    """The verdict; `AnswerUnreadable` for one that names no item where it must, or an item that was not shown."""
    said = parse_answer(answer, VERDICT)
    verdict: Verdict = said["verdict"]
    number: int | None = said["item"]
    if verdict == "new":
        return Matching("new")
    if number is None or not 1 <= number <= len(known):
        raise AnswerUnreadable("it names an item that was not shown")
    return Matching(verdict, known[number - 1])


def build_update(prompts: MemoryPrompts, found: Found, known: MemoryItem) -> tuple[Message, ...]:
    """Two wordings of one thing, to be made one."""
    texts = {"known": _one_line(known.text), "found": _one_line(found.text), "most": str(MOST_CHARS)}
    return _ask(fill(prompts.update, texts), fill(prompts.updating, texts))


def parse_update(answer: str) -> str:
    """The merged wording; `AnswerUnreadable` when it is blank or too long."""
    text = _one_line(parse_answer(answer, MERGED)["text"])
    if not 0 < len(text) <= MOST_CHARS:
        raise AnswerUnreadable(f"the merged text must have 1 to {MOST_CHARS} characters")
    return text


def choose_known(
    found: Found, known: Iterable[MemoryItem], nearness: Mapping[str, float] | None = None
) -> tuple[MemoryItem, ...]:
    """The items of the same kind that share most words with it, best first.

    Where it is known how near their meanings are, by id, the nearest and those that share most words take turns: the
    same thing comes up in other words, and a model for vectors may not know the language.

    Kinds are never mixed: a topic merged into a fact grows without bound.
    """
    wanted = _words(found.text)
    alike = [item for item in known if item.kind == found.kind]
    alike.sort(key=lambda item: -len(wanted & _words(item.text)))
    if nearness is None:
        return tuple(alike[:MOST_KNOWN])
    near = sorted(alike, key=lambda item: -nearness.get(item.id, -1.0))
    mixed = (item for both in zip(near, alike, strict=True) for item in both)
    return tuple(islice(dict.fromkeys(mixed), MOST_KNOWN))


def fold_text(text: str) -> str:
    """The text as it is compared: two that fold alike say the same."""
    return " ".join(_WORD.findall(text.casefold()))


def _hold(each: Mapping[str, str | int], voices: _Voices | None) -> Found | str:
    """The thing found with its quote as it stands in the turn, or why it does not count."""
    kind, text, quote = str(each["kind"]), _one_line(str(each["text"])), str(each["quote"])
    if not 0 < len(text) <= MOST_CHARS:
        return "length"
    if not is_quotable(quote):
        return "quote_length"
    if voices is None:
        return "quote"
    own = find_quote(quote, voices.own)
    heard = own or next((at for said in voices.others if (at := find_quote(quote, said))), None)
    if heard is None:
        return "quote"
    if own is None and kind in _OWN_WORDS:
        return "not_own_words"
    return Found(next(known for known in KINDS if known == kind), text, heard, voices.turn_id)


def _ask(system: str, text: str) -> tuple[Message, ...]:
    return Message("system", system, "system"), Message("user", text, "human")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
