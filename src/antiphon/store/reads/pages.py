"""A page of turns around any place of a conversation."""

from typing import Literal, NamedTuple

from sqlalchemy import Select, select

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.turns import has_turns_before, read_turns
from antiphon.store.tables import turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

Side = Literal["before", "after", "at"]


class PageAnchor(NamedTuple):
    """Where a page is wanted: before a position, after it, or around it."""

    side: Side
    position: int


class PageOfTurns(NamedTuple):
    """Turns, oldest first, and whether there are more on either side."""

    turns: tuple[Turn, ...]
    has_older: bool
    has_newer: bool


def read_page(unit: Unit, conversation_id: ConversationId, place: PageAnchor | None, *, limit: int) -> PageOfTurns:
    """The newest turns, or those at a place, in one snapshot; `NotFound` for a conversation that is not there.

    Around a position as many are older as are newer, as far as there are enough of both.
    """
    read_conversation(unit, conversation_id)
    positions = _choose(unit, conversation_id, place, limit)
    if not positions:
        return _look_past_the_end(unit, conversation_id, place)
    first, last = positions[0], positions[-1]
    return PageOfTurns(
        turns=read_turns(unit, conversation_id, before=last + 1, limit=len(positions)),
        has_older=has_turns_before(unit, conversation_id, first),
        has_newer=bool(_read_after(unit, conversation_id, last, 1)),
    )


def _choose(unit: Unit, conversation_id: ConversationId, place: PageAnchor | None, limit: int) -> list[int]:
    """The positions of the page, oldest first."""
    if place is None or place.side == "before":
        return _read_before(unit, conversation_id, None if place is None else place.position, limit)
    if place.side == "after":
        return _read_after(unit, conversation_id, place.position, limit)
    # The turn itself counts among the newer ones.
    older = _read_before(unit, conversation_id, place.position, limit)
    newer = _read_after(unit, conversation_id, place.position - 1, limit)
    wanted_older = max(limit // 2, limit - len(newer))
    kept = older[-wanted_older:] if wanted_older else []
    return kept + newer[: limit - len(kept)]


def _look_past_the_end(unit: Unit, conversation_id: ConversationId, place: PageAnchor | None) -> PageOfTurns:
    """Nothing on this side; perhaps on the other."""
    if place is None:
        return PageOfTurns((), has_older=False, has_newer=False)
    before = has_turns_before(unit, conversation_id, place.position + 1)
    after = bool(_read_after(unit, conversation_id, place.position - 1, 1))
    return PageOfTurns((), has_older=before and place.side == "after", has_newer=after and place.side == "before")


def _read_before(unit: Unit, conversation_id: ConversationId, position: int | None, limit: int) -> list[int]:
    query = _living(unit, conversation_id)
    if position is not None:
        query = query.where(turns.c.position < position)
    found = unit.connection.execute(query.order_by(turns.c.position.desc()).limit(limit)).scalars().all()
    return list(reversed(found))


def _read_after(unit: Unit, conversation_id: ConversationId, position: int, limit: int) -> list[int]:
    query = _living(unit, conversation_id).where(turns.c.position > position)
    return list(unit.connection.execute(query.order_by(turns.c.position).limit(limit)).scalars())


def _living(unit: Unit, conversation_id: ConversationId) -> Select[int]:
    return select(turns.c.position).where(
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        turns.c.deleted_at.is_(None),
    )
