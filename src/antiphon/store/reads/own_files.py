"""Which files belong to a conversation, and which of them others show too."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Text, cast, or_, select

from antiphon.conversation.ids import ConversationId
from antiphon.store.dialect import in_parts
from antiphon.store.tables import documents, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def find_own_files(unit: Unit, conversation_id: ConversationId) -> list[str]:
    """Files brought to this conversation, and those brought into a message before there was one."""
    brought = select(documents.c.id, documents.c.conversation_id).where(
        visible(unit, documents),
        or_(
            documents.c.conversation_id == conversation_id,
            documents.c.conversation_id.is_(None) & (documents.c.kind == "inline"),
        ),
    )
    shown = "\n".join(
        unit.connection.execute(
            select(cast(turns.c.parts, Text)).where(turns.c.conversation_id == conversation_id)
        ).scalars()
    )
    rows = unit.connection.execute(brought)
    return [row.id for row in rows if row.conversation_id is not None or row.id in shown]


def find_shown_elsewhere(unit: Unit, conversation_id: ConversationId, file_ids: list[str]) -> dict[str, str]:
    """Those of these files that stand under a message or in a reply of another conversation, and which that is.

    Ids are unlike any word, so a message that shows a file can be found by its text.
    """
    return dict(_walk_elsewhere(unit, conversation_id, file_ids)) if file_ids else {}


def _walk_elsewhere(unit: Unit, conversation_id: ConversationId, file_ids: list[str]) -> Iterator[tuple[str, str]]:
    parts = cast(turns.c.parts, Text)
    for some in in_parts(file_ids):
        query = select(turns.c.conversation_id, parts.label("parts")).where(
            visible(unit, turns),
            turns.c.conversation_id != conversation_id,
            parts.contains('"document_id"'),
        )
        for row in unit.connection.execute(query.order_by(turns.c.created_at.desc(), turns.c.id.desc())):
            yield from ((each, row.conversation_id) for each in some if each in row.parts)
        yield from _walk_replies(unit, conversation_id, some)


def _walk_replies(unit: Unit, conversation_id: ConversationId, some: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Copies of answers show what is in the answers they are copies of."""
    made, brought = cast(replies.c.pictures, Text), cast(replies.c.tool_events, Text)
    query = select(replies.c.conversation_id, (made + brought).label("shown")).where(
        visible(unit, replies),
        replies.c.conversation_id != conversation_id,
        or_(made.contains('"document_id"'), brought.contains('"document_id"')),
    )
    for row in unit.connection.execute(query):
        yield from ((each, row.conversation_id) for each in some if each in row.shown)
