"""An earlier turn, as far as it may be sent again."""

from collections.abc import Mapping
from dataclasses import dataclass

from antiphon.conversation.ids import AdvisorId, TurnId


@dataclass(frozen=True, slots=True)
class PastTurn:
    """What was said to everybody, and what each advisor answered in full; errors and fragments are not here."""

    id: TurnId
    text: str
    answers: Mapping[AdvisorId, str]
