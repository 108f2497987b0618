"""The character card an advisor came by."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.ids import AdvisorId
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.tables import advisor_cards
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class KeptCard(NamedTuple):
    """A card as it came, who stands in it as its user, and its picture."""

    card: Mapping[str, Any]
    person: str
    picture: bytes | None


def read_kept_card(unit: Unit, advisor_id: AdvisorId) -> tuple[Advisor, KeptCard | None]:
    """An advisor as it is now, and the card it came by, if it did; `NotFound` when there is no such advisor."""
    advisor = read_advisor(unit, advisor_id)
    query = select(advisor_cards).where(visible(unit, advisor_cards), advisor_cards.c.advisor_id == advisor_id)
    row = unit.connection.execute(query).one_or_none()
    return advisor, None if row is None else KeptCard(row.card, row.person, row.picture)
