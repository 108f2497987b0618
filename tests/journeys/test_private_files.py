"""Conversations and keys are for their owner, on a machine that others use too."""

import asyncio
import os
from pathlib import Path

import pytest

from antiphon.app.doctor import Check, check_health
from antiphon.app.private import make_private
from antiphon.settings import Settings, load_settings
from tests.fakes.nodes import Node


def modes(folder: Path) -> dict[str, int]:
    return {each.name: each.stat().st_mode & 0o777 for each in (folder, *folder.iterdir()) if each.suffix != ".log"}


def test_a_server_makes_and_mends_files_for_its_owner_alone(tmp_path: Path) -> None:
    """Under the usual umask; and what an earlier version left open is closed at the next start, copies included."""
    folder = tmp_path / "data"
    node = Node(folder, {"ANTIPHON_DETECT_LOCAL_MODELS": "false"}, as_a_person_does=True)
    before = os.umask(0o022)
    try:
        node.start()
        made = modes(folder)
        node.kill()
        for name in ("antiphon.db", "antiphon.db.backup-0001"):
            (folder / name).touch()
            (folder / name).chmod(0o644)
        folder.chmod(0o755)
        node.start()
        mended = modes(folder)
    finally:
        os.umask(before)
        node.close()

    assert {"antiphon.db", "antiphon.db-wal", "antiphon.db-shm", "server.json"} < set(made)
    for each in (made, mended):
        assert each.pop("data") == 0o700
        assert set(each.values()) == {0o600}, each


async def test_a_file_with_keys_that_others_can_read_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the start and by the doctor; a file without keys, or in a closed folder, is nobody's concern."""
    file = tmp_path / "antiphon.toml"
    environ = {"ANTIPHON_CONFIG": str(file), "ANTIPHON_DATA_DIR": str(tmp_path / "data")}
    tmp_path.chmod(0o755)

    def look(words: str, mode: int) -> Settings:
        file.write_text(f'detect_local_models = false\n[providers.mine]\nbase_url = "http://127.0.0.1:9"\n{words}')
        file.chmod(mode)
        return load_settings(environ=environ).settings

    exposed = await asyncio.to_thread(look, 'api_key = "sk-secret"', 0o644)
    make_private(exposed)
    found = await check_files(exposed)
    closed = await check_files(await asyncio.to_thread(look, 'api_key = "sk-secret"', 0o600))
    without = await check_files(await asyncio.to_thread(look, "", 0o644))

    assert [vars(each)["path"] for each in caplog.records if each.message == "keys_readable_by_others"] == [str(file)]
    assert (found.ok, f"chmod 600 {file}" in found.detail, "sk-secret" in found.detail) == (False, True, False)
    assert (closed.ok, without.ok) == (True, True)


async def check_files(settings: Settings) -> Check:
    [found] = [each for each in await check_health(settings) if each.name == "files"]
    return found


def test_a_folder_that_is_shared_on_purpose_stays_shared(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    (tmp_path / "antiphon.db").touch()
    (tmp_path / "antiphon.db").chmod(0o644)

    make_private(Settings(data_dir=tmp_path))

    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "antiphon.db").stat().st_mode & 0o777 == 0o600
