"""The database's revision."""

import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from antiphon.conversation.errors import SchemaBehind
from antiphon.store.migrate import Migrated, check_revision, migrate, read_revision, wanted_revision
from antiphon.store.tables import metadata
from antiphon.store.window import NONE
from tests.fakes.servers import Stores


def is_in_the_metadata(name: str | None, kind: str, parents: object) -> bool:
    """The index of words is each database's own: tables of its own on SQLite, a column and its index on PostgreSQL."""
    return not (name or "").startswith(("document_words", "ix_document_chunks_words")) and (kind, name) != (
        "column",
        "words",
    )


def test_migrated_database_is_what_the_code_expects(database_url: str) -> None:
    """I-44: tables, columns, types, indexes and keys."""
    engine = create_engine(database_url)

    with engine.connect() as connection:
        opts = {"compare_type": True, "compare_server_default": False, "include_name": is_in_the_metadata}
        context = MigrationContext.configure(connection, opts=opts)
        differences = compare_metadata(context, metadata)
    engine.dispose()

    assert differences == []


def test_migrating_again_changes_nothing(database_url: str) -> None:
    before, after, backup = migrate(database_url)

    assert backup is None
    assert before == after == wanted_revision() == check_revision(database_url)


def test_empty_sqlite_is_brought_up(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/somewhere/new/antiphon.db"

    migrated = migrate(url)

    assert migrated == (NONE, wanted_revision(), None)


def test_nodes_starting_together_migrate_postgresql_once(stores: Stores) -> None:
    """One after the other, and both find it done."""
    url = stores.create_database("migrated_together")
    outcomes: list[Migrated] = []
    threads = [threading.Thread(target=lambda: outcomes.append(migrate(url))) for _ in range(3)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert [each.after for each in outcomes] == [wanted_revision()] * 3
    assert [each.before for each in outcomes].count(NONE) >= 1


def test_database_of_another_version_is_named(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()

    with pytest.raises(SchemaBehind) as behind:
        check_revision(database_url)

    assert (behind.value.found, behind.value.wanted) == ("0001", wanted_revision())
    assert read_revision(database_url) == "0001"
