"""Every import contract holds, and every one of them would be noticed if it did not.

A rule that cannot be broken guards nothing, so each contract is broken on purpose in a copy of the house.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shape.house import ROOT, SOURCE

CONTRACTS = {
    each["id"]: each["name"]
    for each in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}


@dataclass(frozen=True)
class Case:
    """Files that break one contract."""

    contract: str
    title: str
    files: dict[str, str]


def case(contract: str, title: str, **files: str) -> object:
    """`live__tap="import x"` writes `live/tap.py`."""
    paths = {name.replace("__", "/") + ".py": text for name, text in files.items()}
    return pytest.param(Case(contract, title, paths), id=f"{contract}: {title}")


CASES = [
    case("doors", "upwards", filter__planted="import antiphon.settings"),
    case("doors", "sideways", feed__mirror="import antiphon.engine.runtime.options"),
    case(
        "doors",
        "only for types",
        filter__planted="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import antiphon.live.live",
    ),
    case("doors", "inside a function", filter__planted="def parse() -> None:\n    import antiphon.live.live"),
    case("doors", "a room without a floor", attic='"""Nobody said where this is."""'),
    case("engine", "upwards", engine__retrieval__planted="import antiphon.engine.recovery.takeover"),
    case("engine", "sideways", engine__turns__planted="import antiphon.engine.analyses.runner"),
    case("engine", "a room without a floor", engine__attic='"""Nobody said where this is."""'),
    case("sql", "in the engine", engine__runtime__ledger="import sqlalchemy"),
    case("sql", "in the command line", cli__dump="from psycopg import connect"),
    case("sql", "in a room nobody thought of", analysis__planted="import sqlalchemy"),
    case("http", "in a provider", providers__openai_chat__shortcut="import aiohttp"),
    case("http", "in a test library", cli__fetch="import httpx"),
    case("http", "from the standard library", engine__runtime__ping="import http.client"),
    case("redis", "in another file of live", live__stream="import redis.asyncio"),
    case("redis", "in the engine", engine__runtime__cache="import redis"),
    case("otel", "in the engine", engine__runtime__planted="import opentelemetry.trace"),
    case("otel", "in another file of tracing", tracing__planted="from opentelemetry import trace"),
    case("passwords", "in the engine", engine__runtime__planted="import argon2"),
    case("passwords", "in another file of identity", identity__planted="import bcrypt"),
    case("sealing", "in the engine", engine__runtime__planted="import cryptography"),
    case("signatures", "in the engine", engine__runtime__planted="import joserfc"),
    case("signatures", "in another file of identity", identity__oidc__planted="import authlib"),
    case("fastapi", "in the feed", feed__push="from starlette.responses import StreamingResponse"),
    case("fastapi", "in another file of app", app__run="import uvicorn"),
    case("fastapi", "in the engine", engine__runtime__door="import fastapi"),
    case("pure", "a clock", context__planted="import time"),
    case("pure", "chance", advisors__dice="import random"),
    case("pure", "a file", conversation__draft="from pathlib import Path"),
    case("pure", "a loop", filter__planted="import asyncio"),
    case("writes", "by the API", api__routes__backdoor="from antiphon.store.writes.facts import *"),
    case("writes", "by the feed", feed__repair="import antiphon.store.writes.nodes"),
    case("writes", "by a room nobody thought of", settings__planted="import antiphon.store.writes.seed"),
    case("writes", "by another file of app", app__sow="import antiphon.store.writes.seed"),
    case("documents", "a way out", documents__fetch="import antiphon.egress.policy"),
    case("importers", "into the store", importers__keep="import antiphon.store.reads.imports"),
    case("plugins", "by a route", api__routes__backdoor="from antiphon.plugins.loader import load"),
    case("plugins", "by the engine", engine__runtime__planted="import antiphon.plugins.loader"),
    case("exporters", "into the store", exporters__keep="import antiphon.store.reads.exports"),
    case("families", "one uses the other", providers__scripted__wire="import antiphon.providers.openai_chat.frames"),
    case("circles", "in a room", live__left="import antiphon.live.right", live__right="import antiphon.live.left"),
    case(
        "circles",
        "deep in a room",
        store__reads__a="import antiphon.store.reads.b",
        store__reads__b="import antiphon.store.reads.a",
    ),
]


def check_contracts(folder: Path) -> dict[str, bool]:
    """Each contract by id, and whether it is kept by the `antiphon` in this folder."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    options = ["--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    environ = os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"}
    checked = subprocess.run([*command, *options], cwd=folder, env=environ, capture_output=True, text=True, check=False)
    names = {name: id for id, name in CONTRACTS.items()}
    found = re.findall(r"^(.+?) (KEPT|BROKEN)\b", checked.stdout, re.MULTILINE)
    assert {name for name, _ in found} == set(names), checked.stdout + checked.stderr
    return {names[name]: word == "KEPT" for name, word in found}


def test_every_contract_is_broken_once() -> None:
    assert {parameter.values[0].contract for parameter in CASES} == set(CONTRACTS)


def test_every_contract_is_kept() -> None:
    """E-07, M5, S-07."""
    assert [id for id, kept in check_contracts(SOURCE.parent).items() if not kept] == []


@pytest.mark.parametrize("case", CASES)
def test_a_broken_contract_is_noticed(case: Case, tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "antiphon", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in case.files.items():
        path = tmp_path / "antiphon" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")

    kept = check_contracts(tmp_path)

    assert [id for id, is_kept in kept.items() if not is_kept] == [case.contract]
