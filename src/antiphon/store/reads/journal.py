"""The journal: decisions with how the advisors stood, and where they were made while that place is there.

What every advisor had said is frozen with a decision and may be long; where a list shows who stood where, the words
stay in the database.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import JSON, ColumnElement, Row, Select, and_, column, func, or_, select, type_coerce

from antiphon.conversation.decision import Decision, FrozenStance, decode_frozen
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.store.reads.conversations import OPENING, cut_opening
from antiphon.store.reads.newest import find_newest
from antiphon.store.reads.search import may_fit
from antiphon.store.reads.snippet import Snippet, cut_snippet
from antiphon.store.tables import conversations, decisions, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# Whoever has more that wait has stopped looking back; the oldest of them can still be opened.
_MOST_WAITING: Final = 1_000
_LINE: Final = tuple(name for name in FrozenStance.__dataclass_fields__ if name != "text")


class Placed(NamedTuple):
    """A decision, and the title and turn number of the place it was made in; both absent once it is gone.

    A conversation without a title is called by its first words, as everywhere.
    """

    decision: Decision
    title: str | None
    position: int | None


class DecisionHit(NamedTuple):
    """A decision in which the words stand, and the piece around them."""

    id: str
    conversation_id: ConversationId
    turn_id: TurnId
    question: str
    choice: str
    created_at: datetime
    snippet: Snippet


def read_decision(unit: Unit, decision_id: str) -> Placed:
    """One of them, or `NotFound`; one that was taken out is not found."""
    row = unit.connection.execute(_standing(unit).where(decisions.c.id == decision_id)).one_or_none()
    if row is None:
        raise NotFound("decision", decision_id)
    return _as_placed(row)


def read_waiting(unit: Unit) -> tuple[Placed, ...]:
    """Those without an outcome: the day to look back that comes first stands first, those without a day last.

    Like all lists, without what the advisors had said.
    """
    query = _standing(unit, words=False).where(decisions.c.outcome.is_(None))
    order = (decisions.c.review_at.is_(None), decisions.c.review_at, decisions.c.created_at.desc(), decisions.c.id)
    return tuple(map(_as_placed, unit.connection.execute(query.order_by(*order).limit(_MOST_WAITING))))


def read_known(unit: Unit, *, limit: int, before: str | None = None) -> tuple[Placed, ...]:
    """Those whose outcome is known, newest first, or those that are older than one of them."""
    query = _standing(unit, words=False).where(decisions.c.outcome.is_not(None))
    if before is not None:
        mark = read_decision(unit, before).decision
        earlier = and_(decisions.c.created_at == mark.created_at, decisions.c.id < mark.id)
        query = query.where(or_(decisions.c.created_at < mark.created_at, earlier))
    newest = query.order_by(decisions.c.created_at.desc(), decisions.c.id.desc())
    return tuple(map(_as_placed, unit.connection.execute(newest.limit(limit))))


def read_journal(unit: Unit, *, words: bool = True) -> tuple[Decision, ...]:
    """Every decision there is, oldest first; with what the advisors had said, or without."""
    query = _standing(unit, words=words).order_by(decisions.c.created_at, decisions.c.id)
    return tuple(_as_placed(row).decision for row in unit.connection.execute(query))


def read_decisions_of(unit: Unit, turn_ids: Sequence[TurnId]) -> tuple[Placed, ...]:
    """Those that were made in these turns, oldest first."""
    query = _standing(unit, words=False).where(decisions.c.turn_id.in_(turn_ids))
    return tuple(map(_as_placed, unit.connection.execute(query.order_by(decisions.c.created_at, decisions.c.id))))


def count_due(unit: Unit, now: datetime) -> int:
    """How many wait for their outcome although their day has come."""
    query = (
        select(func.count())
        .select_from(decisions)
        .where(
            visible(unit, decisions),
            decisions.c.removed_at.is_(None),
            decisions.c.outcome.is_(None),
            decisions.c.review_at <= now,
        )
    )
    return int(unit.connection.execute(query).scalar_one())


def search_decisions(
    unit: Unit, words: str, limit: int, conversation_id: ConversationId | None = None
) -> tuple[DecisionHit, ...]:
    """Decisions whose question, choice, outcome or what would change the person's mind hold the words, newest first."""
    texts = (decisions.c.question, decisions.c.choice, decisions.c.change_my_mind, decisions.c.outcome_text)
    names = ("id", "conversation_id", "turn_id", "created_at")
    query = (
        select(*(decisions.c[name] for name in names), *texts)
        .where(
            visible(unit, decisions),
            decisions.c.removed_at.is_(None),
            or_(*(may_fit(unit, text, words) for text in texts)),
        )
        .order_by(decisions.c.created_at.desc(), decisions.c.id.desc())
    )
    if conversation_id is not None:
        query = query.where(decisions.c.conversation_id == conversation_id)

    def match(row: Row[Any]) -> DecisionHit | None:
        found = (cut_snippet(getattr(row, text.name), words) for text in texts)
        snippet = next((each for each in found if each is not None), None)
        if snippet is None:
            return None
        place = (ConversationId(row.conversation_id), TurnId(row.turn_id))
        return DecisionHit(row.id, *place, row.question, row.choice, row.created_at, snippet)

    return find_newest(unit, query, match, limit)


def _standing(unit: Unit, *, words: bool = True) -> Select[Any]:
    """Every row that was not taken out, with the place it was made in as far as that is there."""
    here = and_(conversations.c.id == decisions.c.conversation_id, conversations.c.removed_at.is_(None))
    turn = and_(turns.c.id == decisions.c.turn_id, turns.c.deleted_at.is_(None))
    return (
        select(
            *(each for each in decisions.c if each.name != "stances"),
            decisions.c.stances if words else _without_words(unit).label("stances"),
            conversations.c.title,
            OPENING.label("opening"),
            turns.c.position,
        )
        .select_from(decisions)
        .outerjoin(conversations, and_(here, visible(unit, conversations)))
        .outerjoin(turns, and_(turn, visible(unit, turns)))
        .where(visible(unit, decisions), decisions.c.removed_at.is_(None))
    )


def _without_words(unit: Unit) -> ColumnElement[Any]:
    """Every stance in its order, with no text."""
    if unit.dialect == "sqlite":
        each = func.json_each(decisions.c.stances).table_valued("value", name="each")
        kept = func.json_group_array(func.json_set(each.c.value, "$.text", ""))
    else:
        each = func.json_array_elements(decisions.c.stances).table_valued(column("value", JSON), name="each")
        each = each.render_derived()
        named = [part for name in _LINE for part in (name, each.c.value[name])]
        kept = func.json_agg(func.json_build_object(*named, "text", ""))
    return type_coerce(select(kept).select_from(each).scalar_subquery(), JSON)


def _as_placed(row: Row[Any]) -> Placed:
    decision = Decision(
        id=row.id,
        conversation_id=ConversationId(row.conversation_id),
        turn_id=TurnId(row.turn_id),
        question=row.question,
        options=tuple(row.options),
        choice=row.choice,
        confidence=row.confidence,
        change_my_mind=row.change_my_mind,
        stances=tuple(decode_frozen(each) for each in row.stances or ()),
        created_at=row.created_at,
        review_at=row.review_at,
        reviewer_id=None if row.reviewer_id is None else AdvisorId(row.reviewer_id),
        outcome=row.outcome,
        outcome_text=row.outcome_text,
        outcome_at=row.outcome_at,
    )
    title = row.title if row.title != "" else cut_opening(row.opening or "")
    return Placed(decision, title, None if row.title is None else row.position)
