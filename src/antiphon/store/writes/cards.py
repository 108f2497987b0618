"""An advisor comes by a character card."""

from datetime import datetime

from sqlalchemy import insert

from antiphon.advisors.changes import Changes
from antiphon.conversation.ids import AdvisorId
from antiphon.store.reads.advisors import AdvisorLine
from antiphon.store.reads.cards import KeptCard
from antiphon.store.tables import advisor_cards
from antiphon.store.unit import Unit
from antiphon.store.writes.advisors import create_advisor


def create_advisor_of_card(
    unit: Unit, advisor_id: AdvisorId, content: Changes, kept: KeptCard, at: datetime
) -> AdvisorLine:
    """Write the first version of an advisor, and the whole card beside it."""
    line = create_advisor(unit, advisor_id, content, at)
    row = {"workspace_id": unit.workspace_id, "advisor_id": advisor_id, "created_at": at}
    unit.connection.execute(insert(advisor_cards), row | kept._asdict())
    return line
