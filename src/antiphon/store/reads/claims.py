"""The map of a turn: what was claimed in it, and who stands where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Row, Select, select

from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim, Verdict, decode_stance, order_claims
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.reads.analyses import read_newest
from antiphon.store.tables import analyses, claims, conversations, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

KIND: Final = "map"
_DROPPED: Final = "dropped_"


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The last map that was drawn of a turn; the most contested claim comes first.

    `read` holds a hash of the words that were read, by reply; `unread` names the replies that no claims could be read
    from, with the code of the reason. `dropped` counts what the model said and what did not hold, by reason.
    `ungrouped` counts claims that nobody compared, because they were too many to be read at once: so it was in maps
    that a model sorted in one go. `grouped_by` is `alone`, `words`, `meaning`, `judge`, or `model` for those. `check`
    names the look that checked the model. `verdicts` are what it said of pairs of claims, `judged_with` which model and
    which wording that was. `readings` are the claims of each voice as they were read, by reply: words, start and end.
    """

    analysis_id: str
    conversation_id: ConversationId
    turn_id: TurnId
    position: int
    model: str
    claims: tuple[Claim, ...]
    read: Mapping[str, str]
    unread: Mapping[str, str]
    dropped: Mapping[str, int]
    ungrouped: int = 0
    grouped_by: str = "model"
    sides_read: bool = True
    check: str | None = None
    judged_with: Sequence[str] = ()
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    readings: Mapping[str, Sequence[tuple[str, int, int]]] = field(default_factory=dict)


def read_map(unit: Unit, turn_id: TurnId) -> RoomMap | None:
    """The newest map of this turn that was drawn to its end; none when there is none, or the turn is gone."""
    query = _maps(unit).where(analyses.c.turn_id == turn_id)
    query = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(1)
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else _as_map(row, _read_claims(unit, (row.id,)).get(row.id, ()))


def read_drawn(unit: Unit, analysis_id: str) -> RoomMap | None:
    """This very map, if it was drawn to its end; none when it is gone, with its turn or by itself."""
    row = unit.connection.execute(_maps(unit).where(analyses.c.id == analysis_id)).one_or_none()
    return None if row is None else _as_map(row, _read_claims(unit, (row.id,)).get(row.id, ()))


def read_newest_map(unit: Unit, turn_id: TurnId) -> Analysis | None:
    """The newest attempt at a map of this turn, without its calls, however it ended."""
    return read_newest(unit, turn_id, KIND)


def read_claim(unit: Unit, analysis_id: str, number: int) -> Claim:
    """One claim of a map, or `NotFound`; with its turn or its conversation, it is gone too."""
    found = _read_claims(unit, (analysis_id,)).get(analysis_id, ())
    living = unit.connection.execute(_maps(unit).where(analyses.c.id == analysis_id)).one_or_none()
    claim = next((each for each in found if living is not None and each.number == number), None)
    if claim is None:
        raise NotFound("claim", f"{analysis_id}/{number}")
    return claim


def _maps(unit: Unit) -> Select[Any]:
    """Every map that was drawn to its end, of turns and conversations that are there."""
    return (
        select(
            analyses.c.id,
            analyses.c.conversation_id,
            analyses.c.turn_id,
            turns.c.position,
            analyses.c.model,
            analyses.c.counts,
            analyses.c.result,
        )
        .join(turns, turns.c.id == analyses.c.turn_id)
        .join(conversations, conversations.c.id == analyses.c.conversation_id)
        .where(
            visible(unit, analyses),
            analyses.c.kind == KIND,
            analyses.c.status == "done",
            turns.c.deleted_at.is_(None),
            conversations.c.removed_at.is_(None),
        )
    )


def _read_claims(unit: Unit, analysis_ids: Iterable[str]) -> dict[str, tuple[Claim, ...]]:
    query = select(claims).where(visible(unit, claims), claims.c.analysis_id.in_(analysis_ids))
    found: dict[str, list[Claim]] = {}
    for row in unit.connection.execute(query.order_by(claims.c.number)):
        stances = tuple(decode_stance(each) for each in row.stances)
        found.setdefault(row.analysis_id, []).append(Claim(row.number, row.text, stances))
    return {analysis_id: order_claims(its) for analysis_id, its in found.items()}


def _as_map(row: Row[Any], its_claims: tuple[Claim, ...]) -> RoomMap:
    result: Mapping[str, Any] = row.result or {}
    return RoomMap(
        analysis_id=row.id,
        conversation_id=ConversationId(row.conversation_id),
        turn_id=TurnId(row.turn_id),
        position=row.position,
        model=row.model,
        claims=its_claims,
        read=dict(result.get("read", {})),
        unread=dict(result.get("unread", {})),
        dropped={name.removeprefix(_DROPPED): n for name, n in row.counts.items() if name.startswith(_DROPPED)},
        ungrouped=int(row.counts.get("ungrouped", 0)),
        grouped_by=result.get("grouped_by", "model"),
        sides_read=result.get("sides_read", True),
        check=result.get("check"),
        judged_with=result.get("judged_with", ()),
        verdicts=dict(result.get("verdicts", {})),
        readings=dict(result.get("readings", {})),
    )
