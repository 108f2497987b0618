"""Things keep their short names."""

from collections.abc import Mapping

from antiphon.advisors.slug import propose_slugs
from antiphon.store.dialect import insert_into
from antiphon.store.reads.slugs import SlugKind, read_slugs
from antiphon.store.tables import slugs
from antiphon.store.unit import Unit


def keep_slugs(unit: Unit, kind: SlugKind, names: Mapping[str, str]) -> None:
    """Let each of these things, by id and name, keep the slug it was offered under, unless it has one.

    Whoever keeps another at the same moment is not in the way: what is not kept now is kept the next time.
    """
    proposed = propose_slugs(read_slugs(unit, kind), names)
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "kind": kind,
            "thing_id": thing_id,
            "slug": slug,
        }
        for thing_id, slug in proposed.items()
    ]
    if rows:
        unit.connection.execute(insert_into(slugs, unit.dialect).on_conflict_do_nothing(), rows)
