"""Which claims nobody had made before."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from antiphon.advisors.prompt import ClaimPrompts, fill
from antiphon.analysis.claims import ask
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.strict import Many, Whole, parse_answer
from antiphon.analysis.transcript import Weigh
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import QuestionTooLong
from antiphon.conversation.payload import Message

NUMBERS: Final = Many(Whole())
# The number before a claim and the end of its line.
_LINE_TOKENS: Final = 4


class Pieces(NamedTuple):
    """Claims made now and claims made earlier, in pieces any two of which can be read together."""

    now: tuple[tuple[Claim, ...], ...]
    earlier: tuple[tuple[Claim, ...], ...]


def find_unsaid(now: Sequence[Claim], earlier: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that no earlier one makes in the same words; about these a reader has to be asked."""
    known = {fold_text(each.text) for each in earlier}
    return tuple(each for each in now if fold_text(each.text) not in known)


def divide_news(now: Sequence[Claim], earlier: Sequence[Claim], most: int, weigh: Weigh) -> Pieces:
    """All of them, undivided where they weigh no more than `most` together.

    A claim is new when none of the earlier pieces makes it. `QuestionTooLong` when a claim alone takes half of `most`.
    """
    if sum(_weigh(each, weigh) for each in (*now, *earlier)) <= most:
        return Pieces((tuple(now),), (tuple(earlier),))
    return Pieces(_pack(now, most // 2, weigh), _pack(earlier, most // 2, weigh))


def build_news(prompts: ClaimPrompts, now: Sequence[Claim], earlier: Sequence[Claim]) -> tuple[Message, ...]:
    """Earlier claims without numbers, and those made now numbered from 1, so that a number means one thing."""
    asked = {
        "earlier": "\n".join(f"- {each.text}" for each in earlier),
        "claims": "\n".join(f"{number} {each.text}" for number, each in enumerate(now, 1)),
    }
    return ask(prompts.news, fill(prompts.comparing, asked))


def parse_news(answer: str, now: Sequence[Claim]) -> tuple[tuple[Claim, ...], int]:
    """Those of the claims that are new, and how many numbers named none; `AnswerUnreadable` for another form."""
    named = set(parse_answer(answer, NUMBERS))
    unknown = sum(not 1 <= number <= len(now) for number in named)
    return tuple(each for number, each in enumerate(now, 1) if number in named), unknown


def _pack(claims: Sequence[Claim], most: int, weigh: Weigh) -> tuple[tuple[Claim, ...], ...]:
    packed: list[list[Claim]] = []
    room = 0
    for each in claims:
        weight = _weigh(each, weigh)
        if weight > most:
            raise QuestionTooLong(weight, most)
        if not packed or weight > room:
            packed.append([])
            room = most
        packed[-1].append(each)
        room -= weight
    return tuple(map(tuple, packed))


def _weigh(claim: Claim, weigh: Weigh) -> int:
    return weigh(claim.text) + _LINE_TOKENS
