"""A review that has to wait is put off; when whatever it waits for has changed, it waits no more."""

from datetime import datetime

from sqlalchemy import update

from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.store.reads.reviews import DueReview
from antiphon.store.tables import decisions
from antiphon.store.unit import Unit


def put_off_review(unit: Unit, due: DueReview, until: datetime) -> None:
    """Nobody asks about it before this moment; the day it is due stays what it was."""
    mine = (decisions.c.id == due.decision_id) & (decisions.c.workspace_id == unit.workspace_id)
    unit.connection.execute(update(decisions).where(mine).values(waits_until=until))


def release_reviews(unit: Unit, conversation_id: ConversationId, reviewer_id: AdvisorId) -> None:
    """What this advisor wants to ask about here waits no more: other quiet hours may hold now, or none."""
    statement = update(decisions).where(
        decisions.c.workspace_id == unit.workspace_id,
        decisions.c.conversation_id == conversation_id,
        decisions.c.reviewer_id == reviewer_id,
        decisions.c.waits_until.is_not(None),
    )
    unit.connection.execute(statement.values(waits_until=None))
