"""Make an advisor, give it another version, put it away."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.changes import Changes, tidy
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.reads.line_up import AdvisorLine
from antiphon.store.writes import save_advisor as write


async def create_advisor(engine: Engine, principal: Principal, content: Changes) -> AdvisorLine:
    """A new advisor, on no panel yet; `Malformed` without a name."""
    engine.check_open()
    advisor_id = AdvisorId(new_id("a"))
    return await engine.store.write(principal, write.create_advisor, advisor_id, tidy(content), datetime.now(UTC))


async def change_advisor(
    engine: Engine, principal: Principal, advisor_id: AdvisorId, changes: Changes, expect_version: int | None = None
) -> AdvisorLine:
    """The advisor after the changes. Replies that are on their way keep the version they were asked under.

    Saving what it already says makes no version. `AdvisorStale` when another one was saved than the one expected.
    """
    engine.check_open()
    at = datetime.now(UTC)
    return await engine.store.write(principal, write.change_advisor, advisor_id, tidy(changes), expect_version, at)


async def restore_advisor(engine: Engine, principal: Principal, advisor_id: AdvisorId, version: int) -> AdvisorLine:
    """The advisor as an earlier version had it, as a new version; `NotFound` for one there never was."""
    engine.check_open()
    return await engine.store.write(principal, write.restore_advisor, advisor_id, version, datetime.now(UTC))


async def archive_advisor(
    engine: Engine, principal: Principal, advisor_id: AdvisorId, *, archived: bool
) -> AdvisorLine:
    """Nobody asks an advisor that is put away; all it said stays. `PanelEmpty` for the last one of a panel."""
    engine.check_open()
    return await engine.store.write(principal, write.archive_advisor, advisor_id, archived=archived)
