"""Better words for an advisor: what a model is shown of its cases, and the description it proposes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from antiphon.advisors.prompt import ImprovePrompts, fill
from antiphon.analysis.strict import Record, Words, parse_answer
from antiphon.analysis.transcript import mark
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.payload import Message

SHAPE: Final = Record({"description": Words(), "why": Words()})
# As long as a description may be.
MOST_CHARS: Final = 20_000
_WHY_CHARS: Final = 500
# Beyond these, one more case says little about the words and much about itself.
_MOST_FAILURES: Final = 8
_MOST_PASSES: Final = 6
_MOST_TRIED: Final = 10
_QUESTION_CHARS: Final = 800
_ANSWER_CHARS: Final = 1_200
_REASON_CHARS: Final = 400
_NONE: Final = "(none)"


@dataclass(frozen=True, slots=True)
class ShownCase:
    """One case as the model sees it: the question, the answer, what it must hold, and why it does not."""

    question: str
    answer: str
    expected: tuple[str, ...]
    reasons: tuple[str, ...]
    is_held: bool


class TriedWording(NamedTuple):
    """A wording that did no better, and what did not hold under it."""

    description: str
    reasons: tuple[str, ...]


class Rewording(NamedTuple):
    """A description that is proposed, and why."""

    description: str
    why: str


def build_rewording(
    prompts: ImprovePrompts, name: str, description: str, cases: Sequence[ShownCase], tried: Sequence[TriedWording]
) -> tuple[Message, ...]:
    """The rules, and then everything that is known about how the words do."""
    failures = [each for each in cases if not each.is_held][:_MOST_FAILURES]
    passes = [each for each in cases if each.is_held][:_MOST_PASSES]
    asked = fill(
        prompts.improving,
        {
            "name": name,
            "description": description,
            "failures": "\n\n".join(_show_failure(each) for each in failures) or _NONE,
            "passes": "\n".join(f"- {_cut('; '.join(each.expected), _REASON_CHARS)}" for each in passes) or _NONE,
            "tried": "\n\n".join(_show_tried(each) for each in tried[-_MOST_TRIED:]) or _NONE,
        },
    )
    return Message("system", prompts.improve, "system"), Message("user", asked, "human")


def parse_rewording(answer: str, known: Collection[str]) -> Rewording:
    """The proposal; `AnswerUnreadable` for another form, for no words, and for words that are known already."""
    said = parse_answer(answer, SHAPE)
    description, why = said["description"].strip(), " ".join(said["why"].split())
    if not 0 < len(description) <= MOST_CHARS:
        raise AnswerUnreadable(f"the description must have 1 to {MOST_CHARS} characters")
    if description in {each.strip() for each in known}:
        raise AnswerUnreadable("the description is one that was there before")
    return Rewording(description, _cut(why, _WHY_CHARS))


def _show_failure(case: ShownCase) -> str:
    question, answer = _cut(case.question, _QUESTION_CHARS), _cut(case.answer, _ANSWER_CHARS)
    expected, reasons = _list(case.expected), _list(case.reasons)
    return f"Asked:\n{mark(question)}\nAnswered:\n{mark(answer)}\nMust hold:\n{expected}\nWhat was missing:\n{reasons}"


def _show_tried(tried: TriedWording) -> str:
    return f"{tried.description}\nStill missing:\n{_list(tried.reasons[:_MOST_FAILURES])}"


def _list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {_cut(' '.join(each.split()), _REASON_CHARS)}" for each in lines) or _NONE


def _cut(text: str, most: int) -> str:
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
