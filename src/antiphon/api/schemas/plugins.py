"""Bodies about what packages beside ours add."""

from typing import Literal

from pydantic import BaseModel

from antiphon.api.schemas.advisors import ImportedAdvisor
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.panel_files import ImportedPanel


class PluginAnswer(BaseModel):
    """One plug-in. `why_not` says why it is left out; then nothing but its name is known of it."""

    kind: Literal["provider", "tool", "importer", "exporter", "check", "pack"]
    name: str
    label: str
    version: int | None
    why_not: str | None


class PluginPackageAnswer(BaseModel):
    """An installed package with plug-ins. They are used when it is ours, or `named` in the setting `plugins`.

    `sha256` is of all its files; null for one that only points at a folder. `why_not` is said of one that is named and
    not there.
    """

    name: str
    version: str
    summary: str
    ours: bool
    named: bool
    sha256: str | None
    plugins: list[PluginAnswer]
    why_not: str | None


class PluginPackagesAnswer(Page[PluginPackageAnswer]):
    """Every package with plug-ins, ours first."""


class PackLine(BaseModel):
    """A pack of panels and their advisors, and how many of each are in it."""

    name: str
    label: str
    version: int
    licence: str
    description: str
    advisor_count: int
    panel_count: int


class PacksAnswer(Page[PackLine]):
    """Every pack of the packages that are named."""


class PackAnswer(PackLine):
    """A pack with everything in it, in the form that `import_panels` takes."""

    advisors: list[ImportedAdvisor]
    panels: list[ImportedPanel]
