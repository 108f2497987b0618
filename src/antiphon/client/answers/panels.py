"""Panels: who is asked, and what for as a conversation goes on."""

from antiphon.client.answers.base import Answer


class AdvisorRef(Answer):
    """An advisor by id and name."""

    id: str
    name: str


class Phase(Answer):
    """A stretch of an advisor's own turns."""

    name: str
    turns: int | None = None
    prompt: str


class Panel(Answer):
    """Advisors that are asked together; `phases` is empty while the usual ones hold.

    `thinking` is how much those think who have no setting of their own: a level or a number of tokens.
    """

    id: str
    name: str
    advisor_ids: tuple[str, ...]
    early_turns: int
    phases: tuple[Phase, ...]
    thinking: str | int | None = None
    default: bool


class OfferedTo(Answer):
    """What stands behind a name that programs use."""

    kind: str
    panel_id: str | None = None
    advisors: tuple[AdvisorRef, ...] = ()


class Offered(Answer):
    """A panel or an advisor as programs know it; the last part of its `id` is its slug, which stays."""

    id: str
    name: str
    antiphon: OfferedTo

    @property
    def slug(self) -> str:
        """What programs call it."""
        return self.id.rpartition("/")[2]


class ImportStep(Answer):
    """What becomes of one row of a file."""

    name: str
    outcome: str


class PanelImport(Answer):
    """What an import did, or would do."""

    rows: tuple[ImportStep, ...]
    panels: tuple[ImportStep, ...]
