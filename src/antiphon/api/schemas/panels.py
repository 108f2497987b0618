"""Bodies about panels."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from antiphon.advisors.panel import MOST_ROUNDS, MOST_SEATS
from antiphon.advisors.phase import MOST_PHASES
from antiphon.api.schemas.advisors import Name
from antiphon.api.schemas.body import Body, Id
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.thinking import ThinkingAnswer, ThinkingBody

Seats = Annotated[list[Id], Field(min_length=1, max_length=MOST_SEATS)]
EarlyTurns = Annotated[int, Field(ge=0, le=1_000)]


class PhaseBody(BaseModel):
    """So many of an advisor's own turns and what it is told in them; the last phase has no `turns`.

    `prompt` is `early`, `ongoing` or a text of your own; `note` replaces the note about the turn.
    """

    model_config = ConfigDict(extra="forbid")

    name: Name
    turns: Annotated[int, Field(ge=1, le=1_000)] | None = None
    prompt: Annotated[str, Field(min_length=1, max_length=4_000)] = "ongoing"
    note: Annotated[str, Field(max_length=200)] = ""


class RoundHabitsBody(BaseModel):
    """How a panel's advisors answer each other when nobody says otherwise; the ceiling is in US dollars."""

    model_config = ConfigDict(extra="forbid")

    count: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 2
    ceiling: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
    until_quiet: bool = False


Phases = Annotated[list[PhaseBody], Field(max_length=MOST_PHASES)]


class NewPanel(Body):
    """A panel to make, its advisors in the order they are shown.

    Without phases of its own an advisor asks for facts in its early turns and then gives its view. `thinking` is how
    much those think who have no setting of their own.
    """

    name: Name
    advisor_ids: Seats
    early_turns: EarlyTurns | None = None
    phases: Phases | None = None
    rounds: RoundHabitsBody | None = None
    thinking: ThinkingBody | None = None


class ChangedPanel(Body):
    """What changes about a panel; what is left out stays.

    No phases brings the usual ones back, and `thinking` of none leaves it to the settings again.
    """

    name: Name | None = None
    advisor_ids: Seats | None = None
    early_turns: EarlyTurns | None = None
    phases: Phases | None = None
    rounds: RoundHabitsBody | None = None
    thinking: ThinkingBody | Literal["none"] | None = None


class PanelAnswer(BaseModel):
    """A panel: those of its advisors that can be asked, in order.

    `phases` is empty while the usual ones hold; with phases of its own, `early_turns` is the length of the first.
    """

    id: str
    name: str
    advisor_ids: list[str]
    early_turns: int
    phases: list[PhaseBody]
    rounds: RoundHabitsBody
    thinking: ThinkingAnswer | None
    default: bool


class PanelsAnswer(Page[PanelAnswer]):
    """Every panel of the workspace."""
