"""A saved line-up."""

from dataclasses import dataclass
from typing import Final

from antiphon.conversation.ids import AdvisorId, PanelId

# More answers than anybody reads in one turn, and more requests at once than most providers take.
MOST_SEATS: Final = 30


@dataclass(frozen=True, slots=True)
class Panel:
    """Which advisors are asked, in which order, and for how many turns they only gather facts."""

    id: PanelId
    name: str
    advisor_ids: tuple[AdvisorId, ...]
    early_turns: int = 3
