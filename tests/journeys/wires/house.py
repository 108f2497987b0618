"""One running Antiphon and three servers that speak the wires, for all conversations of a module."""

import asyncio
import re
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from pydantic import SecretStr
from sqlalchemy import Engine

from antiphon.app import run_in_process
from antiphon.settings import ModelSettings, ProviderSettings, Settings
from antiphon.store.dialect import open_engine
from tests.fakes.model_server import Received, Script
from tests.fakes.wires import FORMATS, Format, WireServer
from tests.journeys.wires.past import Provider, Talk

FORMAT_OF: dict[Provider, Format] = {"oai": "openai_chat", "oal": "openai_chat", "ant": "anthropic", "goo": "google"}
PROVIDERS: tuple[Provider, ...] = ("oai", "oal", "ant", "goo")
# Tokens by the name of a model. The first kinds share them with the answer, the last has a limit for prompts alone.
WINDOWS = {
    "narrow": ModelSettings(context_window=1500),
    "middle": ModelSettings(context_window=2400),
    "prompt": ModelSettings(input_limit=1500),
}
CHARS_PER_TOKEN = 3.5
# An advisor is known by its description, which stands in the system prompt of every request for it.
_WHOSE = re.compile(r"zq(\d{6})d(\d+)z")


@dataclass(slots=True)
class House:
    """The application, its models, its database, and a person's few deeds."""

    url: str
    client: httpx.Client
    servers: dict[Format, WireServer]
    database: Engine
    scripts: dict[tuple[int, int], deque[Script]] = field(default_factory=lambda: defaultdict(deque))
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 1_000_000)))

    def post(self, path: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
        """POST and see."""
        answer = self.client.post(self.url + path, json=body, headers=headers)
        return answer.status_code, answer.json()

    def get(self, path: str) -> dict[str, Any]:
        """GET that must succeed."""
        answer = self.client.get(self.url + path)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def settled(self, turn_id: str, seconds: float = 30) -> dict[str, Any]:
        """The turn, once every reply has ended."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            turn = self.get(f"/v1/turns/{turn_id}")
            if all(each["state"] not in ("waiting", "sending", "streaming") for each in turn["replies"]):
                return turn
            time.sleep(0.005)
        raise TimeoutError(turn_id)

    def received(self, talk: Talk) -> dict[int, list[Received]]:
        """The requests made for each voice since this was last asked, in order."""
        found: dict[int, list[Received]] = defaultdict(list)
        for server in self.servers.values():
            requests, server.requests = server.requests, []
            for each in requests:
                number, voice = whose(each.json)
                assert number == talk.number, "a request of another conversation"
                found[voice].append(each)
        return found

    def forget(self) -> None:
        """Begin afresh, whatever a failed example has left behind."""
        self.scripts.clear()
        for server in self.servers.values():
            server.requests = []

    def choose(self, body: dict[str, Any]) -> Script | None:
        """The script of one request: the next one for the advisor it is for."""
        waiting = self.scripts[whose(body)]
        return waiting.popleft() if waiting else None


def whose(body: dict[str, Any]) -> tuple[int, int]:
    """The conversation and the voice a request is for."""
    found = _WHOSE.search(str(body))
    assert found is not None, "no advisor is described in this request"
    return int(found[1]), int(found[2])


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Everything, running; the application has a loop and a thread of its own."""
    with ExitStack() as stack:
        servers = {each: stack.enter_context(WireServer(each)) for each in FORMATS}
        settings = _build_settings(folder, servers)
        url = stack.enter_context(_run_apart(settings))
        client = stack.enter_context(httpx.Client(timeout=30, trust_env=False))
        database = open_engine(f"sqlite:///{settings.sqlite_path}", 1)
        stack.callback(database.dispose)
        house = House(url, client, servers, database)
        for server in servers.values():
            server.handler = house.choose
        yield house


def _build_settings(folder: Path, servers: dict[Format, WireServer]) -> Settings:
    providers: dict[str, ProviderSettings] = {
        name: ProviderSettings(
            kind=FORMAT_OF[name],
            base_url=servers[FORMAT_OF[name]].base_url,
            api_key=SecretStr("sk-not-a-secret"),
            profile="openai" if name == "oal" else None,
            models=WINDOWS,
        )
        for name in PROVIDERS
    }
    # A fixed rate lets a test reckon for itself what fits.
    return Settings(
        data_dir=folder, default_model="oai:m", providers=providers, chars_per_token=CHARS_PER_TOKEN, log_level="ERROR"
    )


@contextmanager
def _run_apart(settings: Settings) -> Iterator[str]:
    ready: deque[str] = deque()
    done, stop = threading.Event(), threading.Event()

    async def run() -> None:
        async with run_in_process(settings) as url:
            ready.append(url)
            done.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    def work() -> None:
        try:
            asyncio.run(run())
        finally:
            done.set()

    thread = threading.Thread(target=work, name="house")
    thread.start()
    done.wait(30)
    try:
        yield ready[0]
    finally:
        stop.set()
        thread.join(30)
