"""Which servers of tools are known, and what is left of one when its name comes to mean another."""

from antiphon.access.principal import LOCAL
from antiphon.conversation.tool import ToolDefinition
from antiphon.store.reads.tool_servers import read_definitions, read_tool_servers
from antiphon.store.unit import Store
from antiphon.store.writes.tool_servers import OperatorServer, keep_operator_servers, note_discovery
from tests.store.deeds import NOON


async def test_a_name_that_means_another_server_starts_afresh(store: Store) -> None:
    """What the old server said of itself is not believed of the new one; the same server is known again."""
    listed = ToolDefinition("files", "read", "Read a file.", {"type": "object"}, read_only=True)
    first, other = (OperatorServer("files", place, trusted=True) for place in ("here", "there"))
    await store.write(LOCAL, keep_operator_servers, [first], NOON)
    await store.write(LOCAL, note_discovery, "files", [listed], None, NOON)

    await store.write(LOCAL, keep_operator_servers, [first], NOON)
    again = await store.read(LOCAL, read_definitions)
    await store.write(LOCAL, keep_operator_servers, [other], NOON)
    moved = await store.read(LOCAL, read_definitions)
    await store.write(LOCAL, keep_operator_servers, [], NOON)

    assert [(each.name, each.place_sha256) for each in again] == [("read", "here")]
    assert moved == ()
    assert await store.read(LOCAL, read_tool_servers) == ()
