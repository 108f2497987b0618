"""Give an advisor leave to speak unasked in a conversation, take it back, and see what it would be asked."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.heartbeat import (
    JITTER_STEPS,
    LEAST_MINUTES,
    MOST_MINUTES,
    Heartbeat,
    HeartbeatRun,
    QuietHours,
    parse_clock,
)
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.payload import Message
from antiphon.engine.commands.token_ceiling import refuse_uncounted
from antiphon.engine.engine import Engine
from antiphon.engine.heartbeats.due import find_advisor
from antiphon.engine.heartbeats.run import HeartbeatDeps
from antiphon.engine.runtime.options import EngineOptions
from antiphon.store.reads.heartbeats import read_heartbeat, read_now
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.heartbeat_runs import mark_heartbeat_run_read
from antiphon.store.writes.heartbeats import save_heartbeat
from antiphon.store.writes.journal import release_reviews


@dataclass(frozen=True, slots=True)
class SetHeartbeat:
    """How often, when not, and by which model; `next_at` is the first occasion, absent: one interval from now."""

    conversation_id: ConversationId
    advisor_id: AdvisorId
    every_minutes: int
    quiet_from: str | None = None
    quiet_until: str | None = None
    model: str | None = None
    next_at: datetime | None = None


class PreviewedAsking(NamedTuple):
    """What would be asked, and of which model."""

    model: str
    messages: tuple[Message, ...]


async def set_heartbeat(engine: Engine, principal: Principal, command: SetHeartbeat) -> Heartbeat:
    """The leave as it is now; setting it again replaces it.

    Refuses an advisor that is not on the panel, an interval out of bounds, quiet hours that do not say both times or
    have no length, and a model nobody offers.
    """
    engine.check_open()
    refuse_uncounted(principal, "the leave to speak")
    if not LEAST_MINUTES <= command.every_minutes <= MOST_MINUTES:
        raise Malformed(f"an advisor may speak every {LEAST_MINUTES} to {MOST_MINUTES} minutes")
    if command.model is not None:
        engine.composer.require_provider(command.model, principal)
    quiet = _read_quiet(command.quiet_from, command.quiet_until)
    return await engine.store.write(principal, _set, command, quiet, engine.options_of(principal))


async def end_heartbeat(
    engine: Engine, principal: Principal, conversation_id: ConversationId, advisor_id: AdvisorId
) -> None:
    """Take the leave back; what is on its way is void. How often it spoke stays known, so that it can be given again.

    `NotFound` for an advisor that never had it.
    """
    engine.check_open()
    await engine.store.write(principal, _end, conversation_id, advisor_id)


async def read_heartbeat_message(engine: Engine, principal: Principal, run_id: str) -> HeartbeatRun:
    """The person has seen what was said; calling twice changes nothing. `NotFound` for one that is not there."""
    engine.check_open()
    return await engine.store.write(principal, mark_heartbeat_run_read, run_id)


async def preview_heartbeat(
    engine: Engine, deps: HeartbeatDeps, principal: Principal, conversation_id: ConversationId, advisor_id: AdvisorId
) -> PreviewedAsking:
    """What the advisor would be asked if its time had come now; nothing is sent or written."""
    return await engine.store.read(principal, _preview, deps, conversation_id, advisor_id)


def _preview(
    unit: Unit, deps: HeartbeatDeps, conversation_id: ConversationId, advisor_id: AdvisorId
) -> PreviewedAsking:
    advisor = find_advisor(unit, conversation_id, advisor_id)
    if advisor is None:
        raise NotFound("advisor", advisor_id)
    heartbeat = read_heartbeat(unit, conversation_id, advisor_id)
    model = deps.choose_model(unit, conversation_id, None if heartbeat is None else heartbeat.model, advisor)
    return PreviewedAsking(model, deps.read_asking(unit, model, conversation_id, advisor_id).messages)


def _set(unit: Unit, command: SetHeartbeat, quiet: QuietHours | None, options: EngineOptions) -> Heartbeat:
    lock_conversation(unit, command.conversation_id)
    if find_advisor(unit, command.conversation_id, command.advisor_id) is None:
        raise NotFound("advisor", command.advisor_id)
    now = read_now(unit)
    before = read_heartbeat(unit, command.conversation_id, command.advisor_id)
    heartbeat = Heartbeat(
        workspace_id=unit.workspace_id,
        conversation_id=command.conversation_id,
        advisor_id=command.advisor_id,
        owner_id=unit.principal.id,
        enabled=True,
        every_minutes=command.every_minutes,
        quiet=quiet,
        model=command.model,
        jitter=_choose_jitter(command.conversation_id, command.advisor_id),
        generation=0 if before is None else before.generation,
    )
    next_at = heartbeat.wait_from(now, options.zone) if command.next_at is None else max(command.next_at, now)
    saved = replace(heartbeat, next_at=next_at)
    save_heartbeat(unit, saved, now)
    release_reviews(unit, command.conversation_id, command.advisor_id)
    return saved


def _end(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> None:
    lock_conversation(unit, conversation_id)
    before = read_heartbeat(unit, conversation_id, advisor_id)
    if before is None:
        raise NotFound("heartbeat", advisor_id)
    save_heartbeat(unit, replace(before, enabled=False, next_at=None), read_now(unit))
    release_reviews(unit, conversation_id, advisor_id)


def _read_quiet(start: str | None, end: str | None) -> QuietHours | None:
    if start is None and end is None:
        return None
    begins, ends = parse_clock(start or ""), parse_clock(end or "")
    if begins is None or ends is None or begins == ends:
        raise Malformed("quiet hours are two different times of the day, such as 22:00 and 07:30")
    return QuietHours(begins, ends)


def _choose_jitter(conversation_id: str, advisor_id: str) -> int:
    """The same for the same advisor in the same conversation, spread over all of them."""
    digest = hashlib.blake2b(f"{conversation_id}:{advisor_id}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % JITTER_STEPS
