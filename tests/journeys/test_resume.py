"""A client that loses its connection all the time, on every node, with every kind of cursor (I-10 to I-15, XC01)."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.view import ConversationView
from tests.crash.conftest import Model, common_settings, whole
from tests.fakes.model_server import ModelServer
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader, all_ended
from tests.fakes.servers import run_stores

CURSORS = ("valid", "none", "old", "future", "garbage", "foreign")


@dataclass(slots=True)
class Cluster:
    """One node on SQLite, two on PostgreSQL and Redis, and the model behind them."""

    nodes: list[Node]
    model: Model


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Started once: each example has a conversation of its own."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    with ExitStack() as stack:
        server = stack.enter_context(ModelServer())
        model = Model(server, pieces=25, pause=0.008)
        server.handler = model.answer
        model.open()
        stores = stack.enter_context(run_stores()) if request.param == "postgresql" else None
        environment = common_settings(model, stores)
        nodes = [Node(folder / f"n{i}", environment, f"node{i}") for i in range(1 if stores is None else 2)]
        for node in nodes:
            stack.callback(node.close)
            node.start()
        yield Cluster(nodes, model)


@dataclass(frozen=True)
class Visit:
    """One connection: to which node, with which cursor, and how many events are read before it drops."""

    node: int
    cursor: str
    events: int


visits = st.lists(
    st.builds(Visit, st.integers(0, 1), st.sampled_from(CURSORS), st.integers(0, 30)), min_size=1, max_size=8
)


@pytest.mark.timeout(180)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=visits)
def test_what_is_shown_is_always_a_prefix_of_what_is_stored(cluster: Cluster, plan: list[Visit]) -> None:
    """I-10, I-11, I-12, I-14, I-15: and at the end equal to it, whatever the client did in between."""
    asyncio.run(_lose_the_connection_again_and_again(cluster, plan))


async def _lose_the_connection_again_and_again(cluster: Cluster, plan: list[Visit]) -> None:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        api = Api(session)
        urls = [node.url for node in cluster.nodes]
        conversation = await api.create(urls[0])
        sent = await api.send(urls[-1], conversation, "Should I go?", conversation)
        reader = Reader(conversation)

        for visit in plan:
            await _visit(reader, urls[visit.node % len(urls)], visit)
        await reader.read_until(urls, all_ended, resume=plan[-1].cursor != "none")
        stored = await api.settled(urls[0], sent["turn"]["id"])

    reader.check_against(stored)
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    assert [reply.epoch for reply in stored.replies] == [1] * 5


async def _visit(reader: Reader, url: str, visit: Visit) -> None:
    enough = len(reader.events) + visit.events
    cursor = {
        "valid": reader.cursor,
        "old": f"v1.{reader.conversation_id}-1",
        "future": f"v1.{reader.conversation_id}-999999",
        "garbage": "v9;DROP TABLE\tturns.-.--",
        "foreign": "v1.c_somebodyelse-3",
        "none": None,
    }[visit.cursor]
    if visit.cursor == "old":
        # Whoever resumes from the first fact has seen nothing after it.
        reader.view, reader.cursor = ConversationView(ConversationId(reader.conversation_id), seq=1), cursor
    await reader.read(url, lambda r: len(r.events) >= enough or all_ended(r), resume=cursor is not None, cursor=cursor)
