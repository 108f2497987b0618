"""Three nodes that share a database, each with a way of its own to it, and people who never stop sending."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import psycopg

from antiphon.conversation.turn import Turn
from antiphon.store.migrate import migrate
from tests.crash.conftest import Model, common_settings
from tests.fakes.cable import Cable
from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.fakes.servers import Stores, run_stores

# Found before the real one by every statement that does not name its schema.
_CLOCK = """
CREATE SCHEMA wrong;
CREATE TABLE wrong.step (by interval NOT NULL);
INSERT INTO wrong.step VALUES ('0');
CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + by FROM wrong.step';
ALTER DATABASE antiphon SET search_path = wrong, pg_catalog, public;
"""


@dataclass(slots=True)
class Cluster:
    """Nodes, the ways to their database, the model they ask, and the database's clock."""

    model: Model
    nodes: list[Node]
    ways: list[Cable]
    stores: Stores

    @property
    def dsn(self) -> str:
        """Straight to the database."""
        return f"host=127.0.0.1 port={self.stores.postgres.port} user=antiphon dbname=antiphon"

    def step_clock(self, by: str) -> None:
        """The database's clock jumps, for everybody at once."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute("UPDATE wrong.step SET by = by + %s::interval", (by,))

    def count_reaped(self) -> int:
        """How often a node was declared gone, by the logs."""
        return sum(node.log.count('"node_reaped"') for node in self.nodes)

    def is_alive(self, node: Node) -> bool:
        """Whether the process is still there."""
        return node.process is not None and node.process.poll() is None

    def pick(self, number: int) -> Node:
        """One of the living by its number, or of all where nobody lives."""
        living = [node for node in self.nodes if self.is_alive(node)] or self.nodes
        return living[number % len(living)]


@contextmanager
def run_cluster(model: Model, folder: Path, count: int = 3, **settings: str) -> Iterator[Cluster]:
    """A private database with a clock that can be set wrong, and nodes that reach it through proxies."""
    with ExitStack() as stack:
        stores = stack.enter_context(run_stores())
        common = common_settings(model, stores) | settings
        migrate(common["ANTIPHON_DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://"))
        cluster = Cluster(model, [], [], stores)
        with psycopg.connect(cluster.dsn, autocommit=True) as connection:
            connection.execute(_CLOCK)
        for number in range(count):
            way = stack.enter_context(Cable(stores.postgres.port))
            address = {"ANTIPHON_DATABASE_URL": f"postgresql://antiphon@127.0.0.1:{way.port}/antiphon"}
            name = f"node{number}"
            node = Node(folder / f"n{number}", common | address | asks_as(model, name), name)
            stack.callback(node.close)
            cluster.ways.append(way)
            cluster.nodes.append(node)
        for node in cluster.nodes:
            node.spawn()
        for node in cluster.nodes:
            node.wait_until_ready()
        yield cluster


def asks_as(model: Model, name: str) -> dict[str, str]:
    """The setting with which a node asks the model under a name: it stands in the path of its requests and receipts."""
    return {"ANTIPHON_PROVIDERS__FAKE__BASE_URL": model.server.base_url.replace("/v1", f"/{name}/v1")}


def words(key: str) -> str:
    """The message that is sent with this key, and with no other."""
    return f"And now? ({key})"


@dataclass(slots=True)
class Crowd:
    """People in conversations of their own, each sending again as soon as the last turn has ended.

    Whoever has sent `most` messages goes on in another conversation; `hear_of` is told of each.
    """

    cluster: Cluster
    api: Api
    most: int | None = None
    hear_of: Callable[[str], None] = lambda _: None
    tried: set[str] = field(default_factory=set)
    accepted: dict[str, str] = field(default_factory=dict)
    statuses: Counter[int | str] = field(default_factory=Counter)
    slowest: float = 0.0
    _tasks: "list[asyncio.Task[None]]" = field(default_factory=list)
    _over: bool = False

    def start(self, people: int) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(self._talk(number)) for number in range(people)]

    async def finish(self, seconds: float = 60) -> list[Turn]:
        """Send no more; every turn that was ever accepted, once it has ended."""
        self._over = True
        await asyncio.wait_for(asyncio.gather(*self._tasks), seconds)
        urls = [node.url for node in self.cluster.nodes if self.cluster.is_alive(node)]
        return [await self.api.settled(urls[0], turn_id, seconds) for turn_id in self.accepted.values()]

    async def _talk(self, person: int) -> None:
        conversation = ""
        for count in itertools.count():
            if self._over:
                return
            if not conversation or (self.most and count % (self.most + 1) == 0):
                conversation = await self._create(person)
                continue
            await self._send(person, conversation, f"key-{person}-{count}")

    async def _create(self, person: int) -> str:
        try:
            conversation = await self.api.create(self._node(person).url)
        except (aiohttp.ClientError, OSError, AssertionError, TimeoutError):
            await asyncio.sleep(0.2)
            return ""
        self.hear_of(conversation)
        return conversation

    async def _send(self, person: int, conversation: str, key: str) -> None:
        """One message with one key, to one node after another until it is taken and has ended."""
        for attempt in itertools.count(person):
            if self._over and key not in self.accepted:
                return
            self.tried.add(key)
            began = time.monotonic()
            status: int | str
            try:
                status, body = await self.api.send_raw(self._node(attempt).url, conversation, words(key), key)
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                status, body = type(error).__name__, {}
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.statuses[status] += 1
            if status == 202:
                turn_id = self.accepted.setdefault(key, body["turn"]["id"])
                assert turn_id == body["turn"]["id"], f"{key} stands for two turns"
            if status in (202, 409) and await self._has_ended(attempt, self.accepted.get(key)):
                return
            await asyncio.sleep(0.1)

    async def _has_ended(self, attempt: int, turn_id: str | None) -> bool:
        if turn_id is None:
            return False
        for more in range(400):
            try:
                turn = await self.api.turn(self._node(attempt + more).url, turn_id)
            except (aiohttp.ClientError, OSError, AssertionError, TimeoutError):
                turn = None
            if turn is not None and turn.all_completed:
                return True
            await asyncio.sleep(0.1)
        return False

    def _node(self, number: int) -> Node:
        return self.cluster.pick(number)


@dataclass(slots=True)
class Doorbell:
    """Asks one node again and again whether it is ready, and notes how long the answer took."""

    node: Node
    answers: list[tuple[float, bool, float]] = field(default_factory=list)
    _task: "asyncio.Task[None] | None" = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._ring())

    async def stop(self) -> None:
        """End."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait({self._task})

    @property
    def slowest(self) -> float:
        """The longest wait for an answer."""
        return max((took for _, _, took in self.answers), default=0.0)

    def was_ready(self, since: float, until: float = float("inf")) -> bool:
        """Whether it ever said so in this time."""
        return any(ready for moment, ready, _ in self.answers if since <= moment <= until)

    async def _ring(self) -> None:
        timeout = aiohttp.ClientTimeout(total=30)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                began = time.monotonic()
                try:
                    async with session.get(f"{self.node.url}/readyz") as response:
                        self.answers.append((began, response.status == 200, time.monotonic() - began))
                except TimeoutError:
                    self.answers.append((began, False, time.monotonic() - began))
                except (aiohttp.ClientError, OSError):
                    # Nobody there: a process that has ended answers nothing.
                    pass
                await asyncio.sleep(0.2)
