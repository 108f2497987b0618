"""What a part of an archive brought goes again, unless somebody needs it by now; what it changed is as before."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Table, and_, delete, exists, select, update

from antiphon.conversation.ids import ConversationId
from antiphon.store.reads.own_files import find_shown_elsewhere
from antiphon.store.records import TABLES, decode_value
from antiphon.store.tables import (
    advisors,
    analyses,
    analysis_calls,
    carried,
    claims,
    conversations,
    document_chunks,
    document_data,
    document_pages,
    eval_results,
    eval_unkept,
    panels,
    receipts,
    replies,
    topics,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.documents import forget_words

# What a row is called by, where that is not its id.
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "advisor": ("id", "version"),
    "card": ("advisor_id",),
    "carried": ("conversation_id", "file", "anchor", "number"),
    "filter": ("name",),
    "name": ("kind", "slug"),
}
_NUMBERS: Final = frozenset({"version", "number"})


def take_back(unit: Unit, before: Mapping[str, Any]) -> None:
    """Undo what is noted, the last first. Panels have their old seats before it is asked who sits somewhere."""
    for kind, key, held in reversed(before["was"]):
        if kind == "panel":
            _put_back(unit, kind, key, held)
    others = [each for each in reversed(before["rows"]) if each[0] != "advisor"]
    for kind, *key in others:
        if not _is_needed(unit, kind, key[0]):
            _delete(unit, kind, key)
    stay = _take_back_advisors(unit, [key for kind, *key in before["rows"] if kind == "advisor"])
    for kind, key, held in reversed(before["was"]):
        if kind != "panel" and not (kind == "advisor" and key[0] in stay):
            _put_back(unit, kind, key, held)


def _put_back(unit: Unit, kind: str, key: Sequence[Any], held: Mapping[str, Any]) -> None:
    table = TABLES[kind]
    values = {name: decode_value(kind, name, value) for name, value in held.items()}
    unit.connection.execute(update(table).where(_where(unit, table, kind, key)).values(**values))


def _take_back_advisors(unit: Unit, keys: Sequence[Sequence[str]]) -> set[str]:
    """All versions that came of an advisor go, or none does: one of them is the current one. Those that stay."""
    versions: dict[str, list[int]] = {}
    for advisor_id, version in keys:
        versions.setdefault(advisor_id, []).append(int(version))
    stay = {each for each, came in versions.items() if _is_advisor_needed(unit, each, came)}
    for advisor_id, version in reversed(keys):
        if advisor_id not in stay:
            _delete(unit, "advisor", [advisor_id, version])
    return stay


def _is_advisor_needed(unit: Unit, advisor_id: str, came: Sequence[int]) -> bool:
    """Whether one of these versions has spoken; where no other version would be left, whether it sits on a panel."""
    spoke = select(replies.c.id).where(replies.c.advisor_id == advisor_id, replies.c.advisor_version.in_(came))
    if unit.connection.execute(spoke.limit(1)).first() is not None:
        return True
    mine = (advisors.c.id == advisor_id) & advisors.c.version.not_in(came) & visible(unit, advisors)
    if unit.connection.execute(select(advisors.c.id).where(mine).limit(1)).first() is not None:
        return False
    seats = unit.connection.execute(select(panels.c.advisor_ids).where(visible(unit, panels))).scalars()
    return any(advisor_id in each for each in seats)


def forget_use(unit: Unit, conversation_id: ConversationId) -> None:
    """What requests of a conversation used was used elsewhere: nobody here has spent it."""
    here = select(turns.c.id).where(turns.c.conversation_id == conversation_id)
    given = select(replies.c.id).where(replies.c.turn_id.in_(here))
    unit.connection.execute(delete(receipts).where(receipts.c.reply_id.in_(given)))
    looks = select(analyses.c.id).where(visible(unit, analyses), analyses.c.conversation_id == conversation_id)
    for table in (analysis_calls, claims):
        unit.connection.execute(delete(table).where(table.c.analysis_id.in_(looks)))
    unit.connection.execute(delete(analyses).where(analyses.c.id.in_(looks)))


def was_touched(unit: Unit, conversation_id: ConversationId, held: int) -> bool:
    """Whether anything has happened in it since it came, or a branch began there."""
    mine = (conversations.c.id == conversation_id) & visible(unit, conversations)
    changed = unit.connection.execute(select(conversations.c.last_seq).where(mine)).scalar_one() > held
    here = select(turns.c.id).where(turns.c.conversation_id == conversation_id)
    branched = select(conversations.c.id).where(conversations.c.branched_from.in_(here)).limit(1)
    return changed or unit.connection.execute(branched).first() is not None


def _is_needed(unit: Unit, kind: str, key: str) -> bool:
    """Whether something that stays would miss it."""
    match kind:
        case "panel":
            wanted = exists(select(conversations.c.id).where(conversations.c.panel_id == key))
        case "folder":
            wanted = exists(select(conversations.c.id).where(conversations.c.folder_id == key))
        case "topic":
            return _holds_something(unit, key)
        case "document":
            return bool(find_shown_elsewhere(unit, ConversationId(""), [key]))
        case _:
            return False
    return bool(unit.connection.execute(select(wanted)).scalar_one())


def _holds_something(unit: Unit, topic_id: str) -> bool:
    uses = (
        select(turns.c.id).where(turns.c.topic_id == topic_id),
        select(conversations.c.id).where(conversations.c.topic_id == topic_id),
        select(topics.c.id).where(topics.c.parent_id == topic_id),
    )
    return any(unit.connection.execute(each.limit(1)).first() is not None for each in uses)


def _delete(unit: Unit, kind: str, key: Sequence[Any]) -> None:
    hanging = {
        "document": ("document_id", (document_chunks, document_pages, document_data)),
        "eval_run": ("run_id", (eval_results, eval_unkept)),
        "analysis": ("analysis_id", (analysis_calls, claims)),
    }
    name, below = hanging.get(kind, ("", ()))
    for table in below:
        unit.connection.execute(delete(table).where(table.c[name] == key[0]))
    table = carried if kind == "carried" else TABLES[kind]
    unit.connection.execute(delete(table).where(_where(unit, table, kind, key)))
    if kind == "document":
        forget_words(unit)


def _where(unit: Unit, table: Table, kind: str, key: Sequence[Any]) -> Any:
    names = _KEYS.get(kind, ("id",))
    values = (int(each) if name in _NUMBERS else each for name, each in zip(names, key, strict=True))
    return and_(visible(unit, table), *(table.c[n] == v for n, v in zip(names, values, strict=True)))
