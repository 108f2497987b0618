"""Carry out a filter line that ends in a colon command."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import assert_never

from antiphon.access.principal import Principal
from antiphon.conversation.errors import CommandRefused, Malformed
from antiphon.conversation.event import Fact, Marks
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.engine.commands.export import write_turns
from antiphon.engine.commands.turns import TurnIds, draw_divider, mark_turns, remove_turns
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import ComposeRequest
from antiphon.filter import command as colon
from antiphon.filter.expand import expand
from antiphon.filter.format import format_filter
from antiphon.filter.meaning import check_command, has_boundary
from antiphon.filter.parse import parse_line
from antiphon.filter.tree import Expr
from antiphon.store.reads.filters import read_saved_filters
from antiphon.store.reads.history import read_shown_ids
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a line did, or would do: the turns it is about, and the fact or the text that came of it.

    A destructive command that was not confirmed has done nothing.
    """

    command: str
    turn_ids: TurnIds
    done: bool
    fact: Fact | None = None
    text: str | None = None
    undo: TurnIds = ()


async def run_command(
    engine: Engine, principal: Principal, conversation_id: ConversationId, line: str, *, confirmed: bool
) -> CommandResult:
    """Read the line and do what it says; `FilterInvalid` or `CommandRefused` otherwise.

    Deleting asks first: without confirmation only the turns are named. What was deleted can be restored.
    """
    parsed = parse_line(line)
    if parsed.command is None:
        raise Malformed("the line has no command; commands begin with a colon, like :star 2")
    whole = await engine.store.read(principal, _expand, parsed.filter, line)
    check_command(whole, parsed.command)
    name = colon.name_of(parsed.command)
    if isinstance(parsed.command, colon.Hud):
        return CommandResult(name, (), done=True)
    if isinstance(parsed.command, colon.New):
        return CommandResult(name, (), done=True, fact=await draw_divider(engine, principal, conversation_id))
    turn_ids = await engine.store.read(principal, _select, engine, conversation_id, whole)
    if not turn_ids:
        return CommandResult(name, (), done=False)
    if isinstance(parsed.command, colon.Export):
        text = await engine.store.read(principal, write_turns, conversation_id, turn_ids, parsed.command.format)
        return CommandResult(name, turn_ids, done=True, text=text)
    if isinstance(parsed.command, colon.Delete):
        if not confirmed:
            return CommandResult(name, turn_ids, done=False)
        removed = await remove_turns(engine, principal, conversation_id, turn_ids)
        return CommandResult(name, turn_ids, done=True, fact=removed, undo=turn_ids)
    marks = await engine.store.read(principal, _marks_of, conversation_id, parsed.command)
    marked = await mark_turns(engine, principal, conversation_id, turn_ids, marks)
    return CommandResult(name, turn_ids, done=True, fact=marked)


def _expand(unit: Unit, expr: Expr, line: str) -> Expr:
    """What the filter says without the names of saved ones: what it means by now is what is looked at and done."""
    return expand(expr, read_saved_filters(unit), line=line)


def _select(unit: Unit, engine: Engine, conversation_id: ConversationId, whole: Expr) -> TurnIds:
    """The turns the filter shows; where it asks for the boundary, the whole panel's."""
    compose_request = ComposeRequest(
        conversation_id=conversation_id,
        asked=read_panel_advisors(unit, conversation_id) if has_boundary(whole) else (),
        human_text="",
        at=datetime.now(UTC),
        choice=replace(engine.options_of(unit.principal).choice, filter=format_filter(whole)),
    )
    composing = engine.composer.compose(unit, compose_request)
    return tuple(TurnId(each) for each in read_shown_ids(unit, conversation_id, composing.predicted.shown))


def _marks_of(unit: Unit, conversation_id: ConversationId, command: colon.Command) -> Marks:
    match command:
        case colon.Star():
            return {"stars": command.count}
        case colon.Pin():
            return {"pinned": True}
        case colon.Unpin():
            return {"pinned": False}
        case colon.MoveToTopic():
            return {"topic": command.path}
        case colon.Tag():
            return {"add_tags": [command.name]}
        case colon.Flag():
            return {"colour_flag": None if command.colour is None else str(command.colour)}
        case colon.Out():
            return {"contexts": {_advisor(unit, conversation_id, command.advisor): "out"}}
        case colon.In():
            return {"contexts": {_advisor(unit, conversation_id, command.advisor): "in"}}
        case colon.Export() | colon.Delete() | colon.Hud() | colon.New():
            raise CommandRefused(colon.name_of(command), "it sets no marks")
        case _:
            assert_never(command)


def _advisor(unit: Unit, conversation_id: ConversationId, wanted: str | None) -> AdvisorId:
    """The one advisor of the panel with this id or name; nobody named means everybody."""
    if wanted is None:
        return AdvisorId("")
    seated: Sequence[tuple[AdvisorId, str]] = [
        (each.id, each.name) for each in read_panel_advisors(unit, conversation_id)
    ]
    fitting = [each for each, name in seated if wanted.casefold() in (each.casefold(), name.casefold())]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(name for _, name in seated)
    reason = (
        f"several advisors are called {wanted}; use an id" if fitting else f"no advisor is called {wanted}: {names}"
    )
    raise CommandRefused("out", reason)
