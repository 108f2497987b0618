"""The examples of docs/how-to/use-from-python.md, run as they stand against a server that is killed in between."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.conftest import Model, common_settings, whole
from tests.fakes.nodes import Node
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(240)]

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-from-python.md"


def read_example(having: str) -> str:
    """The one example on the page that has these words."""
    found = [each for each in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if having in each]
    assert len(found) == 1, f"{len(found)} examples have {having!r}"
    return str(found[0])


class Example:
    """An example that runs on a thread of its own, and what it has printed so far."""

    def __init__(self, source: str, node: Node) -> None:
        self.printed: list[tuple[object, ...]] = []
        self.error: BaseException | None = None
        self._code = compile(source.replace("127.0.0.1:8642", f"127.0.0.1:{node.port}"), str(PAGE), "exec")
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> "Example":
        """Begin."""
        self._thread.start()
        return self

    def finish(self, seconds: float = 90) -> list[tuple[object, ...]]:
        """All it has printed at its end; its failure if it failed."""
        self._thread.join(seconds)
        if self.error is not None:
            raise self.error
        assert not self._thread.is_alive(), self.printed
        return self.printed

    def _run(self) -> None:
        def note(*words: object) -> None:
            self.printed.append(words)

        try:
            exec(self._code, {"__name__": "__main__", "print": note})
        except BaseException as error:  # noqa: BLE001 -- whatever it is, `finish` raises it
            self.error = error


@pytest.fixture
def node(model: Model, tmp_path: Path) -> Iterator[Node]:
    """A real server on SQLite."""
    made = Node(tmp_path, common_settings(model, None))
    try:
        yield made.start()
    finally:
        made.close()


def wait_for_everybody(example: Example) -> None:
    """Until the example has printed something of every advisor."""
    deadline = time.monotonic() + 60
    while {each[1] for each in example.printed if len(each) == 3} != set(VOICES):
        assert time.monotonic() < deadline, (example.printed, example.error)
        time.sleep(0.02)


@pytest.mark.parametrize("having", ["    for progress in client", "async for progress"], ids=["sync", "async"])
def test_a_stream_survives_the_death_of_its_server(model: Model, node: Node, having: str) -> None:
    """Killed in the middle of every answer, started again: the text that was put together is the text that is kept."""
    example = Example(read_example(having), node).start()
    wait_for_everybody(example)

    node.kill()
    time.sleep(1)
    node.start()
    wait_for_requests(model, 2 * len(VOICES))
    model.open()
    *news, settled = example.finish()

    assert settled == ("settled", ["complete"] * len(VOICES))
    texts: dict[object, str] = {}
    for how, advisor, text in news:
        texts[advisor] = str(text) if how == "again" else texts.get(advisor, "") + str(text)
    assert texts == {voice: whole(voice) for voice in VOICES}
    assert {advisor for how, advisor, _ in news if how == "again"} == set(VOICES)


def test_the_other_examples_do_what_the_page_says(model: Model, node: Node) -> None:
    model.open()

    answers = Example(read_example("client.turns.wait(turn)\n    for reply"), node).start().finish()
    assert {(advisor, str(state), text) for advisor, state, text in answers} == {
        (voice, "complete", whole(voice)) for voice in VOICES
    }
    seen = Example(read_example("held_to"), node).start().finish()
    assert len(seen) == 2
    assert seen[-1] == (True,)
    [missing, unreachable] = Example(read_example("t_nobody"), node).start().finish()
    assert missing[:2] == (404, "not_found")
    assert unreachable == ("server_unreachable", "http://127.0.0.1:1")
    count, *listed = Example(read_example("iterate"), node).start().finish()
    assert count == (2, True)
    assert len(listed) == 2


def wait_for_requests(model: Model, count: int) -> None:
    """Until the model was asked this often."""
    deadline = time.monotonic() + 60
    while sum(model.count(voice) for voice in VOICES) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
