"""Take panels in from a file, or only say what would happen."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.changes import Changes, tidy
from antiphon.advisors.panel import MOST_SEATS
from antiphon.advisors.panel_file import PanelRow
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.conversation.text import on_one_line
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.writes.import_panels import PanelFile, PanelImporting, read_panel_importing
from antiphon.store.writes.import_panels import import_panels as write_all


async def import_panels(
    engine: Engine, principal: Principal, advisors: Sequence[Changes], panels: Sequence[PanelRow], *, dry_run: bool
) -> PanelImporting:
    """What becomes of every row, in one transaction: all of it or nothing. A dry run writes nothing.

    Refuses a panel without a name, one with nobody or too many on it, one that names somebody who is neither in the
    file nor here, and phases that have no end. Ids of what is new are true only when it was not a dry run.
    """
    file = PanelFile(
        [tidy(row) for row in advisors],
        [AdvisorId(new_id("a")) for _ in advisors],
        [_tidy(row) for row in panels],
        [PanelId(new_id("p")) for _ in panels],
    )
    if dry_run:
        return await engine.store.read(principal, read_panel_importing, file)
    engine.check_open()
    return await engine.store.write(principal, write_all, file, datetime.now(UTC))


def _tidy(row: PanelRow) -> PanelRow:
    tidied = replace(row, name=on_one_line(row.name), seats=tuple(on_one_line(each) for each in row.seats))
    if not tidied.name:
        raise Malformed("a panel needs a name")
    if not 1 <= len(tidied.seats) <= MOST_SEATS:
        raise Malformed(f"a panel has 1 to {MOST_SEATS} advisors")
    return tidied
