"""Why a reply came out as it did: asked for, forecast, shown before it is sent, and seen to its end."""

from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.analysis.why.plan import MOST_CALLS, Plan, least_calls
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused, Malformed, NotFound
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.why import KIND, encode_why
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun
from antiphon.engine.analyses.cost import AnalysisWeight
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.engine.analyses.why_input import DEED, SentReply, WhyDoors, read_sent_reply
from antiphon.engine.analyses.why_trials import WhyTrials
from antiphon.providers.provider import WireRequest
from antiphon.retrieval.embedder import Embedder
from antiphon.store.reads.analyses import read_newest_of_reply
from antiphon.store.unit import Store, Unit


class WhyForecast(NamedTuple):
    """What finding out may take at most, and what is tried in which order.

    `likely` is the same with answers as long as the one that is asked about.
    """

    reply: SentReply
    plan: Plan
    weight: AnalysisWeight
    likely: AnalysisWeight


class Whys:
    """Finds out why."""

    def __init__(self, store: Store, looks: AnalysisRunner, doors: WhyDoors, embedder: Embedder | None = None) -> None:
        self._store = store
        self._looks = looks
        self._doors = doors
        self._embedder = embedder
        looks.register(KIND, self._take_up)

    async def begin(
        self, principal: Principal, reply_id: ReplyId, calls: int | None = None, key: UsedKey | None = None
    ) -> Analysis:
        """Begin to find out; returns at once. At most so many calls are made, or as many as the forecast says.

        Refuses as `read_sent_reply` does, while it is being found out already, and with calls that suffice for nothing.
        """
        reply = await self._store.read(principal, read_sent_reply, self._doors, reply_id)
        plan = _check(reply, calls)
        look = self._describe(reply.conversation_id, reply_id, plan.calls, key)
        return await self._looks.begin(principal, look, reply.payload.model)

    def foresee(self, unit: Unit, reply_id: ReplyId, calls: int | None = None) -> WhyForecast:
        """What it may take, and what of; refuses as `begin` does, unless somebody is at it. Nothing is sent."""
        reply = read_sent_reply(unit, self._doors, reply_id)
        plan = _check(reply, calls)
        read = self._looks.weigh_request(reply.payload)
        weigh = self._looks.weigh(reply.payload.model)
        most = AnalysisWeight(plan.calls, plan.calls * read, plan.calls * reply.payload.max_tokens)
        likely = AnalysisWeight(plan.surely, plan.surely * read, plan.surely * weigh(reply.answer))
        return WhyForecast(reply, plan, most, likely)

    def preview(self, unit: Unit, reply_id: ReplyId, left_out: Collection[str]) -> WireRequest:
        """The very bytes that are sent without these parts; `NotFound` for one that is none."""
        reply = read_sent_reply(unit, self._doors, reply_id)
        known = {each.id for each in reply.sent.parts}
        for each in left_out:
            if each not in known:
                raise NotFound("part", each)
        return self._doors.composer.require_provider(reply.payload.model, unit.principal).encode(
            reply.without(left_out)
        )

    def _take_up(self, work: Work) -> AnalysisKind[SentReply]:
        reply_id, calls = ReplyId(work.args["reply_id"]), int(work.args["calls"])
        return self._describe(ConversationId(work.conversation_id or ""), reply_id, calls)

    def _describe(
        self, conversation_id: ConversationId, reply_id: ReplyId, calls: int, key: UsedKey | None = None
    ) -> AnalysisKind[SentReply]:
        return AnalysisKind(
            KIND,
            conversation_id,
            partial(self._open, reply_id=reply_id),
            partial(self._run, calls=calls),
            partial(_check_alone, reply_id=reply_id),
            most_calls=calls,
            weigh=lambda unit, _model: self.foresee(unit, reply_id, calls).weight,
            key=key,
            args={"reply_id": reply_id, "calls": calls},
        )

    def _open(self, unit: Unit, _model: str, reply_id: ReplyId) -> AnalysisInput[SentReply]:
        reply = read_sent_reply(unit, self._doors, reply_id)
        position = reply.position
        return AnalysisInput(reply.conversation_id, position, position, reply, reply.turn_id, reply_id)

    async def _run(self, analysing: AnalysisRun, reply: SentReply, calls: int) -> Conclude:
        why = await WhyTrials(analysing, reply, reply.plan(calls), self._embedder).run()
        counts = {
            "parts": len(why.parts),
            "tried": sum(each.first is not None for each in why.findings),
            "beyond_chance": len(why.beyond_chance),
            "unread": why.unread,
        }
        return concluding(analysing, counts, encode_why(why))


def _check(reply: SentReply, calls: int | None) -> Plan:
    if not reply.sent.parts:
        raise CommandRefused(DEED, "it was sent the question alone, so there is nothing to leave out")
    if calls is not None and not least_calls() <= calls <= MOST_CALLS:
        raise Malformed(f"finding out why takes {least_calls()} to {MOST_CALLS} calls")
    return reply.plan(calls)


def _check_alone(unit: Unit, reply_id: ReplyId) -> None:
    newest = read_newest_of_reply(unit, reply_id, KIND)
    if newest is not None and newest.status == "running":
        raise CommandRefused(DEED, "that is being found out already")
