"""What stands before every route with accounts on: names, credentials, where somebody comes from, and what GET does."""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import GOOD, OURS, Place, open_place

pytestmark = pytest.mark.timeout(240)

ROOT = Path(__file__).parents[2]
# Written by nodes and by whoever is recognised, whatever is asked for.
ALIVE = {"nodes", "sessions", "tokens", "auth_changes"}


@pytest.fixture
async def place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    there = override_settings(settings, accounts="on", trusted_proxies="127.0.0.1")
    async with open_place(there, capsys) as made:
        yield made


async def ask_plainly(url: str, path: str, *headers: str) -> tuple[int, str]:
    """Status and body of a request whose headers are sent as they are written."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    head = "".join(f"{each}\r\n" for each in (f"GET {path} HTTP/1.1", *headers, "Connection: close", ""))
    writer.write(head.encode("latin-1"))
    answer = (await asyncio.wait_for(reader.read(), 20)).decode("latin-1")
    writer.close()
    await writer.wait_closed()
    return int(answer.split(" ", 2)[1]), answer


@pytest.mark.parametrize(
    "trick",
    [
        "Host: {own}/../healthz",
        "Host: {own}/healthz",
        "Host: {own}?x=/healthz",
        "Host: {own}#/healthz",
        "Host: evil@{own}",
        "Host: {own}@evil.example",
        "Host: {own}\tevil",
        "Host: {own}:80:80",
        "Host: healthz",
        "Host: {own}\r\nX-Original-URL: /healthz",
        "Host: {own}\r\nX-Rewrite-URL: /healthz",
        "Host: {own}\r\nX-Forwarded-Prefix: /healthz?",
        "Host: {own}\r\nX-Forwarded-Host: {own}/healthz?",
        "Host: {own}\r\nHost: evil.example/healthz?",
        "Host: evil.example/healthz?\r\nHost: {own}",
    ],
)
async def test_no_name_leads_past_the_question_who_it_is(place: Place, trick: str) -> None:
    """A-02: what was routed decides, and no `Host` makes another path of it."""
    await place.own()
    own = urlsplit(place.url).netloc

    for path in ("/v1/people", "/v1/conversations", "/metrics", "/v1/settings"):
        status, answer = await ask_plainly(place.url, path, trick.format(own=own))

        assert status in (400, 401, 403), answer
        assert '"items"' not in answer


async def test_a_token_opens_the_same_whichever_header_brings_it(place: Place) -> None:
    """A-05: as a bearer or in the headers that programs have for keys; elsewhere nothing is looked for."""
    ada = await place.own()
    _, made = await ada.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": ["history:read"]})
    token = made["token"]
    paths = ("/v1/conversations", "/v1/me", "/v1/people", "/v1/settings", "/metrics", "/v1/memories")
    program = place.open()

    carriers = [{"Authorization": f"{scheme} {token}"} for scheme in ("Bearer", "bearer", "BEARER", "Bearer ")]
    carriers += [{"X-Api-Key": token}, {"Api-Key": f" {token}"}, {"Authorization": f"Bearer {token}", "Api-Key": "x"}]
    allowed = [[(await program.ask("GET", path, **headers))[0] for path in paths] for headers in carriers]
    others = [
        {"X-Api-Key": "ap_nobody"},
        {"X-Api-Key": token, "Authorization": "Bearer ap_nobody"},
        {"X-Auth-Token": token},
        {"Authorization": token},
        {"Authorization": f"Basic {token}"},
        {"Authorization": f"Token {token}"},
        {"Cookie": f"antiphon={token}"},
        {"Proxy-Authorization": f"Bearer {token}"},
        {"X-Forwarded-User": "ada@example.org"},
    ]

    assert len({tuple(each) for each in allowed}) == 1
    assert set(allowed[0]) == {200, 403}
    for headers in others:
        assert {(await program.ask("GET", path, **headers))[0] for path in paths} == {401}, headers
    for name in ("token", "access_token", "api_key", "key"):
        assert (await program.ask("GET", f"/v1/conversations?{name}={token}"))[0] == 401
    # Whoever shows a token is whoever the token says, whatever cookies go along.
    for headers in ({"Authorization": "Bearer ap_nobody"}, {"X-Api-Key": "ap_nobody"}):
        assert (await ada.ask("GET", "/v1/me", **headers))[0] == 401


async def test_guesses_are_counted_where_they_come_from(place: Place) -> None:
    """Thirty from one address, told by the proxy; neighbours go on, and the proxy itself is never held up."""
    await place.own()

    async def guess(number: int, address: str) -> int:
        body = {"email": f"name{number}@example.org", "password": "a wrong horse battery"}
        said = {"X-Forwarded-For": f"198.51.100.1, {address}"} if address else {}
        return (await place.open().ask("POST", "/v1/auth/sign-in", body, **OURS, **said))[0]

    first = [await guess(number, f"2001:db8::{number + 1}") for number in range(30)]

    assert set(first) == {401}
    assert await guess(31, "2001:db8::ffff") == 429
    assert await guess(32, "2001:db8:0:1::1") == 401
    assert await guess(33, "") == 401


async def test_get_changes_nothing(place: Place, settings: Settings) -> None:
    """Every GET of the document, asked for things that are there where one is at hand, leaves every row as it was."""
    ada = await place.own()
    _, conversation = await ada.ask("POST", "/v1/conversations", {"title": "Ours"})
    await ada.ask("POST", "/v1/people/invitations", {})
    _, document = await ada.ask("GET", "/v1/openapi.json")
    known = {"conversation_id": conversation["id"], "person_id": "local"}
    # The stream does not end by itself.
    paths = [path for path, methods in document["paths"].items() if "get" in methods and path != "/v1/feed"]
    before = read_rows(settings)

    for path in paths:
        address = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "x"), path)
        status, _ = await ada.ask("GET", address)
        assert status < 500, path

    after = read_rows(settings)
    assert len(paths) > 60
    assert {table for table in before if before[table] != after[table]} - ALIVE == set()


STATEMENT = "x'); DELETE FROM sessions; DROP TABLE turns; -- \" OR '1'='1"
READ = ("Authorization", "X-Api-Key", "Api-Key", "X-Forwarded-For", "X-Forwarded-User", "Last-Event-ID", "Cookie")


async def test_no_header_becomes_part_of_a_statement(place: Place, settings: Settings) -> None:
    """R-08: whoever signs in with one is signed in, what is refused for one is refused, and every row is there."""
    ada = await place.own()
    before = read_rows(settings)
    said = {"email": "ada@example.org", "password": GOOD}
    status, _ = await place.open().ask("POST", "/v1/auth/sign-in", said, **OURS, **{"User-Agent": STATEMENT})
    _, made = await ada.ask("POST", "/v1/conversations", {"title": "Ours"}, **OURS, **{"Idempotency-Key": STATEMENT})
    turns = f"/v1/conversations/{made['id']}/turns"
    keyed = {**OURS, "Idempotency-Key": STATEMENT}
    sent = [await ada.ask("POST", turns, {"text": text}, **keyed) for text in ("Go?", "Go?", "Stay?")]
    others = [(await place.open().ask("GET", "/v1/conversations", **{name: STATEMENT}))[0] for name in READ]
    hers = [(await ada.ask("GET", "/v1/conversations", **OURS, **{name: STATEMENT}))[0] for name in READ[:5]]
    after = read_rows(settings)

    assert status == 204
    assert [(code, body.get("replayed", body.get("code"))) for code, body in sent] == [
        (202, False),
        (202, True),
        (409, "key_reused"),
    ]
    assert set(others) == {401}
    assert set(hers) <= {200, 401}
    assert after.keys() == before.keys()
    assert [len(each["sessions"]) for each in (before, after)] == [1, 2]
    assert any(STATEMENT in row.replace("\\'", "'") for row in after["sessions"])


def read_rows(settings: Settings) -> dict[str, list[str]]:
    """Everything in the database, by table."""
    with closing(sqlite3.connect(f"file:{settings.sqlite_path}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(repr(row) for row in connection.execute(f'SELECT * FROM "{name}"')) for name in names}


def test_no_answer_has_a_field_for_what_proves_somebody() -> None:
    """A-16, with accounts: passwords are kept as hashes for that purpose (`tests/identity`), and none is told."""
    document = json.loads((ROOT / "tests" / "contracts" / "openapi.json").read_text())
    asked = json.dumps([op.get("requestBody", {}) for path in document["paths"].values() for op in path.values()])

    found = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, kind in schema.get("properties", {}).items()
        # Whether there is one may be told.
        if kind.get("type") != "boolean"
        and re.search(r"(^|_)(hash|secret|password|key)$", field)
        and f'/{name}"' not in asked
    ]

    assert "/v1/auth/sign-in" in document["paths"]
    assert found == []
