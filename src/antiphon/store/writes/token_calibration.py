"""What was learned about models is kept."""

from collections.abc import Mapping
from datetime import datetime

from antiphon.store.dialect import insert_into
from antiphon.store.tables import calibrations
from antiphon.store.unit import Unit


def write_calibrations(unit: Unit, lessons: Mapping[str, Mapping[str, object]], at: datetime) -> None:
    """Put these lessons in place of the ones before."""
    statement = insert_into(calibrations, unit.dialect)
    statement = statement.on_conflict_do_update(
        index_elements=["workspace_id", "model"],
        set_={"body": statement.excluded.body, "updated_at": statement.excluded.updated_at},
    )
    rows = [
        {"workspace_id": unit.workspace_id, "model": model, "body": dict(body), "updated_at": at}
        for model, body in sorted(lessons.items())
    ]
    unit.connection.execute(statement, rows)
