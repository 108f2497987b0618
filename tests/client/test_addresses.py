"""The client can do what the server can do, and nothing else: the OpenAPI document says what that is."""

import inspect
import json
import re
from collections.abc import AsyncGenerator, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from antiphon.access.proof import Identity
from antiphon.client import AsyncClient
from antiphon.client.answers.tools import Approval
from antiphon.egress.sse import Event
from tests.cli.samples import build_reply, build_turn

DOCUMENT = json.loads((Path(__file__).parents[1] / "contracts" / "openapi.json").read_text("utf-8"))
APPROVAL = Approval.model_construct(id="approval", call_sha256="0")
# What a parameter is given; any other is a word.
GIVEN: dict[str, Any] = {
    "approval": APPROVAL,
    "identity": Identity("http://here", "token"),
    "turn": build_turn(build_reply()),
    "file": {"panels": []},
    "todos": [],
}
# What no program that converses needs: an operator's monitoring reads these, each in its own form. And what follows
# within a call that begins with another operation.
NOT_CALLED = {"get_metrics", "get_readiness", "get_startup", "add_import_piece", "read_import", "download_export_piece"}
# The same bytes in one go, for browsers: a program fetches them piece by piece.
NOT_CALLED |= {"download_export"}
# What people do with a browser: a program has a token that somebody made for it there.
NOT_FOR_PROGRAMS = {"auth", "people"}
BY_TYPE: dict[str, Any] = {"int": 1, "bytes": b"x", "Sequence": ["x"], "Mapping": {}, "bool": True}


class Asked(Exception):
    """A request went out."""


class Recorder:
    """Notes the first request and answers none."""

    url = "http://here"

    def __init__(self) -> None:
        self.method = self.path = ""

    async def ask(self, method: str, path: str, *_: object, **__: object) -> dict[str, Any]:
        self.method, self.path = method, path
        raise Asked

    async def get(self, path: str, **_: object) -> dict[str, Any]:
        return await self.ask("GET", path)

    async def get_text(self, path: str, **_: object) -> str:
        raise AssertionError(await self.ask("GET", path))

    async def get_bytes(self, path: str, **_: object) -> bytes:
        raise AssertionError(await self.ask("GET", path))

    async def ask_bytes(self, method: str, path: str, *_: object, **__: object) -> bytes:
        raise AssertionError(await self.ask(method, path))

    async def upload(self, path: str, *_: object, **__: object) -> dict[str, Any]:
        return await self.ask("POST", path)

    async def listen(self, path: str, *_: object) -> AsyncGenerator[Event, None]:
        await self.ask("GET", path)
        yield Event("never", b"")


def list_calls() -> Iterator[tuple[str, str]]:
    client = AsyncClient()
    for noun in (name for name, value in vars(AsyncClient).items() if isinstance(value, cached_property)):
        for name, _ in inspect.getmembers(getattr(client, noun), inspect.ismethod):
            if not name.startswith("_"):
                yield noun, name


def invent(parameter: inspect.Parameter) -> Any:
    if parameter.name in GIVEN:
        return GIVEN[parameter.name]
    kind = re.split(r"[\[.]", str(parameter.annotation).removeprefix("collections.abc."))[0]
    name = getattr(parameter.annotation, "__name__", kind)
    return BY_TYPE.get(name, BY_TYPE.get(kind, "word"))


async def call(client: AsyncClient, noun: str, name: str) -> None:
    """Call with invented arguments for all that must be given."""
    method = getattr(getattr(client, noun), name)
    wanted = [each for each in inspect.signature(method).parameters.values() if each.default is each.empty]
    plain = [each for each in wanted if each.kind is each.POSITIONAL_OR_KEYWORD]
    made = method(*(invent(each) for each in plain))
    if inspect.isawaitable(made):
        await made
    else:
        async for _ in made:
            pass


def find_operation(method: str, path: str) -> str | None:
    """What the server calls this; words before braces, as it looks itself."""
    for address, operations in sorted(DOCUMENT["paths"].items(), key=lambda each: each[0].replace("{", "~")):
        if method.lower() in operations and re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", address), path):
            found: str = operations[method.lower()]["operationId"]
            return found
    return None


async def test_calls_and_operations_are_the_same() -> None:
    """Every call goes to an address the server has, and what the server can do can be called."""
    unknown, reached = [], set(NOT_CALLED)
    for noun, name in list_calls():
        client, recorder = AsyncClient(), Recorder()
        client._wire = recorder  # type: ignore[assignment] # it has what calls use
        with pytest.raises(Asked):
            await call(client, noun, name)
        operation = find_operation(recorder.method, recorder.path)
        if operation is None:
            unknown.append(f"{noun}.{name}: {recorder.method} {recorder.path}")
        else:
            assert operation not in NOT_CALLED
            reached.add(operation)

    assert unknown == []
    assert {
        each["operationId"]
        for methods in DOCUMENT["paths"].values()
        for each in methods.values()
        if not NOT_FOR_PROGRAMS & set(each.get("tags", ()))
    } - reached == set()
