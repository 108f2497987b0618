"""Make a panel, change it, make it the default, take it away."""

from collections.abc import Sequence
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.panel import MOST_SEATS, Panel, RoundHabits
from antiphon.advisors.phase import Phase
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.writes import save_panel as write


async def create_panel(
    engine: Engine,
    principal: Principal,
    name: str,
    advisor_ids: Sequence[AdvisorId],
    early_turns: int | None = None,
    *,
    phases: tuple[Phase, ...] | None = None,
    rounds: RoundHabits | None = None,
) -> PanelId:
    """A new panel; `NotFound` for an advisor that cannot be asked, `Malformed` for phases that have no end."""
    engine.check_open()
    _check_seats(advisor_ids)
    panel = Panel(PanelId(new_id("p")), _tidy_name(name), tuple(advisor_ids), rounds=rounds or RoundHabits())
    panel = panel.arrange(phases, early_turns)
    await engine.store.write(principal, write.create_panel, panel, datetime.now(UTC))
    return panel.id


async def change_panel(
    engine: Engine,
    principal: Principal,
    panel_id: PanelId,
    *,
    name: str | None = None,
    advisor_ids: Sequence[AdvisorId] | None = None,
    early_turns: int | None = None,
    phases: tuple[Phase, ...] | None = None,
    rounds: RoundHabits | None = None,
) -> None:
    """What is given changes, for the next turn of every conversation with this panel."""
    engine.check_open()
    if advisor_ids is not None:
        _check_seats(advisor_ids)
    tidied = None if name is None else _tidy_name(name)
    await engine.store.write(
        principal,
        write.change_panel,
        panel_id,
        name=tidied,
        advisor_ids=advisor_ids,
        early_turns=early_turns,
        phases=phases,
        rounds=rounds,
    )


async def make_default(engine: Engine, principal: Principal, panel_id: PanelId) -> None:
    """The panel of conversations that name none."""
    engine.check_open()
    await engine.store.write(principal, write.make_default, panel_id)


async def remove_panel(engine: Engine, principal: Principal, panel_id: PanelId) -> None:
    """Its conversations go on with the default panel; `LastPanel` for the only one."""
    engine.check_open()
    await engine.store.write(principal, write.remove_panel, panel_id)


def _check_seats(advisor_ids: Sequence[AdvisorId]) -> None:
    if not 1 <= len(advisor_ids) <= MOST_SEATS or len(set(advisor_ids)) != len(advisor_ids):
        raise Malformed(f"a panel has 1 to {MOST_SEATS} advisors, and each of them once")


def _tidy_name(name: str) -> str:
    tidied = " ".join(clean_text(name).split())
    if not tidied:
        raise Malformed("a panel needs a name")
    return tidied
