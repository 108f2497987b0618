"""Answers to be judged, and a stage whose judge says what it is told to."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.conversation.payload import Message, Payload
from antiphon.evals.case import Assertion, Case, CaseTurn
from antiphon.evals.evidence import Evidence, Planted
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage

STARTERS = load_starter().advisors
BY_NAME = {key: each for each in STARTERS for key in (each.id, each.name.casefold())}


def build_exchange(answer: str, advisor: str = "skeptic", turn: int = 1, **more: Any) -> Exchange:
    """One answer of somebody."""
    usual: dict[str, Any] = {"model": "fake:m", "url": "", "sha256": "", "body": "", "messages": (), "finish": "stop"}
    return Exchange(advisor=advisor, turn=turn, answer=answer, **(usual | more))


def build_evidence(answer: str, advisor: str = "skeptic", turn: int = 1, **more: Any) -> Evidence:
    """The answer and nothing around it."""
    return Evidence(
        Case("one"), build_exchange(answer, advisor, turn, **more), "Why?", advisor=BY_NAME[advisor], seated=STARTERS
    )


def hold(answer: str, messages: Sequence[Message], question: str = "So?", **more: Any) -> Evidence:
    """The builder's answer in a conversation of three turns, in which the skeptic has planted a number at first."""
    turns = (CaseTurn("May I?"), CaseTurn("And now?"), CaseTurn("So?"))
    earlier = (build_exchange("Begin on Monday.", "builder", 1), build_exchange("Then on Tuesday.", "builder", 2))
    others = (
        build_exchange("The code of the safe is 4711 and nobody else knows it.", "skeptic", 1),
        build_exchange("You have not told me who counted the money.", "skeptic", 2),
    )
    return Evidence(
        Case("held", turns=turns),
        build_exchange(answer, "builder", 3, messages=tuple(messages), **more),
        question,
        advisor=BY_NAME["builder"],
        seated=STARTERS,
        earlier=earlier,
        others=others,
        planted=(Planted("The Skeptic", 1, "4711"),),
    )


@dataclass(slots=True)
class Judge:
    """Answers a judge's calls, one after the other, and remembers what it was sent."""

    answers: list[str | Exchange]
    asked: list[Payload] = field(default_factory=list)

    async def ask(self, payload: Payload) -> Exchange:
        """The next answer."""
        self.asked.append(payload)
        answer = self.answers.pop(0)
        if isinstance(answer, Exchange):
            return answer
        digest = hashlib.sha256(repr(payload).encode()).hexdigest()
        return build_exchange(answer, payload.advisor_id, 0, messages=payload.messages, sha256=digest)


def build_stage(*answers: str | Exchange, **more: Any) -> tuple[Stage, Judge]:
    """A stage with all five, and its judge."""
    judge = Judge(list(answers))
    usual: dict[str, Any] = {"model": "fake:m", "judge_model": "fake:judge", "advisors": BY_NAME}
    return Stage(judge.ask, load_prompts(), **(usual | more)), judge


def want(type: str, value: Any = None, **options: Any) -> Assertion:
    """An assertion with these options."""
    return Assertion(type, value, options)
