"""Runs of rounds: one, those of a conversation, those that somebody must see on."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, TurnId
from antiphon.conversation.round import Round, RoundRun
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.tables import analyses, conversations, round_runs
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST: Final = 20


def read_run(unit: Unit, run_id: str) -> RoundRun:
    """One of them, or `NotFound`."""
    query = _standing(unit).where(round_runs.c.id == run_id)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("run", run_id)
    return as_run(row)


def read_runs(unit: Unit, conversation_id: ConversationId) -> tuple[RoundRun, ...]:
    """The newest of a conversation, newest first."""
    query = _standing(unit).where(round_runs.c.conversation_id == conversation_id)
    query = query.order_by(round_runs.c.created_at.desc(), round_runs.c.id.desc()).limit(_MOST)
    return tuple(as_run(row) for row in unit.connection.execute(query))


def has_open_run(unit: Unit, conversation_id: ConversationId) -> bool:
    """Whether advisors are answering each other here, or wait for the person's word to go on."""
    query = select(round_runs.c.id).where(
        visible(unit, round_runs),
        round_runs.c.conversation_id == conversation_id,
        round_runs.c.status != "ended",
    )
    return unit.connection.execute(query.limit(1)).one_or_none() is not None


def read_looks_since(unit: Unit, turn_ids: Sequence[TurnId], since: datetime) -> tuple[AnalysisUse, ...]:
    """What maps of these turns, and looks for what is new in them, that began since then have used."""
    query = select(analyses.c.model, analyses.c.usage).where(
        visible(unit, analyses),
        analyses.c.turn_id.in_(turn_ids),
        analyses.c.created_at >= since,
        analyses.c.kind.in_(("map", "news")),
    )
    names = AnalysisUse._fields[1:]
    return tuple(
        AnalysisUse(row.model, *(int(row.usage.get(name, 0)) for name in names))
        for row in unit.connection.execute(query)
    )


def as_run(row: Row[Any]) -> RoundRun:
    """The run a row stands for. It is between those who are split when its rounds went by maps."""
    rounds = tuple(decode_round(each) for each in row.rounds)
    return RoundRun(
        id=row.id,
        conversation_id=ConversationId(row.conversation_id),
        owner_id=PrincipalId(row.owner_id),
        planned=row.planned,
        text=row.text,
        created_at=row.created_at,
        ceiling=row.ceiling,
        asks=row.asks,
        until_quiet=row.until_quiet,
        advisor_ids=None if row.advisor_ids is None else tuple(AdvisorId(each) for each in row.advisor_ids),
        choice=row.choice,
        status=row.status,
        reason=row.reason,
        facts=row.facts,
        rounds=rounds,
        only_split=any(each.map_id is not None for each in rounds),
    )


def encode_round(one: Round) -> dict[str, Any]:
    """A round as JSON."""
    return {name: getattr(one, name) for name in Round.__slots__}


def decode_round(body: Mapping[str, Any]) -> Round:
    """The round that was encoded."""
    return Round(**{**body, "turn_id": TurnId(body["turn_id"])})


def _standing(unit: Unit) -> Any:
    """Runs of conversations that were not archived for good."""
    return (
        select(round_runs)
        .join(conversations, conversations.c.id == round_runs.c.conversation_id)
        .where(visible(unit, round_runs), conversations.c.removed_at.is_(None))
    )
