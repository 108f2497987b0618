"""Claims whose wording holds the words looked for."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, exists, select

from antiphon.conversation.claim import Claim, Label, decode_stance
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.reads.newest import find_newest
from antiphon.store.reads.search import may_fit
from antiphon.store.reads.snippet import Snippet, cut_snippet
from antiphon.store.tables import analyses, claims, conversations, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_later = analyses.alias("later")


class ClaimHit(NamedTuple):
    """A claim of the last map of a turn, and how the voices stand to it."""

    conversation_id: ConversationId
    turn_id: TurnId
    position: int
    number: int
    label: Label
    created_at: datetime
    snippet: Snippet


def search_claims(
    unit: Unit, words: str, limit: int, conversation_id: ConversationId | None = None
) -> tuple[ClaimHit, ...]:
    """Newest first. A claim of a map that was drawn anew since is not there any more."""
    query = (
        select(claims, turns.c.position)
        .join(analyses, analyses.c.id == claims.c.analysis_id)
        .join(turns, turns.c.id == claims.c.turn_id)
        .join(conversations, conversations.c.id == claims.c.conversation_id)
        .where(
            visible(unit, claims),
            turns.c.deleted_at.is_(None),
            conversations.c.removed_at.is_(None),
            may_fit(unit, claims.c.text, words),
            ~exists().where(
                _later.c.turn_id == analyses.c.turn_id,
                _later.c.kind == analyses.c.kind,
                _later.c.status == "done",
                _later.c.created_at > analyses.c.created_at,
            ),
        )
        .order_by(claims.c.created_at.desc(), claims.c.analysis_id, claims.c.number)
    )
    if conversation_id is not None:
        query = query.where(claims.c.conversation_id == conversation_id)
    else:
        query = query.where(conversations.c.kept_until.is_(None))

    def match(row: Row[Any]) -> ClaimHit | None:
        if (snippet := cut_snippet(row.text, words)) is None:
            return None
        stances = tuple(decode_stance(each) for each in row.stances)
        label = Claim(row.number, row.text, stances).label
        place = (ConversationId(row.conversation_id), TurnId(row.turn_id), row.position)
        return ClaimHit(*place, row.number, label, row.created_at, snippet)

    return find_newest(unit, query, match, limit)
