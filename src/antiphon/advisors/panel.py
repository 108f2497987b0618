"""A saved line-up."""

from dataclasses import dataclass

from antiphon.conversation.ids import AdvisorId, PanelId


@dataclass(frozen=True, slots=True)
class Panel:
    """Which advisors are asked, in which order, and for how many turns they only gather facts."""

    id: PanelId
    name: str
    advisor_ids: tuple[AdvisorId, ...]
    early_turns: int = 3
