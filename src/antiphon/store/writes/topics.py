"""Topics come into being when something is put under them; they are renamed, moved, described and removed."""

import hashlib
from datetime import datetime
from itertools import count

from sqlalchemy import Text, delete, func, literal, or_, select, update
from sqlalchemy.exc import IntegrityError

from antiphon.conversation.errors import Malformed, TopicExists, TopicInsideItself, TopicNotEmpty
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.store.dialect import insert_into
from antiphon.store.reads.topics import TopicChange, TopicLine, read_topic
from antiphon.store.tables import conversations, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.conversations import change_conversation

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
    change_conversation(unit, conversation_id, topic_id=topic_id)


def change_topic(unit: Unit, topic_id: str, change: TopicChange) -> TopicLine:
    """The topic as it is then. A new name or place takes everything below it along.

    `TopicExists` when the path is taken, `TopicInsideItself` for a parent that lies below.
    """
    _lock_topics(unit)
    topic = read_topic(unit, topic_id)
    said = {name: value for name, value in change.items() if name in ("prelude", "model")}
    if said:
        unit.connection.execute(update(topics).where(topics.c.id == topic_id).values(said))
    if "name" in change or "parent_id" in change:
        name = _clean_name(change["name"]) if "name" in change else topic.name
        _move(unit, topic, name, change.get("parent_id", topic.parent_id))
    return read_topic(unit, topic_id)


def remove_topic(unit: Unit, topic_id: str) -> None:
    """Take a topic away that nothing visible belongs to; `TopicNotEmpty` otherwise.

    Turns that were deleted, or archived with their conversation, come back without a topic.
    """
    _lock_topics(unit)
    topic = read_topic(unit, topic_id)
    # First this: it waits for turns that are just being accepted there, so that they are counted.
    unit.connection.execute(update(conversations).where(conversations.c.topic_id == topic_id).values(topic_id=None))
    held, below = _count_turns(unit, topic_id), _count_children(unit, topic_id)
    if held or below:
        raise TopicNotEmpty(topic.path, held, below)
    hidden = visible(unit, turns), turns.c.topic_id == topic_id
    unit.connection.execute(update(turns).where(*hidden).values(topic_id=None))
    unit.connection.execute(delete(topics).where(topics.c.id == topic_id))


def _lock_topics(unit: Unit) -> None:
    """Two moves at once could each put one topic below the other."""
    query = select(topics.c.id).where(visible(unit, topics)).order_by(topics.c.id)
    unit.connection.execute(query.with_for_update())


def _clean_name(name: str) -> str:
    cleaned = " ".join(clean_text(name).split())
    if not cleaned or "/" in cleaned:
        raise Malformed("a topic needs a name, and a name has no slash")
    return cleaned


def _move(unit: Unit, topic: TopicLine, name: str, parent_id: str | None) -> None:
    above = "" if parent_id is None else read_topic(unit, parent_id).path
    if f"{above}/".startswith(f"{topic.path}/"):
        raise TopicInsideItself(topic.path, above)
    path = f"{above}/{name}"
    if path != topic.path:
        _check_free(unit, path)
        _move_paths(unit, topic.path, path)
    unit.connection.execute(update(topics).where(topics.c.id == topic.id).values(name=name, parent_id=parent_id))


def _check_free(unit: Unit, path: str) -> None:
    query = select(topics.c.id).where(visible(unit, topics), topics.c.path == path)
    if unit.connection.execute(query).one_or_none() is not None:
        raise TopicExists(path)


def _move_paths(unit: Unit, old: str, new: str) -> None:
    """Every path below begins anew. None of them is taken: what stands below a path has that path above it."""
    inside = or_(topics.c.path == old, func.substr(topics.c.path, 1, len(old) + 1) == f"{old}/")
    here = visible(unit, topics), inside
    paths = unit.connection.execute(select(topics.c.path).where(*here)).scalars()
    deepest = max(path.count("/") for path in paths)
    if deepest - old.count("/") + new.count("/") > _DEEPEST:
        raise Malformed(f"topics go {_DEEPEST} levels deep at most")
    moved = literal(new, Text) + func.substr(topics.c.path, len(old) + 1)
    try:
        unit.connection.execute(update(topics).where(*here).values(path=moved))
    except IntegrityError as error:
        # Another node has made that path since it was looked for.
        raise TopicExists(new) from error


def _count_turns(unit: Unit, topic_id: str) -> int:
    query = (
        select(func.count())
        .select_from(turns.join(conversations, conversations.c.id == turns.c.conversation_id))
        .where(
            visible(unit, turns),
            turns.c.topic_id == topic_id,
            turns.c.deleted_at.is_(None),
            conversations.c.removed_at.is_(None),
        )
    )
    return int(unit.connection.execute(query).scalar_one())


def _count_children(unit: Unit, topic_id: str) -> int:
    query = select(func.count()).where(visible(unit, topics), topics.c.parent_id == topic_id)
    return int(unit.connection.execute(query).scalar_one())


def _take_one(unit: Unit, parent_id: str | None, name: str, path: str, at: datetime) -> str:
    # The same path always gets the same id, so two nodes that make it at once make one. A topic that was renamed took
    # its id along; then the next number is tried.
    for number in count():
        seed = f"{unit.workspace_id} {unit.principal.id} {path}" + (f" {number}" if number else "")
        row = {
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "id": f"o_{hashlib.blake2b(seed.encode(), digest_size=12).hexdigest()}",
            "parent_id": parent_id,
            "name": name,
            "path": path,
            "created_at": at,
        }
        unit.connection.execute(insert_into(topics, unit.dialect).on_conflict_do_nothing(), row)
        query = select(topics.c.id).where(visible(unit, topics), topics.c.path == path)
        # Held until this is written, so that nobody moves it meanwhile.
        held = query.with_for_update(read=True, key_share=True)
        if (found := unit.connection.execute(held).scalar_one_or_none()) is not None:
            return str(found)
    raise AssertionError("one of the numbers is free")
