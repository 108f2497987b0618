"""Who is heard when a turn is read for claims, and in which words.

One voice per advisor: the reply that was chosen, in the person's wording where it was edited. An answer that was cut
short is read as far as it goes, because half an objection is an objection; the quorum says that it was cut. A reply
that failed is not read, whatever it had said by then.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from antiphon.analysis.transcript import Weigh
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

_HEARD: Final = frozenset(
    {
        ReplyState.COMPLETE,
        ReplyState.STOPPED,
        ReplyState.INCOMPLETE,
        ReplyState.INTERRUPTED,
        ReplyState.FILTERED,
    }
)
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Shorter than this, a piece of an answer says nothing.
_LEAST_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class LetteredAnswer:
    """One advisor's answer. It goes by a letter, so that no name tells the reader whom to believe."""

    letter: str
    advisor_id: AdvisorId
    reply_id: ReplyId
    text: str


class AnswerExcerpt(NamedTuple):
    """A stretch of an answer that is read at once, and where in the answer it begins."""

    voice: LetteredAnswer
    start: int
    text: str


def hear_voices(turn: Turn) -> tuple[LetteredAnswer, ...]:
    """The voices of a turn, in the order they were asked."""
    heard = [(reply, words) for reply in find_standing(turn) if (words := standing_words(reply)).strip()]
    return tuple(LetteredAnswer(_name(n), reply.advisor_id, reply.id, words) for n, (reply, words) in enumerate(heard))


def find_standing(turn: Turn) -> tuple[Reply, ...]:
    """The chosen reply of each advisor, in the order they were asked; whoever is asked again keeps its place."""
    seats = list(dict.fromkeys(reply.advisor_id for reply in turn.replies))
    return tuple(sorted((each for each in turn.replies if each.chosen), key=lambda each: seats.index(each.advisor_id)))


def standing_words(reply: Reply) -> str:
    """The words that stand for this reply's advisor; none when another variant does, or when it failed."""
    if not reply.chosen or reply.state not in _HEARD:
        return ""
    return reply.text if reply.edited is None else reply.edited


def mark_words(turn: Turn) -> Mapping[str, str]:
    """A hash of the words of each voice, by reply: when it changes, what was read no longer stands there."""
    return {voice.reply_id: hashlib.sha256(voice.text.encode()).hexdigest()[:16] for voice in hear_voices(turn)}


def divide_voice(voice: LetteredAnswer, most: int, weigh: Weigh) -> tuple[AnswerExcerpt, ...]:
    """The answer in pieces that weigh no more than `most`, divided between paragraphs where that is possible.

    Joined, the pieces are the answer: nothing is left out.
    """
    return tuple(AnswerExcerpt(voice, start, voice.text[start:end]) for start, end in _divide(voice.text, most, weigh))


def _divide(text: str, most: int, weigh: Weigh) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = _find_end(text, start, most, weigh)
        yield start, end
        start = end


def _find_end(text: str, start: int, most: int, weigh: Weigh) -> int:
    """Where a piece that begins here ends: at the last gap between paragraphs, lines, sentences or words that fits."""
    length = len(text) - start
    while length > _LEAST_CHARS and weigh(text[start : start + length]) > most:
        length = max(_LEAST_CHARS, length * 3 // 4)
    if start + length >= len(text):
        return len(text)
    for gap in ("\n\n", "\n", ". ", " "):
        at = text.rfind(gap, start + 1, start + length)
        if at > start:
            return at + len(gap)
    return start + length


def _name(number: int) -> str:
    """A to Z, then AA and on."""
    rest, letter = divmod(number, len(_LETTERS))
    return (_name(rest - 1) if rest else "") + _LETTERS[letter]
