"""A conversation is deleted for good: first it is said that it will be, then nothing of it is left.

In between, whoever still speaks there is stopped. A deletion that a crash cut off is found by its moment and seen
through by whichever node looks next.
"""

from datetime import datetime
from typing import Literal

from sqlalchemy import CursorResult, Select, Table, delete, func, insert, literal, or_, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.event import ConversationDeleted
from antiphon.conversation.ids import ConversationId
from antiphon.store.dialect import insert_into
from antiphon.store.reads.deletions import read_deletion
from antiphon.store.reads.own_files import find_own_files, find_shown_elsewhere
from antiphon.store.reads.spending import was_answered
from antiphon.store.tables import (
    Moment,
    analyses,
    analysis_calls,
    approvals,
    beats,
    carried,
    chunks,
    claims,
    context_marks,
    conversations,
    deletions,
    dividers,
    document_chunks,
    document_data,
    document_pages,
    documents,
    export_pieces,
    exports,
    facts,
    fingerprints,
    heartbeats,
    idempotency_keys,
    import_items,
    import_links,
    import_originals,
    instruction_switches,
    instructions,
    memories,
    open_turns,
    outside_threads,
    participation,
    passages,
    past_usage,
    program_requests,
    receipts,
    replies,
    revisits,
    round_runs,
    todos,
    turn_tags,
    turns,
    webhook_cursors,
    webhook_deliveries,
    work,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import is_everywhere, visible
from antiphon.store.writes.conversations import stop_all
from antiphon.store.writes.documents import forget_words
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.hand_on import hand_on
from antiphon.store.writes.list_number import count_list_change
from antiphon.store.writes.request_stop import StopRequest

DeletionReason = Literal["asked", "expired"]

# Rows that name the conversation and nothing else names. Passages go after the receipts that name them.
_BY_CONVERSATION = (
    approvals,
    beats,
    carried,
    claims,
    context_marks,
    dividers,
    facts,
    fingerprints,
    heartbeats,
    import_links,
    instruction_switches,
    instructions,
    open_turns,
    outside_threads,
    participation,
    passages,
    program_requests,
    revisits,
    round_runs,
    todos,
    webhook_cursors,
    webhook_deliveries,
    work,
)
# What nobody decided to keep. Accepted memories are the person's own, and so is one that was replaced.
_UNDECIDED = ("proposed", "declined")


def begin_deletion(
    unit: Unit, conversation_id: ConversationId, at: datetime, why: DeletionReason = "asked"
) -> StopRequest | None:
    """Say that it is to be deleted, and ask whoever speaks there to stop; nothing when it is deleted already.

    From now on it is found nowhere and cannot come back. Saying it twice changes nothing; `NotFound` for one that was
    never there.
    """
    mine = (conversations.c.id == conversation_id) & (visible(unit, conversations))
    if why == "expired":
        # Somebody may have decided to keep it since it was found.
        mine &= conversations.c.kept_until <= at
    row = unit.connection.execute(
        update(conversations)
        .where(mine)
        .values(kept_until=at, removed_at=func.coalesce(conversations.c.removed_at, literal(at, Moment)))
        .returning(conversations.c.turn_count)
    ).one_or_none()
    if row is None:
        if why == "expired" or read_deletion(unit, conversation_id) is not None:
            return None
        raise NotFound("conversation", conversation_id)
    record = {
        "conversation_id": conversation_id,
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "asked_by": "system" if is_everywhere(unit) else unit.principal.id,
        "why": why,
        "asked_at": at,
        "turns": row.turn_count,
    }
    unit.connection.execute(insert_into(deletions, unit.dialect).values(record).on_conflict_do_nothing())
    stopped = stop_all(unit, conversation_id)
    count_list_change(unit)
    return StopRequest(conversation_id, stopped)


def finish_deletion(unit: Unit, conversation_id: ConversationId, at: datetime) -> ConversationDeleted | None:
    """Delete all that is left of it, in one transaction; nothing when somebody else has, or nobody asked for it.

    Branches, decisions, accepted memories and tests stay, with their own words. What was used stays as figures.
    """
    lock_conversation(unit, conversation_id)
    row = unit.connection.execute(
        select(conversations.c.last_seq).where(
            conversations.c.id == conversation_id,
            visible(unit, conversations),
            conversations.c.removed_at.is_not(None),
            conversations.c.kept_until <= at,
        )
    ).one_or_none()
    if row is None:
        return None
    # Whoever is writing a receipt right now ends first; whoever comes later finds no reply.
    unit.connection.execute(
        select(replies.c.id).where(replies.c.turn_id.in_(_turns_of(conversation_id))).with_for_update()
    )
    erase_conversation(unit, conversation_id)
    unit.connection.execute(
        update(deletions).where(deletions.c.conversation_id == conversation_id).values(deleted_at=at)
    )
    return ConversationDeleted(conversation_id, row.last_seq + 1)


def erase_conversation(unit: Unit, conversation_id: ConversationId) -> None:
    """Take every row of a locked conversation away; what others have of it is handed on, what was used stays."""
    hand_on(unit, conversation_id)
    _keep_usage(unit, conversation_id)
    _delete_files(unit, conversation_id)
    _delete_memories(unit, conversation_id)
    _delete_imported(unit, conversation_id)
    _delete_exported(unit, conversation_id)
    _delete_rows(unit, conversation_id)


def _keep_usage(unit: Unit, conversation_id: ConversationId) -> None:
    """The figures of every request that is about to be forgotten, without a word of it."""
    owner = literal(unit.principal.id)
    names = ("kind", "thing_id", "turn_id", "advisor_id", "provider", "model", "answered", "usage", "used_at")
    sent = (
        select(
            receipts.c.workspace_id,
            owner,
            replies.c.token_id,
            literal("reply"),
            receipts.c.reply_id,
            replies.c.turn_id,
            replies.c.advisor_id,
            receipts.c.provider,
            receipts.c.model,
            was_answered(),
            receipts.c.usage,
            receipts.c.sent_at,
        )
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(replies.c.turn_id.in_(_turns_of(conversation_id)))
    )
    looked = select(
        analyses.c.workspace_id,
        owner,
        analyses.c.token_id,
        literal("analysis"),
        analyses.c.id,
        analyses.c.model,
        analyses.c.usage,
        analyses.c.created_at,
    ).where(visible(unit, analyses), analyses.c.conversation_id == conversation_id)
    theirs = ["workspace_id", "owner_id", "token_id"]
    unit.connection.execute(insert(past_usage).from_select([*theirs, *names], sent))
    few = ("kind", "thing_id", "model", "usage", "used_at")
    unit.connection.execute(insert(past_usage).from_select([*theirs, *few], looked))


def _delete_files(unit: Unit, conversation_id: ConversationId) -> None:
    """Files brought here that no other conversation shows."""
    own = find_own_files(unit, conversation_id)
    shown = find_shown_elsewhere(unit, conversation_id, own)
    gone = [each for each in own if each not in shown]
    if not gone:
        return
    for table in (document_chunks, document_pages, document_data):
        unit.connection.execute(delete(table).where(table.c.document_id.in_(gone)))
    unit.connection.execute(delete(documents).where(documents.c.id.in_(gone)))
    forget_words(unit)


def _delete_memories(unit: Unit, conversation_id: ConversationId) -> None:
    here = (memories.c.conversation_id == conversation_id) & (visible(unit, memories))
    gone = select(memories.c.id).where(here, memories.c.status.in_(_UNDECIDED))
    unit.connection.execute(update(memories).where(memories.c.replaces_id.in_(gone)).values(replaces_id=None))
    unit.connection.execute(delete(memories).where(here, memories.c.status.in_(_UNDECIDED)))
    unit.connection.execute(
        update(memories).where(here).values(conversation_id=None, turn_id=None, analysis_id=None, quote="")
    )


def _delete_imported(unit: Unit, conversation_id: ConversationId) -> None:
    """The bytes it was read from, which hold its branches too, and that it was ever read.

    What came in the same archive, nobody here can read and is no other conversation's goes too: it may speak of it.
    """
    here = (import_items.c.conversation_id == conversation_id) & (visible(unit, import_items))
    same_file = carried.c.import_id.in_(select(import_items.c.import_id).where(here)) & (
        carried.c.conversation_id == ""
    )
    unit.connection.execute(delete(carried).where(same_file, visible(unit, carried)))
    for row in unit.connection.execute(select(import_items.c.import_id, import_items.c.source_id).where(here)).all():
        same = (import_originals.c.import_id == row.import_id) & (import_originals.c.source_id == row.source_id)
        unit.connection.execute(delete(import_originals).where(same))
    unit.connection.execute(delete(import_items).where(here))


def _delete_exported(unit: Unit, conversation_id: ConversationId) -> None:
    """Files of the person in which it stands; one that is still being written is given up when it ends."""
    mine = select(exports.c.id, exports.c.conversation_ids).where(visible(unit, exports), exports.c.status != "writing")
    rows = unit.connection.execute(mine).all()
    gone = [row.id for row in rows if not row.conversation_ids or conversation_id in row.conversation_ids]
    unit.connection.execute(delete(export_pieces).where(export_pieces.c.export_id.in_(gone)))
    unit.connection.execute(delete(exports).where(exports.c.id.in_(gone)))


def _delete_rows(unit: Unit, conversation_id: ConversationId) -> None:
    turn_ids, run = _turns_of(conversation_id), unit.connection.execute
    reply_ids = select(replies.c.id).where(replies.c.turn_id.in_(turn_ids))
    looks = select(analyses.c.id).where(visible(unit, analyses), analyses.c.conversation_id == conversation_id)
    run(delete(chunks).where(chunks.c.reply_id.in_(reply_ids)))
    run(delete(receipts).where(receipts.c.reply_id.in_(reply_ids)))
    run(delete(analysis_calls).where(analysis_calls.c.analysis_id.in_(looks)))
    run(delete(turn_tags).where(turn_tags.c.turn_id.in_(turn_ids)))
    made = idempotency_keys.c.turn_id
    run(
        delete(idempotency_keys).where(
            or_(made.in_(turn_ids), made.in_(reply_ids), made.in_(looks), made == conversation_id)
        )
    )
    run(delete(analyses).where(analyses.c.id.in_(looks)))
    for table in _BY_CONVERSATION:
        _delete_by_conversation(unit, table, conversation_id)
    run(delete(replies).where(replies.c.turn_id.in_(turn_ids)))
    run(delete(turns).where(turns.c.conversation_id == conversation_id))
    run(delete(conversations).where(conversations.c.id == conversation_id))


def _delete_by_conversation(unit: Unit, table: Table, conversation_id: ConversationId) -> CursorResult[object]:
    mine = (table.c.conversation_id == conversation_id) & (visible(unit, table))
    return unit.connection.execute(delete(table).where(mine))


def _turns_of(conversation_id: ConversationId) -> Select[tuple[str]]:
    return select(turns.c.id).where(turns.c.conversation_id == conversation_id)
