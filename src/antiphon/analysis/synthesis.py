"""Writing one text out of a turn, and holding every sentence to the words it says it rests on.

The model is shown the answers and the claims found in them, and names its sources by handle or by quote. A source that
leads to no words that stand in an answer is dropped and counted, and a sentence left without one is the synthesiser's
own. Who was heard is not asked of the model and not told by it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from antiphon.advisors.prompt import SynthesisPrompts, fill
from antiphon.analysis.sources import Basis, Finder, find_heard, name_stances
from antiphon.analysis.strict import Many, Record, Words, parse_answer
from antiphon.analysis.transcript import PREFIX, Weigh, write_turn
from antiphon.analysis.voices import standing_words
from antiphon.conversation.errors import AnswerUnreadable, QuestionTooLong
from antiphon.conversation.payload import Message
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.synthesis import Mode, Sentence
from antiphon.conversation.text import on_one_line
from antiphon.conversation.turn import Turn

SHAPE: Final = Record(
    {"paragraphs": Many(Record({"sentences": Many(Record({"text": Words(), "sources": Many(Words())}))}))}
)
MOST_INSTRUCTION: Final = 2_000
# Twice what four paragraphs hold; past it the answers are being told again.
MOST_SENTENCES: Final = 80
_MOST_CHARS: Final = 1_000
# Enough of a quote to know it again; fewer where there is little room, and none where the answers must do.
_QUOTE_CHARS: Final = (200, 100, 50, 0)
# Shorter than this, what is left of an answer says nothing.
_LEAST_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class SynthesisRequest:
    """What kind of text is wanted; only `custom` has an instruction."""

    mode: Mode = "fuse"
    instruction: str = ""


class Written(NamedTuple):
    """The paragraphs, the numbers of the claims they speak of, and what was dropped, by reason."""

    paragraphs: tuple[tuple[Sentence, ...], ...]
    used: tuple[int, ...]
    dropped: Mapping[str, int]


def build_question(
    prompts: SynthesisPrompts, basis: Basis, wish: SynthesisRequest, most: int, weigh: Weigh
) -> tuple[Message, Message]:
    """The instructions, and the turn with its claims, in no more than `most` tokens beside what is always said.

    Quotes are shortened until the claims take no more than half, then the answers; nobody's claim or answer goes
    missing. `QuestionTooLong` when that is not enough.
    """
    room = most - weigh(wish.instruction)
    listed = _list_fitting(basis, room // 2, weigh)
    transcript = _transcribe(basis.turn, room - weigh(listed), weigh)
    if (needed := weigh(listed) + weigh(transcript)) > room:
        raise QuestionTooLong(needed, max(0, room))
    sources = _word_sources(prompts, basis)
    system = fill(prompts.reading, {"task": _word(prompts, wish), "sources": sources})
    asked = fill(prompts.asking, {"transcript": transcript, "claims": listed}) if basis.claims else transcript
    return Message("system", system, "system"), Message("user", asked, "human")


def parse_synthesis(answer: str, basis: Basis) -> Written:
    """The text with its sources found; `AnswerUnreadable` when it is not in the form asked for, or says nothing."""
    finder = Finder(basis)
    room = MOST_SENTENCES
    paragraphs: list[tuple[Sentence, ...]] = []
    for said in parse_answer(answer, SHAPE)["paragraphs"]:
        kept = tuple(_read_sentences(said["sentences"], finder, room))
        room -= len(kept)
        if kept:
            paragraphs.append(kept)
    if not paragraphs:
        raise AnswerUnreadable("it says nothing")
    return Written(tuple(paragraphs), tuple(sorted(finder.used)), {k: n for k, n in finder.dropped.items() if n})


def _read_sentences(said: Sequence[Mapping[str, Any]], finder: Finder, room: int) -> Iterator[Sentence]:
    for each in said:
        text, inside = finder.take_handles(on_one_line(each["text"]))
        if not 0 < len(text) <= _MOST_CHARS:
            finder.dropped["length"] += 1
        elif room <= 0:
            finder.dropped["too_many"] += 1
        else:
            room -= 1
            yield Sentence(text, finder.find((*each["sources"], *inside)))


def _word_sources(prompts: SynthesisPrompts, basis: Basis) -> str:
    if not basis.claims:
        return prompts.quotes
    return f"{prompts.claims}\n\n{prompts.weighty}" if basis.weighty else prompts.claims


def _list_fitting(basis: Basis, most: int, weigh: Weigh) -> str:
    """Every claim and everybody on it, with as much of the quotes as there is room for."""
    texts = ("\n".join(_list_claims(basis, chars)) for chars in _QUOTE_CHARS)
    return next((text for text in texts if weigh(text) <= most), "\n".join(_list_claims(basis, 0)))


def _list_claims(basis: Basis, quote_chars: int) -> Iterator[str]:
    names = {reply.id: reply.name for reply in basis.turn.replies}
    weighty = {each.number for each in basis.weighty}
    for claim in basis.claims:
        yield f"{'! ' if claim.number in weighty else ''}[{claim.number}] {on_one_line(claim.text)}"
        for letter, each in name_stances(claim):
            quote = on_one_line(each.quote)
            short = quote if len(quote) <= quote_chars else f"{quote[:quote_chars].rstrip()}…"
            said = f': "{short}"' if quote_chars else ""
            stand = each.stand if each.stand in ("agrees", "contradicts") else "speaks of it"
            yield f"{PREFIX}[{claim.number}{letter}] {on_one_line(names[each.reply_id])} {stand}{said}"


def _transcribe(turn: Turn, most: int, weigh: Weigh) -> str:
    """The turn role-marked; when it is too long, the longest answers are cut alike, and nobody's goes missing.

    Of the question more is kept than of an answer, as long as there is room.
    """
    heard = find_heard(turn)
    cap = max((len(standing_words(reply)) for reply in heard), default=0)
    question = max(cap, 10 * _LEAST_CHARS)
    text = _write(turn, heard, cap, question)
    while max(cap, question) > _LEAST_CHARS and weigh(text) > most:
        question = max(cap, 10 * _LEAST_CHARS) if cap > _LEAST_CHARS else _shrink(question)
        cap = _shrink(cap)
        text = _write(turn, heard, cap, question)
    return text


def _shrink(chars: int) -> int:
    return max(_LEAST_CHARS, chars * 3 // 4)


def _write(turn: Turn, heard: Sequence[Reply], cap: int, question: int) -> str:
    shown = tuple(replace(reply, state=ReplyState.COMPLETE, edited=_cut(standing_words(reply), cap)) for reply in heard)
    return write_turn(replace(turn, replies=shown, text=_cut(turn.text, question)))


def _cut(text: str, cap: int) -> str:
    return text if len(text) <= cap else f"{text[:cap].rstrip()} …"


def _word(prompts: SynthesisPrompts, wish: SynthesisRequest) -> str:
    texts: dict[Mode, str] = {"fuse": prompts.fuse, "compare": prompts.compare, "checklist": prompts.checklist}
    return texts.get(wish.mode) or fill(prompts.custom, {"instruction": wish.instruction.strip()})
