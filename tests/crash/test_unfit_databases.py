"""Databases a process cannot work with: it says why in one sentence, ends with 1, and leaves them as they are."""

import os
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest

from antiphon.store.migrate import wanted_revision
from tests.fakes.launched import clean_environment, get_launcher
from tests.fakes.servers import find_free_port, make_folder

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

SENTENCE = "the database was made by a newer version of Antiphon (revision 0099, for versions from 0098 on"


def run(*command: str, **environment: object) -> tuple[int, str]:
    """A command of its own process: its exit code and all it said."""
    given = {f"ANTIPHON_{name.upper()}": str(value) for name, value in environment.items()}
    with make_folder() as folder:
        said = folder / "said.txt"
        process = get_launcher().start(command, clean_environment() | {"COLUMNS": "400"} | given, said)
        return process.wait(60), said.read_text(encoding="utf-8")


def serve() -> tuple[str, ...]:
    return "serve", "--port", str(find_free_port()), "--no-browser"


def test_a_newer_sqlite_file_is_refused_by_every_command(sqlite_url: str, tmp_path: Path) -> None:
    """XD07: refused, not touched, and not with advice that cannot help."""
    with sqlite3.connect(tmp_path / "antiphon.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
        connection.execute("UPDATE schema_window SET oldest = '0098'")
    connection.close()

    said = [run(*command, data_dir=tmp_path) for command in (serve(), ("migrate",), ("doctor",))]

    for code, words in said:
        assert (code, words.count(SENTENCE)) == (1, 1), words
        assert "Traceback" not in words
        assert "antiphon migrate" not in words
    assert list(tmp_path.glob("*backup*")) == []


def test_a_newer_postgresql_is_refused(postgresql_url: str, tmp_path: Path) -> None:
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as session:
        session.execute("UPDATE alembic_version SET version_num = '0099'")
        session.execute("UPDATE schema_window SET oldest = '0098'")

    said = [run(*command, data_dir=tmp_path, database_url=postgresql_url) for command in (serve(), ("migrate",))]

    for code, words in said:
        assert (code, words) == (1, f"antiphon: {SENTENCE}{words.partition(SENTENCE)[2]}")
        assert wanted_revision() in words


@pytest.fixture
def lived_in(sqlite_url: str, tmp_path: Path) -> Path:
    """A database that a process was killed over: everything in it is still in the journal."""
    database = tmp_path / "antiphon.db"
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE kept AS SELECT 'words' AS said")
    connection.executemany("INSERT INTO kept VALUES (?)", [("more " * 500,)] * 200)
    connection.commit()
    image = {name: (tmp_path / name).read_bytes() for name in ("antiphon.db", "antiphon.db-wal")}
    connection.close()
    for name, content in image.items():
        (tmp_path / name).write_bytes(content)
    return database


def test_a_truncated_file_is_called_damaged_and_left_alone(lived_in: Path) -> None:
    """XD05: cut in the middle, as by a copy that was broken off."""
    with sqlite3.connect(lived_in) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    left = lived_in.read_bytes()[: lived_in.stat().st_size // 3]
    lived_in.write_bytes(left)

    said = [run(*command, data_dir=lived_in.parent) for command in (serve(), ("doctor",))]

    for code, words in said:
        assert (code, words.count("the database is damaged and was left as it is")) == (1, 1), words
        assert "Traceback" not in words
    assert lived_in.read_bytes() == left


def test_a_file_that_is_no_database_is_called_damaged(tmp_path: Path) -> None:
    """XD05."""
    (tmp_path / "antiphon.db").write_bytes(b"no database at all " * 500)

    code, words = run("migrate", data_dir=tmp_path)

    assert (code, "is damaged" in words, "Traceback" in words) == (1, True, False), words
    assert (tmp_path / "antiphon.db").read_bytes() == b"no database at all " * 500


def test_a_journal_that_is_spoilt_costs_at_most_what_it_held(lived_in: Path) -> None:
    """XD05: SQLite reads a journal up to the first frame that does not add up. What is in the file itself is there."""
    journal = lived_in.with_name("antiphon.db-wal")
    content = bytearray(journal.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 64] = b"\xff" * 64
    journal.write_bytes(content)

    code, words = run("migrate", data_dir=lived_in.parent)

    assert (code, words) == (0, f"already at revision {wanted_revision()}\n")
    with sqlite3.connect(lived_in) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_folder_that_cannot_be_written_is_named(sqlite_url: str, tmp_path: Path) -> None:
    """XD05: a file system that is read-only, as after an error of the disk."""
    subprocess.run(["mount", "--bind", str(tmp_path), str(tmp_path)], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(tmp_path)], check=True)
        said = [run(*command, data_dir=tmp_path) for command in (serve(), ("migrate",), ("doctor",))]
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)

    for code, words in said[:2]:
        assert (code, words.count("the database cannot be written")) == (1, 1), words
    assert all("Traceback" not in words for _, words in said), said
    assert (tmp_path / "antiphon.db").stat().st_size > 0
