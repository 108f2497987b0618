"""A conversation that is held for a test, turn by turn, with the builder of live ones.

Every advisor has its own thread, hears of the others in the reference block, goes through its phases and loses its
oldest turns when its model's window is full. Only the clock is another: it always says the same, so that the same
answers lead to the same bytes.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase, stand
from antiphon.context.budget import build_budget
from antiphon.context.build import Composition
from antiphon.context.frame import FrameInput, Seat
from antiphon.conversation.errors import UserPromptTooLarge
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import PastReply, PastTurn
from antiphon.conversation.size import measure
from antiphon.conversation.thinking import choose_thinking
from antiphon.evals.asking import in_side_lane
from antiphon.evals.case import Case, CaseTurn
from antiphon.evals.evidence import Planted
from antiphon.evals.fitting import Fitted, ask_until_it_fits, leave_unsent
from antiphon.evals.result import Exchange
from antiphon.evals.seating import choose_max_tokens, choose_model, find_advisor, know_model
from antiphon.evals.stage import Stage

# A Monday morning like any other; turns follow each other within a few minutes.
_FIRST: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
_APART: Final = timedelta(minutes=1)


class Held(NamedTuple):
    """One turn: what was asked and answered, and the answers that were given in a model's place."""

    number: int
    asked: tuple[Exchange, ...]
    given: tuple[Exchange, ...]


@dataclass(slots=True)
class Talk:
    """The conversation so far."""

    case: Case
    stage: Stage
    seated: tuple[Advisor, ...]
    past: list[PastTurn] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """What everybody goes through."""
        return self.case.phases or self.stage.phases

    async def hold(self, turn: CaseTurn) -> Held:
        """Ask everybody who has no answer given, all at once; what they really answer is carried on."""
        number = len(self.held) + 1
        given = {find_advisor(self.stage.advisors, name).id: text for name, text in turn.replies.items()}
        frame_input = self._build_scene(turn, number)
        async with asyncio.TaskGroup() as group:
            free = (each for each in self.seated if each.id not in given)
            asking = [group.create_task(self._ask(frame_input, each, number)) for each in free]
        asked = tuple(each.result() for each in asking)
        held = Held(number, asked, tuple(_build_given(each, text, turn, number) for each, text in given.items()))
        self.held.append(held)
        self.past.append(self._build_past(turn, held))
        return held

    def list_planted(self, up_to: int) -> tuple[Planted, ...]:
        """The facts that stand in one thread and may stand in no other, in the turns up to this one."""
        turns = zip(self.held[:up_to], self.case.turns, strict=False)
        return tuple(
            Planted(find_advisor(self.stage.advisors, name).id, held.number, fact)
            for held, turn in turns
            for name, facts in turn.planted.items()
            for fact in facts
        )

    def list_exchanges(self, up_to: int) -> list[Exchange]:
        """Everything said in the turns up to this one, by whomever; given answers are exchanges nobody sent."""
        return [each for held in self.held[:up_to] for each in (*held.given, *held.asked)]

    def list_last(self) -> list[Exchange]:
        """The last thing each advisor was really asked, in the order they sit."""
        last = {each.advisor: each for held in self.held for each in held.asked}
        return [last[each.id] for each in self.seated if each.id in last]

    async def _ask(self, frame_input: FrameInput, advisor: Advisor, number: int) -> Exchange:
        seat = self._build_seat(advisor, number)
        composition = self.stage.compose(frame_input, seat, reversed(self.past), self.stage.prompts)
        with in_side_lane(advisor.id):
            fitted = await self._send(composition)
        standing = stand(self.phases, seat.turns_taken)
        return replace(
            fitted.exchange,
            turn=number,
            advisor_version=advisor.version,
            dropped=len(self.past) - len(fitted.composition.history),
            phase=standing.phase.name,
            phase_turn=standing.turn,
            question=frame_input.human_text or "",
        )

    async def _send(self, composition: Composition) -> Fitted:
        if not composition.is_too_large:
            return await ask_until_it_fits(composition, self.stage)
        seat, room = composition.seat, max(0, composition.message_room or 0)
        error = UserPromptTooLarge(seat.advisor.id, composition.frame.human_tokens, room)
        return Fitted(leave_unsent(composition.payload(), error), composition)

    def _build_scene(self, turn: CaseTurn, number: int) -> FrameInput:
        habits = self.stage.habits
        return FrameInput(
            human_text=turn.input,
            at=_FIRST + _APART * number,
            phases=self.phases,
            last=self.past[-1] if self.past else None,
            quote_rule=habits.quotes,
            quote_chars=habits.reference_chars,
            guideline_chars=habits.guideline_chars,
        )

    def _build_seat(self, advisor: Advisor, number: int) -> Seat:
        model = choose_model(self.case, advisor, self.stage)
        facts, rates = know_model(self.case, model, self.stage), self.stage.rates(model)
        max_tokens = choose_max_tokens(self.case, advisor, self.stage)
        return Seat(
            advisor=advisor,
            turns_taken=number - 1,
            model=model,
            max_tokens=min(max_tokens, facts.output_limit or max_tokens),
            budget=build_budget(facts, rates, self.stage.habits, max_tokens),
            cache_key=f"{self.case.id}:{advisor.id}",
            thinking=choose_thinking(send=None, advisor=advisor.thinking, panel=None, settings=None),
        )

    def _build_past(self, turn: CaseTurn, held: Held) -> PastTurn:
        """The turn as the next one sees it; failures and silence are never somebody's words."""
        said = [each for each in (*held.given, *held.asked) if each.error is None and each.answer]
        names = {each.id: each.name for each in self.seated}
        return PastTurn(
            id=TurnId(f"turn_{held.number}"),
            position=held.number,
            text=turn.input,
            size=measure(turn.input),
            at=_FIRST + _APART * held.number,
            replies={
                AdvisorId(each.advisor): PastReply(
                    names.get(AdvisorId(each.advisor), each.advisor), each.answer, measure(each.answer)
                )
                for each in said
            },
        )


def list_own(exchanges: Sequence[Exchange], one: Exchange) -> tuple[Exchange, ...]:
    """What the same advisor was asked and said before this."""
    return tuple(each for each in exchanges if each.advisor == one.advisor and each.turn < one.turn)


def list_others(exchanges: Sequence[Exchange], one: Exchange) -> tuple[Exchange, ...]:
    """What everybody else was asked and said."""
    return tuple(each for each in exchanges if each.advisor != one.advisor)


def _build_given(advisor_id: AdvisorId, text: str, turn: CaseTurn, number: int) -> Exchange:
    return Exchange(
        advisor=advisor_id,
        model="",
        turn=number,
        url="",
        sha256="",
        body="",
        messages=(),
        answer=text,
        finish="stop",
        attempts=0,
        question=turn.input,
    )
