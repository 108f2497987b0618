"""The short names that programs use."""

from typing import Literal

from sqlalchemy import select

from antiphon.store.tables import slugs
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

SlugKind = Literal["advisor", "panel"]


def read_slugs(unit: Unit, kind: SlugKind) -> dict[str, str]:
    """Slugs by the id of what they stand for, also of what is archived or gone."""
    query = select(slugs.c.thing_id, slugs.c.slug).where(visible(unit, slugs), slugs.c.kind == kind)
    return {row.thing_id: row.slug for row in unit.connection.execute(query)}
