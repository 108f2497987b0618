"""A server out of the launcher is one like any other."""

import json
import signal
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.launched import Launched, clean_environment, get_launcher
from tests.fakes.nodes import Node

QUIET = {"ANTIPHON_DETECT_LOCAL_MODELS": "false", "ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"}


def read(node: Node, path: str) -> Any:
    with urllib.request.urlopen(f"{node.url}/{path}", timeout=10) as response:
        return json.load(response)


@pytest.mark.timeout(120)
def test_two_copies_have_their_own_environment_and_folder_and_one_is_as_a_person_starts_it(tmp_path: Path) -> None:
    first = Node(tmp_path / "first", QUIET | {"ANTIPHON_MAX_TOKENS": "111"})
    second = Node(tmp_path / "second", QUIET)
    typed = Node(tmp_path / "typed", QUIET, as_a_person_does=True)
    try:
        for each in (first, second, typed):
            each.start()
        limits = [read(each, "v1/settings")["items"] for each in (first, second, typed)]
        notes = [json.loads((each.folder / "server.json").read_text())["pid"] for each in (first, second, typed)]

        first.kill()
        second.terminate()
        codes = [each.wait() for each in (first, second)]
        again = read(first.start(), "v1/settings")["items"]
    finally:
        for each in (first, second, typed):
            each.close()

    tokens = [next(row["value"] for row in rows if row["name"] == "max_tokens") for rows in (*limits, again)]
    assert isinstance(first.process, Launched)
    assert isinstance(typed.process, subprocess.Popen)
    assert len(set(notes)) == 3
    assert tokens == [111, tokens[2], tokens[2], 111]
    assert codes == [-signal.SIGKILL, 0]
    assert "Antiphon is running at" in second.log


@pytest.mark.parametrize("name", ["LD_PRELOAD", "OPENAI_API_KEY"])
def test_what_is_read_before_our_settings_wants_a_process_from_scratch(name: str) -> None:
    launcher = get_launcher()

    assert launcher.can_start_in(clean_environment() | QUIET)
    assert not launcher.can_start_in(clean_environment() | {name: "something"})


def test_one_that_cannot_start_says_why_and_ends(tmp_path: Path) -> None:
    node = Node(tmp_path, {"ANTIPHON_MAX_TOKENS": "many"})

    node.spawn()
    code = node.wait()

    assert code == 1
    assert "max_tokens" in node.log
