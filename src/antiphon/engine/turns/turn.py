"""A turn: claim its open replies, send them, see each one to its end."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.context.importance import score_reply
from antiphon.context.telemetry import build_telemetry
from antiphon.conversation.errors import AntiphonError, StaleEpoch, StoreUnavailable
from antiphon.conversation.event import RepliesSending
from antiphon.conversation.ids import AdvisorId, NodeId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import close_uses
from antiphon.conversation.turn import Origin
from antiphon.engine.payloads.attachments import read_again
from antiphon.engine.payloads.compose import Composed, Composer, ComposeRequest
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.turns.prepared import Composeds, Prepared, build_receipt
from antiphon.engine.turns.reply import Abandoned, ReplyDeps, describe, run_reply
from antiphon.engine.turns.tool_round import take_up
from antiphon.engine.work.owed import build_owed
from antiphon.store.reads.receipts import read_first_telemetry
from antiphon.store.reads.texts import OpenText, read_open_texts
from antiphon.store.reads.turn_snapshot import OpenSlots, Slot, TurnSnapshot, read_open_slots, read_turn_snapshot
from antiphon.store.unit import Unit
from antiphon.store.writes.claim_replies import claim_replies, read_to_claim
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.use_tools import ToolPlace, note_uses


@dataclass(frozen=True, slots=True)
class TurnDeps:
    """What a turn needs around it."""

    replies: ReplyDeps
    node_id: NodeId
    composer: Composer
    calibration: TokenCalibration
    live_options: LiveOptions

    def options_of(self, principal: Principal) -> EngineOptions:
        """What holds now for what is done for this principal."""
        return self.live_options.of(principal)


class Unsent(NamedTuple):
    """How a reply ends that is not sent."""

    state: ReplyState
    error: ReplyError | None


class Claimed(NamedTuple):
    """The turn as it stood, and which of its replies are sent and which end."""

    slots: OpenSlots
    prepared: Mapping[int, Prepared]
    unsent: Mapping[int, Unsent]
    origin: Origin

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """What is about to be sent."""
        return tuple(each.receipt for each in self.prepared.values())


def prepare_new(deps: TurnDeps, principal: Principal, new: OpenSlots, composed: Composeds, origin: Origin) -> Claimed:
    """Sort the replies of a turn that is being accepted into those that are sent and those that cannot be."""
    return _sort(deps, principal, new, origin, lambda slot: composed[slot.advisor_id])


async def begin_turn(deps: TurnDeps, principal: Principal, turn_id: TurnId) -> Claimed:
    """Claim every open reply under its next epoch, with the receipts of what will be sent, in one transaction.

    Replies that were stopped, that crashed too often or that cannot be sent are settled
    instead. Raises `Abandoned` when another node was quicker.
    """
    store = deps.replies.store
    try:
        claimed, fact = await retry_write(lambda: store.write(principal, _claim, deps, principal, turn_id))
    except StaleEpoch:
        raise Abandoned from None
    if fact is not None:
        deps.replies.live.publish(fact)
    return await end_unsent(deps, principal, claimed)


async def end_unsent(deps: TurnDeps, principal: Principal, claimed: Claimed) -> Claimed:
    """Settle the replies of a claimed turn that are not sent."""
    for slot in claimed.slots.open_slots:
        if (ended := claimed.unsent.get(slot.slot)) is not None:
            await _end_unsent(deps, principal, claimed.slots, slot, ended)
    return claimed


def _claim(unit: Unit, deps: TurnDeps, principal: Principal, turn_id: TurnId) -> tuple[Claimed, RepliesSending | None]:
    """Sort the open replies of a turn that is on disk, and claim those that are sent: one transaction."""
    slots = read_to_claim(unit, turn_id)
    snapshot = read_turn_snapshot(unit, turn_id)

    def compose(slot: Slot) -> Composed:
        again = _compose_again(unit, deps.composer, snapshot, slot)
        return take_up(unit, deps.replies.tools, again, slot) if slot.uses else again

    claimed = _sort(deps, principal, slots, snapshot.origin, compose)
    return claimed, claim_replies(unit, slots, deps.node_id, claimed.receipts)


def _sort(
    deps: TurnDeps, principal: Principal, slots: OpenSlots, origin: Origin, compose: Callable[[Slot], Composed]
) -> Claimed:
    prepared: dict[int, Prepared] = {}
    unsent: dict[int, Unsent] = {}
    options = deps.options_of(principal)
    for slot in slots.open_slots:
        if (ended := _why_not(slot, options)) is not None:
            unsent[slot.slot] = ended
            continue
        one = _try(compose, slot)
        if isinstance(one, AntiphonError):
            unsent[slot.slot] = Unsent(ReplyState.ERROR, describe(one))
        else:
            prepared[slot.slot] = _prepare(deps, principal, slots, slot, one)
    failpoint("before_receipt")
    return Claimed(slots, prepared, unsent, origin)


def _try(compose: Callable[[Slot], Composed], slot: Slot) -> Composed | AntiphonError:
    """What a reply is sent, or why it cannot be; a turn that is on disk would fail the same way every time."""
    try:
        one = compose(slot)
    except (StaleEpoch, StoreUnavailable):
        raise
    except AntiphonError as problem:
        return problem
    return one if one.problem is None else one.problem


def _compose_again(unit: Unit, composer: Composer, snapshot: TurnSnapshot, slot: Slot) -> Composed:
    """What this reply is sent: what stood before its turn, as it was chosen then, with what its variant changes.

    A reply that a crash cut off is sent the turns its first receipt names, and asked to think as that one was, so that
    later marks and settings do not alter it.
    """
    choice = Choice.decode(dict(snapshot.choice) | dict(slot.changes or {}))
    advisor = snapshot.advisor_of(slot)
    forced, quoted, thinking = None, None, None
    if slot.epoch and (telemetry := read_first_telemetry(unit, slot.reply_id)) is not None:
        forced = {advisor.id: frozenset(TurnId(each.turn_id) for each in telemetry.selection)}
        quoted = next((each.turn_id for each in telemetry.messages if each.kind == "reference"), None)
        choice = _hold_to(choice, forced[advisor.id], quoted)
        thinking = telemetry.thinking_choice
    compose_request = ComposeRequest(
        conversation_id=snapshot.conversation_id,
        asked=(advisor,),
        human_text=snapshot.human_text,
        at=snapshot.stamped_at,
        choice=choice,
        model=slot.model,
        before=snapshot.position,
        forced=forced,
        quoted=quoted,
        thinking=thinking,
        attached=read_again(unit, snapshot.parts, snapshot.attached),
        origin=snapshot.origin,
    )
    return composer.compose(unit, compose_request).advisors[AdvisorId(advisor.id)]


def _hold_to(choice: Choice, forced: frozenset[TurnId], quoted: TurnId | None) -> Choice:
    """The choice under which these very turns are sent, however they were marked since, and nobody else is quoted."""
    if quoted is None:
        return replace(choice, take_in=choice.take_in | forced, off=choice.off | {"reference"})
    return replace(choice, take_in=choice.take_in | forced | {quoted})


def compose_open(unit: Unit, composer: Composer, turn_id: TurnId) -> dict[ReplyId, Composed]:
    """What the open replies of a turn that is on disk would be sent now."""
    snapshot = read_turn_snapshot(unit, turn_id)
    slots = read_open_slots(unit, turn_id).open_slots
    return {slot.reply_id: _compose_again(unit, composer, snapshot, slot) for slot in slots}


async def run_replies(deps: TurnDeps, claimed: Claimed) -> None:
    """See the claimed replies to their end, all at once; what keeps one from ending does not keep the others."""
    runs = [run_reply(deps.replies, each) for each in claimed.prepared.values()]
    for result in await asyncio.gather(*runs, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


def _why_not(slot: Slot, options: EngineOptions) -> Unsent | None:
    """The ending of a reply that must not be sent, whatever it would say; or nothing."""
    if slot.stop_requested:
        return Unsent(ReplyState.STOPPED, None)
    if slot.is_asking:
        return None
    if slot.epoch and options.on_interrupt == "keep":
        return Unsent(ReplyState.INTERRUPTED, ReplyError("interrupted", "a crash cut this reply off"))
    if slot.fruitless_starts >= options.max_epochs:
        sentence = f"this reply was cut off {slot.fruitless_starts} times and is not started again"
        return Unsent(ReplyState.INTERRUPTED, ReplyError("interrupted", sentence))
    return None


def _prepare(deps: TurnDeps, principal: Principal, slots: OpenSlots, slot: Slot, composed: Composed) -> Prepared:
    assert composed.request is not None, "what cannot be sent was sorted out before"  # noqa: S101
    assert composed.provider is not None, "a request was encoded by somebody"  # noqa: S101
    calibrated = deps.calibration.is_calibrated(slot.model)
    # Nothing is sent before the calls of an earlier run have come to their end.
    first_attempt = 0 if any(use.is_open for use in slot.uses) else 1
    telemetry = build_telemetry(
        composed.composition,
        composed.prediction,
        attempt=first_attempt,
        visible=composed.visible,
        trimmed=composed.trimmed,
        calibrated=calibrated,
    )
    return Prepared(
        principal=principal,
        conversation_id=slots.conversation_id,
        turn_id=slots.turn_id,
        request=composed.request,
        provider=composed.provider,
        receipt=build_receipt(slot.reply_id, slot.next_epoch, first_attempt, composed.request, telemetry),
        composition=composed.composition,
        prediction=composed.prediction,
        calibrated=calibrated,
        visible=composed.visible,
        uses=slot.uses,
        kept_text=slot.kept_text,
        kept_thinking=slot.kept_thinking,
        kept_thoughts=slot.kept_thoughts,
        pictures=slot.pictures,
    )


async def _close_uses(deps: TurnDeps, principal: Principal, slots: OpenSlots, slot: Slot) -> None:
    """Tools that an earlier run was using when it ended come to nothing."""
    closed = close_uses(slot.uses, slot.epoch, deps.replies.tools.prompts.ended)
    if not closed:
        return
    place = ToolPlace(slots.conversation_id, slots.turn_id, slot.reply_id, slot.epoch)
    try:
        fact = await retry_write(lambda: deps.replies.store.write(principal, note_uses, place, closed))
    except StaleEpoch:
        raise Abandoned from None
    deps.replies.live.publish(fact)


async def _end_unsent(
    deps: TurnDeps,
    principal: Principal,
    slots: OpenSlots,
    slot: Slot,
    unsent: Unsent,
) -> None:
    """Settle a reply that will not be sent, keeping what an earlier epoch said."""
    store = deps.replies.store
    found = await retry_write(lambda: store.read(principal, read_open_texts, [slot.reply_id]))
    kept = found[0] if found else OpenText(slot.reply_id, slot.epoch, slot.kept_text, slot.kept_thinking)
    await _close_uses(deps, principal, slots, slot)
    ending = Ending(
        conversation_id=slots.conversation_id,
        turn_id=slots.turn_id,
        reply_id=slot.reply_id,
        epoch=slot.epoch,
        state=unsent.state,
        text=kept.text,
        size=measure(kept.text),
        importance=score_reply(kept.text) if kept.text else None,
        thinking=kept.thinking,
        error=unsent.error,
        at=datetime.now(UTC),
    )
    owed = build_owed(deps.options_of(principal), ending.conversation_id, ending.turn_id)
    try:
        fact = await retry_write(lambda: store.write(principal, settle_reply, ending, owed))
    except StaleEpoch:
        raise Abandoned from None
    deps.replies.live.publish(fact)
