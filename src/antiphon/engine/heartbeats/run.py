"""One occasion to speak unasked, from the moment it is taken to the moment it is said or let pass.

The model is asked like in any other look, so what it was sent is on the receipt of that look. Whatever happened
meanwhile counts: in the transaction that would say it, everything that could make it void is looked at once more.
"""

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import HeartbeatPrompts
from antiphon.analysis.heartbeat import (
    DECISION,
    QUESTION,
    Decided,
    HeartbeatVerdict,
    Timing,
    build_heartbeat,
    build_review,
    choose_thread,
    parse_heartbeat,
    parse_review,
    write_recent,
)
from antiphon.analysis.transcript import Transcript
from antiphon.context.importance import score_reply
from antiphon.conversation.errors import NotFound, ProviderError, Refused
from antiphon.conversation.event import Delta
from antiphon.conversation.heartbeat import HeartbeatRun, Reason
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.payload import Message
from antiphon.conversation.reply import Metrics, Reply
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.engine.heartbeats.due import TakenRun, find_advisor, find_void
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.live.live import Live
from antiphon.store.reads.conversation_context import read_conversation_context
from antiphon.store.reads.heartbeat_runs import count_unanswered
from antiphon.store.reads.heartbeats import read_now
from antiphon.store.reads.pages import read_page
from antiphon.store.reads.reviews import DueReview
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.heartbeat_runs import fire_heartbeat_run, skip_heartbeat_run
from antiphon.store.writes.speak_up import Spoken, UnaskedReply, speak_up
from antiphon.store.writes.work import end_work

logger = logging.getLogger(__name__)

# A message and a reason for it are short.
_MAX_TOKENS: Final = 1024
# The question, its stricter form, and a few attempts where waiting may help.
_MOST_CALLS: Final = 6
_MOST_TURNS: Final = 200


class HeartbeatQuestion(NamedTuple):
    """What an advisor is asked before it may speak, and the stretch of the conversation it is shown."""

    advisor: Advisor
    messages: tuple[Message, ...]
    transcript: Transcript


@dataclass(frozen=True, slots=True)
class HeartbeatDeps:
    """What speaking unasked needs."""

    store: Store
    live: Live
    looks: AnalysisRunner
    prompts: HeartbeatPrompts
    identity: str

    def choose_model(self, unit: Unit, conversation_id: ConversationId, wanted: str | None, advisor: Advisor) -> str:
        """The model that decides and speaks: the one set for this, else the one the advisor would answer with here."""
        context = read_conversation_context(unit, conversation_id)
        newest = context.newest_model if self.looks.offers(context.newest_model) else None
        here = wanted or advisor.model or context.topic_model or newest
        return here or self.looks.live_options.of(unit.principal).default_model

    def read_asking(
        self,
        unit: Unit,
        model: str,
        conversation_id: ConversationId,
        advisor_id: AdvisorId,
        review: DueReview | None = None,
    ) -> HeartbeatQuestion:
        """What this advisor would be asked at this moment; preview and asking are the same function.

        `NotFound` when it is not on the panel, or when nothing was said that it may see.
        """
        advisor = find_advisor(unit, conversation_id, advisor_id)
        if advisor is None:
            raise NotFound("advisor", advisor_id)
        turns = choose_thread(read_page(unit, conversation_id, None, limit=_MOST_TURNS).turns, advisor_id)
        if not turns and review is None:
            raise NotFound("turn", conversation_id)
        now = read_now(unit)
        heard = next((each.created_at for each in reversed(turns) if each.text.strip()), now)
        moment = Timing(
            now=now,
            since=heard if review is None else review.decided_at,
            zone=self.looks.live_options.of(unit.principal).zone,
            unanswered=count_unanswered(unit, conversation_id, advisor_id),
        )
        transcript = write_recent(turns, self.looks.room(model, _MAX_TOKENS), self.looks.weigh(model))
        if review is None:
            return HeartbeatQuestion(
                advisor, build_heartbeat(self.prompts, self.identity, advisor, moment, transcript), transcript
            )
        decided = Decided(review.question, review.choice, review.confidence, review.change_my_mind, review.decided_at)
        messages = build_review(self.prompts, self.identity, advisor, moment, transcript, decided)
        return HeartbeatQuestion(advisor, messages, transcript)


@dataclass(slots=True)
class HeartbeatRunner:
    """One occasion on its way to its end."""

    speaking: HeartbeatDeps
    principal: Principal
    work: Work
    taken: TakenRun
    model: str
    spoken: list[tuple[Spoken, str]] = field(default_factory=list)

    async def run(self) -> None:
        """Ask, then say it or let it pass; however it ends, it is written down, and clients are told what was said."""
        beat = self.beat
        look = AnalysisKind(
            beat.kind,
            beat.conversation_id,
            self._open,
            self._ask,
            max_tokens=_MAX_TOKENS,
            most_calls=_MOST_CALLS,
        )
        # A review that came to nothing is asked about again, and that is another look.
        step = f"{beat.kind} {beat.times}"
        try:
            analysis = await self.speaking.looks.perform_step(self.principal, self.work, step, look, self.model)
        except (Refused, ProviderError) as reason:
            await self._skip("failed", str(reason), None)
        else:
            if analysis.error is not None:
                await self._skip("failed", analysis.error.message, analysis.id)
        self._tell()

    @property
    def beat(self) -> HeartbeatRun:
        """The occasion itself."""
        return self.taken.beat

    def _open(self, unit: Unit, model: str) -> AnalysisInput[HeartbeatQuestion]:
        beat = self.beat
        asking = self.speaking.read_asking(unit, model, beat.conversation_id, beat.advisor_id, self.taken.review)
        positions = [turn.position for turn in asking.transcript.turns] or [0]
        return AnalysisInput(beat.conversation_id, positions[0], positions[-1], asking)

    async def _ask(self, analysing: AnalysisRun, asking: HeartbeatQuestion) -> Conclude:
        is_review = self.taken.review is not None
        question = ModelQuestion(self.beat.kind, asking.messages, shape=QUESTION if is_review else DECISION)
        verdict = await analysing.ask(question, parse_review if is_review else parse_heartbeat)
        result = {"reach_out": bool(verdict.message), "why": verdict.why, "message": verdict.message}
        also = partial(self._end, verdict=verdict, metrics=_measure(analysing))
        return concluding(analysing, {"spoke": 1 if verdict.message else 0}, result, also)

    def _end(self, unit: Unit, analysis_id: str, *, verdict: HeartbeatVerdict, metrics: Metrics) -> None:
        """Say it or let it pass, in the transaction that ends the look and the work."""
        self.spoken.clear()
        beat = self.beat
        lock_conversation(unit, beat.conversation_id)
        end_work(unit, self.work)
        void: Reason | None = None if verdict.message else "nothing_to_say"
        void = void or find_void(unit, self.taken, self.speaking.looks.live_options.of(unit.principal))
        if void is not None:
            skip_heartbeat_run(unit, beat.id, void, verdict.why, analysis_id)
            return
        turn_id = TurnId(new_id("t"))
        if fire_heartbeat_run(unit, beat.id, verdict.why, analysis_id, turn_id):
            spoken = speak_up(unit, self._build_speech(unit, turn_id, verdict.message, metrics))
            self.spoken.append((spoken, verdict.message))

    def _build_speech(self, unit: Unit, turn_id: TurnId, text: str, metrics: Metrics) -> UnaskedReply:
        advisor = self.taken.advisor
        reply = Reply(
            id=ReplyId(new_id("r")),
            advisor_id=advisor.id,
            advisor_version=advisor.version,
            name=advisor.name,
            colour=advisor.colour,
            model=self.model,
        )
        return UnaskedReply(
            turn_id=turn_id,
            conversation_id=self.beat.conversation_id,
            origin=self.beat.kind,
            reply=reply,
            text=text,
            at=read_now(unit),
            importance=score_reply(text),
            metrics=metrics,
        )

    def _tell(self) -> None:
        """The facts of any turn, with the words between them."""
        for spoken, text in self.spoken:
            settled = spoken.settled
            self.speaking.live.publish(spoken.accepted)
            self.speaking.live.publish(Delta(settled.conversation_id, settled.reply_id, settled.epoch, "text", 0, text))
            self.speaking.live.publish(settled)

    async def _skip(self, reason: Reason, why: str, analysis_id: str | None) -> None:
        logger.info("beat_skipped", extra={"beat": self.beat.id, "reason": reason})
        write = self.speaking.store.write
        await retry_write(lambda: write(self.principal, end_silent, self.work, reason, why, analysis_id))


def end_silent(unit: Unit, work: Work, reason: Reason, why: str, analysis_id: str | None) -> None:
    """Nothing is said on this occasion."""
    end_work(unit, work)
    skip_heartbeat_run(unit, work.id, reason, why, analysis_id)


def _measure(analysing: AnalysisRun) -> Metrics:
    usage = analysing.usage()
    return Metrics(
        input_tokens=usage["input_tokens"] or None,
        output_tokens=usage["output_tokens"] or None,
        attempts=len(analysing.calls),
    )
