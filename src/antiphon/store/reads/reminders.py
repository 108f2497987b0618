"""What advisors are reminded of: whether there is anything at all, and the documents and memories."""

from typing import NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, exists, or_, select, true

from antiphon.conversation.document import ListedDocument
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.memory import MemoryItem
from antiphon.store.tables import beats, documents, heartbeats, instructions, memories, round_runs, todos, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then

_DOCUMENTS = (
    select(documents.c.id, documents.c.name, documents.c.pages, documents.c.bytes, documents.c.kind)
    .where(
        visible_then(documents),
        or_(documents.c.conversation_id.is_(None), documents.c.conversation_id == bindparam("conversation")),
        documents.c.kind == "library",
        documents.c.enabled == true(),
        documents.c.removed_at.is_(None),
    )
    .order_by(documents.c.created_at, documents.c.id)
)
_MEMORIES = (
    select(memories.c.id, memories.c.kind, memories.c.text, turns.c.position, memories.c.conversation_id)
    .outerjoin(turns, and_(turns.c.id == memories.c.turn_id, turns.c.deleted_at.is_(None)))
    .where(visible_then(memories), memories.c.status == "accepted")
    .order_by(memories.c.created_at, memories.c.id)
)


class Present(NamedTuple):
    """Of which kinds there is anything that may go along with a message, or that one would end.

    What is not there need not be read or written.
    """

    memories: bool
    instructions: bool
    todos: bool
    documents: bool
    runs: bool
    heartbeats: bool


_HERE: BindParameter[str] = bindparam("conversation")
_PRESENT = select(
    exists().where(visible_then(memories), memories.c.status == "accepted").label("memories"),
    exists().where(visible_then(instructions)).label("instructions"),
    exists().where(todos.c.conversation_id == bindparam("conversation"), visible_then(todos, _HERE)).label("todos"),
    exists().where(visible_then(documents), documents.c.removed_at.is_(None)).label("documents"),
    exists()
    .where(
        round_runs.c.conversation_id == bindparam("conversation"),
        visible_then(round_runs, _HERE),
        round_runs.c.status != "ended",
    )
    .label("runs"),
    or_(
        exists().where(heartbeats.c.conversation_id == bindparam("conversation"), visible_then(heartbeats, _HERE)),
        exists().where(
            beats.c.conversation_id == bindparam("conversation"),
            visible_then(beats, _HERE),
            beats.c.status == "fired",
            beats.c.read_at.is_(None),
        ),
    ).label("heartbeats"),
)


def read_present(unit: Unit, conversation_id: ConversationId) -> Present:
    """One question for all of them: most messages go without any."""
    named = name_reader(unit) | {"conversation": conversation_id}
    return Present(*map(bool, unit.connection.execute(_PRESENT, named).one()))


def read_listed_documents(unit: Unit, conversation_id: ConversationId) -> tuple[ListedDocument, ...]:
    """The library of this conversation and of all of them, oldest first, without what is switched off."""
    named = name_reader(unit) | {"conversation": conversation_id}
    return tuple(ListedDocument(**row._mapping) for row in unit.connection.execute(_DOCUMENTS, named))


def read_accepted_memories(unit: Unit) -> tuple[MemoryItem, ...]:
    """What the person has accepted, oldest first: all that may ever be sent to anybody.

    A turn that was deleted is no longer named.
    """
    rows = unit.connection.execute(_MEMORIES, name_reader(unit))
    return tuple(MemoryItem(**row._mapping) for row in rows)
