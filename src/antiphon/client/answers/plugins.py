"""What packages beside ours add."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.base import Answer


class Plugin(Answer):
    """One plug-in; of one that is left out `why_not` says why."""

    kind: str
    name: str
    label: str = ""
    version: int | None = None
    why_not: str | None = None


class PluginPackage(Answer):
    """An installed package with plug-ins, and a hash of its files."""

    name: str
    version: str
    summary: str
    ours: bool
    named: bool
    sha256: str | None = None
    plugins: tuple[Plugin, ...]
    why_not: str | None = None


class Pack(Answer):
    """Panels and advisors of a package; with everything in it when it was asked for by name."""

    name: str
    label: str
    version: int
    licence: str
    description: str
    advisor_count: int
    panel_count: int
    advisors: tuple[Mapping[str, Any], ...] = ()
    panels: tuple[Mapping[str, Any], ...] = ()
