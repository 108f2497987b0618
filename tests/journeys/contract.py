"""Calls of a running application, each held against the OpenAPI document it publishes."""

import asyncio
import copy
import json
import re
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from jsonschema import Draft202012Validator

Json = dict[str, Any]
PROBLEM = "application/problem+json"
_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as the document has it."""

    id: str
    method: str
    path: str
    said: Json

    @property
    def statuses(self) -> set[int]:
        """Every status it declares."""
        return {int(each) for each in self.said["responses"]}


@dataclass(frozen=True, slots=True)
class Request:
    """What was sent; ids stand in the address, everything else is as the session takes it."""

    ids: Json
    more: Json


@dataclass(slots=True)
class Contract:
    """The document, what was called of it, and everything that did not fit."""

    url: str
    session: aiohttp.ClientSession
    document: Json
    seen: dict[str, set[int]] = field(default_factory=dict)
    done: dict[str, Request] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    _strict: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._strict = close_objects(copy.deepcopy(self.document))

    @property
    def operations(self) -> dict[str, Operation]:
        """All of them, by their id."""
        return {
            said["operationId"]: Operation(said["operationId"], method, path, said)
            for path, methods in self.document["paths"].items()
            for method, said in methods.items()
            if method in _METHODS
        }

    async def call(
        self, operation_id: str, status: int, body: object = None, ids: Json | None = None, **more: Any
    ) -> Any:
        """Call it, and see that exactly this comes of it; the answer, read."""
        if body is not None:
            more["json"] = body
        answered, found = await self.send(operation_id, Request(ids or {}, more))
        if answered != status:
            self.wrong.append(f"{operation_id}: {answered} instead of {status}: {str(found)[:300]}")
        return found

    async def send(self, operation_id: str, request: Request) -> tuple[int, Any]:
        """Call it and hold whatever comes against the document."""
        operation = self.operations[operation_id]
        address = self.url + operation.path.format_map(request.ids)
        async with self.session.request(operation.method, address, **request.more) as response:
            if response.content_type == "text/event-stream":
                data = await response.content.readuntil(b"\n\n")
            else:
                data = await response.read()
        if response.status < 400 and response.status != 304:
            self.done[operation_id] = request
        return response.status, self.check(operation, response.status, dict(response.headers), data)

    def check(self, operation: Operation, status: int, headers: dict[str, str], data: bytes) -> Any:
        """The answer, read; whatever is not as it was declared is noted."""
        self.seen.setdefault(operation.id, set()).add(status)
        declared = self._find(operation, status)
        if declared is None:
            self.wrong.append(f"{operation.id}: {status} is not declared: {data[:200]!r}")
            return data
        self._check_headers(operation, status, headers)
        contents = declared.get("content", {})
        if not contents:
            if data:
                self.wrong.append(f"{operation.id}: {status} has a body and declares none")
            return None
        media_type = headers.get("Content-Type", "").partition(";")[0]
        if media_type not in contents:
            self.wrong.append(f"{operation.id}: {status} is {media_type!r}, declared are {sorted(contents)}")
            return data
        return self._read(operation, status, contents[media_type]["schema"], media_type, data)

    def _find(self, operation: Operation, status: int) -> Json | None:
        found: Json | None = self._strict["paths"][operation.path][operation.method]["responses"].get(str(status))
        if found is not None and "$ref" in found:
            found = self._strict["components"]["responses"][found["$ref"].rpartition("/")[2]]
        return found

    def _check_headers(self, operation: Operation, status: int, headers: dict[str, str]) -> None:
        wanted = {201: "Location", 503: "Retry-After", 429: "Retry-After"}.get(status)
        if wanted and wanted not in headers and operation.path != "/readyz":
            self.wrong.append(f"{operation.id}: {status} without {wanted}")
        if status == 201 and not any(
            re.fullmatch(re.sub(r"\{.*?\}", "[^/]+", path), headers.get("Location", ""))
            for path, methods in self.document["paths"].items()
            if "get" in methods
        ):
            self.wrong.append(f"{operation.id}: Location {headers.get('Location')} cannot be read")

    def _read(self, operation: Operation, status: int, schema: Json, media_type: str, data: bytes) -> Any:
        if not media_type.endswith("json"):
            return data
        found = json.loads(data)
        whole = schema | {"components": self._strict["components"]}
        for error in sorted(Draft202012Validator(whole).iter_errors(found), key=str)[:3]:
            place = "/".join(str(each) for each in error.absolute_path)
            self.wrong.append(f"{operation.id}: {status} at {place or 'the top'}: {error.message[:200]}")
        if status >= 400 and media_type == PROBLEM:
            said = (self._find(operation, status) or {}).get("description", "")
            if f"`{found['code']}`" not in said:
                self.wrong.append(f"{operation.id}: {status} with the code {found['code']}, declared are {said}")
        return found


def close_objects(schema: Any) -> Any:
    """The same, where an object with named fields has no others: what an answer holds is what was declared."""
    if isinstance(schema, list):
        return [close_objects(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: close_objects(value) for name, value in schema.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


async def announce(url: str, operation: Operation, address: str, size: int) -> tuple[int, dict[str, str], bytes]:
    """What is answered to a request that only says how much it would bring."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        lines = [f"{operation.method.upper()} {address} HTTP/1.1", f"Host: {host}:{port}", f"Content-Length: {size}"]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.title(): value.strip() for name, _, value in (each.partition(":") for each in head[1:-2])}
        body = await reader.readexactly(int(headers.get("Content-Length", "0")))
        return int(head[0].split()[1]), headers, body
    finally:
        writer.transport.abort()
