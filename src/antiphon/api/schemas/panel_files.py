"""Bodies of files that hold panels."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from antiphon.advisors.exchange import Outcome
from antiphon.advisors.panel import MOST_SEATS
from antiphon.api.schemas.advisors import ExportAnswer, ImportedAdvisor, ImportStep, Name
from antiphon.api.schemas.body import Body
from antiphon.api.schemas.panels import EarlyTurns, PhaseBody, Phases, RoundHabitsBody
from antiphon.api.schemas.thinking import ThinkingAnswer, ThinkingBody

# A file of more panels than this is not one of panels.
_MOST_PANELS = 100
_MOST_ADVISORS = 500


class PanelOfFile(BaseModel):
    """A panel as a file holds it, its advisors by name and in the order they are shown.

    No `phases` means the usual ones; with phases of its own, `early_turns` is the length of the first.
    """

    name: str
    advisors: list[str]
    early_turns: int
    phases: list[PhaseBody]
    rounds: RoundHabitsBody
    thinking: ThinkingAnswer | None


class PanelsExportAnswer(ExportAnswer):
    """Panels and everybody on them, to be kept or taken elsewhere."""

    panels: list[PanelOfFile]


class ImportedPanel(BaseModel):
    """A row of a file; what this version does not know of it is left alone."""

    model_config = ConfigDict(extra="ignore")

    name: Name
    advisors: Annotated[list[Name], Field(min_length=1, max_length=MOST_SEATS)]
    early_turns: EarlyTurns = 3
    phases: Annotated[Phases, Field(default_factory=list)]
    rounds: Annotated[RoundHabitsBody, Field(default_factory=RoundHabitsBody)]
    thinking: ThinkingBody | None = None


class ImportingPanels(Body):
    """Panels from a file, and the advisors it holds; a dry run only says what happens."""

    panels: Annotated[list[ImportedPanel], Field(min_length=1, max_length=_MOST_PANELS)]
    advisors: Annotated[list[ImportedAdvisor], Field(default_factory=list, max_length=_MOST_ADVISORS)]
    dry_run: bool = False


class PanelStepAnswer(BaseModel):
    """What becomes of one panel. A new one has no id in a dry run."""

    name: str
    outcome: Outcome
    id: str | None


class PanelsImportAnswer(BaseModel):
    """What an import did, or would do: to each advisor of the file, and to each panel."""

    dry_run: bool
    rows: list[ImportStep]
    panels: list[PanelStepAnswer]
