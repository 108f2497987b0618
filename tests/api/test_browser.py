"""The web client as a browser gets it: one static page, files that keep, and nothing beside them."""

import gzip
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from antiphon.api.application import build_application
from antiphon.api.dependencies import Dependencies

SHELL = "<!doctype html><title>Antiphon</title><script type=module src=/assets/main-Bx3f.js></script>"
SCRIPT = "document.title = 'Antiphon'"
DRAWER = "<!doctype html><body><script>draw(1 < 2)</script>"
SQUEEZED = b"pretend these bytes are brotli"


def never_opened() -> AbstractAsyncContextManager[Dependencies]:
    raise AssertionError("the client needs no house")


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """What a build leaves behind."""
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / ".vite").mkdir()
    (folder / ".vite" / "manifest.json").write_text("{}")
    (folder / "index.html").write_text(SHELL)
    (folder / "index.html.gz").write_bytes(gzip.compress(SHELL.encode()))
    (folder / "assets" / "main-Bx3f.js").write_text(SCRIPT)
    (folder / "assets" / "main-Bx3f.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "main-Bx3f.js.br").write_bytes(SQUEEZED)
    for name in ("manifest.webmanifest", "icon-192.png", "icon.svg", "sw.js"):
        (folder / name).write_text(name)
    (folder / "diagram.html").write_text(DRAWER)
    (folder / "notes.md").write_text("of a type nobody asked for")
    return folder


def knock(folder: Path) -> httpx.AsyncClient:
    """A browser in front of an application with this client. It says nothing about encodings unless a test does."""
    app = build_application(never_opened, "0", folder)
    app.state.dependencies = None
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"Accept-Encoding": "identity"}
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8642", headers=headers)


@pytest.fixture
async def browser(build: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with knock(build) as client:
        yield client


@pytest.mark.parametrize(
    "address",
    ["/", "/c/c_1", "/c/c_1/t/t_2", "/advisors", "/panels", "/settings", "/map/c_1/t_2", "/v10", "/index.html"],
)
async def test_every_address_of_the_client_is_the_same_page(browser: httpx.AsyncClient, address: str) -> None:
    """X-09: the same bytes for everybody and everything."""
    answer = await browser.get(address)

    assert answer.status_code == 200
    assert answer.text == SHELL
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("address", ["/v1", "/v1/", "/v1/nothing", "/healthz/x", "/readyz/x", "/metrics/x"])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_addresses_of_the_server_stay_its_own(browser: httpx.AsyncClient, method: str, address: str) -> None:
    """A mistyped route is a problem a program can read, not a page."""
    answer = await browser.request(method, address)

    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_nothing_can_be_sent_to_a_page(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/settings")

    assert answer.status_code == 405


@pytest.mark.parametrize(
    ("address", "media_type", "cache"),
    [
        ("/assets/main-Bx3f.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/manifest.webmanifest", "application/manifest+json", "public, max-age=300"),
        ("/icon-192.png", "image/png", "public, max-age=300"),
        ("/icon.svg", "image/svg+xml", "public, max-age=300"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
    ],
)
async def test_files_say_what_they_are_and_how_long_they_keep(
    browser: httpx.AsyncClient, address: str, media_type: str, cache: str
) -> None:
    answer = await browser.get(address)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert answer.headers["cache-control"] == cache


async def test_a_page_that_is_known_is_not_sent_again(browser: httpx.AsyncClient, build: Path) -> None:
    first = await browser.get("/")

    again = await browser.get("/advisors", headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    (build / "index.html").write_text(SHELL + "<p>new")
    rebuilt = await browser.get("/", headers={"If-None-Match": first.headers["etag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert (rebuilt.status_code, rebuilt.text) == (200, SHELL + "<p>new")


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br; q=0.000", None),
        ("GZIP ; q=1", "gzip"),
        ("deflate", None),
        ("", None),
    ],
)
async def test_the_variant_a_browser_can_read_is_sent(
    browser: httpx.AsyncClient, accepts: str, encoding: str | None
) -> None:
    request = browser.build_request("GET", "/assets/main-Bx3f.js", headers={"Accept-Encoding": accepts})
    answer = await browser.send(request, stream=True)
    sent = b"".join([chunk async for chunk in answer.aiter_raw()])

    plain = {"br": SQUEEZED, None: SCRIPT.encode()}
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert (gzip.decompress(sent) == SCRIPT.encode()) if encoding == "gzip" else (sent == plain[encoding])


async def test_variants_are_told_apart(browser: httpx.AsyncClient) -> None:
    """A browser that knows the page compressed does not take the plain one for known."""
    small = await browser.get("/", headers={"Accept-Encoding": "gzip"})
    plain = await browser.get("/", headers={"If-None-Match": small.headers["etag"]})

    assert small.text == SHELL
    assert plain.status_code == 200


@pytest.mark.parametrize("address", ["/", "/assets/main-Bx3f.js"])
async def test_looking_without_taking(browser: httpx.AsyncClient, address: str) -> None:
    """HEAD says what GET would, under an id of its own."""
    asked, taken = await browser.head(address), await browser.get(address)

    assert asked.status_code == 200
    assert asked.content == b""
    assert asked.headers.pop("x-request-id") != taken.headers.pop("x-request-id")
    assert asked.headers == taken.headers


@pytest.mark.parametrize(
    "address",
    [
        "/assets/gone-1.js",
        "/assets/main-Bx3f.js.br",
        "/assets/main-Bx3f.js/x.js",
        "/assets",
        "/notes.md",
        "/.vite/manifest.json",
        "/%2e%2e/secret.json",
        "/..%2fsecret.json",
        "/assets/..%2f..%2fsecret.json",
        "/assets/%2e%2e/%2e%2e/secret.json",
        "/%2fetc%2fpasswd.txt",
        "/..%5csecret.json",
        "/secret.json%00.js",
        "/" + "a" * 400 + ".js",
        "/" + "a/" * 3000 + "b.js",
        "/linked.json",
        "/out/secret.json",
    ],
)
async def test_nothing_beside_the_build_can_be_had(browser: httpx.AsyncClient, build: Path, address: str) -> None:
    """No way up, no link out, nothing hidden."""
    (build.parent / "secret.json").write_text("secret")
    (build / "linked.json").symlink_to(build.parent / "secret.json")
    (build / "out").symlink_to(build.parent)

    answer = await browser.get(address)

    assert "secret" not in answer.text
    assert answer.status_code == (200 if "." not in address else 404)


@pytest.mark.parametrize("address", ["/", "/assets/main-Bx3f.js", "/sw.js"])
async def test_a_page_may_run_and_reach_only_what_is_ours(browser: httpx.AsyncClient, address: str) -> None:
    answer = await browser.get(address)

    policy = answer.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "microphone=(self)" in answer.headers["permissions-policy"]
    assert_shielded(answer)


async def test_the_page_that_draws_has_no_origin_and_runs_its_one_script(
    browser: httpx.AsyncClient, build: Path
) -> None:
    """The script is named by its hash, and by that of the next build after the next build."""
    first = await browser.get("/diagram.html")
    (build / "diagram.html").write_text("<!doctype html><body><script>other()</script>")
    rebuilt = await browser.get("/diagram.html")

    policy = first.headers["content-security-policy"].split("; ")
    assert first.text == DRAWER
    assert policy[:2] == ["default-src 'none'", "script-src 'sha256-esE9j/gsd83GcBkEO6Z+s6BR4VarEZ3Dwet5OueFvfo='"]
    assert {"sandbox allow-scripts", "frame-ancestors 'self'", "form-action 'none'"} <= set(policy)
    assert not [each for each in policy if each.startswith(("connect-src", "img-src", "font-src", "frame-src"))]
    assert "microphone=()" in first.headers["permissions-policy"]
    assert rebuilt.headers["content-security-policy"] != first.headers["content-security-policy"]
    assert_shielded(first)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/v1/openapi.json", 200), ("/v1/nothing", 404), ("/v1/advisors", 500), ("/assets/gone.js", 404)],
)
async def test_what_is_no_page_may_do_nothing(browser: httpx.AsyncClient, address: str, status: int) -> None:
    """Failures too, even those nobody expected."""
    answer = await browser.get(address)

    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert_shielded(answer)


async def test_the_guard_at_the_door_is_shielded_too(browser: httpx.AsyncClient) -> None:
    """C-02."""
    answer = await browser.get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 403
    assert_shielded(answer)


@pytest.mark.parametrize("address", ["/", "/c/c_1"])
async def test_before_the_first_build_a_plain_page_says_how(tmp_path: Path, address: str) -> None:
    async with knock(tmp_path / "nowhere") as browser:
        answer = await browser.get(address)
        missing = await browser.get("/assets/main-Bx3f.js")

    assert answer.status_code == 200
    assert "install Node 20.19 or newer and run <code>pip install .</code> in the checkout again" in answer.text
    assert "{" not in answer.text.partition("</style>")[2]
    assert answer.headers["cache-control"] == "no-store"
    assert_shielded(answer)
    assert missing.status_code == 404


def assert_shielded(answer: httpx.Response) -> None:
    """What every answer says, page or not."""
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
