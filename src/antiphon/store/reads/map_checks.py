"""Which models were checked for judging claims, and what came of it."""

from typing import Any, Final

from sqlalchemy import Row, Select, select

from antiphon.conversation.map_check import MapCheck, decode_check
from antiphon.store.tables import analyses
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

KIND: Final = "map_check"


def read_check(unit: Unit, model: str, prompt: str, embedder: str | None) -> MapCheck | None:
    """The newest check of this model with these words and this way to reckon nearness; none when there is none."""
    found = unit.connection.execute(_checks(unit).where(analyses.c.model == model))
    checks = (_as_check(row) for row in found)
    return next((each for each in checks if (each.prompt, each.embedder) == (prompt, embedder)), None)


def read_source_check(unit: Unit, model: str, wording: str) -> MapCheck | None:
    """The newest check of this model that held sentences to sources with these words; none when there is none."""
    found = unit.connection.execute(_checks(unit).where(analyses.c.model == model))
    return next((each for each in map(_as_check, found) if each.source_prompt == wording), None)


def read_check_by_id(unit: Unit, analysis_id: str) -> MapCheck | None:
    """This check; none when it is not there any more."""
    row = unit.connection.execute(_checks(unit).where(analyses.c.id == analysis_id)).one_or_none()
    return None if row is None else _as_check(row)


def list_checks(unit: Unit) -> tuple[MapCheck, ...]:
    """The newest check of each model, the last one first."""
    found: dict[str, MapCheck] = {}
    for row in unit.connection.execute(_checks(unit)):
        found.setdefault(row.model, _as_check(row))
    return tuple(found.values())


def _checks(unit: Unit) -> Select[Any]:
    return (
        select(analyses.c.id, analyses.c.model, analyses.c.created_at, analyses.c.result)
        .where(visible(unit, analyses), analyses.c.kind == KIND, analyses.c.status == "done")
        .order_by(analyses.c.created_at.desc(), analyses.c.id.desc())
    )


def _as_check(row: Row[Any]) -> MapCheck:
    return decode_check(row.id, row.model, row.created_at, row.result)
