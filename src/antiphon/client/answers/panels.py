"""Panels: who is asked, and what for as a conversation goes on."""

from antiphon.client.answers.base import Answer


class Phase(Answer):
    """A stretch of an advisor's own turns."""

    name: str
    turns: int | None = None
    prompt: str


class Panel(Answer):
    """Advisors that are asked together; `phases` is empty while the usual ones hold."""

    id: str
    name: str
    advisor_ids: tuple[str, ...]
    early_turns: int
    phases: tuple[Phase, ...]
    default: bool


class ImportStep(Answer):
    """What becomes of one row of a file."""

    name: str
    outcome: str


class PanelImport(Answer):
    """What an import did, or would do."""

    rows: tuple[ImportStep, ...]
    panels: tuple[ImportStep, ...]
