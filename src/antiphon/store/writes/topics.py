"""Topics come into being when something is put under them."""

import hashlib
from datetime import datetime

from sqlalchemy import select, update

from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.store.dialect import insert_into
from antiphon.store.tables import conversations, topics
from antiphon.store.unit import Unit

# Deep enough for any order of things; filters look at every level.
_DEEPEST = 20


def take_topic(unit: Unit, path: str, at: datetime) -> str:
    """The id of the topic at this path; it and its parents are made if they are missing."""
    names = clean_path(path).split("/")[1:]
    parent_id = _take_one(unit, None, names[0], f"/{names[0]}", at)
    for depth in range(2, len(names) + 1):
        parent_id = _take_one(unit, parent_id, names[depth - 1], "/" + "/".join(names[:depth]), at)
    return parent_id


def clean_path(path: str) -> str:
    """The path as it is kept: a slash before every name, no blanks around it, no empty names; `Malformed` for none."""
    names = [" ".join(name.split()) for name in clean_text(path).split("/")]
    named = [name for name in names if name]
    if not named:
        raise Malformed("a topic needs a name, like /Work or /Work/Hiring")
    if len(named) > _DEEPEST:
        raise Malformed(f"topics go {_DEEPEST} levels deep at most")
    return "/" + "/".join(named)


def set_topic(unit: Unit, conversation_id: ConversationId, path: str | None, at: datetime) -> None:
    """The topic a conversation's next turns belong to."""
    topic_id = None if path is None else take_topic(unit, path, at)
    changed = unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id, conversations.c.workspace_id == unit.workspace_id)
        .values(topic_id=topic_id)
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)


def describe_topic(unit: Unit, path: str, prelude: str, model: str | None, at: datetime) -> None:
    """What a topic adds to the system prompt of its turns, and the model it prefers."""
    topic_id = take_topic(unit, path, at)
    unit.connection.execute(update(topics).where(topics.c.id == topic_id).values(prelude=prelude, model=model))


def _take_one(unit: Unit, parent_id: str | None, name: str, path: str, at: datetime) -> str:
    # The same path always gets the same id, so two nodes that make it at once make one.
    digest = hashlib.blake2b(f"{unit.workspace_id} {path}".encode(), digest_size=12).hexdigest()
    row = {
        "workspace_id": unit.workspace_id,
        "id": f"o_{digest}",
        "parent_id": parent_id,
        "name": name,
        "path": path,
        "created_at": at,
    }
    unit.connection.execute(insert_into(topics, unit.dialect).on_conflict_do_nothing(), row)
    query = select(topics.c.id).where(topics.c.workspace_id == unit.workspace_id, topics.c.path == path)
    return str(unit.connection.execute(query).scalar_one())
