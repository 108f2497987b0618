"""How the command line ends."""

import asyncio
import signal

import pytest
import typer
from typer.testing import CliRunner

from antiphon.cli.command_list import COMMANDS
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.main import app, run
from antiphon.conversation.errors import SettingsInvalid


def fail(error: Exception) -> None:
    raise error


def test_known_failure_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(lambda: fail(SettingsInvalid(("port: too high",))))

    assert left.value.code == 1
    assert capsys.readouterr().err == "antiphon: the configuration cannot be used:\n  - port: too high\n"


def test_unknown_failure_is_ours_and_leaves_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(SystemExit) as left:
        run(lambda: fail(KeyError("seat")))

    assert left.value.code == 70
    assert "KeyError: 'seat'" in caplog.text


def test_interrupt_is_exit_code_130() -> None:
    async def interrupt() -> int:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(5)
        return 0

    with pytest.raises(typer.Exit) as left:
        run_to_exit(interrupt())

    assert left.value.exit_code == 130


@pytest.mark.parametrize("command", [each.name for each in COMMANDS])
def test_every_command_explains_itself(command: str) -> None:
    answer = CliRunner().invoke(app, [command, "--help"])

    assert answer.exit_code == 0
    assert answer.output.startswith(f"Usage: antiphon {command}")


def test_send_refuses_two_conversations_at_once() -> None:
    answer = CliRunner().invoke(app, ["send", "Hello", "--new", "--continue"])

    assert answer.exit_code == 2
    assert "choose one of" in answer.output


@pytest.mark.parametrize("word", ["version", "--version"])
def test_version_is_printed(word: str) -> None:
    assert CliRunner().invoke(app, [word]).output == "antiphon 0.1.0\n"
