"""What one answer claims, each claim with the words it rests on.

The map of a turn is drawn in two steps, here and in `clusters`, and each is callable by itself:

    voices = hear_voices(turn)                                      # who is heard, in which words
    pieces = [piece for voice in voices for piece in divide_voice(voice, room, weigh)]
    asked = build_reading(prompts, turn.text, piece, most_claims(len(voices)))      # one question per piece
    reading = parse_reading(answer, piece)                          # claims whose quotes hold, the rest counted
    near = compare_claims(said, vectors)                            # how near the claims are, by meaning or by words
    drawing = draw(said, find_groups(said, near), near.likeness)    # the claims of the map, no sides taken

Where a model may judge, `judging` asks it about pairs, and `draw` takes its verdicts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from antiphon.advisors.prompt import ClaimPrompts, fill
from antiphon.analysis.anchor import Anchors
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.strict import Many, Record, Words, parse_answer
from antiphon.analysis.transcript import mark
from antiphon.analysis.voices import AnswerExcerpt, LetteredAnswer
from antiphon.conversation.payload import Message
from antiphon.conversation.prose import CharSpan

MOST_CHARS: Final = 300
# What one answer is asked for at most, and all answers together: past it a map is no map any more.
_MOST_EACH: Final = 8
_LEAST_EACH: Final = 3
_MOST_TOGETHER: Final = 48
# Enough of a long question to know what the answer is about.
_QUESTION_CHARS: Final = 4_000

CLAIMS: Final = Many(Record({"claim": Words(), "quote": Words()}))


@dataclass(frozen=True, slots=True)
class SaidClaim:
    """One thing one voice claims, and where: `voice.text[start:end] == quote`, always."""

    voice: LetteredAnswer
    text: str
    start: int
    end: int

    @property
    def quote(self) -> str:
        """The words it rests on, as they stand in the answer."""
        return self.voice.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """What was read in one piece, and how many entries were dropped for what reason.

    The reasons: `length`, a claim without words or with too many; `quote_length`, a quote too short to mean one place
    or too long to be one; `quote`, words that are not in the answer; `repeated`, the same claim on the same words.
    """

    said: tuple[SaidClaim, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


def most_claims(voice_count: int) -> int:
    """How many claims each answer is asked for; fewer when many have spoken. Nothing beyond is thrown away."""
    return max(_LEAST_EACH, min(_MOST_EACH, _MOST_TOGETHER // max(1, voice_count)))


def build_reading(prompts: ClaimPrompts, question: str, piece: AnswerExcerpt, most: int) -> tuple[Message, ...]:
    """What is asked about one piece of one answer. No name and no other answer is shown."""
    shown = f"[person]\n{mark(shorten_question(question))}\n[advisor]\n{mark(piece.text)}"
    return ask(fill(prompts.read, {"most": str(most)}), shown)


def parse_reading(answer: str, piece: AnswerExcerpt) -> ReadPiece:
    """The claims whose quotes hold; `AnswerUnreadable` when the answer is not what was asked for."""
    anchors = Anchors(piece.text, piece.start)
    said: dict[tuple[str, int, int], SaidClaim] = {}
    dropped: dict[str, int] = {}
    for each in parse_answer(answer, CLAIMS):
        kept = _hold(piece.voice, one_line(each["claim"]), anchors.find(each["quote"]))
        if not isinstance(kept, str) and (key := (fold_text(kept.text), kept.start, kept.end)) not in said:
            said[key] = kept
        else:
            count(dropped, kept if isinstance(kept, str) else "repeated")
    return ReadPiece(tuple(said.values()), dropped)


def join_readings(readings: Iterable[ReadPiece]) -> ReadPiece:
    """Several readings as one, in their order."""
    said: list[SaidClaim] = []
    dropped: dict[str, int] = {}
    for each in readings:
        said += each.said
        for reason, number in each.dropped.items():
            count(dropped, reason, number)
    return ReadPiece(tuple(said), dropped)


def shorten_question(question: str) -> str:
    """Enough of the question to know what the answers are about."""
    return question if len(question) <= _QUESTION_CHARS else f"{question[:_QUESTION_CHARS]} …"


def ask(system: str, text: str) -> tuple[Message, ...]:
    """Instructions and one text."""
    return Message("system", system, "system"), Message("user", text, "human")


def one_line(text: str) -> str:
    """The text with one space between its words."""
    return " ".join(text.split())


def count(counts: dict[str, int], reason: str, number: int = 1) -> None:
    """One more, or so many, of this reason."""
    counts[reason] = counts.get(reason, 0) + number


def _hold(voice: LetteredAnswer, text: str, at: CharSpan | str) -> SaidClaim | str:
    """The claim where it stands, or why it does not count."""
    if not 0 < len(text) <= MOST_CHARS:
        return "length"
    return at if isinstance(at, str) else SaidClaim(voice, text, at.start, at.end)
