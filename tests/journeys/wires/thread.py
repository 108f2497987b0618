"""The thread one voice is due, piece by piece, and how a wire joins the pieces."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.fakes.wires import Format
from tests.journeys.wires.bodies import Atom, Seen
from tests.journeys.wires.past import Asked, Provider
from tests.journeys.wires.reckoning import Due, own_answer, stamp

# Stand where the house's own words belong: they are taken out of a body before it is compared.
BLOCK, NOTE = "\ue001", "\ue002"


def due_atoms(due: Due) -> Iterator[Atom]:
    """Everything behind the system prompt, one piece each: history, block, note, message (D5)."""
    for turn in due.turns:
        yield from _turn_atoms(turn, due)
    if due.quotes:
        yield Atom("user", "text", BLOCK, 0)
    if due.turn_number is not None:
        yield Atom("user", "text", NOTE, 0)
    yield Atom("user", "text", due.message, 0)


def _turn_atoms(turn: Asked, due: Due) -> Iterator[Atom]:
    if turn.text.strip():
        yield Atom("user", "text", stamp(turn.text, turn.at, stamps=due.stamps), 0)
    answer = own_answer(turn, due.voice.number)
    if answer is None:
        return
    for call in answer.calls:
        yield Atom("assistant", "call", call.arguments, 0, call.id, call.tool)
    for call in answer.calls:
        yield Atom("tool", "result", call.result, 0, call.id)
    if answer.words.strip():
        yield Atom("assistant", "text", answer.words, 0)


def is_strict(provider: Provider) -> bool:
    """Whether this server refuses neighbours of one role; only one of ours does not."""
    return provider != "oal"


def has_opener(due: Due) -> bool:
    """Whether a sentence of the house must come first, because the server insists and the thread begins otherwise."""
    return is_strict(due.voice.provider) and next(due_atoms(due)).role == "assistant"


def join_neighbours(atoms: Sequence[Atom]) -> list[Atom]:
    """D6: on strict wires neighbouring texts of one role are one text with a blank line between."""
    joined: list[Atom] = []
    for each in atoms:
        if joined and joined[-1].kind == each.kind == "text" and joined[-1].role == each.role:
            joined[-1] = each._replace(text=joined[-1].text + "\n\n" + each.text)
        else:
            joined.append(each)
    return joined


@dataclass(frozen=True, slots=True)
class Opened:
    """A body with the house's own words taken out: the block, the note, and the opener where there is one."""

    seen: Seen
    block: str | None
    note: str | None
    opener: str | None


def open_up(seen: Seen, due: Due) -> Opened:
    """Take the house's words out of the last text, which ends in the message."""
    atoms = list(seen.atoms)
    opener = None
    expected = list(due_atoms(due))
    if has_opener(due):
        opener = atoms.pop(0).text
    if is_strict(due.voice.provider):
        atoms[-1], block, note = _open_joined(atoms[-1], due, expected)
    else:
        atoms, block, note = _open_apart(atoms, due)
    return Opened(replace(seen, atoms=tuple(atoms)), block, note, opener)


def _open_joined(last: Atom, due: Due, expected: Sequence[Atom]) -> tuple[Atom, str | None, str | None]:
    """The last text is: human words that got no answer, block, note, message."""
    before = join_neighbours(expected)[-1].text
    prefix = before[: _first_spot(before, due)]
    inner = last.text[len(prefix) : len(last.text) - len(due.message)]
    assert last.text == prefix + inner + due.message, f"the last text is not what is due: {last.text!r}"
    block, note = None, None
    if due.turn_number is not None:
        inner, note = _cut_off(inner)
    if due.quotes:
        inner, block = inner[:0], inner.removesuffix("\n\n")
    middle = (BLOCK + "\n\n" if block is not None else "") + (NOTE + "\n\n" if note is not None else "")
    return last._replace(text=prefix + inner + middle + due.message), block, note


def _first_spot(text: str, due: Due) -> int:
    spots = [text.find(each) for each in (BLOCK, NOTE) if each in text]
    return min(spots) if spots else len(text) - len(due.message)


def _cut_off(text: str) -> tuple[str, str]:
    """Part the last paragraph from what stands before it."""
    head, _, paragraph = text.removesuffix("\n\n").rpartition("\n\n")
    return (head + "\n\n" if head else ""), paragraph


def _open_apart(atoms: list[Atom], due: Due) -> tuple[list[Atom], str | None, str | None]:
    block = note = None
    place = len(atoms) - 2
    if due.turn_number is not None:
        note, atoms[place] = atoms[place].text, atoms[place]._replace(text=NOTE)
        place -= 1
    if due.quotes:
        block, atoms[place] = atoms[place].text, atoms[place]._replace(text=BLOCK)
    return atoms, block, note


def same_piece(wire: Format, found: Atom, due: Atom) -> bool:
    """Whether the piece on the wire is the one that is due; arguments travel as text or as an object.

    Where they are text, an object is sent exactly as the model wrote it, and anything else under a name.
    """
    if (found.role, found.kind) != (due.role, due.kind) or found.call_id != due.call_id:
        return False
    if due.kind != "call":
        return found.text == due.text
    if wire == "openai_chat" and "unreadable" not in _as_object(due.text):
        return (found.tool, found.text) == (due.tool, due.text)
    return found.tool == due.tool and json.loads(found.text) == _as_object(due.text)


def _as_object(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return {"unreadable": arguments}
