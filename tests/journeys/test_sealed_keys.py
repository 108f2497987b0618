"""Keys that people with accounts enter: sealed in the database, for one host, used on every node without a restart."""

import asyncio
import json
import logging
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, select, text, update

from antiphon.app import check_keys, rotate_keys
from antiphon.app.database import database_url
from antiphon.app.provider_file import write_providers
from antiphon.conversation.turn import Turn
from antiphon.settings import Settings, override_settings
from antiphon.store.tables import metadata, secrets
from tests.fakes.accounts import OURS, Place, Somebody, open_place
from tests.fakes.canary import find_pieces
from tests.fakes.model_server import ModelServer, answer, fail
from tests.fakes.reader import Api

KEY = "sk-entered-5c1e9b7a3d2f4e6081ac"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server of models that wants the key, and quotes it when it is cross."""
    with ModelServer(answer("A real answer.")) as running:
        running.key = KEY
        running.models = ["big", "small"]
        yield running


class Office:
    """A server with accounts, on which Ada is signed in; it keeps everything that was answered."""

    def __init__(self, place: Place, ada: Somebody) -> None:
        self.place, self.ada = place, ada
        self.heard: list[str] = []

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        status, said = await self.ada.ask(method, path, body)
        self.heard.append(json.dumps(said))
        return status, said

    async def add(self, server: ModelServer, **body: object) -> tuple[int, Any]:
        """Enter the key, unless something else is said."""
        return await self.ask("PUT", "/v1/providers/mine", {"base_url": server.base_url, "key": KEY, **body})

    async def names(self) -> list[str]:
        return [each["name"] for each in (await self.ask("GET", "/v1/providers"))[1]["items"]]

    async def wait_for(self, names: list[str]) -> None:
        """Until the node knows exactly these; a node looks every two seconds."""
        async with asyncio.timeout(10):
            while await self.names() != names:
                await asyncio.sleep(0.1)

    async def question(self, words: str) -> Turn:
        """One question to one advisor, answered."""
        self.ada.session.headers.update(OURS)
        api, url = Api(self.ada.session), self.place.url
        sent = await api.send(url, await api.create(url), words, words, advisor_ids=["skeptic"])
        turn = await api.settled(url, sent["turn"]["id"])
        self.heard += [repr(sent), repr(turn)]
        return turn


@pytest.fixture
async def doors(capsys: pytest.CaptureFixture[str]) -> Any:
    """Opens a server with accounts; the first is set up by Ada, on the others she signs in."""

    @asynccontextmanager
    async def opened(settings: Settings, *, first: bool = True) -> AsyncIterator[Office]:
        async with open_place(with_accounts(settings), capsys) as place:
            ada = await place.own() if first else place.open()
            if not first:
                assert (await ada.sign_in("ada@example.org"))[0] == 204
            yield Office(place, ada)

    return opened


@pytest.mark.both_databases
async def test_a_key_that_was_entered_stands_nowhere_but_sealed(
    settings: Settings, doors: Any, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    """T-10. The server repeats the key in what it says about it, and that is kept and told without."""
    caplog.set_level(logging.DEBUG)
    async with doors(override_settings(settings, log_level="DEBUG")) as office:
        assert (await office.add(server))[0] == 200
        good = await office.question("first")
        server.handler = lambda _: fail(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})
        bad = await office.question("second")
        status, _ = await office.add(server, key=f"{KEY}x")
        for turn in (good, bad):
            receipt = await office.ask("GET", f"/v1/replies/{turn.replies[0].id}/receipts")
            assert receipt[0] == 200
            exported = await office.ask("GET", f"/v1/conversations/{turn.conversation_id}/export?format=json")
            assert exported[0] == 200
        for path in ("/v1/providers", "/v1/settings", "/v1/status", "/v1/audit", "/metrics", "/v1/models"):
            await office.ask("GET", path)
        _, told = await office.ask("GET", "/v1/providers")

    assert status == 502
    assert good.replies[0].text == "A real answer."
    assert bad.replies[0].error is not None
    assert any(each.headers.get("authorization") == f"Bearer {KEY}" for each in server.requests)
    assert (told["items"][0]["key_end"], told["file"]) == (KEY[-4:], "the database, sealed")
    assert find_pieces(KEY, "\n".join(office.heard).encode()) == []
    assert find_pieces(KEY, caplog.text.encode()) == []
    assert find_pieces(KEY, repr([record.__dict__ for record in caplog.records]).encode()) == []
    columns = dict(read_columns(settings))
    assert columns["secrets.ciphertext"]
    for name, held in columns.items():
        assert find_pieces(KEY, held) == [], name
    assert not any(find_pieces(KEY, each.read_bytes()) for each in settings.data_dir.rglob("*") if each.is_file())


def read_columns(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """All that stands in every column of every table there is, unpacked where it is packed."""
    engine = create_engine(database_url(settings).replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            for column in table.columns:
                rows = connection.execute(text(f'SELECT "{column.name}" FROM "{table.name}"')).scalars()
                yield f"{table.name}.{column.name}", b"\n".join(as_bytes(each) for each in rows)
    engine.dispose()


def as_bytes(value: object) -> bytes:
    if isinstance(value, memoryview | bytes):
        try:
            return bytes(value) + zlib.decompress(value)
        except zlib.error:
            return bytes(value)
    return json.dumps(value).encode() if isinstance(value, dict | list) else str(value).encode()


@pytest.mark.both_databases
async def test_a_key_goes_to_its_host_and_to_no_other(settings: Settings, doors: Any, server: ModelServer) -> None:
    """E-01. Another address wants another key, a row with another host does not open, and no question names one."""
    with ModelServer(answer("Mine now.")) as stranger:
        stranger.models = ["big"]
        async with doors(settings) as office:
            assert (await office.add(server))[0] == 200
            assert (await office.add(stranger, key=None))[0] == 200
            assert "authorization" not in {name for each in stranger.requests for name in each.headers}
            told = (await office.ask("GET", "/v1/providers"))[1]["items"][0]
            assert (told["key_end"], told["base_url"]) == (None, stranger.base_url)
            assert (await office.add(server))[0] == 200
            refused = await office.add(server, base_url="http://169.254.169.254/v1")
            assert (refused[0], refused[1]["code"]) == (422, "provider_address")
            _, made = await office.ask("POST", "/v1/conversations", {})
            turn = {"text": "x", "base_url": stranger.base_url}
            assert (await office.ask("POST", f"/v1/conversations/{made['id']}/turns", turn))[0] == 422
        move(settings, stranger.base_url.removesuffix("/v1"))

        async with doors(settings, first=False) as office:
            assert await office.names() == []
        assert "authorization" not in {name for each in stranger.requests for name in each.headers}


def move(settings: Settings, host: str) -> None:
    engine = create_engine(database_url(settings).replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        assert connection.execute(update(secrets).values(host=host)).rowcount == 1
        assert connection.execute(select(secrets.c.host)).scalar_one() == host
    engine.dispose()


@pytest.mark.both_databases
@pytest.mark.parametrize("data", [False, True], ids=["the master key", "and the keys of the data"])
async def test_another_master_key_while_everything_stays_readable(
    settings: Settings, doors: Any, server: ModelServer, data: bool
) -> None:
    """I-58: before, meanwhile and after a restart; what the old key alone opened it opens no more."""
    assert settings.key_file is not None
    old = settings.key_file.read_bytes()
    async with doors(settings) as office:
        assert (await office.add(server))[0] == 200
        before = dict(read_columns(settings))
        assert (await office.question("Before?")).replies[0].text == "A real answer."

        rotated = await rotate_keys(with_accounts(settings), data=data)

        assert (await office.question("Meanwhile?")).replies[0].text == "A real answer."
    async with doors(settings, first=False) as office:
        assert (await office.question("After?")).replies[0].text == "A real answer."
    opened = await check_keys(with_accounts(settings))
    after = dict(read_columns(settings))

    assert (opened.closed, opened.secrets) == ((), 1)
    assert (rotated.keys > 0, rotated.secrets) == (True, int(data))
    assert (before["secrets.ciphertext"] == after["secrets.ciphertext"]) is not data
    assert find_pieces(KEY, before["secrets.ciphertext"] + after["secrets.ciphertext"]) == []
    for each in settings.key_file.parent.glob(f"{settings.key_file.name}*"):
        each.unlink()
    settings.key_file.touch(mode=0o600)
    settings.key_file.write_bytes(old)
    assert len((await check_keys(with_accounts(settings))).closed) == opened.keys + opened.secrets


def with_accounts(settings: Settings) -> Settings:
    return override_settings(settings, accounts="on", default_model=None, providers={})


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_key_entered_on_one_node_is_used_on_the_other(
    settings: Settings, doors: Any, server: ModelServer, tmp_path: Path
) -> None:
    async with (
        doors(settings) as here,
        doors(override_settings(settings, data_dir=tmp_path / "b"), first=False) as there,
    ):
        assert (await here.add(server))[0] == 200
        await there.wait_for(["mine"])
        turn = await there.question("Asked over there.")
        assert (await there.ask("DELETE", "/v1/providers/mine"))[0] == 204
        await here.wait_for([])

    assert turn.replies[0].text == "A real answer."


async def test_keys_of_the_time_before_accounts_are_sealed(settings: Settings, doors: Any, server: ModelServer) -> None:
    said = {"kind": "openai_chat", "base_url": server.base_url, "model": "big", "api_key": KEY}
    write_providers(settings.data_dir, {"mine": said})

    async with doors(settings) as office:
        assert await office.names() == ["mine"]
        turn = await office.question("Still there?")

    assert turn.replies[0].text == "A real answer."
    assert not (settings.data_dir / "providers.json").exists()
