"""The calls about what is remembered."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client

_POLL_SECONDS: Final = 0.5


class Memory(Answer):
    """One memory."""

    id: str
    kind: str
    text: str
    status: str
    quote: str = ""
    position: int | None = None
    conversation_id: str | None = None


class Memories(Answer):
    """Several of them."""

    memories: tuple[Memory, ...]


class Problem(Answer):
    """Why a scan failed."""

    code: str
    message: str


class Scan(Answer):
    """A scan as far as it has come."""

    id: str
    status: str
    first_position: int
    last_position: int
    model: str
    counts: Mapping[str, int]
    error: Problem | None = None


async def read_memories(client: Client, status: str | None) -> tuple[Memory, ...]:
    """All of them, or those of one status."""
    query = {} if status is None else {"status": status}
    return Memories.model_validate(await client.get("/v1/memories", **query)).memories


async def write_memory(client: Client, kind: str, text: str) -> Memory:
    """Write one down."""
    return Memory.model_validate(await client.ask("POST", "/v1/memories", {"kind": kind, "text": text}))


async def change_memory(client: Client, memory_id: str, **changes: Any) -> Memory:
    """Decide about one, or word it anew."""
    return Memory.model_validate(await client.ask("PATCH", f"/v1/memories/{quote(memory_id, safe='')}", changes))


async def forget_memory(client: Client, memory_id: str) -> None:
    """Forget one for good."""
    await client.ask("DELETE", f"/v1/memories/{quote(memory_id, safe='')}")


async def scan_conversation(client: Client, conversation_id: str) -> Scan:
    """Have a conversation read, and wait until that has ended."""
    path = f"/v1/conversations/{quote(conversation_id, safe='')}/memories/scan"
    scan = Scan.model_validate(await client.ask("POST", path, {}))
    while scan.status == "running":
        await asyncio.sleep(_POLL_SECONDS)
        scan = Scan.model_validate(await client.get(f"/v1/analyses/{scan.id}"))
    return scan
