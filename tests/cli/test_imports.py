"""A command of the terminal imports what it needs and no more."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from antiphon.cli.command_group import load_command
from antiphon.cli.command_list import COMMANDS, EVAL_COMMANDS, CommandEntry
from antiphon.cli.main import app
from antiphon.conversation.state import ReplyState
from tests.cli.samples import build_reply, build_turn
from tests.cli.stage import Stage
from tests.cli.test_send import play
from tests.fakes.launched import clean_environment
from tests.fakes.nodes import Node

# What the server is made of. A client of a running one has no use for any of it.
SERVER = (
    "alembic",
    "antiphon.api",
    "antiphon.app",
    "antiphon.engine",
    "antiphon.feed",
    "antiphon.store",
    "docx",
    "fastapi",
    "genai_prices",
    "lark",
    "limits",
    "openpyxl",
    "PIL",
    "prometheus_client",
    "psycopg",
    "pypdf",
    "redis",
    "sqlalchemy",
    "starlette",
    "structlog",
    "uvicorn",
)
# What a server on SQLite does without until somebody asks for it: migrations, the other database's driver, limits per
# minute, pages, pictures, tools, search by meaning and providers that come with extras.
LATER = (
    "alembic",
    "anthropic",
    "docx",
    "google.genai",
    "limits",
    "mako",
    "markdown_it",
    "mcp",
    "numpy",
    "onnxruntime",
    "openpyxl",
    "PIL",
    "psycopg",
    "pydantic_ai",
    "pypdf",
    "redis",
)
# Nor for these, as long as nothing is asked of a server.
CLIENT = ("aiohttp", "pydantic", "rich")
# Does as `antiphon` would, and says at the end which packages were imported.
PROGRAM = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from antiphon.cli.main import run
run()
"""
LOAD_ALL = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from antiphon.cli.command_group import load_command
from antiphon.cli.command_list import COMMANDS
for each in COMMANDS:
    load_command(each)
"""


def list_imports(folder: Path, *arguments: str, program: str = PROGRAM) -> tuple[set[str], str]:
    """Everything a program imported until it came to a good end, and what it printed."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ANTIPHON_")}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=clean | {"ANTIPHON_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    *_, modules = done.stderr.splitlines()
    assert done.returncode == 0, done.stderr
    return set(modules.split()), done.stdout


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_what_antiphon_says_of_itself_needs_neither_server_nor_client(option: str, tmp_path: Path) -> None:
    imported, said = list_imports(tmp_path, option)

    assert "antiphon 0.1.0" in said or "conversations" in said
    assert imported.isdisjoint((*SERVER, *CLIENT))


def test_all_commands_are_declared_without_the_server(tmp_path: Path) -> None:
    """So none is imported for the help of a command either."""
    imported, _ = list_imports(tmp_path, program=LOAD_ALL)

    assert "antiphon.cli.journal.journal" in imported
    assert imported.isdisjoint(SERVER)


async def test_a_question_to_a_running_server_imports_no_server(stage: Stage, tmp_path: Path) -> None:
    stage.leave_note(tmp_path)
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")))

    imported, said = await asyncio.to_thread(list_imports, tmp_path, "send", "What now?")

    assert said == "Iris: Yes.\n"
    assert imported.isdisjoint(SERVER)


def test_server_on_an_up_to_date_file_imports_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """So it starts without the extras, psycopg among them; the first start, which makes the file, needs Alembic too."""
    list_imports_of_server(tmp_path)

    imported = list_imports_of_server(tmp_path)

    assert "antiphon.engine.engine" in imported
    assert sorted(imported.intersection(LATER)) == []


def list_imports_of_server(folder: Path) -> set[str]:
    """Everything a server had imported when it was ready and was asked to go."""
    node = Node(folder, {}, as_a_person_does=True)
    log = folder / "modules.log"
    environment = clean_environment() | {"ANTIPHON_DATA_DIR": str(folder), "ANTIPHON_LOG_LEVEL": "ERROR"}
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(node.port), "--no-browser"]
    with log.open("wb") as said, subprocess.Popen(command, env=environment, stdout=said, stderr=said) as server:
        node.process = server
        node.wait_until_ready()
        node.terminate()
        assert node.wait() == 0
    return set(log.read_text().splitlines()[-1].split())


@pytest.mark.parametrize("listed", [*COMMANDS, *EVAL_COMMANDS], ids=lambda each: each.place)
def test_the_list_says_what_the_command_says(listed: CommandEntry) -> None:
    assert listed.sentence == load_command(listed).get_short_help_str(limit=1000)


def test_a_misspelt_command_is_guessed() -> None:
    answer = CliRunner().invoke(app, ["sned"])

    assert answer.exit_code == 2
    assert "Did you mean 'send'?" in answer.output
