"""Versions exchanged one node at a time behind a proxy, while people send without pause; and a verdict.

`just rolling` exchanges this version and its next. `--older FOLDER` takes the `src` folder of an
earlier commit for the older one. It prints what was done and what came of it, and ends with 1 when anything does not
hold.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import aiohttp
from typing_extensions import override

from tests.crash.conftest import common_settings
from tests.crash.partition import Cluster, Crowd, asks_as
from tests.crash.verdict import Narrator, Stored, find_doubled, find_lost, judge, read_stored
from tests.fakes.launched import clean_environment, get_launcher
from tests.fakes.model_server import ModelServer
from tests.fakes.next_version import FOLDER, MODULE, write_next
from tests.fakes.nodes import Node
from tests.fakes.proxy import run_proxy
from tests.fakes.reader import Api
from tests.fakes.servers import find_free_port, make_folder, run_stores

_NAME = "localhost"


class Version(NamedTuple):
    """A version of Antiphon: its name here, the module that runs it, and what its processes are given."""

    name: str
    module: str = "antiphon"
    given: tuple[tuple[str, str], ...] = ()

    @property
    def as_a_person_does(self) -> bool:
        """Whether it is other code than what is imported here."""
        return any(name == "PYTHONPATH" for name, _ in self.given)


THIS = Version("this version")


def make_next(folder: Path) -> Version:
    """The version after this one, with two migrations that add."""
    return Version("the next version", MODULE, ((FOLDER, str(write_next(folder, "adds", "adds"))),))


@dataclass(slots=True)
class Behind(Cluster):
    """Two nodes that are known by their proxy alone."""

    front: Node
    settings: dict[str, str]

    @override
    def pick(self, number: int) -> Node:
        """Whoever the proxy gives the connection to."""
        return self.front

    def install(self, node: Node, version: Version) -> None:
        """What the node runs from its next start on."""
        node.module, node.as_a_person_does = version.module, version.as_a_person_does
        node.environment = self.settings | asks_as(self.model, node.name) | dict(version.given)

    def migrate(self, version: Version, folder: Path) -> str:
        """`antiphon migrate` of this version, once, beside the nodes; what it said."""
        said = folder / "migrate.log"
        said.unlink(missing_ok=True)
        environment = clean_environment() | self.settings | {"ANTIPHON_DATA_DIR": str(folder / "m")}
        process = get_launcher().start(("migrate",), environment | dict(version.given), said, version.module)
        code = process.wait(120)
        assert code == 0, said.read_text()
        return said.read_text().strip()


@contextmanager
def run_behind(model: Narrator, folder: Path, first: Version) -> Iterator[Behind]:
    """Two nodes of this version on a private PostgreSQL and Redis, behind HAProxy set up as the how-to has it."""
    with ExitStack() as stack:
        stores = stack.enter_context(run_stores())
        settings = common_settings(model, stores)
        nodes = [Node(folder / name, settings, name) for name in ("one", "two")]
        for node in nodes:
            stack.callback(node.close)
        front = Node(folder, settings, "front", port=find_free_port(), host=_NAME, certificate=folder)
        behind = Behind(model, nodes, [], stores, front, settings)
        for node in nodes:
            behind.install(node, first)
            node.start()
        stack.enter_context(run_proxy("haproxy", [node.port for node in nodes], front.port, name=_NAME))
        yield behind


class Outcome(NamedTuple):
    """What came of it."""

    seconds: float
    done: list[str]
    stored: Stored
    crowd: Crowd
    wrong: list[str]

    @property
    def lost(self) -> list[str]:
        """What was acknowledged and is not there, or was not answered."""
        answered = {reply[1] for reply in self.stored.replies}
        return find_lost(self.stored, self.crowd) + sorted(answered - {"complete"})

    @property
    def doubled(self) -> list[str]:
        """What is there more than once."""
        return find_doubled(self.stored)


@dataclass(slots=True)
class Drill:
    """Steps that are taken one after the other while people send."""

    behind: Behind
    folder: Path
    pause: float
    tell: Callable[[str], None]
    done: list[str] = field(default_factory=list)
    _began: float = field(default_factory=time.monotonic)

    async def exchange(self, node: Node, version: Version) -> None:
        """SIGTERM, wait until it has gone, start it as this version."""
        began = time.monotonic()
        node.terminate()
        code = await asyncio.to_thread(node.wait)
        drained = time.monotonic() - began
        assert code == 0, node.log[-2000:]
        self.behind.install(node, version)
        await asyncio.to_thread(node.start)
        self._note(f"{node.name} drained in {drained:.1f} s and came back as {version.name}", began)
        await asyncio.sleep(self.pause)

    async def migrate(self, version: Version) -> None:
        """Bring the database to this version's revision, under those who work on it."""
        began = time.monotonic()
        self._note(await asyncio.to_thread(self.behind.migrate, version, self.folder), began)
        await asyncio.sleep(self.pause)

    def _note(self, what: str, began: float) -> None:
        self.done.append(what)
        self.tell(f"{began - self._began:6.1f} s  {what}, {time.monotonic() - began:.1f} s")


async def upgrade_and_go_back(drill: Drill, older: Version, newer: Version) -> None:
    """Migrate under two older nodes; exchange one; restart the other as it was; exchange it; and go back with one."""
    one, two = drill.behind.nodes
    await drill.migrate(newer)
    await drill.exchange(one, newer)
    await drill.exchange(two, older)
    await drill.exchange(two, newer)
    await drill.exchange(one, older)


async def upgrade(drill: Drill, older: Version, newer: Version) -> None:
    """Migrate under two older nodes that could not be started again, and exchange both."""
    await drill.migrate(newer)
    for node in drill.behind.nodes:
        await drill.exchange(node, newer)


async def run_drill(
    folder: Path,
    versions: Sequence[Version],
    *,
    people: int = 4,
    pause: float = 1.0,
    goes_back: bool = True,
    tell: Callable[[str], None] = print,
) -> Outcome:
    """The steps, with people sending from before the first until after the last."""
    older, newer = versions
    with ModelServer() as server:
        model = Narrator(server, pause=0.02)
        server.handler = model.answer
        with run_behind(model, folder, older) as behind:
            timeout, connector = aiohttp.ClientTimeout(total=20), aiohttp.TCPConnector(ssl=False)
            async with aiohttp.ClientSession(timeout=timeout, connector=connector) as session:
                crowd = Crowd(behind, Api(session), most=8)
                began = time.monotonic()
                crowd.start(people)
                await asyncio.sleep(pause)
                drill = Drill(behind, folder, pause, tell)
                await (upgrade_and_go_back if goes_back else upgrade)(drill, older, newer)
                seconds = time.monotonic() - began
                await crowd.finish(120)
            stored = read_stored(behind.dsn)
            return Outcome(seconds, drill.done, stored, crowd, list(judge(stored, crowd, model)))


def print_outcome(outcome: Outcome) -> None:
    """The figures."""
    crowd = outcome.crowd
    print(f"{outcome.seconds:.0f} s of sending: {len(crowd.tried)} messages, {len(crowd.accepted)} accepted")
    print(f"answers of the proxy: {dict(crowd.statuses)}, the slowest after {crowd.slowest:.2f} s")
    print(f"lost {len(outcome.lost)}, doubled {len(outcome.doubled)}, replies {len(outcome.stored.replies)}")
    print(f"replies that were begun again: {outcome.stored.run_again}")
    for each in outcome.wrong:
        print(f"does not hold: {each}")


def main() -> int:
    """Run it, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--older", type=Path, help="the `src` folder of an earlier commit")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds of sending between two steps")
    parser.add_argument("--people", type=int, default=6)
    given = parser.parse_args()
    with make_folder() as folder:
        if given.older:
            versions = [Version("the older version", given=(("PYTHONPATH", str(given.older)),)), THIS]
        else:
            versions = [THIS, make_next(folder / "next")]
        drill = run_drill(folder, versions, people=given.people, pause=given.pause, goes_back=not given.older)
        outcome = asyncio.run(drill)
    print_outcome(outcome)
    return 1 if outcome.wrong or outcome.lost or outcome.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
