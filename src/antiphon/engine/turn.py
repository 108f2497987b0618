"""A turn: claim its open replies, send them, see each one to its end."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.context.telemetry import build_telemetry
from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import close_uses
from antiphon.engine.asked_again import compose_slot
from antiphon.engine.compose import Composed, Composer
from antiphon.engine.failpoint import pull_plug
from antiphon.engine.in_force import InForce
from antiphon.engine.learned import Learned
from antiphon.engine.options import EngineOptions
from antiphon.engine.persist import persist
from antiphon.engine.prepared import Composeds, Prepared, build_receipt
from antiphon.engine.reply import Abandoned, Desk, describe, run_reply
from antiphon.engine.tool_round import take_up
from antiphon.store.reads.scene import Slot, TurnScene, count_open
from antiphon.store.reads.texts import OpenText, read_open_texts
from antiphon.store.unit import Unit
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.start_replies import start_replies
from antiphon.store.writes.use_tools import Place, note_uses

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a turn needs around it."""

    desk: Desk
    node_id: NodeId
    composer: Composer
    learned: Learned
    in_force: InForce

    @property
    def options(self) -> EngineOptions:
        """What holds now."""
        return self.in_force.now


class Unsent(NamedTuple):
    """How a reply ends that is not sent."""

    state: ReplyState
    error: ReplyError | None


@dataclass(frozen=True, slots=True)
class Plan:
    """The replies to run now, by slot. Slots that are missing have ended already."""

    slot_count: int
    prepared: Mapping[int, Prepared]


async def begin_turn(stage: Stage, principal: Principal, turn_id: TurnId, composed: Composeds | None = None) -> Plan:
    """Claim every open reply under its next epoch, with the receipts of what will be sent, in one transaction.

    What was composed when the turn was accepted is sent as it is; otherwise it is composed here. Replies that were
    stopped, that crashed too often or that cannot be sent are settled instead. Raises `Abandoned` when another node was
    quicker.
    """
    prepared: dict[int, Prepared] = {}
    unsent: dict[int, Unsent] = {}

    def prepare(unit: Unit, scene: TurnScene) -> list[Receipt]:
        prepared.clear()
        unsent.clear()
        for slot in scene.open_slots:
            if (ended := _why_not(slot, stage)) is not None:
                unsent[slot.slot] = ended
                continue
            one = composed[slot.advisor_id] if composed else compose_slot(unit, stage.composer, scene, slot)
            if slot.uses:
                one = take_up(stage.desk.bench, one, slot)
            if one.problem is not None:
                unsent[slot.slot] = Unsent(ReplyState.ERROR, describe(one.problem))
            else:
                prepared[slot.slot] = _prepare(stage, principal, scene, slot, one)
        pull_plug("before_receipt")
        return [each.receipt for each in prepared.values()]

    write = stage.desk.store.write
    try:
        started = await persist(lambda: write(principal, start_replies, turn_id, stage.node_id, prepare))
    except StaleEpoch:
        raise Abandoned from None
    if started.fact is not None:
        stage.desk.live.publish(started.fact)
    for slot in started.scene.open_slots:
        if (ended := unsent.get(slot.slot)) is not None:
            await _end_unsent(stage, principal, started.scene, slot, ended)
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


def _why_not(slot: Slot, stage: Stage) -> Unsent | None:
    """The ending of a reply that must not be sent, whatever it would say; or nothing."""
    if slot.stop_requested:
        return Unsent(ReplyState.STOPPED, None)
    if slot.is_asking:
        return None
    if slot.epoch and stage.options.on_interrupt == "keep":
        return Unsent(ReplyState.INTERRUPTED, ReplyError("interrupted", "a crash cut this reply off"))
    if slot.fruitless_starts >= stage.options.max_epochs:
        sentence = f"this reply was cut off {slot.fruitless_starts} times and is not started again"
        return Unsent(ReplyState.INTERRUPTED, ReplyError("interrupted", sentence))
    return None


def _prepare(stage: Stage, principal: Principal, scene: TurnScene, slot: Slot, composed: Composed) -> Prepared:
    assert composed.request is not None, "what cannot be sent was sorted out before"  # noqa: S101
    assert composed.provider is not None, "a request was encoded by somebody"  # noqa: S101
    if stage.options.debug:
        # P57: what an advisor is sent, for people who asked to see it in the log.
        body = composed.request.body.decode("utf-8", "replace")
        logger.debug("payload", extra={"advisor": slot.advisor_id, "body": body})
    calibrated = stage.learned.is_calibrated(slot.model)
    # Nothing is sent before the calls of an earlier run have come to their end.
    first_attempt = 0 if any(use.is_open for use in slot.uses) else 1
    telemetry = build_telemetry(
        composed.composition,
        composed.prediction,
        attempt=first_attempt,
        visible=composed.visible,
        calibrated=calibrated,
    )
    return Prepared(
        principal=principal,
        conversation_id=scene.conversation_id,
        turn_id=scene.turn_id,
        request=composed.request,
        provider=composed.provider,
        receipt=build_receipt(slot.reply_id, slot.epoch + 1, first_attempt, composed.request, telemetry),
        composition=composed.composition,
        prediction=composed.prediction,
        calibrated=calibrated,
        visible=composed.visible,
        uses=slot.uses,
        kept_text=slot.kept_text,
        kept_thinking=slot.kept_thinking,
    )


async def _close_uses(stage: Stage, principal: Principal, scene: TurnScene, slot: Slot) -> None:
    """Tools that an earlier run was using when it ended come to nothing."""
    closed = close_uses(slot.uses, slot.epoch, stage.desk.bench.prompts.ended)
    if not closed:
        return
    place = Place(scene.conversation_id, scene.turn_id, slot.reply_id, slot.epoch)
    try:
        fact = await persist(lambda: stage.desk.store.write(principal, note_uses, place, closed))
    except StaleEpoch:
        raise Abandoned from None
    stage.desk.live.publish(fact)


async def _end_unsent(
    stage: Stage,
    principal: Principal,
    scene: TurnScene,
    slot: Slot,
    unsent: Unsent,
) -> None:
    """Settle a reply that will not be sent, keeping what an earlier epoch said."""
    store = stage.desk.store
    found = await persist(lambda: store.read(principal, read_open_texts, [slot.reply_id]))
    kept = found[0] if found else OpenText(slot.reply_id, slot.epoch, slot.kept_text, slot.kept_thinking)
    await _close_uses(stage, principal, scene, slot)
    ending = Ending(
        conversation_id=scene.conversation_id,
        turn_id=scene.turn_id,
        reply_id=slot.reply_id,
        epoch=slot.epoch,
        state=unsent.state,
        text=kept.text,
        thinking=kept.thinking,
        error=unsent.error,
        at=datetime.now(UTC),
    )
    try:
        fact = await persist(lambda: store.write(principal, settle_reply, ending))
    except StaleEpoch:
        raise Abandoned from None
    stage.desk.live.publish(fact)
