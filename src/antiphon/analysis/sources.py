"""What a text about a turn may rest on, and finding the words its sources lead to.

A source is a handle, `3` for a claim and everybody on it, `3a` for one voice on it, or words copied from an answer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import NamedTuple

from antiphon.analysis.anchor import Anchors
from antiphon.analysis.quote import is_quotable
from antiphon.analysis.voices import standing_words
from antiphon.conversation.claim import Claim, Stance
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.prose import CharSpan
from antiphon.conversation.reply import Reply
from antiphon.conversation.synthesis import Anchor, Weighty
from antiphon.conversation.turn import Turn

_HANDLE = re.compile(r"\A\[?\s*([0-9]{1,4})([a-z])?\s*\]?\Z", re.IGNORECASE)
# Handles that were put into the sentence all the same: `[1a]`, `[1a, 2]`, `[1a][2]`.
_INSIDE = re.compile(r"\s*\[([0-9]{1,4}[a-z]?(?:\s*[,;]\s*[0-9]{1,4}[a-z]?)*)\]", re.IGNORECASE)
_COMMA = re.compile("[,;]")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")


class Basis(NamedTuple):
    """What a text is written from: the turn, the claims of its map that hold in it, and which of them weigh most."""

    turn: Turn
    claims: tuple[Claim, ...] = ()
    weighty: tuple[Weighty, ...] = ()


def find_heard(turn: Turn) -> tuple[Reply, ...]:
    """The replies with words to read, each the one that stands for its advisor."""
    return tuple(reply for reply in turn.replies if standing_words(reply).strip())


def build_basis(turn: Turn, claims: Iterable[Claim]) -> Basis:
    """The turn with what counts of these claims: stances that nobody disputes and whose words stand in an answer."""
    texts = {reply.id: standing_words(reply) for reply in find_heard(turn)}
    kept = (replace(claim, stances=tuple(_find_counting(claim, texts))) for claim in claims)
    return Basis(turn, tuple(claim for claim in kept if claim.stances))


def name_stances(claim: Claim) -> Iterator[tuple[str, Stance]]:
    """Each stance with its letter; past the alphabet they have none, and only the claim's number leads to them."""
    for index, stance in enumerate(claim.stances):
        yield (ascii_lowercase[index] if index < len(ascii_lowercase) else ""), stance


def count_paragraph(text: str, place: int) -> int:
    """In which paragraph of a text a character stands, from 1."""
    return 1 + sum(match.start() > 0 and match.end() <= place for match in _PARAGRAPH.finditer(text))


class Finder:
    """Finds what sources lead to, and keeps count of the claims that were used and of what led nowhere."""

    def __init__(self, basis: Basis) -> None:
        self.used: set[int] = set()
        self.dropped: Counter[str] = Counter()
        self._claims = {claim.number: claim for claim in basis.claims}
        self._replies = {reply.id: reply for reply in find_heard(basis.turn)}
        self._answers = {reply.id: Anchors(standing_words(reply)) for reply in self._replies.values()}

    def find(self, sources: Sequence[str]) -> tuple[Anchor, ...]:
        """The words these sources lead to, each once."""
        return tuple(dict.fromkeys(anchor for source in sources for anchor in self._find_one(source)))

    def take_handles(self, text: str) -> tuple[str, list[str]]:
        """The sentence without handles that belong beside it, and those handles. Other brackets are its own."""
        taken: list[str] = []

        def take(match: re.Match[str]) -> str:
            handles = [each.strip() for each in _COMMA.split(match[1])]
            if not all(map(self._find_stances, handles)):
                return match[0]
            taken.extend(handles)
            return ""

        return _INSIDE.sub(take, text).strip(), taken

    def _find_one(self, source: str) -> tuple[Anchor, ...]:
        if (handle := _HANDLE.match(source)) is None:
            found = tuple(self._find_quote(source)) if is_quotable(source) else ()
            self.dropped["quote"] += not found
            return found
        stances = self._find_stances(source)
        if not stances:
            self.dropped["handle"] += 1
            return ()
        self.used.add(int(handle[1]))
        return tuple(self._anchor(self._replies[each.reply_id], CharSpan(each.start, each.end)) for each in stances)

    def _find_stances(self, source: str) -> tuple[Stance, ...]:
        handle = _HANDLE.match(source)
        claim = None if handle is None else self._claims.get(int(handle[1]))
        if handle is None or claim is None:
            return ()
        wanted = (handle[2] or "").lower()
        return tuple(each for letter, each in name_stances(claim) if not wanted or letter == wanted)

    def _find_quote(self, quote: str) -> Iterator[Anchor]:
        """Every answer in which these words stand; claims that rest on the same words are used with them."""
        for reply in self._replies.values():
            if isinstance(span := self._answers[reply.id].find(quote), CharSpan):
                self.used.update(self._find_resting(reply, span))
                yield self._anchor(reply, span)

    def _find_resting(self, reply: Reply, span: CharSpan) -> Iterator[int]:
        for claim in self._claims.values():
            for each in claim.stances:
                if each.reply_id == reply.id and each.start < span.end and span.start < each.end:
                    yield claim.number

    def _anchor(self, reply: Reply, span: CharSpan) -> Anchor:
        text = standing_words(reply)
        quote, paragraph = text[span.start : span.end], count_paragraph(text, span.start)
        return Anchor(reply.advisor_id, reply.name, reply.id, span.start, span.end, quote, paragraph)


def _find_counting(claim: Claim, texts: Mapping[ReplyId, str]) -> Iterator[Stance]:
    for each in claim.stances:
        text = texts.get(each.reply_id)
        if not each.disputed and each.quote and text is not None and text[each.start : each.end] == each.quote:
            yield each
