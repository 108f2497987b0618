"""Which conversation a program means: by a name it gave, or by what it says again."""

from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import select

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.program_request import ProgramRequest, decode_request
from antiphon.store.tables import conversations, fingerprints, outside_threads, program_requests, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

PrintKind = Literal["history", "request"]


class Recognised(NamedTuple):
    """The turn a fingerprint stands for."""

    conversation_id: ConversationId
    turn_id: TurnId
    body_sha256: str | None


def read_outside_thread(unit: Unit, source: str, name: str) -> ConversationId | None:
    """The conversation this program calls by this name, unless it was archived."""
    query = (
        select(outside_threads.c.conversation_id)
        .join(conversations, conversations.c.id == outside_threads.c.conversation_id)
        .where(
            visible(unit, outside_threads),
            outside_threads.c.token_id == (unit.principal.token_id or ""),
            outside_threads.c.source == source,
            outside_threads.c.name == name,
            conversations.c.removed_at.is_(None),
        )
    )
    found = unit.connection.execute(query).scalar_one_or_none()
    return None if found is None else ConversationId(found)


def read_fingerprint(unit: Unit, kind: PrintKind, fingerprint: str, since: datetime) -> Recognised | None:
    """What this fingerprint was left at since a moment, unless the conversation was archived."""
    query = (
        select(fingerprints.c.conversation_id, fingerprints.c.turn_id, fingerprints.c.body_sha256)
        .join(conversations, conversations.c.id == fingerprints.c.conversation_id)
        .where(
            visible(unit, fingerprints),
            fingerprints.c.token_id == (unit.principal.token_id or ""),
            fingerprints.c.kind == kind,
            fingerprints.c.fingerprint == fingerprint,
            fingerprints.c.created_at >= since,
            conversations.c.removed_at.is_(None),
        )
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else Recognised(ConversationId(row[0]), TurnId(row[1]), row[2])


class KeptRequest(NamedTuple):
    """What was asked for with a turn, and by which token."""

    conversation_id: ConversationId
    token_id: str
    request: ProgramRequest


def read_program_request(unit: Unit, turn_id: TurnId) -> KeptRequest | None:
    """What a program asked for with this turn; nothing where none did, or where the turn is gone."""
    query = (
        select(program_requests.c.conversation_id, program_requests.c.token_id, program_requests.c.asked)
        .join(turns, turns.c.id == program_requests.c.turn_id)
        .where(program_requests.c.turn_id == turn_id, visible(unit, program_requests), turns.c.deleted_at.is_(None))
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else KeptRequest(ConversationId(row[0]), row[1], decode_request(row[2]))
