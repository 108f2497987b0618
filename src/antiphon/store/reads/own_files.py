"""Which files belong to a conversation, and which of them others show too."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Select, Text, cast, exists, or_, select

from antiphon.conversation.ids import ConversationId
from antiphon.store.dialect import in_parts
from antiphon.store.tables import conversations, documents, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# How a file is named wherever one is shown.
_NAMED: Final = '"document_id"'
# A few by their ids, or all that a query finds.
_Conversations = Sequence[ConversationId] | Select[tuple[str]]


def find_own_files(unit: Unit, conversation_id: ConversationId) -> list[str]:
    """Files brought to this conversation, and those it shows that have no other: brought into a message before there
    was one, or come with it out of an archive when it got another name.
    """
    return _find_own(unit, [conversation_id])


def find_unkept_files(unit: Unit) -> list[str]:
    """The same of all the person's conversations that are not kept, but for files that a kept one shows."""
    unkept = select(conversations.c.id).where(
        visible(unit, conversations),
        conversations.c.owner_id == unit.principal.id,
        conversations.c.kept_until.is_not(None),
    )
    own = _find_own(unit, unkept)
    shown = dict(_walk_elsewhere(unit, unkept, own)) if own else {}
    return [each for each in own if each not in shown]


def _find_own(unit: Unit, within: _Conversations) -> list[str]:
    here = documents.c.conversation_id.in_(within)
    nowhere = documents.c.conversation_id.is_(None) & (documents.c.kind == "inline")
    elsewhere = exists(select(conversations.c.id).where(conversations.c.id == documents.c.conversation_id))
    lost = documents.c.conversation_id.is_not(None) & ~elsewhere
    brought = select(documents.c.id, here.label("is_here")).where(visible(unit, documents), or_(here, nowhere, lost))
    rows = unit.connection.execute(brought).all()
    shown = "" if all(row.is_here for row in rows) else _read_shown(unit, within)
    return [row.id for row in rows if row.is_here or row.id in shown]


def find_shown_files(unit: Unit, conversation_id: ConversationId) -> list[str]:
    """Files that stand under its messages or in its replies, whose conversation ever they were brought to."""
    shown = _read_shown(unit, [conversation_id])
    if not shown:
        return []
    known = select(documents.c.id).where(visible(unit, documents), documents.c.kind == "inline")
    return [each for each in unit.connection.execute(known).scalars() if each in shown]


def _read_shown(unit: Unit, within: _Conversations) -> str:
    """Everything in which these conversations name a file they show."""
    parts, made, brought = (cast(column, Text) for column in (turns.c.parts, replies.c.pictures, replies.c.tool_events))
    under = select(parts).where(turns.c.conversation_id.in_(within), parts.contains(_NAMED))
    inside = select(made + brought).where(
        replies.c.conversation_id.in_(within), or_(made.contains(_NAMED), brought.contains(_NAMED))
    )
    return "\n".join(each for query in (under, inside) for each in unit.connection.execute(query).scalars())


def find_shown_elsewhere(unit: Unit, conversation_id: ConversationId, file_ids: list[str]) -> dict[str, str]:
    """Those of these files that stand under a message or in a reply of another conversation, and which that is.

    Ids are unlike any word, so a message that shows a file can be found by its text.
    """
    return dict(_walk_elsewhere(unit, [conversation_id], file_ids)) if file_ids else {}


def _walk_elsewhere(unit: Unit, beyond: _Conversations, file_ids: list[str]) -> Iterator[tuple[str, str]]:
    parts = cast(turns.c.parts, Text)
    for some in in_parts(file_ids):
        query = select(turns.c.conversation_id, parts.label("parts")).where(
            visible(unit, turns),
            turns.c.conversation_id.not_in(beyond),
            parts.contains(_NAMED),
        )
        for row in unit.connection.execute(query.order_by(turns.c.created_at.desc(), turns.c.id.desc())):
            yield from ((each, row.conversation_id) for each in some if each in row.parts)
        yield from _walk_replies(unit, beyond, some)


def _walk_replies(unit: Unit, beyond: _Conversations, some: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Copies of answers show what is in the answers they are copies of."""
    made, brought = cast(replies.c.pictures, Text), cast(replies.c.tool_events, Text)
    query = select(replies.c.conversation_id, (made + brought).label("shown")).where(
        visible(unit, replies),
        replies.c.conversation_id.not_in(beyond),
        or_(made.contains(_NAMED), brought.contains(_NAMED)),
    )
    for row in unit.connection.execute(query):
        yield from ((each, row.conversation_id) for each in some if each in row.shown)
