"""Going through an OpenID provider by hand, as a browser would; and running the real one."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit

import aiohttp

from tests.fakes.servers import ServerFailed

PUBLIC_URL = "http://antiphon.test"
SECRET = "a secret: of two"
_OP = Path(__file__).parent.parent / "identity" / "provider" / "op.mjs"
_FORM = re.compile(r'<form[^>]*action="([^"]+)"', re.DOTALL)
_HIDDEN = re.compile(r'name="(\w+)" value="([^"]*)"')


@asynccontextmanager
async def run_provider(port: int, url: str, name: str = "company", public_url: str = PUBLIC_URL) -> AsyncIterator[None]:
    """The real provider on this port, which knows the server at this address."""
    callback = f"{public_url}/v1/auth/oidc/{name}/callback"
    command = (
        "node",
        str(_OP),
        str(port),
        callback,
        f"{url}/v1/auth/oidc/{name}/back-channel",
        f"{public_url}/sign-in",
    )
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env={"PATH": os.environ["PATH"]}
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(40):
            while line := await process.stdout.readline():
                if line.strip() == b"READY":
                    break
            else:
                raise ServerFailed("the OpenID provider did not start; is web/node_modules there (just web-setup)?")
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@dataclass
class Browser:
    """A browser of one person: it keeps cookies, and follows what it is sent to by hand."""

    url: str
    public_url: str = PUBLIC_URL
    session: aiohttp.ClientSession = field(default_factory=lambda: _open())

    async def leave(self, provider: str = "company", return_to: str = "/c/1") -> str:
        """Where the server sends it when somebody wants to sign in there."""
        start = f"{self.url}/v1/auth/oidc/{provider}/start"
        async with self.session.get(start, params={"return_to": return_to}, allow_redirects=False) as answer:
            assert answer.status == 303
            return answer.headers["Location"]

    async def go_through(self, address: str, login: str = "ada") -> str:
        """Sign in at the provider and say yes to everything; the address it sends the browser back to."""
        form: dict[str, str] | None = None
        for _ in range(20):
            method = "GET" if form is None else "POST"
            async with self.session.request(method, address, data=form, allow_redirects=False) as answer:
                page, moved = await answer.text(), answer.headers.get("Location")
            form = None
            if moved is not None:
                address = urljoin(address, moved)
                if address.startswith(self.public_url):
                    return address
                continue
            found = _FORM.search(page)
            assert found is not None, page
            form = dict(_HIDDEN.findall(page)) | {"login": login, "password": "x", "logout": "yes"}
            address = urljoin(address, found[1])
        raise AssertionError("the provider goes round in circles")

    async def come_back(self, address: str) -> str:
        """What the server sends it to when it comes back."""
        here = address.replace(self.public_url, self.url, 1)
        # As browsers say it of a link from another site.
        said = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        async with self.session.get(here, headers=said, allow_redirects=False) as answer:
            assert answer.status == 303, await answer.text()
            return answer.headers["Location"]

    async def sign_on(self, login: str = "ada", provider: str = "company") -> str:
        """All of it; the page the browser ends at."""
        return await self.come_back(await self.go_through(await self.leave(provider), login))

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        """As a page of ours asks."""
        more = {} if body is None else {"json": body}
        said = {"Antiphon-Client": "1"}
        async with self.session.request(method, self.url + path, headers=said, **more) as answer:  # type: ignore[arg-type]
            return answer.status, await answer.json() if answer.content_type.endswith("json") else {}


def problem_of(address: str) -> str:
    """Why somebody is back at the sign-in page."""
    parts = urlsplit(address)
    assert parts.path == "/sign-in", address
    return parse_qs(parts.query)["problem"][0]


def _open() -> aiohttp.ClientSession:
    jar = aiohttp.CookieJar(unsafe=True)
    return aiohttp.ClientSession(cookie_jar=jar, timeout=aiohttp.ClientTimeout(total=20))
