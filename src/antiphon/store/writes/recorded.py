"""What concerns others, or lets words out of the house, is done and written down in one transaction.

What somebody changes for themselves alone leaves no line: their own settings, advisors and panels.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Concatenate, Final, Literal, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import select

from antiphon.access.audit import AuditAction
from antiphon.conversation.scope import Scope
from antiphon.store.reads.settings import read_settings
from antiphon.store.tables import advisors, panels
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.advisors import lock_advisors
from antiphon.store.writes.audit import Deed, Target, write_audit

P = ParamSpec("P")
T = TypeVar("T")

_Kind = Literal["advisor", "panel"]
_Change = Literal["added", "changed", "gone", "back"]
_ACTIONS: Final[Mapping[tuple[_Kind, _Change], AuditAction]] = {
    ("advisor", "added"): AuditAction.ADVISOR_ADDED,
    ("advisor", "changed"): AuditAction.ADVISOR_CHANGED,
    ("advisor", "gone"): AuditAction.ADVISOR_ARCHIVED,
    ("advisor", "back"): AuditAction.ADVISOR_BROUGHT_BACK,
    ("panel", "added"): AuditAction.PANEL_ADDED,
    ("panel", "changed"): AuditAction.PANEL_CHANGED,
    ("panel", "gone"): AuditAction.PANEL_REMOVED,
    ("panel", "back"): AuditAction.PANEL_ADDED,
}


@dataclass(frozen=True, slots=True)
class Line:
    """What there will be to read about it."""

    deed: Deed
    action: AuditAction
    target: Target
    after: Mapping[str, Any] | None = None


def recorded(
    unit: Unit, line: Line, write: Callable[Concatenate[Unit, P], T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Do it, and write the line."""
    done = write(unit, *args, **kwargs)
    write_audit(unit, line.deed, line.action, line.target, after=line.after)
    return done


def recorded_setting(
    unit: Unit,
    deed: Deed,
    write: Callable[Concatenate[Unit, Scope, str, P], None],
    scope: Scope,
    name: str,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """Change a setting. The line says what was saved before and what is now; what one sets for oneself has none."""
    before = _find_saved(unit, scope, name)
    write(unit, scope, name, *args, **kwargs)
    after = _find_saved(unit, scope, name)
    if scope == "person" or before == after:
        return
    action = AuditAction.SETTING_CHANGED if after else AuditAction.SETTING_RESTORED
    write_audit(unit, deed, action, Target("setting", None, name), before=before, after=after)


def _find_saved(unit: Unit, scope: Scope, name: str) -> dict[str, Any] | None:
    saved = read_settings(unit)[scope]
    return {"scope": scope, "value": saved[name]} if name in saved else None


def recorded_line_up(
    unit: Unit, deed: Deed, write: Callable[Concatenate[Unit, P], T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Change advisors or panels. A line for each of everybody's that is another thing afterwards."""
    lock_advisors(unit)
    before = _read_everybodys(unit)
    done = write(unit, *args, **kwargs)
    changed = [(key, now) for key, now in _read_everybodys(unit).items() if now != before.get(key)]
    for number, ((kind, each), now) in enumerate(changed):
        action = _ACTIONS[kind, _name_change(before.get((kind, each)), now)]
        after = None if now.version is None else {"version": now.version}
        numbered = replace(deed, id=f"{deed.id}-{number}") if number else deed
        write_audit(unit, numbered, action, Target(kind, each, now.name), after=after)
    return done


class _Seen(NamedTuple):
    """An advisor or a panel as its row has it; only advisors have versions."""

    name: str
    gone: bool
    version: int | None
    row: tuple[Any, ...]


def _read_everybodys(unit: Unit) -> dict[tuple[_Kind, str], _Seen]:
    found: dict[tuple[_Kind, str], _Seen] = {}
    for row in unit.connection.execute(
        select(advisors).where(visible(unit, advisors), advisors.c.owner_id.is_(None), advisors.c.current)
    ):
        found["advisor", row.id] = _Seen(row.name, row.archived, row.version, tuple(row))
    for row in unit.connection.execute(select(panels).where(visible(unit, panels), panels.c.owner_id.is_(None))):
        found["panel", row.id] = _Seen(row.name, row.removed, None, tuple(row))
    return found


def _name_change(before: _Seen | None, now: _Seen) -> _Change:
    if before is None:
        return "added"
    if before.gone == now.gone:
        return "changed"
    return "gone" if now.gone else "back"
