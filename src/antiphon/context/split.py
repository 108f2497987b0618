"""The points on which an advisor and others are split, as one quoted block.

It stands where what the others said last stands otherwise, and under the same rules: nothing quoted may look like its
frame, only the label of a voice begins a line, and no quote ends within a sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from antiphon.advisors.prompt import Prompts, fill
from antiphon.context.quotes import Quote
from antiphon.context.reference import quote, quote_name
from antiphon.conversation.claim import Stand
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.prose import CharSpan, split_sentences


@dataclass(frozen=True, slots=True)
class SplitVoice:
    """One voice on one side of a point, in whole sentences of its own."""

    advisor_id: AdvisorId
    name: str
    stand: Stand
    text: str


@dataclass(frozen=True, slots=True)
class SplitPoint:
    """One thing that can be true or false, and everybody who is on a side of it."""

    text: str
    voices: tuple[SplitVoice, ...]


def quote_sentences(text: str, span: CharSpan) -> str:
    """The whole sentences in which these words stand."""
    kept = [each for each in split_sentences(text) if span.start < each.end and each.start < span.end]
    return text[kept[0].start : kept[-1].end] if kept else span.of(text)


def choose_points(
    points: Sequence[SplitPoint], advisor_id: AdvisorId, prompts: Prompts, fits: Callable[[str], bool]
) -> tuple[SplitPoint, ...]:
    """The points this advisor is on a side of, the most contested first, as many as there is room for."""
    mine = tuple(each for each in points if any(one.advisor_id == advisor_id for one in each.voices))
    while len(mine) > 1 and not fits(build_split(mine, advisor_id, prompts)):
        mine = mine[:-1]
    return mine


def list_quotes(
    points: Sequence[SplitPoint], advisor_id: AdvisorId, measure: Callable[[str], int]
) -> tuple[Quote, ...]:
    """Every other voice in the block, with the words it is quoted in."""
    said: dict[AdvisorId, tuple[str, dict[str, None]]] = {}
    for voice in (each for point in points for each in point.voices if each.advisor_id != advisor_id):
        said.setdefault(voice.advisor_id, (voice.name, {}))[1][voice.text] = None
    texts = {each: (name, "\n\n".join(words)) for each, (name, words) in said.items()}
    return tuple(Quote(each, name, text, "claims", measure(text)) for each, (name, text) in texts.items())


def build_split(points: Sequence[SplitPoint], advisor_id: AdvisorId, prompts: Prompts) -> str:
    """The block, or nothing without points."""
    if not points:
        return ""
    sides = {
        "agrees": prompts.split_for,
        "contradicts": prompts.split_against,
        "torn": prompts.split_torn,
        "speaks": prompts.split_torn,
    }

    def describe(voice: SplitVoice) -> str:
        name = prompts.split_you if voice.advisor_id == advisor_id else quote_name(voice.name)
        return fill(sides[voice.stand], {"name": name, "words": quote(voice.text)})

    parts = [
        "\n".join(
            (
                fill(prompts.split_point, {"number": str(number), "claim": quote(point.text)}),
                *(describe(each) for each in point.voices),
            )
        )
        for number, point in enumerate(points, 1)
    ]
    return "[" + "\n\n".join((prompts.split, *parts)) + "]"
