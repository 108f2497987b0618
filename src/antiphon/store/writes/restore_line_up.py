"""Advisors with all their versions and cards, and the panels they sit on come back.

A new installation has the starter panel already: as long as nobody has talked there, it gives way. Later, what is alike
is one, versions that are missing are added, and where somebody has made something else under the same id, the one that
comes takes another.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import and_, exists, insert, select, update

from antiphon.conversation.wire import format_time
from antiphon.store.dialect import insert_into
from antiphon.store.records import TABLES, decode_row, decode_value
from antiphon.store.renaming import Renaming, name_anew
from antiphon.store.tables import advisor_cards, advisors, conversations, panels, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.restore_added import Added
from antiphon.store.writes.restore_rows import Body, build_row

_ADVISOR: Final = ("name", "description", "colour", "model", "parameters", "tagline", "tools", "voice")
_PANEL: Final = ("name", "advisor_ids", "early_turns", "is_default", "removed", "phases", "rounds", "thinking")
_CARD: Final = ("card", "person", "picture")
_Rows = dict[int, Mapping[str, Any]]


def has_line_up(unit: Unit, advisor_bodies: Sequence[Body], panel_bodies: Sequence[Body]) -> bool:
    """Whether every advisor in every version and every panel is here, under its id or the one it was given here.

    In a house in which nobody has talked yet they must be the very same.
    """
    is_new = _is_new_house(unit)
    for old, versions in _by_advisor(advisor_bodies).items():
        here = [_read_versions(unit, each) for each in (old, name_anew(unit, old))]
        if not any(_holds(each, versions, exactly=is_new) for each in here):
            return False
    for body in panel_bodies:
        old = str(body["id"])
        found = (_read_panel(unit, each) for each in (old, name_anew(unit, old)))
        names = (*_PANEL, "created_at") if is_new else ("name",)
        if not any(each is not None and _is_alike(each, body, names) for each in found):
            return False
    return True


def _is_new_house(unit: Unit) -> bool:
    """Nobody here has begun a conversation yet: what was sown may give way to what comes."""
    talked = exists(select(conversations.c.id).where(conversations.c.workspace_id == unit.workspace_id))
    return not unit.connection.execute(select(talked)).scalar_one()


def add_advisors(unit: Unit, bodies: Sequence[Body], renaming: Renaming, added: Added, *, publish: bool) -> None:
    """Each with all its versions, one after the other."""
    for old, versions in _by_advisor(bodies).items():
        here = _read_versions(unit, old)
        if here and not _may_join(unit, old, here, versions):
            old = renaming.add(unit, old)
            here = _read_versions(unit, old)
        _join_advisor(unit, old, here, versions, renaming, added, publish=publish)


def _by_advisor(bodies: Sequence[Body]) -> dict[str, dict[int, Body]]:
    found: dict[str, dict[int, Body]] = {}
    for body in bodies:
        found.setdefault(str(body["id"]), {})[int(body["version"])] = body
    return found


def _read_versions(unit: Unit, advisor_id: str) -> _Rows:
    here = (advisors.c.workspace_id == unit.workspace_id) & (advisors.c.id == advisor_id)
    return {row.version: dict(row._mapping) for row in unit.connection.execute(select(advisors).where(here))}


def _holds(here: _Rows, versions: Mapping[int, Body], *, exactly: bool) -> bool:
    names = (*_ADVISOR, "current", "archived", "created_at") if exactly else _ADVISOR
    return all(number in here and _is_alike(here[number], body, names) for number, body in versions.items())


def _is_alike(row: Mapping[str, Any], body: Body, names: Sequence[str]) -> bool:
    return all(_plain(row[name]) == body.get(name) for name in names)


def _may_join(unit: Unit, advisor_id: str, here: _Rows, versions: Mapping[int, Body]) -> bool:
    """Whether both are one: theirs or everybody's, and alike where both have a version; or nobody has asked it yet."""
    if any(row["owner_id"] not in (None, unit.principal.id) for row in here.values()):
        return False
    common = here.keys() & versions.keys()
    if all(_is_alike(here[number], versions[number], _ADVISOR) for number in common):
        return True
    return set(here) == {1} and not _was_asked(unit, advisor_id)


def _was_asked(unit: Unit, advisor_id: str) -> bool:
    spoke = exists(select(replies.c.id).where(replies.c.advisor_id == advisor_id))
    return bool(unit.connection.execute(select(spoke)).scalar_one())


def _join_advisor(
    unit: Unit,
    advisor_id: str,
    here: _Rows,
    versions: Mapping[int, Body],
    renaming: Renaming,
    added: Added,
    *,
    publish: bool,
) -> None:
    is_new_house = _is_new_house(unit)
    is_newer = not here or max(versions) > max(here) or (is_new_house and max(versions) == max(here))
    if is_newer:
        for number, row in here.items():
            _change(unit, "advisor", [advisor_id, number], row, {"current": False}, added)
    for number, body in sorted(versions.items()):
        row = build_row(unit, "advisor", renaming.apply(body)) | {"id": advisor_id}
        if number in here:
            values = {name: row[name] for name in (*_ADVISOR, "current", "archived")} if is_newer else {}
            if is_new_house:
                values["created_at"] = row["created_at"]
            current = dict(here[number]) | ({"current": False} if is_newer else {})
            _change(unit, "advisor", [advisor_id, number], current, values, added)
            continue
        row["owner_id"] = None if body.get("shared") and publish else unit.principal.id
        if not is_newer:
            row["current"] = False
        unit.connection.execute(insert(advisors), row)
        added.note("advisor", advisor_id, number)


def has_cards(unit: Unit, bodies: Sequence[Body]) -> bool:
    """Whether every card stands here, beside the advisor of its name or the one that stands for it."""
    return all(_has_card(unit, body) for body in bodies)


def _has_card(unit: Unit, body: Body) -> bool:
    old = str(body["advisor_id"])
    here = (advisor_cards.c.workspace_id == unit.workspace_id) & advisor_cards.c.advisor_id.in_(
        [old, name_anew(unit, old)]
    )
    came = {name: decode_value("card", name, body.get(name)) for name in _CARD}
    found = unit.connection.execute(select(advisor_cards).where(here))
    return any(all(row._mapping[name] == value for name, value in came.items()) for row in found)


def add_cards(unit: Unit, bodies: Sequence[Body], renaming: Renaming, added: Added, *, publish: bool) -> None:
    """Each beside its advisor, which came before; one that has a card keeps it. Nothing in a card is a name of ours."""
    for body in bodies:
        old = str(body["advisor_id"])
        advisor_id = renaming.names.get(old, old)
        owners = {row["owner_id"] for row in _read_versions(unit, advisor_id).values()}
        if unit.principal.id not in owners and not (publish and None in owners):
            continue
        row = build_row(unit, "card", body) | {"advisor_id": advisor_id}
        put = insert_into(advisor_cards, unit.dialect).values(row).on_conflict_do_nothing()
        if unit.connection.execute(put.returning(advisor_cards.c.advisor_id)).first() is not None:
            added.note("card", advisor_id)


def add_panels(unit: Unit, bodies: Sequence[Body], renaming: Renaming, added: Added, *, publish: bool) -> None:
    """Those that are here first: one of them may give up being the default."""
    known = {str(body["id"]): _read_panel(unit, str(body["id"])) for body in bodies}
    for body in sorted(bodies, key=lambda each: known[str(each["id"])] is None):
        here = known[str(body["id"])]
        if here is not None and _may_replace(unit, here, body):
            values = decode_row("panel", renaming.apply(body)) if _is_new_house(unit) else {}
            _change(unit, "panel", [here["id"]], here, values, added)
        else:
            _add_panel(unit, body, here, renaming, added, publish=publish)


def _add_panel(
    unit: Unit, body: Body, here: Mapping[str, Any] | None, renaming: Renaming, added: Added, *, publish: bool
) -> None:
    panel_id = str(body["id"]) if here is None else renaming.add(unit, str(body["id"]))
    if here is not None and _read_panel(unit, panel_id) is not None:
        return
    row = build_row(unit, "panel", renaming.apply(body)) | {"id": panel_id}
    row["owner_id"] = None if body.get("shared") and publish else unit.principal.id
    row["is_default"] = bool(row["is_default"]) and not _has_default(unit, row["owner_id"])
    unit.connection.execute(insert(panels), row)
    added.note("panel", panel_id)


def _read_panel(unit: Unit, panel_id: str) -> Mapping[str, Any] | None:
    here = (panels.c.workspace_id == unit.workspace_id) & (panels.c.id == panel_id)
    row = unit.connection.execute(select(panels).where(here)).one_or_none()
    return None if row is None else dict(row._mapping)


def _may_replace(unit: Unit, here: Mapping[str, Any], body: Body) -> bool:
    """What is alike stays; another gives way in a house in which nobody has talked yet."""
    if here["owner_id"] not in (None, unit.principal.id):
        return False
    return _is_alike(here, body, _PANEL) or _is_new_house(unit)


def _has_default(unit: Unit, owner_id: str | None) -> bool:
    whose = panels.c.owner_id.is_(None) if owner_id is None else panels.c.owner_id == owner_id
    mine = (panels.c.workspace_id == unit.workspace_id) & panels.c.is_default & ~panels.c.removed
    return unit.connection.execute(select(panels.c.id).where(mine, whose)).first() is not None


def _change(
    unit: Unit, kind: str, key: list[Any], here: Mapping[str, Any], values: Mapping[str, Any], added: Added
) -> None:
    """Set what differs, and note what stood there."""
    new = {name: value for name, value in values.items() if here[name] != value and name != "id"}
    if not new:
        return
    table = TABLES[kind]
    names = ("id", "version") if kind == "advisor" else ("id",)
    where = and_(table.c.workspace_id == unit.workspace_id, *(table.c[n] == k for n, k in zip(names, key, strict=True)))
    unit.connection.execute(update(table).where(where).values(**new))
    added.note_change(kind, key, {name: _plain(here[name]) for name in new})


def _plain(value: Any) -> Any:
    return format_time(value) if isinstance(value, datetime) else value
