"""The invariants, each held against the bytes a server received."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from typing_extensions import override

from tests.fakes.wires import Format
from tests.journeys.wires.bodies import Seen, read_body
from tests.journeys.wires.house import FORMAT_OF
from tests.journeys.wires.past import Talk
from tests.journeys.wires.reckoning import Due, Quote, own_answer
from tests.journeys.wires.texts import OPENING, find_canaries
from tests.journeys.wires.thread import Opened, due_atoms, is_strict, join_neighbours, open_up, same_piece

_NOTE = re.compile(r"\[Your turn (\d+)(?: of \d+: one question\.| in this conversation\.)[^\[\]\n]*\]")
_OPENER = re.compile(r"\[[^\[\]\n]+\]")
_NOT_WORDS = re.compile(r"[\s\[\]⟦⟧<\u2039:]+")
# What stands for words of another voice that are not quoted.
_MORE = "…"


@dataclass(slots=True)
class Tally:
    """How much was looked at."""

    conversations: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)

    @override
    def __str__(self) -> str:
        wires = ", ".join(f"{count} {wire}" for wire, count in sorted(self.requests.items()))
        held = ", ".join(f"{name} {count}" for name, count in sorted(self.checks.items()))
        total = sum(self.checks.values())
        return f"{self.conversations} conversations, requests: {wires}; {total} checks: {held}"


def check_body(body: bytes, talk: Talk, due: Due, tally: Tally) -> Seen:
    """Hold one request against what its voice is due; returns it as its server sees it."""
    wire = FORMAT_OF[due.voice.provider]
    seen = read_body(wire, body)
    check_system(seen, talk, due)
    check_assistant(seen, talk, due)
    check_roles(seen, due)
    check_pairs(seen)
    opened = open_up(seen, due)
    check_thread(wire, opened, due)
    quoted = check_block(opened.block, due.quotes, is_narrow=bool(talk.window))
    check_canaries(body.decode(), talk, due, quoted)
    check_note(opened, due)
    tally.requests[wire] += 1
    tally.checks.update(("I-20", "I-21", "I-22", "I-23", "I-24", "I-27", "I-28"))
    return seen


def check_canaries(body: str, talk: Talk, due: Due, quoted: Sequence[str]) -> None:
    """I-22, I-27: what is due is there exactly once, and nothing else that was ever written is."""
    found, expected = Counter(find_canaries(body)), Counter(_due_canaries(talk, due, quoted))
    too_many, missing = found - expected, expected - found
    assert not too_many, f"I-22, I-27: not due to voice {due.voice.number}, and sent: {dict(too_many)}"
    assert not missing, f"I-27: due to voice {due.voice.number}, and not sent: {dict(missing)}"


def _due_canaries(talk: Talk, due: Due, quoted: Sequence[str]) -> Iterator[str]:
    texts = [*quoted, due.voice.description, talk.prelude, due.message]
    for turn in due.turns:
        texts += [turn.text] if turn.text.strip() else []
        if (answer := own_answer(turn, due.voice.number)) is not None:
            texts += [answer.words if answer.words.strip() else ""]
            texts += [text for call in answer.calls for text in (call.arguments, call.result)]
    for text in texts:
        yield from find_canaries(text)


def check_system(seen: Seen, talk: Talk, due: Due) -> None:
    """I-28: one system text, with the advisor's own rules and nobody's words; and no rules anywhere else."""
    assert len(seen.system) == 1, "I-28: not exactly one system text"
    system = seen.system[0]
    allowed = set(find_canaries(due.voice.description + talk.prelude))
    strangers = set(find_canaries(system)) - allowed
    assert not strangers, f"I-28: words in the system slot: {strangers}"
    assert system.startswith(f"You are {due.voice.name}.\n\n{due.voice.description}\n\n# "), "I-28: no identity"
    assert system.endswith(talk.prelude.strip()), "I-28: the prelude is missing"
    for text in seen.texts:
        assert "You are one of several independent voices" not in text, "I-28: rules outside of the system slot"
        assert not allowed & set(find_canaries(text)), "I-28: the advisor's description outside of the system slot"


def check_roles(seen: Seen, due: Due) -> None:
    """I-23: begins and ends with the person, and alternates where the server insists."""
    assert seen.roles[-1] in ("user", "tool"), "I-23: ends with the advisor's words"
    if not is_strict(due.voice.provider):
        return
    assert seen.roles[0] == "user", "I-23: does not begin with the person"
    assert not any(one == other != "tool" for one, other in pairwise(seen.roles)), "I-23: neighbours of one role"


def check_pairs(seen: Seen) -> None:
    """I-23: right behind the calls of a message stand their results, all of them, in their order."""
    waiting: list[str] = []
    calling = -1
    for atom in seen.atoms:
        if atom.kind == "call":
            assert not waiting or atom.message == calling, "I-23: a call before the last one was answered"
            waiting, calling = [*waiting, atom.call_id], atom.message
        elif atom.kind == "result":
            assert waiting[:1] == [atom.call_id], "I-23: a result that does not answer the call before it"
            assert atom.message > calling, "I-23: a result in the message of its call"
            waiting = waiting[1:]
        else:
            assert not waiting, "I-23: words between a call and its result"
    assert not waiting, "I-23: a call without a result"


def check_thread(wire: Format, opened: Opened, due: Due) -> None:
    """I-20, I-24, I-27, D5: exactly the pieces that are due, in their order and roles, and not a word besides."""
    expected = list(due_atoms(due))
    if is_strict(due.voice.provider):
        expected = join_neighbours(expected)
    found = list(opened.seen.atoms)
    for index, (one, other) in enumerate(zip(found, expected, strict=False)):
        assert same_piece(wire, one, other), f"I-24, I-27: piece {index} is\n{one!r}\nand should be\n{other!r}"
    assert len(found) == len(expected), f"I-27: {len(found)} pieces instead of {len(expected)}"


def check_assistant(seen: Seen, talk: Talk, due: Due) -> None:
    """I-20: all that stands in the advisor's role was said by this very advisor, whoever else had its name."""
    for atom in seen.atoms:
        if atom.role != "assistant":
            continue
        for word in find_canaries(atom.text):
            assert _authors(talk, word) == {due.voice.number}, f"I-20: {word} is not its own"


def _authors(talk: Talk, word: str) -> set[int]:
    return {
        answer.voice
        for turn in talk.turns
        for answer in turn.answers
        if word in answer.words or any(word in call.arguments for call in answer.calls)
    }


def check_block(block: str | None, quotes: tuple[Quote, ...], *, is_narrow: bool) -> list[str]:
    """I-21: one frame that nothing inside can close or forge, and in it the others' words, each behind its label.

    All of them, unless there is little room; returns what is quoted of each.
    """
    if not quotes:
        assert block is None, f"I-21: a block where nobody is to be quoted: {block!r}"
        return []
    assert block is not None
    assert block.startswith(f"[{OPENING}\n\n"), f"I-21: not our block: {block!r}"
    assert block.endswith("]"), "I-21: the block does not end"
    inner = block[len(OPENING) + 3 : -1]
    assert not set("[]") & set(inner), f"I-21: a bracket inside the block: {inner!r}"
    assert not re.search(r"<\s*/?\s*(system-reminder|todoList)", inner, re.IGNORECASE), f"I-21: a tag: {inner!r}"
    said = _part(inner)
    assert len(said) == len(quotes), f"I-21: {len(said)} beginnings of lines for {len(quotes)} voices: {said!r}"
    for each, quote in zip(said, quotes, strict=True):
        label, colon, words = each.partition(": ")
        assert colon, f"I-21: no label: {each!r}"
        assert _words(label) == (_words(quote.name) or "someone"), f"I-21: {label!r} is not {quote.name!r}"
        _check_quote(words, quote.words, is_narrow=is_narrow)
    return [each.partition(": ")[2] for each in said]


def _part(inner: str) -> list[str]:
    """What is said of each voice: only its label stands at the beginning of a line."""
    said: list[str] = []
    for line in inner.splitlines(keepends=True):
        if line.strip() and not line[0].isspace():
            said.append(line)
        elif said:
            said[-1] += line
    return said


def _check_quote(quoted: str, words: str, *, is_narrow: bool) -> None:
    """The words of a voice, or where there is little room pieces of them in their order, with signs for the rest."""
    if not is_narrow:
        assert _words(quoted) == _words(words), f"I-21: other words than were said: {quoted!r}"
        return
    rest = _words(words)
    for piece in filter(None, map(_words, quoted.split(_MORE))):
        _, found, rest = rest.partition(piece)
        assert found == piece, f"I-21: not said, or not in this order: {piece!r} of {words!r}"


def _words(text: str) -> str:
    """What remains of a text whatever is done to its white space and brackets."""
    return _NOT_WORDS.sub("", text)


def check_note(opened: Opened, due: Due) -> None:
    """I-24, D8: the other things of ours are bracketed sentences that name nobody as a speaker."""
    if due.turn_number is None:
        assert opened.note is None
    else:
        found = _NOTE.fullmatch(opened.note or "")
        assert found is not None, f"I-24: not a state note: {opened.note!r}"
        assert int(found[1]) == due.turn_number, "D8: not the number of its turn"
    if opened.opener is not None:
        assert _OPENER.fullmatch(opened.opener), f"I-24: not an opener: {opened.opener!r}"
