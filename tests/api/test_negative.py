"""Whatever is sent to whatever route, the answer has a name and the process goes on."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.fakes.nodes import Node

# Shapes that have ended other servers: no object, the wrong type, markers of serializers, depth, numbers, broken text.
BODIES: tuple[bytes, ...] = (
    b"",
    b"null",
    b"[]",
    b'"text"',
    b'{"text": {"$ref": "#"}, "__type__": "os.system", "lc": 1, "__proto__": {}}',
    b"[" * 5_000,
    b'{"text": ' + b"9" * 6_000 + b"}",
    b'{"text": "\xff\xfe", "\\ud800": "\\u0000"}',
)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    started = Node(tmp_path_factory.mktemp("node"), {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"}).start()
    yield started
    started.close()


def guess(schema: dict[str, Any], document: dict[str, Any], dice: random.Random, depth: int = 0) -> Any:
    """A value with the right names and mostly the wrong types."""
    if "$ref" in schema:
        return guess(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document, dice, depth)
    if schema.get("properties") and depth < 4:
        return {name: guess(inner, document, dice, depth + 1) for name, inner in schema["properties"].items()}
    return dice.choice([None, True, -1, 2**63, 1e308, "", "\x00", "x" * 3_000, [], {}, [[]], {"id": []}, "2026-13-01"])


def list_requests(document: dict[str, Any]) -> Iterator[tuple[str, str, bytes]]:
    """Every operation of the document, with ids that are none and with everything that could stand in its body."""
    dice = random.Random(7)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            ids = [re.sub(r"\{.*?\}", each, path) for each in ("x", "%27%3B--", "9" * 400)]
            yield from ((method, each, b"{}") for each in ids)
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                made = [json.dumps(guess(schema, document, dice)).encode() for _ in range(3)]
                yield from ((method, ids[0], body) for body in (*BODIES, *made))


def test_no_route_breaks_on_anything(node: Node) -> None:
    """D-01: each answers with a failure that has a name, or does what little was asked; none falls over."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": "k"}
    broken: list[str] = []
    with httpx.Client(base_url=node.url, timeout=20) as client:
        document = client.get("/v1/openapi.json").json()
        requests = list(list_requests(document))
        for method, path, body in requests:
            with client.stream(method.upper(), path, content=body, headers=headers) as answer:
                code = None if answer.status_code < 400 else json.loads(answer.read())["code"]
            if answer.status_code == 500 or code == "internal":
                broken.append(f"{method} {path} {body[:80]!r}: {answer.status_code} {code}")

        assert broken == []
        assert len(requests) > 1_000
        assert node.process is not None
        assert node.process.poll() is None
        assert client.get("/healthz").json()["status"] == "ok"


def test_no_answer_has_a_field_for_a_secret(node: Node) -> None:
    """A-16, the introspection: no field of any answer is there for a hash, a key or a token."""
    document = httpx.get(f"{node.url}/v1/openapi.json").json()
    asked = json.dumps([op.get("requestBody", {}) for path in document["paths"].values() for op in path.values()])
    secret = re.compile(r"(^|(?<!per)_)(hash|secret|key|password|token|credential)$")

    found = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field in schema.get("properties", {})
        if secret.search(field) and f'/{name}"' not in asked
    ]

    assert found == []
