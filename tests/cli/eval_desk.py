"""Somebody who runs evals without a server, and the files they write and read."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.house import Done, Person
from tests.fakes.model_server import ModelServer
from tests.fakes.voices import Voices

KEY = "sk-canary-0f9e8d7c6b5a49382716"


def settle(server: ModelServer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody in a folder of their own, with one provider configured and no server running."""
    voices = Voices(server)
    server.handler = voices.choose
    for name in [each for each in os.environ if each.startswith("ANTIPHON_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ANTIPHON_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("ANTIPHON_PROVIDERS__FAKE__BASE_URL", server.base_url)
    monkeypatch.setenv("ANTIPHON_PROVIDERS__FAKE__API_KEY", KEY)
    monkeypatch.setenv("ANTIPHON_DEFAULT_MODEL", "fake:m")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(folder)
    return Person("", voices)


def write(*cases: dict[str, Any], name: str = "suite.yaml", **fields: Any) -> str:
    """A suite in a file, and the file's name."""
    Path(name).write_text(json.dumps({"$schema": "antiphon-eval-v1", **fields, "evalcases": list(cases)}))
    return name


def read_results(folder: str) -> list[dict[str, Any]]:
    """What a run has left there."""
    return [json.loads(line) for line in Path(folder, "results.jsonl").read_text().splitlines()]


def play(person: Person, *arguments: str) -> Done:
    """`antiphon eval run`."""
    return person.types("eval", "run", *arguments)
