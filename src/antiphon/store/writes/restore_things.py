"""What stands beside conversations comes back: topics, folders, documents, decisions, memories, tests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import insert, select

from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.records import TABLES
from antiphon.store.renaming import Renaming, find_taken
from antiphon.store.tables import document_chunks, document_data, document_pages, documents, folders, topics
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.restore_added import Added
from antiphon.store.writes.restore_carried import CARRIED, has_carried
from antiphon.store.writes.restore_line_up import add_advisors, add_cards, add_panels, has_cards, has_line_up
from antiphon.store.writes.restore_rows import Body, build_row, read_piece

Records = Sequence[tuple[str, Body]]

# What has an id of its own and names a conversation only in passing.
_BY_ID: Final = ("instruction", "decision", "memory", "eval_case", "improvement", "eval_run")
# What hangs on one of those, and by which of its fields.
_HANGING: Final = {"eval_result": ("eval_run", "run_id"), "eval_unkept": ("eval_run", "run_id")}
_LOOKS: Final = ("analysis", "call", "claim")


def has_all(unit: Unit, records: Records) -> bool:
    """Whether the person has every one of these already."""
    if all(kind == CARRIED for kind, _ in records):
        return has_carried(unit, records)
    by_kind = _sort(records)
    if not has_line_up(unit, by_kind.get("advisor", []), by_kind.get("panel", [])):
        return False
    if not has_cards(unit, by_kind.get("card", [])):
        return False
    for kind in ("topic", "folder", "filter"):
        name = "path" if kind == "topic" else "name"
        table = TABLES[kind]
        known = set(unit.connection.execute(select(table.c[name]).where(visible(unit, table))).scalars())
        if not {body.get(name) for body in by_kind.get(kind, [])} <= known:
            return False
    return all(_has_ids(unit, kind, by_kind.get(kind, [])) for kind in ("document", "analysis", *_BY_ID))


def add_things(unit: Unit, records: Records, renaming: Renaming, *, publish: bool, at: datetime) -> Added:
    """Write those that are not here; what was added or changed for it."""
    by_kind, added = _sort(records), Added()
    add_advisors(unit, by_kind.get("advisor", []), renaming, added, publish=publish)
    add_cards(unit, by_kind.get("card", []), renaming, added, publish=publish)
    add_panels(unit, by_kind.get("panel", []), renaming, added, publish=publish)
    _add_topics(unit, by_kind.get("topic", []), renaming, added)
    _add_folders(unit, by_kind.get("folder", []), renaming, added)
    for kind in ("filter", "name"):
        _add_where_free(unit, kind, by_kind.get(kind, []), renaming, added)
    for body in by_kind.get("document", []):
        _add_document(unit, body, by_kind, renaming, added)
    for kind in (*_BY_ID, "analysis"):
        _add_by_id(unit, kind, by_kind, renaming, added)
    return added


def _sort(records: Records) -> dict[str, list[Body]]:
    found: dict[str, list[Body]] = {}
    for kind, body in records:
        found.setdefault(kind, []).append(body)
    return found


def _has_ids(unit: Unit, kind: str, bodies: Sequence[Body]) -> bool:
    return len(_find_mine(unit, kind, [str(body.get("id")) for body in bodies])) == len(bodies)


def _find_mine(unit: Unit, kind: str, ids: Sequence[str]) -> set[str]:
    table, found = TABLES[kind], set[str]()
    for some in in_parts(ids):
        query = select(table.c.id).where(table.c.id.in_(some), visible(unit, table))
        found.update(unit.connection.execute(query).scalars())
    return found


def _add_topics(unit: Unit, bodies: Sequence[Body], renaming: Renaming, added: Added) -> None:
    """Those with fewer names first: one stands below another."""
    for body in sorted(bodies, key=lambda each: str(each.get("path")).count("/")):
        known = select(topics.c.id).where(topics.c.path == body.get("path"), visible(unit, topics))
        _add_named(unit, "topic", body, unit.connection.execute(known).scalar_one_or_none(), renaming, added)


def _add_folders(unit: Unit, bodies: Sequence[Body], renaming: Renaming, added: Added) -> None:
    for body in bodies:
        living = (folders.c.name == body.get("name")) & folders.c.removed_at.is_(None)
        known = select(folders.c.id).where(living, visible(unit, folders))
        found = None if body.get("removed_at") else unit.connection.execute(known).scalar_one_or_none()
        _add_named(unit, "folder", body, found, renaming, added)


def _add_named(unit: Unit, kind: str, body: Body, found: str | None, renaming: Renaming, added: Added) -> None:
    """The one that has its name here stands for it; otherwise it comes."""
    own = str(body.get("id"))
    if found is not None:
        if found != own:
            renaming.add(unit, own, found)
        return
    table = TABLES[kind]
    if find_taken(unit, table, [own]):
        if _find_mine(unit, kind, [own]):
            return
        renaming.add(unit, own)
    row = build_row(unit, kind, renaming.apply(body))
    unit.connection.execute(insert(table), row)
    added.note(kind, row["id"])


def _add_where_free(unit: Unit, kind: str, bodies: Sequence[Body], renaming: Renaming, added: Added) -> None:
    """What has a name here stays as it is."""
    table = TABLES[kind]
    for body in bodies:
        row = build_row(unit, kind, renaming.apply(body))
        put = insert_into(table, unit.dialect).values(row).on_conflict_do_nothing().returning(table.c.workspace_id)
        if unit.connection.execute(put).first() is not None:
            added.note(kind, *((row["name"],) if kind == "filter" else (row["kind"], row["slug"])))


def _add_document(
    unit: Unit, body: Body, by_kind: Mapping[str, Sequence[Body]], renaming: Renaming, added: Added
) -> None:
    """With its pages, its bytes, and the pieces it is searched by."""
    own = str(body.get("id"))
    if _find_mine(unit, "document", [own]):
        return
    if find_taken(unit, documents, [own]):
        renaming.add(unit, own)
    row = build_row(unit, "document", renaming.apply(body))
    unit.connection.execute(insert(documents), row)
    place = {"workspace_id": unit.workspace_id, "document_id": row["id"]}
    pages = [build_row(unit, "page", each) | place for each in by_kind.get("page", [])]
    pieces = [
        place | {name: each[name] for name in ("page", "start", "end", "text")} for each in by_kind.get("piece", [])
    ]
    for table, rows in ((document_pages, pages), (document_chunks, pieces)):
        for some in in_parts(rows):
            unit.connection.execute(insert(table), some)
    for each in by_kind.get("data", []):
        unit.connection.execute(insert(document_data), place | {"data": read_piece(each)})
    added.note("document", row["id"])


def _add_by_id(unit: Unit, kind: str, by_kind: Mapping[str, Sequence[Body]], renaming: Renaming, added: Added) -> None:
    bodies = by_kind.get(kind, [])
    ids = [str(body.get("id")) for body in bodies]
    mine = _find_mine(unit, kind, ids)
    for each in set(find_taken(unit, TABLES[kind], ids)) - mine:
        renaming.add(unit, each)
    new = [body for body in bodies if body.get("id") not in mine]
    names = {str(body.get("id")) for body in new}
    _insert(unit, kind, [build_row(unit, kind, renaming.apply(body)) for body in new])
    for each in names:
        added.note(kind, renaming.names.get(each, each))
    for hanging, (above, name) in (_HANGING | dict.fromkeys(_LOOKS[1:], ("analysis", "analysis_id"))).items():
        if above == kind:
            rows = [body for body in by_kind.get(hanging, []) if str(body.get(name)) in names]
            _insert(unit, hanging, [build_row(unit, hanging, renaming.apply(body)) for body in rows])


def _insert(unit: Unit, kind: str, rows: list[dict[str, Any]]) -> None:
    for some in in_parts(rows):
        unit.connection.execute(insert(TABLES[kind]), some)
