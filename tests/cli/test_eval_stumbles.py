"""`antiphon eval` and somebody who does not know it yet: paths, names and keys that are not quite right."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from antiphon.app.evals import RunChoices
from antiphon.cli.configuration import read_all_settings
from antiphon.cli.evals.order import Order, carry_out
from tests.cli.eval_desk import play, read_results, settle, write
from tests.cli.house import Person
from tests.fakes.model_server import ModelServer, answer, fail

ONE = {"id": "one", "advisor": "skeptic", "input": "Shall I?", "assert": [{"type": "contains", "value": "skeptic"}]}
TWO = ONE | {"id": "two", "input": "Must I?"}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def alone(server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    return settle(server, tmp_path, monkeypatch)


def test_a_judge_that_fails_leaves_the_case_open(alone: Person, server: ModelServer) -> None:
    """D40: what was asserted besides it holds, and the case is still not passed."""
    server.handler = lambda body: fail(400) if body["model"] == "j" else answer("The skeptic doubts.")
    judged = ONE | {"assert": [{"type": "contains", "value": "skeptic"}, "Is kind."]}

    done = play(alone, write(judged), "--judge", "fake:j", "--out", "out", "--junit", "junit.xml")

    [result] = read_results("out")
    assert (done.code, result["status"], result["score"]) == (4, "not_graded", None)
    assert [each["is_broken"] for each in result["verdicts"]] == [False, True]
    assert "the judge has not judged" in Path("junit.xml").read_text()


@pytest.mark.parametrize("place", ["suite.yaml/below", "a" * 300])
@pytest.mark.parametrize("option", ["--out", "--junit", "--html"])
def test_what_cannot_be_written_is_said_before_anybody_is_asked(
    option: str, place: str, alone: Person, server: ModelServer
) -> None:
    done = play(alone, write(ONE), option, place)

    assert (done.code, done.err.count("\n"), server.requests) == (2, 1, [])
    assert f"nothing can be written to {place}" in done.err


def test_a_tape_that_cannot_be_written_is_said_before_anybody_is_asked(alone: Person, server: ModelServer) -> None:
    done = alone.types("eval", "record", write(ONE), "--tape", ".")

    assert (done.code, server.requests) == (2, [])
    assert "is a folder; name a file in it" in done.err


def test_cases_are_named_several_times_and_with_their_suite(alone: Person) -> None:
    write(ONE, TWO, name="first.yaml")
    write(ONE, name="second.yaml")

    play(alone, "first.yaml", "second.yaml", "--eval-id", "second/*", "--eval-id", "tw*", "--out", "out")

    assert [(each["suite"], each["case_id"]) for each in read_results("out")] == [("first", "two"), ("second", "one")]


def test_a_name_that_no_case_has_is_exit_code_2(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE, TWO), "--eval-id", "one", "--eval-id", "twoo")

    assert (done.code, server.requests) == (2, [])
    assert "no case is called twoo; did you mean two?" in done.err


@pytest.mark.parametrize("command", ["run", "validate"])
def test_a_folder_without_a_suite_is_exit_code_2(command: str, alone: Person) -> None:
    Path("empty").mkdir()

    done = alone.types("eval", command, "empty")

    assert (done.code, "there is no suite in empty" in done.err) == (2, True)


def test_an_advisor_nobody_knows_is_exit_code_2(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE), "--advisor", "bilder")

    assert (done.code, server.requests) == (2, [])
    assert "no advisor is called bilder; did you mean builder?" in done.err


def test_a_run_that_goes_on_says_how_much_was_there(alone: Person, server: ModelServer) -> None:
    play(alone, write(ONE), "--out", "out")

    done = play(alone, write(ONE, TWO), "--out", "out")

    assert "1 of 2 cases were there already" in done.err
    assert len(server.requests) == 2


async def test_a_run_that_is_stopped_says_how_to_go_on(
    alone: Person, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """As Ctrl-C does it."""
    server.handler = lambda body: answer("The skeptic doubts.", pieces=2, pause=0 if "Shall" in str(body) else 60)
    order = Order((Path(write(ONE, TWO)),), RunChoices(), workers=1, out=Path("out"))

    running = asyncio.create_task(carry_out(read_all_settings().settings, order))
    while len(server.requests) < 2:
        await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert "stopped with 1 of 2 cases done; give the same command again to go on" in capsys.readouterr().err


def test_a_dry_run_has_no_hash_for_what_follows_an_answer(alone: Person) -> None:
    talk = ONE | {"input": None, "turns": [{"input": "Shall I?"}, {"input": "Why?"}]}

    done = play(alone, write(talk), "--dry-run")

    first, second = (line for line in done.out.splitlines() if line.startswith("suite/one#1"))
    assert "sha256" in first
    assert second.endswith("the answers before it are not known yet")
