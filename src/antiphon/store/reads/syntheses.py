"""Texts that were written about turns."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.synthesis import Mode, Synthesis, decode_synthesis
from antiphon.store.tables import analyses, conversations, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

KIND: Final = "synthesis"
_DROPPED: Final = "dropped_"


class KeptSynthesis(NamedTuple):
    """A synthesis, the look it came of and its model, and how many of its sources led nowhere, by reason."""

    analysis_id: str
    model: str
    synthesis: Synthesis
    dropped: Mapping[str, int]


def read_synthesis(
    unit: Unit, turn_id: TurnId, analysis_id: str | None = None, *, mode: Mode | None = None
) -> KeptSynthesis | None:
    """The newest that was written to its end about this turn; none when there is none, or the turn is gone.

    With a mode it is the newest of that kind. An earlier one can be had by its name, or `NotFound`.
    """
    query = _living(unit).where(analyses.c.turn_id == turn_id)
    if mode is not None:
        query = query.where(analyses.c.result["mode"].as_string() == mode)
    if analysis_id is None:
        return _first(unit, query)
    kept = _first(unit, query.where(analyses.c.id == analysis_id))
    if kept is None:
        raise NotFound("synthesis", analysis_id)
    return kept


def read_usable_synthesis(unit: Unit, conversation_id: ConversationId, analysis_id: str) -> Synthesis:
    """The one that was named, if it is about a turn of this very conversation that is still there; or `NotFound`."""
    query = _living(unit).where(analyses.c.id == analysis_id, analyses.c.conversation_id == conversation_id)
    kept = _first(unit, query)
    if kept is None:
        raise NotFound("synthesis", analysis_id)
    return kept.synthesis


def read_sent_synthesis(unit: Unit, conversation_id: ConversationId, analysis_id: str) -> Synthesis | None:
    """One that a turn on disk was sent with, whatever became of the turn it speaks of; none when it was erased."""
    query = _written(unit).where(analyses.c.id == analysis_id, analyses.c.conversation_id == conversation_id)
    kept = _first(unit, query)
    return None if kept is None else kept.synthesis


def _written(unit: Unit) -> Select[Any]:
    return select(analyses.c.id, analyses.c.model, analyses.c.result, analyses.c.counts).where(
        visible(unit, analyses), analyses.c.kind == KIND, analyses.c.status == "done"
    )


def _living(unit: Unit) -> Select[Any]:
    return (
        _written(unit)
        .join(turns, turns.c.id == analyses.c.turn_id)
        .join(conversations, conversations.c.id == analyses.c.conversation_id)
        .where(turns.c.deleted_at.is_(None), conversations.c.removed_at.is_(None))
    )


def _first(unit: Unit, query: Select[Any]) -> KeptSynthesis | None:
    ordered = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(1)
    row: Row[Any] | None = unit.connection.execute(ordered).one_or_none()
    if row is None:
        return None
    dropped = {name.removeprefix(_DROPPED): n for name, n in row.counts.items() if name.startswith(_DROPPED)}
    return KeptSynthesis(row.id, row.model, decode_synthesis(row.result), dropped)
