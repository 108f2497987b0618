"""Sentences put before a model beside the words they name as their source: do the words say it, less, or the opposite?

A sentence that names no source is nobody's but the synthesiser's, and is not asked about.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from antiphon.advisors.prompt import SynthesisPrompts, fill
from antiphon.analysis.claims import ask, one_line, shorten_question
from antiphon.analysis.strict import Many, OneOf, Record, Whole, parse_answer
from antiphon.conversation.payload import Message
from antiphon.conversation.synthesis import Sentence, Support

VERDICTS: Final = Many(Record({"sentence": Whole(), "verdict": OneOf(("supported", "more", "contradicts"))}))
# Sentences in one request: each has a few quotes below it.
AT_ONCE: Final = 8
# Eight verdicts take two hundred; the rest is for models that think first.
MAX_TOKENS: Final = 1024
# Enough of a question to know what the sentences are about.
_QUESTION_CHARS: Final = 600


class Sourced(NamedTuple):
    """A sentence, and the words it rests on, each with the name of who said them."""

    text: str
    sources: tuple[str, ...]


def name_sources(sentence: Sentence) -> Sourced:
    """The sentence as a judge is shown it."""
    quotes = (f"{each.name}: {each.quote}" for each in sentence.anchors)
    return Sourced(one_line(sentence.text), tuple(map(one_line, quotes)))


def name_sentence(question: str, said: Sourced) -> str:
    """What a verdict is remembered under: everything the judge was shown of it."""
    words = "\0".join((_shorten(question), said.text, *said.sources))
    return hashlib.sha256(words.encode()).hexdigest()[:24]


def name_wording(prompts: SynthesisPrompts) -> str:
    """A mark of the words a judge is asked with: another wording, another judge."""
    return hashlib.sha256(f"{prompts.hold}\0{prompts.holding}\0{AT_ONCE}".encode()).hexdigest()[:16]


def build_holding(prompts: SynthesisPrompts, question: str, said: Sequence[Sourced]) -> tuple[Message, ...]:
    """These sentences, numbered from 1, with their sources below them."""
    listed = [
        "\n".join((f"{number}. {each.text}", *(f"   - {source}" for source in each.sources)))
        for number, each in enumerate(said, 1)
    ]
    asked = {"question": _shorten(question), "sentences": "\n".join(listed)}
    return ask(prompts.hold, fill(prompts.holding, asked))


def parse_support(answer: str, said: Sequence[Sourced]) -> dict[Sourced, Support]:
    """The verdicts on these sentences; `AnswerUnreadable` when the answer is not what was asked for.

    A sentence it leaves out has none; of two on one sentence the first counts, and a number that was not shown means
    nothing.
    """
    found: dict[Sourced, Support] = {}
    for each in parse_answer(answer, VERDICTS):
        if 1 <= each["sentence"] <= len(said):
            found.setdefault(said[each["sentence"] - 1], cast("Support", each["verdict"]))
    return found


def _shorten(question: str) -> str:
    return one_line(shorten_question(question))[:_QUESTION_CHARS]
