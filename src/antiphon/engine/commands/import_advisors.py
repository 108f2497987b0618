"""Take advisors in from a file, or only say what would happen."""

from collections.abc import Sequence
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.changes import Changes, tidy
from antiphon.advisors.exchange import Mode
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.reads.line_up import Importing, read_importing
from antiphon.store.writes.save_advisor import import_advisors as write_all


async def import_advisors(
    engine: Engine, principal: Principal, rows: Sequence[Changes], mode: Mode, *, dry_run: bool
) -> Importing:
    """What becomes of every row, in one transaction: all of it or nothing. A dry run writes nothing.

    The ids of advisors that are new are true only when it was not a dry run.
    """
    tidied = [tidy(row) for row in rows]
    new_ids = [AdvisorId(new_id("a")) for _ in rows]
    if dry_run:
        return await engine.store.read(principal, read_importing, tidied, new_ids, mode)
    engine.check_open()
    return await engine.store.write(principal, write_all, tidied, new_ids, mode, datetime.now(UTC))
