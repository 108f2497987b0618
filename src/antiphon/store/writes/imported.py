"""A conversation of another program comes to stand here, or goes on where it stands; and goes again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, exists, func, insert, or_, select, update

from antiphon.conversation.event import ConversationCreated, TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.imports import ImportId
from antiphon.conversation.past import EVERYBODY
from antiphon.conversation.picture import encode_picture
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import TextSize
from antiphon.conversation.tool_use import encode_use
from antiphon.conversation.turn import Turn
from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.reads.archive import OWN
from antiphon.store.reads.imports import Link, read_links
from antiphon.store.reads.panels import read_default_panel
from antiphon.store.tables import (
    advisors,
    analyses,
    context_marks,
    conversations,
    decisions,
    documents,
    facts,
    heartbeats,
    import_items,
    import_links,
    import_originals,
    imports,
    instructions,
    panels,
    participation,
    replies,
    todos,
    topics,
    turn_tags,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.delete_conversation import erase_conversation
from antiphon.store.writes.facts import append_fact, lock_conversation, take_seq
from antiphon.store.writes.imports import change_import
from antiphon.store.writes.take_back import forget_use, take_back, was_touched
from antiphon.store.writes.topics import take_topic

# The first fact says that there is a conversation, the second which turns it holds.
_CREATED, _HELD = 1, 2
_FIRST_VERSION: Final = 1
# Facts that an import and its undoing write themselves.
_COME_AND_GO: Final = frozenset({"turns_restored", "turns_removed"})
# What a person makes in a conversation beside its turns, and which moment says when.
_MADE_THERE: Final = (
    *((table, "created_at") for table in (analyses, decisions, documents)),
    *((table, "updated_at") for table in (heartbeats, instructions, todos)),
)


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """A turn as it will stand, what its files say, how large all that is, and when each answer came."""

    key: str
    turn: Turn
    attached: str
    size: TextSize
    settled: tuple[datetime, ...]
    reply_sizes: tuple[TextSize, ...]


class Guest(NamedTuple):
    """Somebody who answered elsewhere: an advisor that sits on no panel and is archived from the beginning."""

    id: AdvisorId
    name: str
    model: str
    colour: str


@dataclass(frozen=True, slots=True)
class NewImported:
    """One conversation about to be written; `number` is its place in the import."""

    import_id: ImportId
    number: int
    importer: str
    source_key: str
    digest: str
    conversation_id: ConversationId
    title: str
    created_at: datetime
    updated_at: datetime
    turns: tuple[ImportedTurn, ...]
    guests: tuple[Guest, ...]
    topic: str | None = None


def write_imported(unit: Unit, new: NewImported, at: datetime) -> TurnsRestored | None:
    """Write it with everything it brings, or what is new of it where it stands already.

    The fact is for whoever looks at one that goes on. Whoever brought the same in between has left a link: then nothing
    is written.
    """
    link = read_links(unit, new.importer, [new.source_key]).get(new.source_key)
    if link is None:
        _begin(unit, new, at)
        return None
    known = set(link.turn_keys)
    missing = [each for each in new.turns if each.key not in known]
    if not missing:
        _settle_item(unit, new, None, fate="known")
        return None
    return _go_on(unit, new, link, missing, at)


def _begin(unit: Unit, new: NewImported, at: datetime) -> None:
    topic_id = _take_topic(unit, new, at)
    unit.connection.execute(
        insert(conversations),
        {
            "id": new.conversation_id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "panel_id": read_default_panel(unit).id,
            "title": new.title,
            "titled_by": "person" if new.title else "words",
            "topic_id": topic_id,
            "created_at": new.created_at,
            "updated_at": new.updated_at,
            "last_seq": _HELD,
            "turn_count": len(new.turns),
            "open_replies": 0,
        },
    )
    _insert_turns(unit, new, new.conversation_id, new.turns, 0, _HELD, topic_id, at)
    append_fact(unit, ConversationCreated(new.conversation_id, _CREATED, new.title, new.created_at))
    held = tuple(each.turn for each in new.turns)
    append_fact(unit, TurnsRestored(new.conversation_id, _HELD, held))
    _link(unit, new, new.conversation_id, [each.key for each in new.turns])
    _settle_item(unit, new, new.conversation_id)


def _go_on(unit: Unit, new: NewImported, link: Link, missing: Sequence[ImportedTurn], at: datetime) -> TurnsRestored:
    """The turns that are not here yet stand behind those that are; what was said meanwhile stays before them."""
    lock_conversation(unit, link.conversation_id)
    head = take_seq(unit, link.conversation_id, new_turns=len(missing), even_removed=True)
    place = head.turn_count - len(missing)
    topic_id = _take_topic(unit, new, at)
    _insert_turns(unit, new, link.conversation_id, missing, place, head.seq, topic_id, at)
    held = tuple(
        replace(each.turn, conversation_id=link.conversation_id, position=place + number)
        for number, each in enumerate(missing, start=1)
    )
    fact = TurnsRestored(link.conversation_id, head.seq, held)
    append_fact(unit, fact)
    _link(unit, new, link.conversation_id, [*link.turn_keys, *(each.key for each in missing)])
    before = {"digest": link.digest, "turn_keys": list(link.turn_keys), "turns": [each.turn.id for each in missing]}
    _settle_item(unit, new, link.conversation_id, before=before)
    return fact


def _take_topic(unit: Unit, new: NewImported, at: datetime) -> str | None:
    if new.topic is None:
        return None
    known = set(unit.connection.execute(select(topics.c.id).where(visible(unit, topics))).scalars())
    topic_id = take_topic(unit, new.topic, at)
    now = set(unit.connection.execute(select(topics.c.id).where(visible(unit, topics))).scalars())
    _remember(unit, new.import_id, "topics", sorted(now - known))
    return topic_id


def _insert_turns(
    unit: Unit,
    new: NewImported,
    conversation_id: ConversationId,
    several: Sequence[ImportedTurn],
    before: int,
    seq: int,
    topic_id: str | None,
    at: datetime,
) -> None:
    _take_guests(unit, new, at)
    rows = [
        _as_turn_row(unit, each, conversation_id, before + place, seq, topic_id)
        for place, each in enumerate(several, start=1)
    ]
    for some in in_parts(rows):
        unit.connection.execute(insert(turns), some)
    said = [
        _as_reply_row(unit, each, conversation_id, slot) for each in several for slot in range(len(each.turn.replies))
    ]
    for some in in_parts(said):
        unit.connection.execute(insert(replies), some)
    _insert_marks(unit, conversation_id, several)
    _count_participation(unit, conversation_id, several)


def _as_turn_row(
    unit: Unit, each: ImportedTurn, conversation_id: ConversationId, position: int, seq: int, topic_id: str | None
) -> dict[str, Any]:
    turn = each.turn
    return {
        "id": turn.id,
        "workspace_id": unit.workspace_id,
        "conversation_id": conversation_id,
        "author_id": unit.principal.id,
        "position": position,
        "accepted_seq": seq,
        "origin": turn.origin,
        "text": turn.text,
        "parts": [],
        "attached": each.attached,
        "created_at": turn.created_at,
        "stamped_at": turn.created_at,
        "stars": turn.stars,
        "colour_flag": turn.colour_flag,
        "pinned": turn.pinned,
        "importance": turn.importance,
        "topic_id": topic_id,
        "choice": {},
        **each.size._asdict(),
    }


def _as_reply_row(unit: Unit, each: ImportedTurn, conversation_id: ConversationId, slot: int) -> dict[str, Any]:
    reply: Reply = each.turn.replies[slot]
    error = reply.error
    return {
        "id": reply.id,
        "workspace_id": unit.workspace_id,
        "conversation_id": conversation_id,
        "turn_id": each.turn.id,
        "slot": slot,
        "advisor_id": reply.advisor_id,
        "advisor_version": reply.advisor_version,
        "name": reply.name,
        "colour": reply.colour,
        "model": reply.model,
        "state": reply.state,
        "epoch": reply.epoch,
        "text": reply.text,
        "thinking": reply.thinking,
        "error": None if error is None else {"code": error.code, "message": error.message, "facts": dict(error.facts)},
        "settled_at": each.settled[slot],
        "variant": reply.variant,
        "chosen": reply.chosen,
        "importance": reply.importance,
        "tool_events": [encode_use(use) for use in reply.tools],
        "pictures": [encode_picture(each) for each in reply.pictures],
        **each.reply_sizes[slot]._asdict(),
    }


def _insert_marks(unit: Unit, conversation_id: ConversationId, several: Sequence[ImportedTurn]) -> None:
    tags = [
        {"workspace_id": unit.workspace_id, "turn_id": each.turn.id, "tag": tag}
        for each in several
        for tag in each.turn.tags
    ]
    out = [
        {
            "workspace_id": unit.workspace_id,
            "conversation_id": conversation_id,
            "turn_id": each.turn.id,
            "advisor_id": "",
            "mark": each.turn.marks[EVERYBODY],
        }
        for each in several
        if EVERYBODY in each.turn.marks
    ]
    for table, rows in ((turn_tags, tags), (context_marks, out)):
        for some in in_parts(rows):
            unit.connection.execute(insert(table), some)


def _count_participation(unit: Unit, conversation_id: ConversationId, several: Sequence[ImportedTurn]) -> None:
    taken = Counter(advisor_id for each in several for advisor_id in {one.advisor_id for one in each.turn.replies})
    statement = insert_into(participation, unit.dialect)
    added = statement.on_conflict_do_update(
        index_elements=["conversation_id", "advisor_id"],
        set_={"turns": participation.c.turns + statement.excluded.turns},
    )
    place = {"workspace_id": unit.workspace_id, "conversation_id": conversation_id}
    rows = [place | {"advisor_id": each, "turns": count} for each, count in taken.items()]
    if rows:
        unit.connection.execute(added, rows)


def _take_guests(unit: Unit, new: NewImported, at: datetime) -> None:
    """Whoever answered there, once for all imports of a person; somebody the person made their own stays so."""
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "id": guest.id,
            "version": _FIRST_VERSION,
            "current": True,
            "name": guest.name,
            "description": "",
            "colour": guest.colour,
            "model": None,
            "parameters": {"temperature": None, "max_tokens": None},
            "created_at": at,
            "archived": True,
        }
        for guest in new.guests
    ]
    if rows:
        unit.connection.execute(insert_into(advisors, unit.dialect).on_conflict_do_nothing(), rows)
    _remember(unit, new.import_id, "guests", [guest.id for guest in new.guests])


def _remember(unit: Unit, import_id: ImportId, column: str, ids: Sequence[str]) -> None:
    """Note what came with an import and may have to go with it."""
    query = select(imports.c[column]).where(imports.c.id == import_id, visible(unit, imports)).with_for_update()
    known: list[str] = unit.connection.execute(query).scalar_one()
    if not set(ids) <= set(known):
        change_import(unit, import_id, **{column: sorted({*known, *ids})})


def _link(unit: Unit, new: NewImported, conversation_id: ConversationId, turn_keys: Sequence[str]) -> None:
    statement = insert_into(import_links, unit.dialect)
    values = {"digest": new.digest, "turn_keys": list(turn_keys), "conversation_id": conversation_id}
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "importer": new.importer,
        "source_key": new.source_key,
    }
    unit.connection.execute(
        statement.values(row | values).on_conflict_do_update(
            index_elements=["workspace_id", "owner_id", "importer", "source_key"], set_=values
        )
    )


def _settle_item(
    unit: Unit,
    new: NewImported,
    conversation_id: ConversationId | None,
    *,
    fate: str = "imported",
    before: Mapping[str, Any] | None = None,
) -> None:
    mine = (import_items.c.import_id == new.import_id) & (import_items.c.number == new.number)
    unit.connection.execute(
        update(import_items)
        .where(mine, visible(unit, import_items))
        .values(source_key=new.source_key, fate=fate, conversation_id=conversation_id, before=before, content=b"")
    )


def undo_item(unit: Unit, import_id: ImportId, importer: str) -> bool:
    """Take back one conversation of an import; False when none is left.

    One in which the person has gone on stays as it is, and so does one to which a later import has added: several
    imports of one conversation are taken back from the newest to the oldest.
    """
    query = (
        select(import_items)
        .where(import_items.c.import_id == import_id, import_items.c.fate == "imported", visible(unit, import_items))
        .order_by(import_items.c.number.desc())
        .limit(1)
    )
    item = unit.connection.execute(query).one_or_none()
    if item is None:
        return False
    if item.conversation_id is None:
        take_back(unit, item.before)
        _settle_undone(unit, item, "left")
        return True
    conversation_id = ConversationId(item.conversation_id)
    lock_conversation(unit, conversation_id)
    if _must_stay(unit, item, conversation_id, importer):
        fate = "kept"
    elif item.before is None:
        if importer == OWN:
            forget_use(unit, conversation_id)
        erase_conversation(unit, conversation_id)
        return True
    else:
        _shorten(unit, item, conversation_id, importer)
        fate = "left"
    _settle_undone(unit, item, fate)
    return True


def _settle_undone(unit: Unit, item: Any, fate: str) -> None:
    mine = (import_items.c.import_id == item.import_id) & (import_items.c.number == item.number)
    unit.connection.execute(update(import_items).where(mine, visible(unit, import_items)).values(fate=fate))


def _must_stay(unit: Unit, item: Any, conversation_id: ConversationId, importer: str) -> bool:
    """Whether something here would be lost that this import did not bring."""
    if importer == OWN:
        was_changed = was_touched(unit, conversation_id, _HELD)
    else:
        was_changed = _was_gone_on_with(unit, conversation_id) or _has_news(unit, item, conversation_id)
    return was_changed or _has_more(unit, item, conversation_id)


def _was_gone_on_with(unit: Unit, conversation_id: ConversationId) -> bool:
    query = select(turns.c.id).where(turns.c.conversation_id == conversation_id, turns.c.origin != "imported").limit(1)
    branched = select(conversations.c.id).where(
        conversations.c.branched_from.in_(select(turns.c.id).where(turns.c.conversation_id == conversation_id))
    )
    return any(unit.connection.execute(each).first() is not None for each in (query, branched.limit(1)))


def _has_news(unit: Unit, item: Any, conversation_id: ConversationId) -> bool:
    """Whether anything has happened since its turns came: a mark, other words, a later import that still stands.

    Later imports that were taken back have left facts too. Those name turns that are gone.
    """
    later = select(facts.c.kind, facts.c.body).where(
        facts.c.conversation_id == conversation_id, facts.c.seq > _find_seq(unit, item)
    )
    for kind, body in unit.connection.execute(later).all():
        if kind not in _COME_AND_GO or _is_any_here(unit, body["turn_ids"]):
            return True
    return False


def _find_seq(unit: Unit, item: Any) -> int:
    """The number of the fact by which its turns came."""
    if item.before is None:
        return _HELD
    came = select(turns.c.accepted_seq).where(turns.c.id == item.before["turns"][0])
    return int(unit.connection.execute(came).scalar_one())


def _is_any_here(unit: Unit, turn_ids: Sequence[str]) -> bool:
    queries = (select(turns.c.id).where(turns.c.id.in_(some)).limit(1) for some in in_parts(turn_ids))
    return any(unit.connection.execute(each).first() is not None for each in queries)


def _has_more(unit: Unit, item: Any, conversation_id: ConversationId) -> bool:
    """Whether something was made there since the file was brought of which no fact tells."""
    brought = select(imports.c.created_at).where(imports.c.id == item.import_id).scalar_subquery()
    made = (
        select(table).where(table.c.conversation_id == conversation_id, visible(unit, table), table.c[moment] > brought)
        for table, moment in _MADE_THERE
    )
    return bool(unit.connection.execute(select(or_(*(exists(each) for each in made)))).scalar_one())


def _shorten(unit: Unit, item: Any, conversation_id: ConversationId, importer: str) -> None:
    """Take back what a longer export had added, and know of it what was known before.

    An earlier import that stayed because of this one can be taken back from now on.
    """
    ids, before = [TurnId(each) for each in item.before["turns"]], item.before
    gone = Counter(
        unit.connection.execute(
            select(replies.c.advisor_id)
            .where(replies.c.turn_id.in_(ids))
            .group_by(replies.c.turn_id, replies.c.advisor_id)
        ).scalars()
    )
    head = take_seq(unit, conversation_id, new_turns=-len(ids), even_removed=True)
    append_fact(unit, TurnsRemoved(conversation_id, head.seq, tuple(ids)))
    for table in (turn_tags, context_marks, replies):
        unit.connection.execute(delete(table).where(table.c.turn_id.in_(ids)))
    unit.connection.execute(delete(turns).where(turns.c.id.in_(ids)))
    here = participation.c.conversation_id == conversation_id
    for advisor_id, count in gone.items():
        mine = here & (participation.c.advisor_id == advisor_id)
        unit.connection.execute(update(participation).where(mine).values(turns=participation.c.turns - count))
    unit.connection.execute(delete(participation).where(here, participation.c.turns <= 0))
    known = (import_links.c.importer == importer) & (import_links.c.source_key == item.source_key)
    unit.connection.execute(
        update(import_links)
        .where(known, visible(unit, import_links))
        .values(digest=before["digest"], turn_keys=before["turn_keys"])
    )
    stayed = (import_items.c.conversation_id == conversation_id) & (import_items.c.fate == "kept")
    unit.connection.execute(update(import_items).where(stayed, visible(unit, import_items)).values(fate="imported"))


def drop_companions(unit: Unit, import_id: ImportId) -> None:
    """Guests of an import whom nothing here names any more and whom nobody changed; and its topics that are empty."""
    came = unit.connection.execute(
        select(imports.c.guests, imports.c.topics).where(imports.c.id == import_id, visible(unit, imports))
    ).one()
    seats = unit.connection.execute(select(panels.c.advisor_ids).where(visible(unit, panels))).scalars()
    seated = {each for ids in seats for each in ids}
    for guest_id in set(came.guests) - seated:
        mine = (advisors.c.id == guest_id) & visible(unit, advisors)
        changed = exists(
            select(advisors.c.id).where(mine, or_(advisors.c.version > _FIRST_VERSION, ~advisors.c.archived))
        )
        spoken = exists(select(replies.c.id).where(replies.c.advisor_id == guest_id))
        if not unit.connection.execute(select(or_(changed, spoken))).scalar_one():
            unit.connection.execute(delete(advisors).where(mine))
    _drop_topics(unit, came.topics)


def _drop_topics(unit: Unit, topic_ids: Sequence[str]) -> None:
    """The deepest first, so that one that held only empty ones goes too."""
    found = unit.connection.execute(
        select(topics.c.id)
        .where(topics.c.id.in_(topic_ids), visible(unit, topics))
        .order_by(func.length(topics.c.path).desc())
    ).scalars()
    for topic_id in list(found):
        below = topics.alias()
        uses = (
            select(turns.c.id).where(turns.c.topic_id == topic_id),
            select(conversations.c.id).where(conversations.c.topic_id == topic_id),
            select(below.c.id).where(below.c.parent_id == topic_id),
        )
        if all(unit.connection.execute(each.limit(1)).first() is None for each in uses):
            unit.connection.execute(delete(topics).where(topics.c.id == topic_id))


def forget_originals(unit: Unit, import_id: ImportId) -> None:
    """What was read from is needed no more, except for what stayed."""
    kept = select(import_items.c.source_id).where(
        import_items.c.import_id == import_id, import_items.c.fate.in_(("kept", "imported"))
    )
    mine = (import_originals.c.import_id == import_id) & visible(unit, import_originals)
    unit.connection.execute(delete(import_originals).where(mine, import_originals.c.source_id.not_in(kept)))
    rest = (import_items.c.import_id == import_id) & visible(unit, import_items)
    unit.connection.execute(delete(import_items).where(rest, import_items.c.fate.not_in(("kept", "imported"))))
