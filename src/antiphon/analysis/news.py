"""Which claims nobody had made before."""

from collections.abc import Sequence
from typing import Final

from antiphon.advisors.prompt import ClaimPrompts, fill
from antiphon.analysis.claims import ask
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.strict import Many, Whole, parse_answer
from antiphon.conversation.claim import Claim
from antiphon.conversation.payload import Message

NUMBERS: Final = Many(Whole())


def find_unsaid(now: Sequence[Claim], earlier: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that no earlier one makes in the same words; about these a reader has to be asked."""
    known = {fold_text(each.text) for each in earlier}
    return tuple(each for each in now if fold_text(each.text) not in known)


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
