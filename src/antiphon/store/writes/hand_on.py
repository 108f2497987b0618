"""What branches still need of a conversation is handed on to them before it is deleted.

An answer that was copied into a branch has its receipts where it was first given. They move to one of its copies, and
the other copies find them there; so every answer that anybody still sees can be proved. The branch is given the
passages they name, and needs nothing of what is deleted. Files that a branch shows under its messages move to the
branch.
"""

from sqlalchemy import func, select, update

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.manifest import list_references
from antiphon.store.reads.own_files import find_own_files, find_shown_elsewhere
from antiphon.store.tables import analyses, beats, conversations, documents, receipts, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.passages import copy_passages


def hand_on(unit: Unit, conversation_id: ConversationId) -> None:
    """Move receipts and files to the branches that show them; branches no longer say where they began."""
    _hand_on_receipts(unit, conversation_id)
    _hand_on_files(unit, conversation_id)
    here = select(turns.c.id).where(turns.c.conversation_id == conversation_id)
    unit.connection.execute(
        update(conversations)
        .where(visible(unit, conversations), conversations.c.branched_from.in_(here))
        .values(branched_from=None)
    )


def _hand_on_receipts(unit: Unit, conversation_id: ConversationId) -> None:
    here = select(turns.c.id).where(turns.c.conversation_id == conversation_id)
    first = select(replies.c.id).where(replies.c.turn_id.in_(here), replies.c.copied_from.is_(None))
    query = (
        select(replies.c.copied_from, func.min(replies.c.id))
        .where(
            replies.c.copied_from.in_(first),
            visible(unit, replies),
            replies.c.conversation_id != conversation_id,
        )
        .group_by(replies.c.copied_from)
    )
    for answer_id, heir_id in unit.connection.execute(query).all():
        _hand_on_passages(unit, conversation_id, answer_id, heir_id)
        unit.connection.execute(update(receipts).where(receipts.c.reply_id == answer_id).values(reply_id=heir_id))
        _hand_on_unasked(unit, answer_id, heir_id)
        unit.connection.execute(update(replies).where(replies.c.copied_from == answer_id).values(copied_from=heir_id))
        unit.connection.execute(update(replies).where(replies.c.id == heir_id).values(copied_from=None))


def _hand_on_passages(unit: Unit, conversation_id: ConversationId, answer_id: str, heir_id: str) -> None:
    # Nobody cuts one of these between the look and the move.
    query = select(receipts.c.manifest).where(receipts.c.reply_id == answer_id).with_for_update()
    manifests = unit.connection.execute(query).scalars().all()
    names = {name for each in manifests for name in list_references(bytes(each or b""))}
    heir = unit.connection.execute(select(replies.c.conversation_id).where(replies.c.id == heir_id)).scalar_one()
    copy_passages(unit, conversation_id, ConversationId(heir), names)


def _hand_on_unasked(unit: Unit, answer_id: str, heir_id: str) -> None:
    """What an advisor was sent that spoke unasked is with the analysis in which it decided to."""
    asked = select(replies.c.turn_id).where(replies.c.id == answer_id).scalar_subquery()
    fired = (visible(unit, beats)) & (beats.c.turn_id == asked) & (beats.c.status == "fired")
    spoke = unit.connection.execute(select(beats.c.id, beats.c.analysis_id).where(fired)).all()
    if not spoke:
        return
    heir = unit.connection.execute(
        select(replies.c.conversation_id, replies.c.turn_id).where(replies.c.id == heir_id)
    ).one()
    unit.connection.execute(
        update(beats)
        .where(beats.c.id.in_([each.id for each in spoke]))
        .values(conversation_id=heir.conversation_id, turn_id=heir.turn_id)
    )
    unit.connection.execute(
        update(analyses)
        .where(analyses.c.id.in_([each.analysis_id for each in spoke]))
        .values(conversation_id=heir.conversation_id)
    )


def _hand_on_files(unit: Unit, conversation_id: ConversationId) -> None:
    elsewhere = find_shown_elsewhere(unit, conversation_id, find_own_files(unit, conversation_id))
    for file_id, heir in elsewhere.items():
        mine = (documents.c.id == file_id) & (documents.c.conversation_id == conversation_id)
        unit.connection.execute(update(documents).where(mine).values(conversation_id=heir))
