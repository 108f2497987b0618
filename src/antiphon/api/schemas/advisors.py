"""Bodies about advisors."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from antiphon.advisors.exchange import Mode, Outcome
from antiphon.advisors.palette import Colour
from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.thinking import ThinkingAnswer, ThinkingBody

Name = Annotated[str, Field(min_length=1, max_length=80)]
Description = Annotated[str, Field(max_length=20_000)]
Tagline = Annotated[str, Field(max_length=80)]
Model = Annotated[str, Field(max_length=300, pattern=r"^[^:\s]+:\S+$")]
Voice = Annotated[str, Field(max_length=300)]
Version = Annotated[int, Field(ge=1, le=2_147_483_647)]
# `server` for all tools of a server, `server/tool` for one.
AllowedTools = Annotated[
    list[Annotated[str, Field(max_length=300, pattern=r"^[A-Za-z0-9_-]{1,40}(/.+)?$")]], Field(max_length=500)
]
# A file of more voices than this is not one of advisors.
_MOST_ROWS = 500


class Parameters(BaseModel):
    """What shapes an answer beside the words; null leaves it to the model, or to the settings.

    `thinking` is how much it thinks: off, low, medium, high or a number of tokens; null leaves that to the panel first.
    """

    model_config = ConfigDict(extra="forbid")

    temperature: Annotated[float, Field(ge=0, le=2)] | None = 0.7
    max_tokens: Annotated[int, Field(ge=1, le=2_000_000)] | None = None
    thinking: ThinkingBody | None = None


class NewAdvisor(Body):
    """An advisor to make; without a colour it gets the first that nobody has."""

    name: Name
    description: Description = ""
    tagline: Tagline = ""
    colour: Colour | None = None
    model: Model | None = None
    voice: Voice | None = None
    tools: AllowedTools | None = None
    parameters: Parameters | None = None


class ChangedAdvisor(Body):
    """What changes about an advisor; what is left out stays, and a model or voice of null is the default one again.

    `expect_version` is the version that was edited: when there is a newer one, nothing is saved.
    """

    name: Name | None = None
    description: Description | None = None
    tagline: Tagline | None = None
    colour: Colour | None = None
    model: Model | None = None
    voice: Voice | None = None
    tools: AllowedTools | None = None
    parameters: Parameters | None = None
    expect_version: Version | None = None


class ImportedParameters(Parameters):
    """The same from a file, which may know more."""

    model_config = ConfigDict(extra="ignore")


class ImportedAdvisor(BaseModel):
    """A row of a file; what this version does not know of it is left alone."""

    model_config = ConfigDict(extra="ignore")

    name: Name
    description: Description
    tagline: Tagline | None = None
    colour: Annotated[str, Field(max_length=100)] | None = None
    model: Model | None = None
    voice: Voice | None = None
    tools: AllowedTools | None = None
    parameters: ImportedParameters | None = None


class ImportingAdvisors(Body):
    """Advisors from a file. `replace` archives everyone the file does not name; a dry run only says what happens."""

    advisors: Annotated[list[ImportedAdvisor], Field(min_length=1, max_length=_MOST_ROWS)]
    mode: Mode = "add"
    dry_run: bool = False


class DescribingAdvisor(Body):
    """The name to describe an advisor by, and the model that writes, if not the default one."""

    name: Name
    model: Model | None = None


class ParametersAnswer(BaseModel):
    """What shapes an answer beside the words; null leaves it to the model, or to the settings."""

    temperature: float | None
    max_tokens: int | None
    thinking: ThinkingAnswer | None


class AdvisorAnswer(BaseModel):
    """One version of a voice, saved at `created_at`. `model` is null when it uses the default."""

    id: str
    version: int
    name: str
    description: str
    tagline: str
    colour: str
    model: str | None
    voice: str | None
    tools: list[str]
    parameters: ParametersAnswer
    archived: bool
    created_at: str


class AdvisorsAnswer(Page[AdvisorAnswer]):
    """Every voice of the workspace, oldest first."""


class VersionsAnswer(Page[AdvisorAnswer]):
    """Every version of an advisor, newest first."""


class ExportedAdvisor(BaseModel):
    """An advisor as a file holds it."""

    name: str
    description: str
    tagline: str
    colour: str
    model: str | None
    voice: str | None
    tools: list[str]
    parameters: ParametersAnswer


class ExportAnswer(BaseModel):
    """Every advisor that is not archived, to be kept or taken elsewhere."""

    exported_at: Annotated[str, Field(alias="exportedAt")]
    app_version: Annotated[str, Field(alias="appVersion")]
    source: str
    advisors: list[ExportedAdvisor]


class ImportStep(BaseModel):
    """What becomes of one row. A new advisor has no id in a dry run."""

    name: str
    outcome: Outcome
    unarchived: bool
    id: str | None
    colour: str


class Named(BaseModel):
    """Something by its id and name."""

    id: str
    name: str


class ImportAnswer(BaseModel):
    """What an import did, or would do: each row, who is archived, and panels that got the file's advisors.

    A panel that would be left with nobody gets those of the file.
    """

    mode: Mode
    dry_run: bool
    rows: list[ImportStep]
    archived: list[Named]
    panels: list[Named]


class DescriptionAnswer(BaseModel):
    """A description and who wrote it; in a rehearsal it was written in advance."""

    description: str
    model: str
    rehearsal: bool
