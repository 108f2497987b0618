"""What a program will be known again by."""

from datetime import datetime

from sqlalchemy import delete, insert, select, update

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.program_request import ProgramRequest, encode_request
from antiphon.store.dialect import insert_into
from antiphon.store.reads.outside import PrintKind
from antiphon.store.tables import conversations, fingerprints, outside_threads, program_requests
from antiphon.store.unit import Unit


def name_outside(unit: Unit, source: str, name: str, conversation_id: ConversationId) -> None:
    """Let this program's name stand for this conversation from now on."""
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "token_id": unit.principal.token_id or "",
        "source": source,
        "name": name,
        "conversation_id": conversation_id,
    }
    statement = insert_into(outside_threads, unit.dialect).on_conflict_do_update(
        index_elements=["workspace_id", "owner_id", "token_id", "source", "name"],
        set_={"conversation_id": conversation_id},
    )
    unit.connection.execute(statement, row)


def leave_fingerprint(
    unit: Unit,
    kind: PrintKind,
    fingerprint: str,
    conversation_id: ConversationId,
    turn_id: TurnId,
    at: datetime,
    body_sha256: str | None = None,
) -> None:
    """Let this fingerprint stand for this turn from now on."""
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "token_id": unit.principal.token_id or "",
        "kind": kind,
        "fingerprint": fingerprint,
        "body_sha256": body_sha256,
        "conversation_id": conversation_id,
        "turn_id": turn_id,
        "created_at": at,
    }
    changed = {name: row[name] for name in ("body_sha256", "conversation_id", "turn_id", "created_at")}
    statement = insert_into(fingerprints, unit.dialect).on_conflict_do_update(
        index_elements=["workspace_id", "owner_id", "token_id", "kind", "fingerprint"], set_=changed
    )
    unit.connection.execute(statement, row)


def keep_program_request(unit: Unit, conversation_id: ConversationId, turn_id: TurnId, request: ProgramRequest) -> None:
    """Keep what a program asks for with a turn that is being accepted."""
    row = {
        "workspace_id": unit.workspace_id,
        "turn_id": turn_id,
        "conversation_id": conversation_id,
        "token_id": unit.principal.token_id or "",
        "asked": encode_request(request),
    }
    unit.connection.execute(insert(program_requests), row)


def forget_fingerprints(unit: Unit, requests_before: datetime, histories_before: datetime) -> int:
    """Delete fingerprints that are older than this, of whichever workspace."""
    is_old = ((fingerprints.c.kind == "request") & (fingerprints.c.created_at < requests_before)) | (
        fingerprints.c.created_at < histories_before
    )
    return unit.connection.execute(delete(fingerprints).where(is_old)).rowcount


def put_away_at(unit: Unit, conversation_id: ConversationId, moment: datetime | None) -> None:
    """Have a program's conversation archived then, or never."""
    mine = conversations.c.id == conversation_id
    unit.connection.execute(update(conversations).where(mine).values(put_away_at=moment))


def put_off(unit: Unit, conversation_id: ConversationId, moment: datetime) -> None:
    """Have it archived later than was said; one that is kept for good stays so."""
    mine = (conversations.c.id == conversation_id) & conversations.c.put_away_at.is_not(None)
    unit.connection.execute(update(conversations).where(mine).values(put_away_at=moment))


def put_away(unit: Unit, now: datetime) -> int:
    """Archive conversations of programs whose time has come and which nobody is answering; they can be restored."""
    due = select(conversations.c.id).where(
        conversations.c.put_away_at < now, conversations.c.removed_at.is_(None), conversations.c.open_replies == 0
    )
    statement = update(conversations).where(conversations.c.id.in_(due)).values(removed_at=now, put_away_at=None)
    return unit.connection.execute(statement).rowcount
