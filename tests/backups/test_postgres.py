"""Backups of a team's PostgreSQL, by its own programs."""

from pathlib import Path

import psycopg
import pytest

from antiphon.app import back_up, check_kept, restore
from antiphon.app import backups as wiring
from antiphon.backups.dump import PostgresPrograms, dump_database
from antiphon.conversation.errors import BackupFailed, BackupUnreadable, RestoreRefused
from antiphon.settings import Settings
from antiphon.store.libpq import name_connection
from tests.conftest import open_store
from tests.fakes.servers import Stores
from tests.store.deeds import answer, begin


@pytest.fixture
async def settings(postgresql_url: str, tmp_path: Path) -> Settings:
    """A database in which somebody has talked."""
    store = await open_store(postgresql_url)
    try:
        await answer(store, await begin(store), "Shall I?", "Yes.", "No.")
    finally:
        await store.close()
    return Settings(data_dir=tmp_path / "data", database_url=postgresql_url)


async def test_it_comes_back_into_an_empty_database_and_into_no_other(
    settings: Settings, stores: Stores, tmp_path: Path
) -> None:
    made = await back_up(settings, tmp_path, None)
    empty = stores.create_database("brought_back")
    elsewhere = settings.model_copy(update={"database_url": empty})
    try:
        checked = await check_kept(settings, made.path, None)
        with pytest.raises(RestoreRefused, match="has tables already"):
            await restore(settings, made.path, tmp_path / "elsewhere", None)
        with pytest.raises(RestoreRefused, match="has no database_url"):
            await restore(Settings(data_dir=tmp_path), made.path, tmp_path / "elsewhere", None)
        restored = await restore(elsewhere, made.path, tmp_path / "elsewhere", None)
        with psycopg.connect(empty.replace("+psycopg", "")) as session:
            said = session.execute("SELECT text FROM turns").fetchall()
    finally:
        stores.drop_database("brought_back")

    assert checked.receipts is None
    assert said == [("Shall I?",)]
    assert restored.receipts is not None
    assert (restored.receipts.checked, restored.receipts.damaged) == (2, ())


async def test_a_dump_that_was_cut_is_noticed(settings: Settings, tmp_path: Path) -> None:
    made = await back_up(settings, tmp_path, None)
    content = made.path.read_bytes()
    made.path.write_bytes(content[: len(content) * 2 // 3])

    with pytest.raises(BackupUnreadable):
        await check_kept(settings, made.path, None)


async def test_without_its_programs_it_says_what_to_install(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "find_program", lambda _: None)

    with pytest.raises(BackupFailed, match="pg_dump is not installed here"):
        await back_up(settings, tmp_path, None)


async def test_a_database_that_is_away_makes_no_backup(tmp_path: Path) -> None:
    away = Settings(data_dir=tmp_path, database_url="postgresql://antiphon@127.0.0.1:9/antiphon")

    with pytest.raises(BackupFailed, match="it does not answer"):
        await back_up(away, tmp_path / "backups", None)


async def test_no_password_stands_in_the_list_of_processes(tmp_path: Path) -> None:
    """The program is told by variables; what it is called with says nothing of it."""
    url = "postgresql+psycopg://antiphon:s%40cret@/team?host=one:5433&host=two:5434&sslmode=require"
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\nenv > {tmp_path}/variables\n')
    program.chmod(0o700)

    await dump_database(PostgresPrograms(str(program), None, name_connection(url)), "0001-1", tmp_path / "target")

    assert "cret" not in (tmp_path / "arguments").read_text()
    told = (tmp_path / "variables").read_text().splitlines()
    assert {"PGPASSWORD=s@cret", "PGHOST=one,two", "PGPORT=5433,5434", "PGDATABASE=team", "PGSSLMODE=require"} <= set(
        told
    )
