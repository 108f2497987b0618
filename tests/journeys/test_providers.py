"""A provider added while everything runs: tested over real sockets, kept, used without a restart, and gone again."""

import asyncio
import json
import logging
import socket
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.turn import Turn
from antiphon.settings import ProviderSettings, Settings, load_settings
from tests.fakes.model_server import ModelServer, answer, fail, raw
from tests.fakes.reader import Api

KEY = "sk-added-5c1e9b7a3d2f4e6081ac"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server of models that wants a key."""
    with ModelServer(answer("A real answer.")) as running:
        running.key = KEY
        running.models = ["text-embedding-x", "big", "small"]
        yield running


class Person:
    """Somebody at the front door."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session
        self.api = Api(session)

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """One call, whatever comes of it."""
        async with self.session.request(method, self.url + path, json=body) as response:
            return response.status, None if response.status == 204 else await response.json()

    async def add(self, server: ModelServer, **more: object) -> tuple[int, Any]:
        """Add the server under the name `mine`."""
        body = {"base_url": server.base_url, "key": KEY, **more}
        return await self.call("PUT", "/v1/providers/mine", body)

    async def ask(self, text: str) -> Turn:
        """One question to one advisor in a new conversation, answered."""
        conversation = await self.api.create(self.url)
        sent = await self.api.send(self.url, conversation, text, text, advisor_ids=["skeptic"])
        return await self.api.settled(self.url, sent["turn"]["id"])


@asynccontextmanager
async def visit(settings: Settings) -> AsyncIterator[Person]:
    """A running house with these settings."""
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        yield Person(url, session)


def alone(tmp_path: Path, **more: Any) -> Settings:
    """A house of one person that knows no model."""
    return Settings(data_dir=tmp_path / "data", detect_local_models=False, **more)


async def test_from_the_rehearsal_to_a_real_answer_and_back_without_a_restart(
    tmp_path: Path, server: ModelServer
) -> None:
    async with visit(alone(tmp_path)) as person:
        rehearsed = (await person.call("GET", "/v1/status"))[1]
        tested = await person.call(
            "POST", "/v1/providers/check", {"name": "mine", "base_url": server.base_url, "key": KEY}
        )
        before = (await person.call("GET", "/v1/status"))[1]
        added = await person.add(server)
        status = (await person.call("GET", "/v1/status"))[1]
        turn = await person.ask("Shall I?")
        again = await person.call("POST", "/v1/providers/mine/check", {})
        removed = await person.call("DELETE", "/v1/providers/mine")
        after = (await person.call("GET", "/v1/status"))[1]

    assert (rehearsed["rehearsal"], before["rehearsal"]) == (True, True)
    assert (tested[0], tested[1]["model"], tested[1]["models"]) == (200, "big", server.models)
    assert tested[1]["spread"] == ["big", "small"]
    assert (added[0], status["default_model"], status["rehearsal"]) == (200, "mine:big", False)
    assert turn.replies[0].text == "A real answer."
    assert (again[0], removed[0], after["rehearsal"]) == (200, 204, True)
    assert not (tmp_path / "data" / "providers.json").exists()


async def test_a_provider_says_when_it_worked_and_since_when_it_is_refused(tmp_path: Path, server: ModelServer) -> None:
    async def standing(person: Person) -> tuple[Any, ...]:
        [mine] = (await person.call("GET", "/v1/providers"))[1]["items"]
        return mine["worked_at"], mine["refused_since"], mine["refusal"]

    async with visit(alone(tmp_path)) as person:
        await person.add(server)
        added = await standing(person)
        await person.ask("Shall I?")
        answered = await standing(person)
        server.key = "another"
        await person.ask("And now?")
        refused = await standing(person)
        await person.ask("And then?")
        still = await standing(person)
        server.key = KEY
        await person.call("POST", "/v1/providers/mine/check", {})
        tested = await standing(person)

    assert added[1:] == answered[1:] == tested[1:] == (None, None)
    assert added[0] < answered[0] < tested[0]
    assert refused[0] == answered[0]
    assert refused[1] > answered[0]
    assert refused[2] == "auth"
    assert still == refused


async def test_a_key_is_kept_where_only_its_owner_reads_it_and_is_nowhere_else(
    tmp_path: Path, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    """I-52, P41: in the file with mode 0600 and in the request; in no answer, log, receipt or database."""
    caplog.set_level(logging.DEBUG)
    folder = tmp_path / "data"
    async with visit(alone(tmp_path, log_level="DEBUG", debug_mode=True)) as person:
        said = [await person.add(server)]
        turn = await person.ask("Shall I?")
        said += [
            await person.call("GET", path)
            for path in ("/v1/providers", "/v1/settings", "/v1/models", "/v1/status", "/v1/providers/local")
        ]
        said.append(await person.call("GET", f"/v1/replies/{turn.replies[0].id}/receipts?exact=true"))
        server.key = "another"
        said.append(await person.call("POST", "/v1/providers/mine/check", {}))
        said.append(await person.call("PUT", "/v1/providers/mine", {"key": KEY + "\n" + KEY, "base_url": "x"}))
    mine = said[1][1]["items"][0]
    kept = folder / "providers.json"

    assert (mine["name"], mine["source"], mine["key_end"]) == ("mine", "added", KEY[-4:])
    assert KEY not in repr(said) + caplog.text
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == [
        kept.name
    ]
    assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"


def test_what_was_added_is_there_after_a_restart_and_the_environment_has_the_last_word(
    tmp_path: Path, server: ModelServer
) -> None:
    """A key never goes to the address that somebody else wrote down for a provider of the same name."""
    folder = tmp_path / "data"
    environ = {"ANTIPHON_DATA_DIR": str(folder), "ANTIPHON_DETECT_LOCAL_MODELS": "false"}
    elsewhere = {**environ, "ANTIPHON_PROVIDERS__MINE__BASE_URL": "http://127.0.0.1:9/v1"}

    async def add() -> None:
        async with visit(alone(tmp_path)) as person:
            await person.add(server, model="small")

    async def overrule() -> tuple[Any, Any]:
        async with visit(load_settings(environ=elsewhere).settings) as person:
            return (await person.call("GET", "/v1/providers"))[1]["items"], await person.add(server)

    asyncio.run(add())
    kept = load_settings(environ=environ).settings.providers["mine"]
    listed, refused = asyncio.run(overrule())
    taken = load_settings(environ=elsewhere).settings.providers["mine"]

    assert (kept.model, kept.api_key and kept.api_key.get_secret_value()) == ("small", KEY)
    assert (taken.base_url, taken.api_key) == ("http://127.0.0.1:9/v1", None)
    assert [(each["source"], each["overruled"]) for each in listed] == [("environment", True)]
    assert refused[0] == 409
    assert refused[1]["detail"] == ("mine is set up in the environment, which has the last word; change it there")


def closed_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


WRONG = [
    ({"key": "sk-wrong-0123456789"}, "auth", "the key was not accepted"),
    ({"base_url": "closed"}, "net", "no connection could be made"),
    ({"base_url": "page"}, "not_a_model_server", "usually end in /v1"),
    ({"base_url": "banner"}, "not_a_model_server", "usually end in /v1"),
    ({"base_url": "empty"}, "no_models", "has no models"),
    ({"base_url": "named"}, "net", "no connection could be made"),
    ({"base_url": "http://192.168.1.5/v1"}, "provider_address", "set up others in antiphon.toml"),
    ({"base_url": "http://169.254.169.254/v1"}, "provider_address", "set up others in antiphon.toml"),
    ({"base_url": "https://0x7f000001/v1"}, "provider_address", "number but not a plain IP address"),
    ({"base_url": "http://models.example/v1"}, "provider_address", "must begin with https://"),
    ({"base_url": "http://127.0.0.1:1/x?y="}, "provider_address", "a plain path, and nothing else"),
    ({"base_url": "file:///etc/passwd"}, "provider_address", "only http and https"),
    ({"key": "two words"}, "provider_key", "a key is one word"),
]


async def test_what_is_wrong_is_said_in_words_and_nothing_is_kept(tmp_path: Path, server: ModelServer) -> None:
    """The key, the network, the address, the list; and a name that resolves to where no typed address may lead."""
    places = {
        "closed": f"http://127.0.0.1:{closed_port()}/v1",
        "named": f"https://{socket.gethostname()}:{server.port}/v1",
        "empty": f"http://127.0.0.1:{server.port}/empty",
    }
    server.pages["/empty/v1/models"] = fail(200, {"data": []})
    for name, page in (("page", fail(200, "<html>")), ("banner", raw(b"SSH-2.0\r\n\r\n"))):
        server.pages[f"/{name}/v1/models"] = server.pages[f"/{name}/models"] = page
        places[name] = f"http://127.0.0.1:{server.port}/{name}"
    said: list[tuple[str, str]] = []
    async with visit(alone(tmp_path)) as person:
        for wrong, _, _ in WRONG:
            address = wrong.get("base_url", server.base_url)
            body = {"key": KEY, **wrong, "base_url": places.get(address, address)}
            error = (await person.call("PUT", "/v1/providers/mine", body))[1]
            said.append((error["code"], error["detail"]))
        left = (await person.call("GET", "/v1/providers"))[1]["items"]

    assert [code for code, _ in said] == [code for _, code, _ in WRONG]
    assert [words for (_, message), (_, _, words) in zip(said, WRONG, strict=True) if words not in message] == []
    assert left == []


async def test_an_address_without_its_end_is_found(tmp_path: Path, server: ModelServer) -> None:
    async with visit(alone(tmp_path)) as person:
        status, body = await person.add(server, base_url=f"http://localhost:{server.port}")

    assert (status, body["base_url"]) == (200, f"http://localhost:{server.port}/v1")


async def test_a_kept_key_stays_with_its_address(tmp_path: Path, server: ModelServer) -> None:
    """I-54, E-01: another model may be chosen without the key; another address has to be given one."""
    with ModelServer() as stranger:
        async with visit(alone(tmp_path)) as person:
            await person.add(server)
            changed = await person.add(server, key=None, model="small")
            moved = await person.add(stranger, key=None)

    assert (changed[0], changed[1]["model"], moved[0]) == (200, "small", 200)
    assert [each.headers.get("authorization") for each in stranger.requests] == [None] * len(stranger.requests)
    assert stranger.requests != []


def test_removing_the_provider_of_the_default_closes_nothing(tmp_path: Path, server: ModelServer) -> None:
    """A default of the operator names what was added here; without it the house rehearses, now and at a start."""
    settings = alone(tmp_path, default_model="mine:small")

    async def add_and_remove() -> tuple[str, int, int, bool]:
        async with visit(settings) as person:
            await person.add(server)
            before = (await person.call("GET", "/v1/status"))[1]
            removed = await person.call("DELETE", "/v1/providers/mine")
            after = (await person.call("GET", "/v1/status"))[1]
            changed = await person.call("PUT", "/v1/settings/max_tokens", {"value": 777})
        return before["default_model"], removed[0], changed[0], after["rehearsal"]

    async def start_again() -> bool:
        async with visit(settings) as person:
            rehearsal: bool = (await person.call("GET", "/v1/status"))[1]["rehearsal"]
        return rehearsal

    assert asyncio.run(add_and_remove()) == ("mine:small", 204, 200, True)
    assert asyncio.run(start_again())


async def test_removing_a_provider_lets_its_answers_end(tmp_path: Path, server: ModelServer) -> None:
    server.hold("big")
    async with visit(alone(tmp_path)) as person:
        await person.add(server)
        asking = asyncio.create_task(person.ask("Shall I?"))
        while not any(each.method == "POST" for each in server.requests):
            await asyncio.sleep(0.01)
        await person.call("DELETE", "/v1/providers/mine")
        server.release("big")
        turn = await asking

    assert turn.replies[0].text == "A real answer."


@pytest.mark.parametrize("database", ["postgresql"])
async def test_on_several_nodes_keys_belong_into_each_nodes_own_settings(
    tmp_path: Path, server: ModelServer, database: str, postgresql_url: str
) -> None:
    provider = ProviderSettings(base_url=server.base_url, model="big")
    async with visit(alone(tmp_path, database_url=postgresql_url, providers={"fake": provider})) as person:
        status, body = await person.add(server)

    assert (status, body["code"]) == (409, "providers_per_node")
    assert "give every node the key" in body["detail"]
    assert not (tmp_path / "data" / "providers.json").exists()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "providers.json").write_text(json.dumps([1]))

    with pytest.raises(SettingsInvalid, match=r"providers\.json: cannot be read"):
        load_settings(environ={"ANTIPHON_DATA_DIR": str(tmp_path)})
