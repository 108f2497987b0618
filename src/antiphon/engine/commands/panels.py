"""Make a panel, change it, take it away, take some in from a file, give a conversation another one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

from antiphon.access.principal import Principal
from antiphon.advisors.changes import Changes, tidy
from antiphon.advisors.panel import MOST_SEATS, Panel, RoundHabits
from antiphon.advisors.panel_file import PanelRow
from antiphon.advisors.phase import Phase
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId
from antiphon.conversation.text import clean_text, on_one_line
from antiphon.conversation.thinking import Thinking
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.writes import panels as write
from antiphon.store.writes.panels import PanelFile, PanelImporting, read_panel_importing
from antiphon.store.writes.panels import choose_panel as write_panel
from antiphon.store.writes.panels import import_panels as write_all
from antiphon.store.writes.recorded import recorded_line_up


async def create_panel(
    engine: Engine,
    principal: Principal,
    name: str,
    advisor_ids: Sequence[AdvisorId],
    early_turns: int | None = None,
    *,
    phases: tuple[Phase, ...] | None = None,
    rounds: RoundHabits | None = None,
    thinking: Thinking | None = None,
) -> PanelId:
    """A new panel; `NotFound` for an advisor that cannot be asked, `Malformed` for phases that have no end."""
    engine.check_open()
    _check_seats(advisor_ids)
    habits = rounds or RoundHabits()
    panel = Panel(PanelId(new_id("p")), _tidy_name(name), tuple(advisor_ids), rounds=habits, thinking=thinking)
    panel = panel.arrange(phases, early_turns)
    await engine.store.write(principal, recorded_line_up, new_deed(), write.create_panel, panel, datetime.now(UTC))
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
    thinking: Thinking | Literal["none"] | None = None,
) -> None:
    """What is given changes, for the next turn of every conversation with this panel."""
    engine.check_open()
    if advisor_ids is not None:
        _check_seats(advisor_ids)
    tidied = None if name is None else _tidy_name(name)
    await engine.store.write(
        principal,
        recorded_line_up,
        new_deed(),
        write.change_panel,
        panel_id,
        name=tidied,
        advisor_ids=advisor_ids,
        early_turns=early_turns,
        phases=phases,
        rounds=rounds,
        thinking=thinking,
    )


async def make_default(engine: Engine, principal: Principal, panel_id: PanelId) -> None:
    """The panel of conversations that name none."""
    engine.check_open()
    await engine.store.write(principal, recorded_line_up, new_deed(), write.make_default, panel_id)


async def remove_panel(engine: Engine, principal: Principal, panel_id: PanelId) -> None:
    """Its conversations go on with the default panel; `LastPanel` for the only one."""
    engine.check_open()
    await engine.store.write(principal, recorded_line_up, new_deed(), write.remove_panel, panel_id)


def _check_seats(advisor_ids: Sequence[AdvisorId]) -> None:
    if not 1 <= len(advisor_ids) <= MOST_SEATS or len(set(advisor_ids)) != len(advisor_ids):
        raise Malformed(f"a panel has 1 to {MOST_SEATS} advisors, and each of them once")


def _tidy_name(name: str) -> str:
    tidied = " ".join(clean_text(name).split())
    if not tidied:
        raise Malformed("a panel needs a name")
    return tidied


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
    return await engine.store.write(principal, recorded_line_up, new_deed(), write_all, file, datetime.now(UTC))


def _tidy(row: PanelRow) -> PanelRow:
    tidied = replace(row, name=on_one_line(row.name), seats=tuple(on_one_line(each) for each in row.seats))
    if not tidied.name:
        raise Malformed("a panel needs a name")
    if not 1 <= len(tidied.seats) <= MOST_SEATS:
        raise Malformed(f"a panel has 1 to {MOST_SEATS} advisors")
    return tidied


async def choose_panel(
    engine: Engine, principal: Principal, conversation_id: ConversationId, panel_id: PanelId
) -> ConversationLine:
    """The conversation with its new panel, which the next message goes to; what is being answered goes on."""
    engine.check_open()
    await engine.store.write(principal, write_panel, conversation_id, panel_id)
    return await engine.store.read(principal, read_conversation, conversation_id)
