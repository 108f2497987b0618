"""A turn: claim its open replies, send them, see each one to its end."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import Prompts
from antiphon.context.build import Scene, build_payload
from antiphon.conversation.errors import ModelUnknown, StaleEpoch
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.engine.failpoint import pull_plug
from antiphon.engine.options import EngineOptions
from antiphon.engine.persist import persist
from antiphon.engine.prepared import Prepared
from antiphon.engine.reply import Abandoned, Desk, describe, run_reply
from antiphon.providers.provider import Provider
from antiphon.store.reads.scene import Slot, TurnScene, count_open
from antiphon.store.reads.texts import OpenText, read_open_texts
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.start_replies import start_replies

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a turn needs around it."""

    desk: Desk
    node_id: NodeId
    providers: Mapping[str, Provider]
    prompts: Prompts
    options: EngineOptions


@dataclass(frozen=True, slots=True)
class Plan:
    """The replies to run now, by slot. Slots that are missing have ended already."""

    slot_count: int
    prepared: Mapping[int, Prepared]


async def begin_turn(stage: Stage, principal: Principal, turn_id: TurnId) -> Plan:
    """Claim every open reply under its next epoch, with the receipts of what will be sent, in one transaction.

    Replies that were stopped, that crashed too often or that may not be run again are settled instead. Raises
    `Abandoned` when another node was quicker.
    """
    prepared: dict[int, Prepared] = {}

    def prepare(scene: TurnScene) -> list[Receipt]:
        prepared.clear()
        for slot in scene.open_slots:
            if _why_not(slot, stage) is None:
                prepared[slot.slot] = _prepare(stage, principal, scene, slot)
        pull_plug("before_receipt")
        return [each.receipt for each in prepared.values()]

    write, limit = stage.desk.store.write, stage.options.history_chars
    try:
        started = await persist(lambda: write(principal, start_replies, turn_id, stage.node_id, limit, prepare))
    except StaleEpoch:
        raise Abandoned from None
    if started.fact is not None:
        stage.desk.live.publish(started.fact)
    for slot in started.scene.open_slots:
        if (ended := _why_not(slot, stage)) is not None:
            await _end_unsent(stage, principal, started.scene, slot, *ended)
    return Plan(started.scene.slot_count, prepared)


async def run_slot(stage: Stage, plan: Plan, slot: int) -> str:
    """See one reply of the plan to its end; one that has ended already is left alone."""
    prepared = plan.prepared.get(slot)
    if prepared is None:
        return "ended"
    return str(await run_reply(stage.desk, prepared))


async def finish_turn(stage: Stage, principal: Principal, turn_id: TurnId) -> None:
    """Run whatever is still open, outside the durable steps. Normally there is nothing."""
    left = await persist(lambda: stage.desk.store.read(principal, count_open, turn_id))
    if not left:
        return
    logger.error("turn_left_open", extra={"turn": turn_id, "replies": left})
    plan = await begin_turn(stage, principal, turn_id)
    await asyncio.gather(*(run_slot(stage, plan, slot) for slot in plan.prepared))


def _why_not(slot: Slot, stage: Stage) -> tuple[ReplyState, ReplyError | None] | None:
    """The ending of a reply that must not be sent, or nothing."""
    if slot.stop_requested:
        return ReplyState.STOPPED, None
    if slot.epoch and stage.options.on_interrupt == "keep":
        return ReplyState.INTERRUPTED, ReplyError("interrupted", "a crash cut this reply off")
    if slot.epoch >= stage.options.max_epochs:
        sentence = f"this reply was cut off {slot.epoch} times and is not started again"
        return ReplyState.INTERRUPTED, ReplyError("interrupted", sentence)
    provider = slot.model.partition(":")[0]
    if provider not in stage.providers:
        return ReplyState.ERROR, describe(ModelUnknown(provider or "no provider"))
    return None


def _prepare(stage: Stage, principal: Principal, scene: TurnScene, slot: Slot) -> Prepared:
    options = stage.options
    advisor = scene.advisors[slot.advisor_id]
    payload = build_payload(
        Scene(
            turns=scene.past,
            human_text=scene.human_text,
            early_turns=scene.early_turns,
            char_limit=options.history_chars,
            default_model=slot.model,
            max_tokens=options.max_tokens,
        ),
        advisor,
        scene.turns_taken.get(slot.advisor_id, 0),
        stage.prompts,
    )
    provider = stage.providers[slot.model.partition(":")[0]]
    request = provider.encode(payload)
    if options.debug:
        # P57: what an advisor is sent, for people who asked to see it in the log.
        logger.debug("payload", extra={"advisor": advisor.id, "body": request.body.decode("utf-8", "replace")})
    receipt = Receipt(
        reply_id=slot.reply_id,
        epoch=slot.epoch + 1,
        attempt=1,
        provider=request.provider,
        model=request.model,
        url=request.url,
        headers=request.headers,
        body=request.body,
        sha256=request.sha256,
        sent_at=datetime.now(UTC),
    )
    return Prepared(principal, scene.conversation_id, scene.turn_id, request, provider, receipt)


async def _end_unsent(
    stage: Stage,
    principal: Principal,
    scene: TurnScene,
    slot: Slot,
    state: ReplyState,
    error: ReplyError | None,
) -> None:
    """Settle a reply that will not be sent, keeping what an earlier epoch said."""
    store = stage.desk.store
    found = await persist(lambda: store.read(principal, read_open_texts, [slot.reply_id]))
    kept = found[0] if found else OpenText(slot.reply_id, slot.epoch, "", "")
    ending = Ending(
        conversation_id=scene.conversation_id,
        turn_id=scene.turn_id,
        reply_id=slot.reply_id,
        epoch=slot.epoch,
        state=state,
        text=kept.text,
        thinking=kept.thinking,
        error=error,
        at=datetime.now(UTC),
    )
    try:
        fact = await persist(lambda: store.write(principal, settle_reply, ending))
    except StaleEpoch:
        raise Abandoned from None
    stage.desk.live.publish(fact)
