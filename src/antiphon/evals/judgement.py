"""What a judge, be it a model or a program, must answer with: a score from 0 to 1, hits, misses, and why."""

from typing import Any, Final, NamedTuple

from antiphon.analysis.strict import Many, Number, Record, Shape, Words, parse_answer
from antiphon.conversation.errors import AnswerUnreadable

_MOST_NAMED: Final = 4
_ONE: Final = Record({"score": Number(), "hits": Many(Words()), "misses": Many(Words()), "reasoning": Words()})


class Judgement(NamedTuple):
    """One criterion's score, what speaks for and against, and why."""

    score: float
    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    reasoning: str = ""


def shape_of(count: int) -> Shape:
    """One object for one criterion, a list for several."""
    return _ONE if count == 1 else Many(_ONE)


def parse_judgements(text: str, count: int) -> tuple[Judgement, ...]:
    """As many judgements as there are criteria; `AnswerUnreadable` says what is wrong."""
    found = parse_answer(text, shape_of(count))
    listed = found if isinstance(found, list) else [found]
    if len(listed) != count:
        raise AnswerUnreadable(f"there are {count} criteria and {len(listed)} scores")
    return tuple(_read(each) for each in listed)


def _read(found: dict[str, Any]) -> Judgement:
    return Judgement(
        _read_score(found["score"]),
        tuple(found["hits"][:_MOST_NAMED]),
        tuple(found["misses"][:_MOST_NAMED]),
        found["reasoning"],
    )


def _read_score(score: float) -> float:
    if not 0 <= score <= 1:
        raise AnswerUnreadable("the score is not between 0 and 1")
    return float(score)
