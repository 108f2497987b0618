"""Settings."""

from antiphon.client.answers.base import Answer


class Setting(Answer):
    """One setting: its value, where that comes from, and whether it can be changed here."""

    name: str
    value: bool | int | float | str | None
    source: str
    default: bool | int | float | str | None = None
    description: str = ""
    kind: str = ""
    editable: bool = False
    why_not: str | None = None
    needs_restart: bool = False
