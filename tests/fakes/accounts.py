"""An installation with accounts, and the people who come to it with a browser or a token."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import Settings

GOOD = "correct horse battery"
OURS = {"Antiphon-Client": "1"}


@dataclass
class Somebody:
    """A browser, or a program with a token."""

    url: str
    session: aiohttp.ClientSession
    token: str | None = None

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """What came of it; as a page of ours asks, unless headers are said."""
        said = headers or ({"Authorization": f"Bearer {self.token}"} if self.token else OURS)
        more: dict[str, Any] = {} if body is None else {"json": body}
        async with self.session.request(method, self.url + path, headers=said, **more) as answer:
            is_json = "json" in answer.headers.get("Content-Type", "")
            return answer.status, await answer.json() if is_json else await answer.text()

    async def sign_in(self, email: str, password: str = GOOD) -> tuple[int, Any]:
        return await self.ask("POST", "/v1/auth/sign-in", {"email": email, "password": password})


@dataclass
class Place:
    """An installation that nobody owns yet."""

    url: str
    token: str

    def __post_init__(self) -> None:
        self.sessions: list[aiohttp.ClientSession] = []

    def open(self, token: str | None = None) -> Somebody:
        """A browser that was never here; addresses of this machine have cookies too."""
        timeout = aiohttp.ClientTimeout(total=20)
        session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), timeout=timeout)
        self.sessions.append(session)
        return Somebody(self.url, session, token)

    async def own(self) -> Somebody:
        """Ada, who has set it up and signed in."""
        ada = self.open()
        body = {"token": self.token, "name": "Ada", "email": "ada@example.org", "password": GOOD}
        assert (await ada.ask("POST", "/v1/auth/setup", body))[0] == 204
        assert (await ada.sign_in("ada@example.org"))[0] == 204
        return ada

    async def join(self, owner: Somebody, name: str, **roles: str) -> Somebody:
        """Somebody who was invited, has come and signed in."""
        status, made = await owner.ask("POST", "/v1/people/invitations", roles)
        assert status == 201, made
        email = f"{name.lower()}@example.org"
        somebody = self.open()
        body = {"token": made["token"], "name": name, "email": email, "password": GOOD}
        assert (await somebody.ask("POST", "/v1/auth/join", body))[0] == 204
        assert (await somebody.sign_in(email))[0] == 204
        return somebody


@asynccontextmanager
async def open_place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    """A server with these settings. Its set-up link is the one it has just printed, where nobody owns it yet."""
    async with run_in_process(settings) as url:
        link = re.search(r"/setup#(\S+)", capsys.readouterr().out)
        place = Place(url, link[1] if link else "")
        try:
            yield place
        finally:
            for session in place.sessions:
                await session.close()
