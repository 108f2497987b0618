"""Somebody's list of conversations and folders gets its next number."""

from antiphon.store.dialect import insert_into
from antiphon.store.tables import list_numbers
from antiphon.store.unit import Unit


def count_list_change(unit: Unit) -> None:
    """Say that the list is another one from here on; the last step of a deed, for its row stays locked."""
    first = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id, "number": 1}
    statement = insert_into(list_numbers, unit.dialect).values(first)
    unit.connection.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "owner_id"], set_={"number": list_numbers.c.number + 1}
        )
    )
