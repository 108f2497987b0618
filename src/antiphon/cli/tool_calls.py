"""The calls about tools and what may be done with them."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client


class Tool(Answer):
    """One tool; `asks` when each call waits for the person."""

    name: str
    full_name: str
    title: str = ""
    description: str = ""
    asks: bool


class ToolServer(Answer):
    """Where tools come from."""

    name: str
    source: str
    url: str | None = None
    error: str | None = None
    enabled: bool = True
    tools: tuple[Tool, ...] = ()


class Question(Answer):
    """A call that waits for the person."""

    id: str
    conversation_id: str
    advisor_name: str
    server: str
    tool: str
    arguments: str
    call_sha256: str
    status: str
    expires_at: str


class Standing(Answer):
    """A tool that need not ask any more."""

    server: str
    tool: str


class Approvals(Answer):
    """What waits, and what need not ask."""

    pending: tuple[Question, ...]
    standing: tuple[Standing, ...]


async def read_servers(client: Client) -> tuple[ToolServer, ...]:
    """Every server with its tools."""
    return tuple(ToolServer.model_validate(each) for each in (await client.get("/v1/tools"))["servers"])


async def add_server(client: Client, name: str, url: str) -> ToolServer:
    """A server at an address, asked at once what it can do."""
    return ToolServer.model_validate(await client.ask("POST", "/v1/tools/servers", {"name": name, "url": url}))


async def look_at_server(client: Client, name: str) -> ToolServer:
    """The same server, asked again."""
    return ToolServer.model_validate(await client.ask("POST", f"/v1/tools/servers/{quote(name, safe='')}/look", {}))


async def remove_server(client: Client, name: str) -> None:
    """Take it away."""
    await client.ask("DELETE", f"/v1/tools/servers/{quote(name, safe='')}")


async def read_approvals(client: Client) -> Approvals:
    """What waits, and what need not ask."""
    return Approvals.model_validate(await client.get("/v1/approvals"))


async def decide(client: Client, question: Question, said: Mapping[str, Any]) -> Question:
    """Decide about exactly the call that was shown."""
    body = {"expect": question.call_sha256, **said}
    return Question.model_validate(await client.ask("POST", f"/v1/approvals/{quote(question.id, safe='')}", body))


async def take_back(client: Client, server: str, tool: str) -> None:
    """Have a tool ask again."""
    await client.ask("DELETE", f"/v1/approvals/standing/{quote(server, safe='')}/{quote(tool)}")
