"""Backups of one person's SQLite file: made beside a server, read back, put into an empty place or nowhere."""

import asyncio
import os
import shutil
import sqlite3
import stat
import tarfile
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from antiphon.app import back_up, check_kept, list_kept, restore
from antiphon.app.backups import build_source
from antiphon.backups import make
from antiphon.backups import restore as restoring
from antiphon.backups.manifest import Manifest
from antiphon.backups.names import list_backups, name_backup, remove_old
from antiphon.conversation.errors import (
    BackupFailed,
    BackupLocked,
    BackupUnreadable,
    RestoreRefused,
    SchemaAhead,
    SettingsInvalid,
)
from antiphon.engine.recovery.backups import BackupPlan, ScheduledBackups
from antiphon.settings import Settings
from tests.conftest import open_store
from tests.store.deeds import answer, begin

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


@pytest.fixture
async def settings(sqlite_url: str, tmp_path: Path) -> Settings:
    """A folder in which somebody has talked, connected a provider and written a configuration."""
    (tmp_path / "antiphon.toml").write_text("port = 8700\n")
    (tmp_path / "providers.json").write_text('{"providers": {}}')
    (tmp_path / "signing.key").write_bytes(b"a key of its own")
    store = await open_store(sqlite_url)
    try:
        for number in range(3):
            await answer(store, await begin(store), f"Question {number}?", "Yes.", "No. " * 500)
    finally:
        await store.close()
    return Settings(data_dir=tmp_path)


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text("correct horse battery staple\n")
    return path


async def test_what_comes_back_is_what_was_kept(settings: Settings, tmp_path: Path) -> None:
    made = await back_up(settings, None, None)
    restored = await restore(settings, made.path, tmp_path / "elsewhere", None)

    here, there = (dump(folder / "antiphon.db") for folder in (tmp_path, tmp_path / "elsewhere"))
    assert there == here
    for name in ("antiphon.toml", "providers.json", "signing.key"):
        assert (tmp_path / "elsewhere" / name).read_bytes() == (tmp_path / name).read_bytes()
    assert sorted(each.name for each in (tmp_path / "elsewhere").iterdir()) == [
        "antiphon.db",
        "antiphon.toml",
        "providers.json",
        "signing.key",
    ]
    assert restored.manifest.counts["turns"] == 3
    assert restored.receipts is not None
    assert (restored.receipts.checked, restored.receipts.damaged) == (count_receipts(tmp_path), ())
    assert restored.receipts.checked > 0


async def test_it_is_for_its_owner_alone_and_tar_can_open_it(settings: Settings) -> None:
    made = await back_up(settings, None, None)

    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700
    with tarfile.open(made.path) as tar:
        assert tar.getnames() == ["manifest.json", "antiphon.db", "antiphon.toml", "providers.json", "signing.key"]
    assert [each.path for each in list_kept(settings, None)] == [made.path]
    assert [each.name for each in made.path.parent.iterdir()] == [made.path.name]


async def test_sealed_it_opens_with_its_passphrase_alone(settings: Settings, passphrase: Path, tmp_path: Path) -> None:
    made = await back_up(settings, None, passphrase)
    other = tmp_path / "other"
    other.write_text("something else")

    assert made.path.name.endswith(".tar.gz.sealed")
    assert b"Question" not in made.path.read_bytes()
    assert (await check_kept(settings, made.path, passphrase)).manifest.counts["turns"] == 3
    for words in (None, other):
        with pytest.raises(BackupLocked, match="passphrase"):
            await restore(settings, made.path, tmp_path / "elsewhere", words)
    assert not (tmp_path / "elsewhere").exists()


async def test_a_passphrase_that_cannot_be_read_makes_no_backup(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="backup_passphrase_file"):
        await back_up(settings, None, tmp_path / "missing")

    assert list_kept(settings, None) == []


async def test_a_place_that_is_not_empty_is_left_alone(settings: Settings, tmp_path: Path) -> None:
    made = await back_up(settings, None, None)
    place = tmp_path / "elsewhere"
    place.mkdir()
    (place / "letter.txt").write_text("mine")

    for folder in (place, tmp_path, place / "letter.txt"):
        with pytest.raises(RestoreRefused, match="is not empty"):
            await restore(settings, made.path, folder, None)
    assert [each.name for each in place.iterdir()] == ["letter.txt"]


async def test_what_a_killed_restore_left_is_no_obstacle(settings: Settings, tmp_path: Path) -> None:
    made = await back_up(settings, None, None)
    (tmp_path / "elsewhere" / "restoring").mkdir(parents=True)
    (tmp_path / "elsewhere" / "restoring" / "antiphon.db").write_bytes(b"half")

    await restore(settings, made.path, tmp_path / "elsewhere", None)

    assert dump(tmp_path / "elsewhere" / "antiphon.db") == dump(tmp_path / "antiphon.db")


async def test_a_changed_byte_changes_nothing_that_is_restored(
    settings: Settings, passphrase: Path, tmp_path: Path
) -> None:
    """Refused by name, and nothing is put in place; in one that is not sealed, bytes that mean nothing may differ."""
    kept, place = dump(tmp_path / "antiphon.db"), tmp_path / "elsewhere"
    for words in (None, passphrase):
        made = await back_up(settings, None, words)
        whole = made.path.read_bytes()
        refused = 0
        for at in [*range(30, len(whole), len(whole) // 20), len(whole) - 9, len(whole) - 1]:
            made.path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
            try:
                await restore(settings, made.path, place, words)
            except (BackupUnreadable, BackupLocked):
                refused += 1
                assert not (place / "antiphon.db").exists()
            else:
                assert words is None
                assert dump(place / "antiphon.db") == kept
            shutil.rmtree(place, ignore_errors=True)
        made.path.write_bytes(whole[: len(whole) // 2])
        with pytest.raises((BackupUnreadable, BackupLocked)):
            await check_kept(settings, made.path, words)
        assert refused >= 15


async def test_a_receipt_that_was_damaged_before_is_named(settings: Settings, tmp_path: Path) -> None:
    """It comes back as it was: one bad receipt is no reason to lose everything else."""
    with sqlite3.connect(tmp_path / "antiphon.db") as connection:
        reply, *_ = connection.execute("SELECT reply_id FROM receipts").fetchone()
        connection.execute("UPDATE receipts SET sha256 = 'ff' WHERE reply_id = ?", (reply,))
    connection.close()

    made = await back_up(settings, None, None)
    restored = await restore(settings, made.path, tmp_path / "elsewhere", None)

    assert restored.receipts is not None
    assert len(restored.receipts.damaged) == 1
    assert f"the receipt of reply {reply}" in restored.receipts.damaged[0]
    assert dump(tmp_path / "elsewhere" / "antiphon.db") == dump(tmp_path / "antiphon.db")


async def test_whoever_was_signed_in_then_is_not_any_more(settings: Settings, tmp_path: Path) -> None:
    """A session that was ended since would come back to life."""
    with sqlite3.connect(tmp_path / "antiphon.db") as connection:
        connection.execute(
            "INSERT INTO people (id, name, instance_role, state, auth_epoch, created_at) "
            "VALUES ('p_ada', 'Ada', 'member', 'active', 4, 0)"
        )
    connection.close()
    made = await back_up(settings, None, None)

    await restore(settings, made.path, tmp_path / "elsewhere", None)

    with sqlite3.connect(tmp_path / "elsewhere" / "antiphon.db") as connection:
        found = connection.execute("SELECT auth_epoch FROM people WHERE id = 'p_ada'").fetchall()
    connection.close()
    assert found == [(5,)]


async def test_one_of_a_newer_version_is_refused(settings: Settings, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "antiphon.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        connection.execute("UPDATE schema_window SET oldest = '0998'")
    connection.close()
    made = await back_up(settings, None, None)

    with pytest.raises(SchemaAhead):
        await restore(settings, made.path, tmp_path / "elsewhere", None)
    assert not (tmp_path / "elsewhere").exists()


async def test_a_damaged_database_makes_no_backup(settings: Settings, tmp_path: Path) -> None:
    database = tmp_path / "antiphon.db"
    content = bytearray(database.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 30_000] = os.urandom(30_000)
    database.write_bytes(content)

    with pytest.raises(BackupFailed, match="it is damaged"):
        await back_up(settings, None, None)
    assert list_kept(settings, None) == []


async def test_a_disk_without_room_is_said_and_not_filled(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "LEAST_LEFT_BYTES", 1 << 60)

    with pytest.raises(BackupFailed, match=r"MiB free, and \d+ MiB are wanted"):
        await back_up(settings, None, None)
    assert list(settings.backups_path.iterdir()) == []


async def test_two_at_once_in_one_folder_are_one(settings: Settings) -> None:
    both = await asyncio.gather(back_up(settings, None, None), back_up(settings, None, None), return_exceptions=True)

    failed = [each for each in both if isinstance(each, BackupFailed)]
    assert len(list_kept(settings, None)) == 2 - len(failed)
    assert all("another one is being made" in str(each) for each in failed)


def test_only_what_the_clock_made_is_removed(tmp_path: Path) -> None:
    names = [name_backup(NOW + timedelta(days=day), is_scheduled=True, is_sealed=day % 2 == 0) for day in range(5)]
    by_hand = name_backup(NOW, is_scheduled=False, is_sealed=False)
    for name in (*names, by_hand, "antiphon-notes.tar.gz", "letter.txt"):
        (tmp_path / name).touch()

    removed = remove_old(tmp_path, keep=2, now=NOW + timedelta(days=5))

    assert {each.name for each in removed} == set(names[:3])
    assert {each.name for each in tmp_path.iterdir()} == {*names[3:], by_hand, "antiphon-notes.tar.gz", "letter.txt"}
    assert [each.path.name for each in list_backups(tmp_path)] == [names[4], names[3], by_hand]


def test_one_of_next_year_takes_no_others_place(tmp_path: Path) -> None:
    """A clock that was wrong for an hour: what it left neither counts as fresh nor pushes anything out."""
    days = [name_backup(NOW - timedelta(days=day), is_scheduled=True, is_sealed=False) for day in range(6)]
    wrong = name_backup(NOW + timedelta(days=300), is_scheduled=True, is_sealed=False)
    for name in (*days, wrong):
        (tmp_path / name).touch()

    removed = remove_old(tmp_path, keep=7, now=NOW)
    few = remove_old(tmp_path, keep=2, now=NOW)

    assert removed == ()
    assert {each.name for each in few} == set(days[2:])
    assert {each.name for each in tmp_path.iterdir()} == {*days[:2], wrong}


@pytest.mark.parametrize("wrong_by", [timedelta(days=300), timedelta(days=-300)])
async def test_under_a_wrong_clock_the_next_is_made_when_it_is_due(settings: Settings, wrong_by: timedelta) -> None:
    hours = (timedelta(hours=each) for each in (0, 1, 23, 25, 26))
    moments = [NOW + wrong_by, *(NOW + each for each in hours)]
    plan = BackupPlan(build_source(settings), settings.backups_path, lambda: None, timedelta(hours=24), 7)

    made = [await look(ScheduledBackups(plan, partial(tell, moment))) for moment in moments]

    assert made == [True, True, False, False, True, False]
    assert len(list_backups(settings.backups_path)) == 3


def tell(moment: datetime) -> datetime:
    return moment


async def look(scheduled: ScheduledBackups) -> bool:
    """One look at the clock, and whether it made one."""
    is_due = scheduled._is_due()
    return is_due and await scheduled._make()


async def test_what_comes_back_is_for_its_owner_alone(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "webhooks.key").write_bytes(b"a key")
    made = await back_up(settings, None, None)
    before = os.umask(0o022)
    try:
        await restore(settings, made.path, tmp_path / "deep" / "elsewhere", None)
    finally:
        os.umask(before)

    place = tmp_path / "deep" / "elsewhere"
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert {each.name: stat.S_IMODE(each.stat().st_mode) for each in place.iterdir()} == dict.fromkeys(
        ("antiphon.db", "antiphon.toml", "providers.json", "signing.key", "webhooks.key"), 0o600
    )


async def test_of_a_sealed_one_nothing_is_ever_seen_where_it_is_kept(
    settings: Settings, passphrase: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that copies the folder elsewhere may come at any moment."""
    kept, seen, write = tmp_path / "copied-elsewhere", [], make.write_archive

    def write_and_look(*said: Any) -> None:
        write(*said)
        seen.extend(each.name for each in kept.rglob("*") if each.is_file())

    monkeypatch.setattr(make, "write_archive", write_and_look)
    made = await back_up(settings, kept, passphrase)
    unpack = restoring.unpack

    def unpack_and_look(*said: Any) -> Manifest:
        manifest = unpack(*said)
        seen.extend(each.name for each in kept.rglob("*") if each.is_file())
        return manifest

    monkeypatch.setattr(restoring, "unpack", unpack_and_look)
    await check_kept(settings, made.path, passphrase)

    assert set(seen) == {made.path.name}
    assert not (tmp_path / "backing-up").exists()


async def test_a_folder_that_cannot_be_written_is_said(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "signing.key")

    monkeypatch.setattr(make, "_gather", refuse)

    with pytest.raises(BackupFailed, match=r"signing\.key: Permission denied"):
        await back_up(settings, None, None)


async def test_one_of_a_newer_version_comes_back_where_that_version_allows_it(
    settings: Settings, tmp_path: Path
) -> None:
    """Whoever went back to the version before still has backups to go on with."""
    with sqlite3.connect(tmp_path / "antiphon.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    made = await back_up(settings, None, None)

    restored = await restore(settings, made.path, tmp_path / "elsewhere", None)

    assert restored.manifest.revision == "9999"
    assert dump(tmp_path / "elsewhere" / "antiphon.db") == dump(tmp_path / "antiphon.db")


def dump(database: Path) -> list[str]:
    """Every row of every table, but for how often people were signed out."""
    with sqlite3.connect(database) as connection:
        said = [line for line in connection.iterdump() if not line.startswith('INSERT INTO "people"')]
    connection.close()
    return said


def count_receipts(folder: Path) -> int:
    with sqlite3.connect(folder / "antiphon.db") as connection:
        sent, asked = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("receipts", "analysis_calls")
        )
    connection.close()
    return int(sent) + int(asked)
