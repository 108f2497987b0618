"""What a model said before of the same words, so that it is not asked, and paid, again."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import select

from antiphon.store.tables import analyses
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# Looks that are remembered, the newest. Each has some kilobytes of verdicts, and words come back soon or never.
_MOST_LOOKS: Final = 50


def read_verdicts(unit: Unit, kind: str, judged_with: Sequence[str]) -> dict[str, Any]:
    """The verdicts of the person's newest looks of this kind, by what they were given on; the newest counts.

    Only those of one model and one wording of the question. With a conversation, its looks and their verdicts are gone.
    """
    model, _wording = judged_with
    query = (
        select(analyses.c.result)
        .where(visible(unit, analyses), analyses.c.kind == kind, analyses.c.model == model, analyses.c.status == "done")
        .order_by(analyses.c.created_at.desc(), analyses.c.id.desc())
        .limit(_MOST_LOOKS)
    )
    found: dict[str, Any] = {}
    for result in unit.connection.execute(query).scalars():
        if result and list(result.get("judged_with", ())) == list(judged_with):
            found = dict(result.get("verdicts", {})) | found
    return found
