"""A run of cases that is killed goes on where it was, and asks nobody twice what was answered and judged."""

import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.fakes.launched import Launched, clean_environment, get_launcher
from tests.fakes.model_server import ModelServer, Script, answer

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

CASES, WORKERS = 200, 8


def name_question(number: int) -> str:
    return f"Is {number} enough?"


def write_suite(folder: Path) -> Path:
    cases = [
        {
            "id": f"case-{number:03}",
            "advisor": "skeptic",
            "input": name_question(number),
            "assert": [{"type": "contains", "value": f"answers {number}."}],
        }
        for number in range(CASES)
    ]
    path = folder / "many.yaml"
    path.write_bytes(orjson.dumps({"$schema": "antiphon-eval-v1", "evalcases": cases}))
    return path


def answer_it(body: dict[str, Any]) -> Script:
    """Slowly enough that a kill finds some of them half-way."""
    number = body["messages"][-1]["content"].split()[1]
    return answer(f"The skeptic answers {number}.", pieces=3, pause=0.02)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(handler=answer_it) as running:
        yield running


def start(suite: Path, server: ModelServer, out: Path) -> Launched:
    environment = clean_environment() | {
        "ANTIPHON_DATA_DIR": str(out.parent / "data"),
        "ANTIPHON_PROVIDERS__FAKE__BASE_URL": server.base_url,
        "ANTIPHON_DEFAULT_MODEL": "fake:m",
    }
    arguments = ["eval", "run", str(suite), "--out", str(out), "-w", str(WORKERS)]
    return get_launcher().start(arguments, environment, out.parent / "said.txt")


def read_finished(out: Path) -> set[int]:
    """Cases whose result is whole in the ledger."""
    found: set[int] = set()
    for line in (out / "ledger.jsonl").read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            found.add(int(orjson.loads(line)["result"]["case_id"].removeprefix("case-")))
    return found


def count_requests(server: ModelServer) -> Counter[int]:
    return Counter(int(each.json["messages"][-1]["content"].split()[1]) for each in server.requests)


async def test_a_killed_run_goes_on_without_asking_twice(server: ModelServer, tmp_path: Path) -> None:
    """200 cases, 8 workers, killed in the middle."""
    suite, out = write_suite(tmp_path), tmp_path / "out"
    first = start(suite, server, out)
    await server.wait_for_requests(CASES // 2, seconds=90)
    first.send_signal(signal.SIGKILL)
    first.wait(10)
    finished, before = read_finished(out), len(server.requests)
    assert CASES // 4 < len(finished) < CASES
    assert not (out / "results.jsonl").exists()

    second = start(suite, server, out)
    code = second.wait(90)

    assert code == 0, (tmp_path / "said.txt").read_text(encoding="utf-8")
    asked = count_requests(server)
    assert {asked[number] for number in finished} == {1}
    assert len(server.requests) - before == CASES - len(finished)
    assert before - len(finished) <= WORKERS
    results = [orjson.loads(line) for line in (out / "results.jsonl").read_bytes().splitlines()]
    assert [each["case_id"] for each in results] == [f"case-{number:03}" for number in range(CASES)]
    assert {each["status"] for each in results} == {"passed"}


async def test_a_run_that_is_over_asks_nobody_the_second_time(server: ModelServer, tmp_path: Path) -> None:
    suite, out = write_suite(tmp_path), tmp_path / "out"
    first = start(suite, server, out)
    first.wait(90)
    results = (out / "results.jsonl").read_bytes()

    second = start(suite, server, out)
    second.wait(90)

    assert (first.returncode, second.returncode) == (0, 0)
    assert len(server.requests) == CASES
    assert (out / "results.jsonl").read_bytes() == results
