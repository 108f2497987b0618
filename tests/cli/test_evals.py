"""`antiphon eval` without a server: a person, a few files, and a model behind a real socket."""

import json
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.eval_desk import KEY, play, read_results, settle, write
from tests.cli.house import Person
from tests.fakes.model_server import ModelServer, answer, fail

ONE = {"id": "one", "advisor": "skeptic", "input": "Shall I?", "assert": [{"type": "contains", "value": "skeptic"}]}
TWO = ONE | {"id": "two", "input": "Must I?"}
TALK = {
    "id": "talk",
    "panel": ["skeptic", "builder"],
    "turns": [{"input": "Shall I?"}, {"input": "Why?", "assert": [{"type": "contamination"}]}],
    "repeat": 2,
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def alone(server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    return settle(server, tmp_path, monkeypatch)


@pytest.mark.parametrize("command", ["run", "validate", "compare", "record", "new"])
def test_every_command_explains_itself(command: str, alone: Person) -> None:
    done = alone.types("eval", command, "--help")

    assert done.code == 0
    assert done.out.startswith(f"Usage: antiphon eval {command}")


def test_a_suite_that_passes_leaves_results_and_reports(alone: Person) -> None:
    done = play(alone, write(ONE, TALK), "--out", "out", "--junit", "junit.xml", "--html", "report.html")

    assert done.code == 0, done.err
    assert "3 of 3 cases passed" in done.out
    assert [each["case_id"] for each in read_results("out")] == ["one", "talk", "talk"]
    assert "<testsuite" in Path("junit.xml").read_text()
    assert "<html" in Path("report.html").read_text()


def test_what_is_not_held_is_exit_code_1(alone: Person) -> None:
    done = play(alone, write(ONE | {"assert": [{"type": "contains", "value": "certainly"}]}))

    assert done.code == 1
    assert "0 of 1 case passed" in done.out


def test_no_answer_is_exit_code_1_and_no_score(alone: Person, server: ModelServer) -> None:
    server.handler = lambda body: fail(400)

    done = play(alone, write(ONE), "--out", "out")

    [result] = read_results("out")
    assert (done.code, result["status"], result["score"]) == (1, "error", None)


def test_a_file_that_cannot_be_used_is_exit_code_2(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE | {"asert": []}))

    assert done.code == 2
    assert "evalcases[0].asert: is not known; did you mean assert?" in done.err
    assert server.requests == []


def test_a_ceiling_is_exit_code_3(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE, TWO), "--budget-tokens", "1", "--workers", "1")

    assert done.code == 3
    assert len(server.requests) == 1


def test_a_ceiling_in_dollars_says_when_it_cannot_hold(alone: Person) -> None:
    done = play(alone, write(ONE, budget={"dollars": 1}))

    assert done.code == 0
    assert "what fake:m costs is not known here" in done.err


def test_nothing_graded_is_exit_code_4(alone: Person) -> None:
    done = play(alone, write(ONE | {"assert": ["It is kind."]}))

    assert done.code == 4


def test_one_case_that_nobody_could_judge_is_exit_code_4(alone: Person) -> None:
    """D40: success says that every case passed."""
    done = play(alone, write(ONE, ONE | {"id": "judged", "assert": ["It is kind."]}))

    assert done.code == 4


def test_a_dry_run_shows_what_would_be_sent_and_sends_nothing(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE), "--dry-run")

    assert done.code == 0, done.err
    assert "[0] system (system)" in done.out
    assert "Shall I?" in done.out
    assert server.requests == []


def test_only_the_cases_that_are_named_are_played(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE, TWO), "--eval-id", "tw*")

    assert (done.code, len(server.requests)) == (0, 1)
    assert play(alone, "suite.yaml", "--eval-id", "three").code == 2


def test_a_target_wins_over_what_the_file_and_the_case_say(alone: Person, server: ModelServer) -> None:
    suite = write(ONE | {"target": "fake:cases"}, TWO, target="fake:files")

    play(alone, suite, "--workers", "1")
    play(alone, suite, "--workers", "1", "--target", "fake:wished")

    assert [each.model for each in server.requests] == ["cases", "files", "wished", "wished"]


def test_another_advisor_can_be_asked_in_place_of_a_cases_own(alone: Person, server: ModelServer) -> None:
    play(alone, write(ONE), "--advisor", "Builder")

    assert len(alone.voices.requests("builder")) == 1


@pytest.mark.parametrize("option", ["--target", "--judge"])
def test_a_model_nobody_serves_is_refused_at_the_start(option: str, alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE), option, "nobody:m")

    assert done.code == 2
    assert "nobody serves nobody:m; there is fake, scripted" in done.err
    assert server.requests == []


def test_an_advisor_may_not_judge_itself(alone: Person, server: ModelServer) -> None:
    done = play(alone, write(ONE | {"assert": ["It is kind."]}), "--judge", "Skeptic")

    assert done.code == 2
    assert "nobody judges themselves" in done.err
    assert server.requests == []


def test_a_recorded_run_gives_the_same_bytes_twice(
    alone: Person, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I-62: with another number of workers, without the provider, its key or its settings."""
    monkeypatch.setenv("ANTIPHON_PROVIDERS__FAKE__MODELS__M__INPUT_PRICE", "3")
    monkeypatch.setenv("ANTIPHON_PROVIDERS__FAKE__MODELS__M__OUTPUT_PRICE", "15")
    alone.voices.script("builder", fail(429), answer("builder answers after all", pieces=5, pause=0.01))
    recorded = alone.types("eval", "record", write(ONE, TWO, TALK), "--tape", "t.tape", "--out", "first", "-w", "8")
    assert recorded.code == 0, recorded.err
    asked = len(server.requests)
    for name in ("BASE_URL", "API_KEY", "MODELS__M__INPUT_PRICE", "MODELS__M__OUTPUT_PRICE"):
        monkeypatch.delenv(f"ANTIPHON_PROVIDERS__FAKE__{name}")
    monkeypatch.delenv("ANTIPHON_DEFAULT_MODEL")

    codes = [
        play(alone, "suite.yaml", "--replay", "t.tape", "--out", out, "--workers", workers).code
        for out, workers in (("second", "1"), ("third", "8"))
    ]

    assert codes == [0, 0]
    assert len(server.requests) == asked
    second, third = Path("second/results.jsonl").read_bytes(), Path("third/results.jsonl").read_bytes()
    assert second == third == Path("first/results.jsonl").read_bytes()
    assert all(each["dollars"] > 0 for each in read_results("third"))
    assert KEY not in Path("t.tape").read_text()


def test_what_is_not_on_the_tape_is_an_error_with_a_name(alone: Person, server: ModelServer) -> None:
    alone.types("eval", "record", write(ONE), "--tape", "t.tape")

    done = play(alone, write(ONE, TWO), "--replay", "t.tape", "--out", "out")

    results = read_results("out")
    assert (done.code, [each["status"] for each in results]) == (1, ["passed", "error"])
    assert results[1]["exchanges"][0]["error"]["code"] == "not_on_tape"
    assert len(server.requests) == 1


def test_a_file_that_is_no_tape_is_exit_code_2(alone: Person) -> None:
    done = play(alone, write(ONE), "--replay", "suite.yaml")

    assert (done.code, "suite.yaml is not a tape" in done.err) == (2, True)


def test_a_cached_answer_is_asked_for_once(alone: Person, server: ModelServer) -> None:
    codes = [play(alone, write(ONE, TALK), "--cache").code for _ in range(2)]

    assert codes == [0, 0]
    assert len(server.requests) == 1 + 2 * 2 * 2


def test_a_first_suite_is_written_once_and_passes(alone: Person) -> None:
    written, again = (alone.types("eval", "new", "mine.eval.yaml") for _ in range(2))

    checked = alone.types("eval", "validate", "mine.eval.yaml")

    assert (written.code, again.code) == (0, 1)
    assert "is there already" in again.err
    assert (checked.code, checked.out) == (0, "mine.eval.yaml: 3 cases, nothing wrong\n")
    assert "3 of 3 cases passed" in play(alone, "mine.eval.yaml", "--target", "scripted:understudy").out


def test_every_problem_of_every_file_is_told_with_its_place(alone: Person) -> None:
    write(ONE | {"id": ""}, name="first.yaml")
    write(ONE | {"advisor": "skeptik"}, name="second.yaml")

    done = alone.types("eval", "validate", "first.yaml", "second.yaml")

    assert done.code == 2
    assert "first.yaml:1: evalcases[0].id: must not be empty" in done.err
    assert "second.yaml:1: evalcases[0].advisor: no advisor is called skeptik; did you mean skeptic?\n" in done.err


def test_a_program_of_the_suite_judges_too(alone: Person) -> None:
    Path("is_short.py").write_text("import json, sys\nprint(len(json.load(sys.stdin)['candidate_answer']) < 100)\n")
    judged = {"type": "code", "script": [sys.executable, "is_short.py"]}

    done = play(alone, write(ONE | {"assert": [judged]}), "--allow-programs", "--out", "out")

    [verdict] = read_results("out")[0]["verdicts"]
    assert (done.code, verdict["type"], verdict["status"]) == (0, "code", "passed")


@pytest.mark.parametrize("command", ["run", "record"])
def test_a_file_starts_no_program_unless_its_reader_says_so(alone: Person, server: ModelServer, command: str) -> None:
    """Refused before anybody is asked, with every program named; nothing of it has run."""
    judged = {"type": "code", "script": ["/bin/sh", "-c", "touch ran"]}
    suite = write(ONE | {"assert": [judged]})

    done = alone.types("eval", command, suite)
    shown = alone.types("eval", "run", suite, "--dry-run")

    assert (done.code, shown.code) == (2, 0)
    assert f"/{ONE['id']}: /bin/sh -c touch ran" in done.err
    assert "say --allow-programs" in done.err
    assert f"/{ONE['id']}: /bin/sh -c touch ran" in shown.err
    assert not Path("ran").exists()
    assert server.requests == []


def test_the_suites_that_ship_pass_where_nothing_is_configured(
    alone: Person, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is named, so they are played, and an understudy answers."""
    for name in ("PROVIDERS__FAKE__BASE_URL", "PROVIDERS__FAKE__API_KEY", "DEFAULT_MODEL"):
        monkeypatch.delenv(f"ANTIPHON_{name}")
    monkeypatch.setenv("ANTIPHON_DETECT_LOCAL_MODELS", "false")

    done = play(alone)

    assert done.code == 0, done.out
    assert "five/" in done.out
    assert server.requests == []


def test_in_a_pipe_each_case_is_a_line_as_it_ends(alone: Person) -> None:
    done = play(alone, write(ONE, TWO), "--workers", "1")

    assert done.err.splitlines() == ["1/2 passed suite/one#1 1.00", "2/2 passed suite/two#1 1.00"]


def test_advisors_of_the_workspace_are_asked_as_they_are_now(person: Person, tmp_path: Path) -> None:
    """While a server is running: the database is only read."""
    words = {"description": "You have changed your mind about everything."}
    request = urllib.request.Request(
        f"{person.url}/v1/advisors/historian",
        json.dumps(words).encode(),
        {"Content-Type": "application/json"},
        method="PATCH",
    )
    with urllib.request.urlopen(request, timeout=10) as saved:
        assert saved.status == 200

    suite = write(ONE | {"advisor": "historian"}, name=str(tmp_path / "suite.yaml"))
    done = play(person, suite, "--target", "scripted:understudy", "--dry-run")

    assert done.code == 0, done.err
    assert words["description"] in done.out
