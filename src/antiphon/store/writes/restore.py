"""Parts of an archive of our own come to stand here as they stood elsewhere.

An id stays what it was as long as nobody here has it; where somebody has, a new one stands for it, in every record that
names it. What a part added is noted with it, so that it can be taken back.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import insert, select, update

from antiphon.conversation.errors import Malformed
from antiphon.conversation.event import ConversationCreated, TurnsRestored
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.imports import ImportId
from antiphon.conversation.turn import Turn
from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.reads.archive import OWN
from antiphon.store.reads.imports import read_links
from antiphon.store.records import TABLES
from antiphon.store.renaming import Renaming, find_taken
from antiphon.store.tables import conversations, deletions, import_items, import_links, imports, passages, topics
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.facts import append_fact
from antiphon.store.writes.imports import change_import
from antiphon.store.writes.restore_added import Added
from antiphon.store.writes.restore_carried import add_carried
from antiphon.store.writes.restore_rows import Body, build_receipt, build_row, pack_passage
from antiphon.store.writes.restore_things import add_things, has_all

# The first fact says that there is a conversation, the second which turns it holds.
CREATED, HELD = 1, 2
# Rows that go to the database in this order: what others hang on comes first.
_ORDER: Final = (
    *("turn", "reply", "tag", "mark", "approval", "divider", "participation", "instruction", "switch", "todo"),
    *("heartbeat", "beat", "rounds", "analysis", "call", "claim"),
)
_OWN_IDS: Final = ("turn", "reply", "approval", "instruction", "beat", "rounds", "analysis")


class ArchivedPart(NamedTuple):
    """A part about to be written; `number` is its place in the import, `publish` whether it may be everybody's."""

    import_id: ImportId
    number: int
    key: str
    digest: str
    records: Sequence[tuple[str, Body]]
    publish: bool

    def bodies(self, kind: str) -> list[Body]:
        """The records of one kind."""
        return [body for each, body in self.records if each == kind]


def check_key(key: str, records: Sequence[tuple[str, Body]]) -> None:
    """`Malformed` unless a part with a conversation holds that one, by whose id it is called, and no other."""
    if [body["id"] for kind, body in records if kind == "conversation"] not in ([], [key]):
        raise Malformed("a conversation that is not the one its file is called after")


def is_here(unit: Unit, key: str, records: Sequence[tuple[str, Body]]) -> bool:
    """Whether everything in a part stands here already."""
    if not any(kind == "conversation" for kind, _ in records):
        return has_all(unit, records)
    mine = select(conversations.c.id).where(
        conversations.c.id == key, visible(unit, conversations), conversations.c.owner_id == unit.principal.id
    )
    return unit.connection.execute(mine).first() is not None or bool(read_links(unit, OWN, [key]))


def restore_part(unit: Unit, part: ArchivedPart, at: datetime) -> None:
    """Write it, all or nothing; what was brought in between by somebody else is not written twice."""
    check_key(part.key, part.records)
    if is_here(unit, part.key, part.records):
        _settle(unit, part, None, fate="known")
        return
    renaming = Renaming(_read_renamed(unit, part.import_id))
    if part.bodies("conversation"):
        conversation_id = _restore_conversation(unit, part, renaming)
        add_carried(unit, part.import_id, part.records, renaming, conversation_id=conversation_id)
        _settle(unit, part, conversation_id)
    else:
        added = add_things(unit, part.records, renaming, publish=part.publish, at=at)
        add_carried(unit, part.import_id, part.records, renaming, added)
        _settle(unit, part, None, added=added)
    if renaming.is_changed:
        change_import(unit, part.import_id, renamed=renaming.names)


def _restore_conversation(unit: Unit, part: ArchivedPart, renaming: Renaming) -> ConversationId:
    (head,) = part.bodies("conversation")
    _rename_taken(unit, part, renaming, str(head["id"]))
    records = [(kind, renaming.apply(body)) for kind, body in part.records]
    by_kind: dict[str, list[Body]] = {}
    for kind, body in records:
        by_kind.setdefault(kind, []).append(body)
    conversation_id = ConversationId(by_kind["conversation"][0]["id"])
    _insert_head(unit, by_kind)
    for kind in _ORDER:
        rows = [build_row(unit, kind, body, conversation_id) for body in _belonging(kind, by_kind)]
        _insert(unit, kind, rows)
    _insert_sent(unit, by_kind, conversation_id)
    _append_facts(unit, by_kind, conversation_id)
    _link(unit, part, by_kind, conversation_id)
    return conversation_id


def _belonging(kind: str, by_kind: dict[str, list[Body]]) -> Iterable[Body]:
    """Those that hang on something of this very part: a file may name what is somebody else's."""
    anchors = {"reply": ("turn", "turn_id"), "tag": ("turn", "turn_id"), "mark": ("turn", "turn_id")}
    anchors |= {"approval": ("reply", "reply_id"), "call": ("analysis", "analysis_id")}
    anchors |= {"claim": ("analysis", "analysis_id"), "receipt": ("reply", "reply_id")}
    found = by_kind.get(kind, [])
    if kind not in anchors:
        return found
    above, name = anchors[kind]
    known = {each["id"] for each in by_kind.get(above, [])}
    return (each for each in found if each.get(name) in known)


def _rename_taken(unit: Unit, part: ArchivedPart, renaming: Renaming, conversation_id: str) -> None:
    """New names for ids that somebody here has, or had: a conversation that was deleted for good does not come back."""
    gone = select(deletions.c.conversation_id).where(deletions.c.conversation_id == conversation_id)
    is_gone = unit.connection.execute(gone).first() is not None
    if is_gone or find_taken(unit, conversations, [conversation_id]):
        renaming.add(unit, conversation_id)
    for kind in _OWN_IDS:
        ids = [str(body["id"]) for body in part.bodies(kind)]
        for each in find_taken(unit, TABLES[kind], ids):
            renaming.add(unit, each)


def _insert_head(unit: Unit, by_kind: dict[str, list[Body]]) -> None:
    head, said = by_kind["conversation"][0], by_kind.get("turn", [])
    row = build_row(unit, "conversation", head, ConversationId(head["id"]))
    known = select(topics.c.id).where(visible(unit, topics), topics.c.id == row.get("topic_id"))
    count = max((int(turn["position"]) for turn in said), default=0)
    living = sum(turn.get("deleted_at") is None for turn in said)
    row |= {
        "topic_id": unit.connection.execute(known).scalar_one_or_none(),
        "last_seq": HELD,
        "turn_count": count,
        "removed_turns": count - living,
        "open_replies": 0,
    }
    unit.connection.execute(insert(conversations), row)


def _insert_sent(unit: Unit, by_kind: dict[str, list[Body]], conversation_id: ConversationId) -> None:
    kept = [pack_passage(unit, body, conversation_id) for body in by_kind.get("passage", [])]
    for some in in_parts(kept):
        unit.connection.execute(insert_into(passages, unit.dialect).on_conflict_do_nothing(), some)
    _insert(unit, "receipt", [build_receipt(unit, body) for body in _belonging("receipt", by_kind)])


def _append_facts(unit: Unit, by_kind: dict[str, list[Body]], conversation_id: ConversationId) -> None:
    head = build_row(unit, "conversation", by_kind["conversation"][0], conversation_id)
    append_fact(unit, ConversationCreated(conversation_id, CREATED, head["title"], head["created_at"]))
    # A fact keeps the names of turns; what they say stands in their rows.
    held = tuple(
        Turn(TurnId(body["id"]), conversation_id, int(body["position"]), "", head["created_at"], ())
        for body in by_kind.get("turn", [])
        if body.get("deleted_at") is None
    )
    append_fact(unit, TurnsRestored(conversation_id, HELD, held))


def _link(unit: Unit, part: ArchivedPart, by_kind: dict[str, list[Body]], conversation_id: ConversationId) -> None:
    """By what it was called there, and by what programs it was imported from there called it."""
    own = {"importer": OWN, "source_key": part.key, "digest": part.digest, "turn_keys": []}
    rows = [build_row(unit, "link", body, conversation_id) for body in (own, *by_kind.get("link", []))]
    unit.connection.execute(insert_into(import_links, unit.dialect).on_conflict_do_nothing(), rows)


def _insert(unit: Unit, kind: str, rows: list[dict[str, Any]]) -> None:
    for some in in_parts(rows):
        unit.connection.execute(insert(TABLES[kind]), some)


def _read_renamed(unit: Unit, import_id: ImportId) -> dict[str, str]:
    query = select(imports.c.renamed).where(imports.c.id == import_id, visible(unit, imports)).with_for_update()
    found: dict[str, str] = unit.connection.execute(query).scalar_one()
    return found


def _settle(
    unit: Unit,
    part: ArchivedPart,
    conversation_id: ConversationId | None,
    *,
    fate: str = "imported",
    added: Added | None = None,
) -> None:
    mine = (import_items.c.import_id == part.import_id) & (import_items.c.number == part.number)
    before = None if added is None else added.write()
    unit.connection.execute(
        update(import_items)
        .where(mine, visible(unit, import_items))
        .values(fate=fate, conversation_id=conversation_id, before=before, content=b"")
    )
