"""What a web page of somebody else could make a browser send here is refused."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from antiphon.api.guard import LocalOnly, ServerNames, build_names, build_public_name
from antiphon.api.headers import Shield

# A page of another origin, told by a browser that knows no Sec-Fetch-Site.
FOREIGN = {"Origin": "https://evil.example"}


async def welcome(scope: Scope, receive: Receive, send: Send) -> None:
    """The room behind the guard."""
    await PlainTextResponse("come in")(scope, receive, send)


@pytest.fixture
async def door() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(LocalOnly(welcome))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8642") as client:
        yield client


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8642", "localhost:1", "LocalHost", "[::1]", "[::1]:8642"])
async def test_names_of_this_machine_are_answered(door: httpx.AsyncClient, host: str) -> None:
    answer = await door.get("/", headers={"Host": host})

    assert answer.text == "come in"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8642",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8642",
        "evil.example:127.0.0.1",
        "localhost:evil.example",
        "192.168.0.7:8642",
        "0.0.0.0:8642",
        "[::2]:8642",
        "",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_foreign_names_are_refused(door: httpx.AsyncClient, method: str, host: str) -> None:
    """C-02, A-02: a page that points its own name at this machine gets nothing, not even to read."""
    answer = await door.request(method, "/", headers={"Host": host})

    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign_request"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_another_site_may_not_change_anything(door: httpx.AsyncClient, method: str, site: str) -> None:
    """C-03: `same-site` is another port of this machine, and another program."""
    answer = await door.request(method, "/", headers={"Sec-Fetch-Site": site})

    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign_request"
    assert answer.json()["detail"] == "another site may not change anything here"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:9999", "http://localhost:8642", "null"])
async def test_another_origin_may_not_change_anything(door: httpx.AsyncClient, origin: str) -> None:
    """C-03: older browsers send no Sec-Fetch-Site, but every browser names the origin of a changing request."""
    answer = await door.post("/", headers={"Origin": origin})

    assert answer.status_code == 403


async def test_our_own_origin_may_change_things(door: httpx.AsyncClient) -> None:
    answer = await door.post("/", headers={"Origin": "http://127.0.0.1:8642"})

    assert answer.text == "come in"


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_our_own_page_may_change_things(door: httpx.AsyncClient, site: str) -> None:
    answer = await door.post("/", headers={"Sec-Fetch-Site": site})

    assert answer.text == "come in"


async def test_programs_that_are_no_browser_may_change_things(door: httpx.AsyncClient) -> None:
    assert (await door.post("/")).text == "come in"


@pytest.mark.parametrize("path", ["/v1/feed?conversation=c", "/v1/search?q=x", "/v1/conversations", "/metrics"])
@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, FOREIGN])
async def test_another_site_may_not_make_us_work(door: httpx.AsyncClient, path: str, headers: dict[str, str]) -> None:
    """C-03: the event stream and whatever else is no page; the other page would learn how long it took, if no more."""
    answer = await door.get(path, headers=headers)

    assert answer.status_code == 403
    assert answer.json()["detail"] == "another site may not read anything here"


@pytest.mark.parametrize(
    ("host", "origin", "let_in"),
    [
        ("antiphon.internal", "https://antiphon.internal", True),
        ("Antiphon.internal:443", "https://antiphon.internal", True),
        ("second.internal:8443", "http://second.internal:8443", True),
        ("127.0.0.1:8642", "http://127.0.0.1:8642", True),
        ("127.0.0.1:8642", "https://antiphon.internal", True),
        ("antiphon.internal", "http://antiphon.internal", False),
        ("antiphon.internal", "https://antiphon.internal:8443", False),
        ("antiphon.internal", "https://evil.example", False),
        ("antiphon.internal", "null", False),
        ("antiphon.internal:8443", None, False),
        ("second.internal", None, False),
        ("sub.antiphon.internal", None, False),
        ("antiphon.internal.evil.example", None, False),
    ],
)
async def test_names_the_operator_gave_are_answered_and_no_others(host: str, origin: str | None, let_in: bool) -> None:
    """C-02, C-03 behind a proxy that passes `Host` on: exactly these names, and exactly their origins."""
    names = build_names("https://antiphon.internal/", ("second.internal:8443",))
    headers = {"Host": host} | ({} if origin is None else {"Origin": origin})
    transport = httpx.ASGITransport(LocalOnly(welcome, names))

    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8642") as client:
        answer = await client.post("/v1/conversations", headers=headers)

    assert answer.status_code == (200 if let_in else 403)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_link_from_another_site_may_be_followed(door: httpx.AsyncClient, method: str) -> None:
    """A page is the same for everybody, and without CORS headers the other page never sees it."""
    answer = await door.request(method, "/", headers={"Sec-Fetch-Site": "cross-site"})

    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


async def test_what_is_no_request_passes() -> None:
    """The lifespan of the application goes through the same door."""
    seen: list[str] = []

    async def listen(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_: object) -> dict[str, str]:
        return {}

    await LocalOnly(listen)({"type": "lifespan"}, nothing, nothing)

    assert seen == ["lifespan"]


PUBLIC = build_public_name("https://antiphon.internal")


@pytest.mark.parametrize(
    ("host", "path", "let_in"),
    [
        ("antiphon.internal", "/v1/conversations", True),
        ("antiphon.internal:443", "/v1/conversations", True),
        ("ANTIPHON.internal", "/", True),
        ("antiphon.internal:8443", "/v1/conversations", False),
        ("127.0.0.1:8642", "/v1/conversations", False),
        ("localhost", "/", False),
        ("[::1]:8642", "/healthz/", False),
        ("127.0.0.1:8642", "/healthz", True),
        ("localhost:8642", "/readyz", True),
        ("localhost:8642", "/metrics", True),
        ("10.0.0.5:8642", "/healthz", False),
        ("evil.example", "/readyz", False),
        ("", "/healthz", False),
    ],
)
async def test_with_accounts_there_is_one_name(host: str, path: str, let_in: bool) -> None:
    """C-02 with `public_url`: by a name of this machine nothing is told but how the server is."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(LocalOnly(welcome, PUBLIC)), base_url="http://127.0.0.1:8642"
    ) as client:
        answer = await client.get(path, headers={"Host": host})

    assert answer.status_code == (200 if let_in else 403)


@pytest.mark.parametrize(
    ("headers", "let_in"),
    [
        ({"Origin": "https://antiphon.internal"}, True),
        ({"Origin": "https://antiphon.internal", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": "http://antiphon.internal"}, False),
        ({"Origin": "https://antiphon.internal:8642"}, False),
        ({"Origin": "http://127.0.0.1:8642"}, False),
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, False),
        # What a proxy says about the name and the scheme is said by anybody.
        ({"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"}, False),
        ({"Origin": "http://antiphon.internal", "X-Forwarded-Proto": "http"}, False),
    ],
)
@pytest.mark.parametrize("path", ["/v1/conversations", "/v1/auth/sign-in"])
async def test_with_accounts_there_is_one_origin(path: str, headers: dict[str, str], let_in: bool) -> None:
    """C-03 with `public_url`."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(LocalOnly(welcome, PUBLIC)), base_url="http://antiphon.internal"
    ) as client:
        answers = [await client.post(path, headers=headers), await client.get("/v1/feed", headers=headers)]

    assert {answer.status_code for answer in answers} == {200 if let_in else 403}


@pytest.mark.parametrize(
    ("names", "accounts", "hsts", "cache"),
    [
        (PUBLIC, True, "max-age=31536000", "no-store"),
        (build_public_name("http://127.0.0.1:8642"), True, None, "no-store"),
        (build_names("https://antiphon.internal", ()), False, None, "private, no-cache"),
    ],
)
async def test_with_accounts_nothing_is_kept_and_https_stays_https(
    names: ServerNames, accounts: bool, hsts: str | None, cache: str
) -> None:
    async def answer_kept(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("words", headers={"Cache-Control": "private, no-cache"})(scope, receive, send)

    app = Shield(LocalOnly(answer_kept, names), accounts=accounts, https=names.is_https)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8642") as client:
        answer = await client.get("/v1/documents/d/content", headers={"Host": next(iter(names.hosts))})

    assert answer.status_code == 200
    assert answer.headers.get("Strict-Transport-Security") == hsts
    assert answer.headers["Cache-Control"] == cache
