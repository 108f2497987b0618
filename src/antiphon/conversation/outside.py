"""What a program tells of a conversation it has sent before, held against what we have of it. Pure.

Programs on stateless wires send the whole history with every question. They are known again by a name, or by the
fingerprint of what they were told; what they tell then says whether they go on, ask again or have changed something.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from antiphon.conversation.text import clean_text

# Some programs keep what a model thought inside what it said, between these. Not one expression for all of it: from
# every beginning without an end that would look through the whole text again.
_OPENING = re.compile(r"<details\b", re.IGNORECASE)
_IS_THOUGHT = re.compile(r"\btype=\"reasoning\"", re.IGNORECASE)
_CLOSING = re.compile(r"</details>", re.IGNORECASE)


class Told(NamedTuple):
    """One message of the history, as the program tells it."""

    role: Literal["user", "assistant"]
    text: str
    images: tuple[str, ...] = ()


def tidy(text: str) -> str:
    """What two tellings of one message have in common."""
    plain = unicodedata.normalize("NFC", clean_text(text).replace("\r\n", "\n"))
    return _drop_thoughts(plain).strip()


def _drop_thoughts(text: str) -> str:
    """The same without what was thought; looks at every character a few times, however many are never closed."""
    kept: list[str] = []
    done = place = 0
    while (opening := _OPENING.search(text, place)) is not None:
        end = text.find(">", opening.end())
        if end < 0:
            break
        place = end
        if _IS_THOUGHT.search(text, opening.end(), end) is None:
            continue
        closing = _CLOSING.search(text, end)
        if closing is None:
            break
        kept.append(text[done : opening.start()])
        done = place = closing.end()
    return "".join((*kept, text[done:]))


def fingerprint(history: Iterable[Told]) -> str:
    """The same for the same history, however its white space and its thoughts were treated on the way."""
    chain = hashlib.sha256()
    for each in history:
        words = hashlib.sha256(tidy(each.text).encode()).hexdigest()
        chain.update("\0".join((each.role, words, *each.images, "\n")).encode())
    return chain.hexdigest()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question belongs among the turns we have, counted from the oldest.

    The first `kept` turns stand; `asked_again` says that the next one is asked anew and those behind it go. `foreign`
    messages of the history were never ours: another model of that program answered them.
    """

    kept: int
    asked_again: bool = False
    foreign: int = 0


def find_place(history: Sequence[Told], question: str, turns: Sequence[str]) -> Place | None:
    """Where a question with this history goes on in a conversation with these questions; nothing when nothing fits.

    A history without questions says nothing of those before it: programs that keep none go on. Only the first question
    of all, asked a second time, is asked again.
    """
    asked = [tidy(each.text) for each in history if each.role == "user"]
    known = [tidy(each) for each in turns]
    if not asked:
        return Place(0, asked_again=True) if known == [tidy(question)] else Place(len(known))
    if asked == known[: len(asked)]:
        return _go_on(known, len(asked), 0)
    if asked == known[max(0, len(known) - len(asked)) :]:
        return Place(len(known))
    for ours in range(min(len(known), len(asked)), 0, -1):
        if asked[-ours:] == known[:ours]:
            return _go_on(known, ours, count_foreign(history, ours))
    return None


def place_after(history: Sequence[Told], turns: Sequence[str], kept: int) -> Place:
    """The same where it is known that the history ends with the turn that is the `kept`th."""
    return _go_on(turns, kept, count_foreign(history, kept))


def count_foreign(history: Sequence[Told], ours: int) -> int:
    """How many messages stand before the last so many questions."""
    places = [index for index, each in enumerate(history) if each.role == "user"]
    return places[-ours] if 0 < ours <= len(places) else 0 if ours else len(history)


def _go_on(turns: Sequence[str], kept: int, foreign: int) -> Place:
    return Place(kept, asked_again=len(turns) > kept, foreign=foreign)
