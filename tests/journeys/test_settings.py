"""Settings that are changed while everything runs, the models there are, and what a day has cost."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from antiphon.access.principal import LOCAL
from antiphon.app import read_database_settings, run_in_process
from antiphon.app.database import database_url
from antiphon.cli.configuration import add_database
from antiphon.conversation.turn import Turn
from antiphon.providers.catalog import Catalog
from antiphon.settings import EDITABLE, SCOPE_OF, ModelSettings, Settings, load_settings, override_settings
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Store
from antiphon.store.writes.settings import write_setting
from tests.fakes.model_server import answer, done, fail, finish, say, usage, wait
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import CANARY, House, reply_of
from tests.journeys.test_preview import ONE, look, talk
from tests.journeys.test_trimming import TOO_LONG

LONG = "A long answer. " * 100


async def put(house: House, name: str, value: object) -> tuple[int, dict[str, Any]]:
    """Change a setting and see."""
    async with house.api.session.put(f"{house.url}/v1/settings/{name}", json={"value": value}) as response:
        return response.status, await response.json()


async def take_back(house: House, name: str) -> tuple[int, dict[str, Any]]:
    """Go back and see; the setting as it is then."""
    async with house.api.session.delete(f"{house.url}/v1/settings/{name}") as response:
        if response.status == 204:
            return response.status, await house.get(f"/v1/settings/{name}")
        return response.status, await response.json()


async def change(house: House, name: str, value: object) -> dict[str, Any]:
    """Change a setting, which must succeed."""
    status, body = await put(house, name, value)
    assert status == 200, body
    return body


async def settings_of(house: House) -> dict[str, dict[str, Any]]:
    """Every setting by name."""
    return {each["name"]: each for each in (await house.get("/v1/settings"))["items"]}


async def quoted(house: House, conversation: str) -> int:
    """How much of the builder's last answer the skeptic would be sent."""
    preview = await look(house, conversation, **ONE)
    return sum(message["content"].count("A long answer.") for message in preview["advisors"][0]["messages"])


@asynccontextmanager
async def run(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """A house with other settings."""
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


@pytest.mark.both_databases
async def test_a_changed_setting_shapes_the_next_preview_and_send(house: House) -> None:
    """No restart, and no remembered boundary in the way; taking it back brings the default back."""
    house.voices.script("builder", answer(LONG))
    conversation = await talk(house, 1)
    before = await quoted(house, conversation)

    changed = await change(house, "reference_chars", 40)
    after = await quoted(house, conversation)
    await house.ask("And now?", conversation=conversation, **ONE)
    status, back = await take_back(house, "reference_chars")

    assert before > after > 0
    assert (changed["value"], changed["source"], changed["default"]) == (40, "database", 0)
    assert house.voices.requests("skeptic")[-1].body.decode().count("A long answer.") == after
    assert (status, back["value"], back["source"]) == (204, 0, "default")


@pytest.mark.both_databases
async def test_another_allowance_for_the_message_holds_from_the_next_send_on(house: House) -> None:
    """W64: the attempts of a send that is under way go on with the one they began with."""
    gate = threading.Event()
    conversation = await talk(house, 3, **ONE)
    house.voices.script("skeptic", wait(gate) + TOO_LONG, answer("It fits."), answer("So does this."))

    sent = await house.send("And now?", conversation=conversation, **ONE)
    await house.voices.server.wait_for_requests(4)
    await change(house, "request_allowance", 42_000)
    gate.set()
    under_way = await allowances(house, await house.api.settled(house.url, sent["turn"]["id"]))
    foreseen = (await look(house, conversation, "And then?", **ONE))["advisors"][0]
    after = await allowances(house, await house.ask("And then?", conversation=conversation, **ONE))

    assert under_way == [(100, 3), (100, 2)]
    assert (foreseen["request_allowance"], foreseen["included"]) == (42_000, after[0][1])
    assert after == [(42_000, 0)]


async def allowances(house: House, turn: Turn) -> list[tuple[int, int]]:
    """What each attempt kept for the message, and how many turns went along."""
    receipts = (await house.get(f"/v1/replies/{reply_of(turn, 'skeptic').id}/receipts"))["items"]
    records = [each["telemetry"] for each in receipts]
    return [(each["request_allowance"], each["sent_count"]) for each in records]


async def test_every_setting_says_what_it_is_and_why_it_stays(house: House) -> None:
    found = await settings_of(house)

    assert {name for name, each in found.items() if not each["needs_restart"]} == EDITABLE
    assert all(bool(each["why_not"]) is not each["editable"] for each in found.values())
    assert found["dropping"]["kind"] == "choice"
    assert found["dropping"]["choices"] == ["oldest", "importance", "sticky"]
    assert found["turn_ceiling"]["value"] == 0.5
    assert found["day_ceiling"]["value"] == 0
    assert (found["timestamps"]["kind"], found["chars_per_token"]["kind"]) == ("boolean", "number")
    assert (found["reply_allowance"]["kind"], found["reply_allowance"]["optional"]) == ("integer", True)
    assert found["port"]["why_not"] == "read once, at the start; set it in the environment or in antiphon.toml"
    assert found["default_model"]["why_not"] == "decided by whoever started the server"


async def test_a_key_is_never_shown(house: House) -> None:
    """I-52: neither among the settings nor among the models."""
    found = await settings_of(house)
    models = await house.get("/v1/models")

    assert found["providers.fake.api_key"]["kind"] == "secret"
    assert CANARY not in repr(found) + repr(models)


@pytest.mark.parametrize(
    ("name", "value", "status", "code"),
    [
        ("reference_chars", -1, 422, "setting_refused"),
        ("reference_chars", "many", 422, "setting_refused"),
        ("dropping", "newest", 422, "setting_refused"),
        ("time_zone", "Europe/Nowhere", 422, "setting_refused"),
        ("history_chars", None, 422, "setting_refused"),
        ("history_chars", 10**30, 422, "setting_refused"),
        ("turn_ceiling", float("inf"), 422, "malformed"),
        ("port", 1, 409, "setting_fixed"),
        ("providers.fake.model", "m", 409, "setting_fixed"),
        ("default_model", "scripted:rehearsal", 409, "setting_decided"),
        ("colour_of_the_sky", "blue", 404, "not_found"),
    ],
)
async def test_what_cannot_be_set_is_refused_by_name(
    house: House, name: str, value: object, status: int, code: str
) -> None:
    before = await settings_of(house)

    found, body = await put(house, name, value)

    assert (found, body["code"]) == (status, code)
    assert await settings_of(house) == before


async def test_environment_and_file_have_the_last_word(settings: Settings, voices: Voices, tmp_path: Path) -> None:
    """Environment over file over database over default, and the refusal says which of them it was."""
    async with run(await lie_about(settings, tmp_path), voices) as house:
        found = await settings_of(house)
        by_environment = await put(house, "reference_chars", 7)
        by_file = await put(house, "most_trims", 7)
        await change(house, "history_chars", 7000)
        path = (await house.get("/v1/settings"))["file"]

    file = str(tmp_path / "antiphon.toml")
    assert (found["reference_chars"]["value"], found["reference_chars"]["source"]) == (1, "environment")
    assert (found["most_trims"]["value"], found["most_trims"]["place"]) == (2, file)
    assert not found["most_trims"]["editable"]
    assert by_environment[1]["facts"]["place"] == "ANTIPHON_REFERENCE_CHARS"
    assert by_file[1]["detail"] == f"most_trims was not changed: decided by the file {file}"
    assert (by_environment[0], by_file[0], path) == (409, 409, file)


async def lie_about(settings: Settings, folder: Path) -> Settings:
    """The same house, told one thing by the environment and another by a file."""
    file = folder / "antiphon.toml"
    await asyncio.to_thread(file.write_text, "reference_chars = 2\nmost_trims = 2\n")
    environ = {"ANTIPHON_CONFIG": str(file), "ANTIPHON_REFERENCE_CHARS": "1", "ANTIPHON_DATA_DIR": str(folder / "data")}
    if settings.database_url:
        environ["ANTIPHON_DATABASE_URL"] = settings.database_url
    return override_settings(load_settings(environ=environ).settings, detect_local_models=False)


@pytest.mark.both_databases
def test_a_change_outlives_the_process(settings: Settings, voices: Voices) -> None:
    """What the API wrote is what `config show` reads and what the next start is made with."""

    async def set_them() -> None:
        async with run(settings, voices) as house:
            await change(house, "max_tokens", 77)
            await change(house, "turn_ceiling", 1.25)
            await change(house, "timestamps", False)
            await change(house, "time_zone", "Europe/Athens")
            await change(house, "reply_allowance", 5)
            await change(house, "reply_allowance", None)

    async def ask() -> None:
        async with run(settings, voices) as house:
            await house.ask("And now?", **ONE)

    asyncio.run(set_them())
    kept = read_database_settings(settings)
    asyncio.run(ask())

    assert kept == {
        "instance": {},
        "workspace": {"max_tokens": 77, "reply_allowance": None},
        "person": {"turn_ceiling": 1.25, "timestamps": False, "time_zone": "Europe/Athens"},
    }
    assert voices.requests("skeptic")[-1].json["max_tokens"] == 77
    assert (
        voices.requests("skeptic")[-1].json["messages"][-1]["content"]
        == "[Your turn 1 of 3: one question.]\n\nAnd now?"
    )


def test_a_saved_value_that_no_longer_fits_costs_itself_alone(
    settings: Settings, voices: Voices, caplog: pytest.LogCaptureFixture
) -> None:
    """As after an upgrade that knows a time zone by another name: limits and ceilings people set stay in force."""

    async def set_them() -> None:
        async with run(settings, voices) as house:
            await change(house, "max_tokens", 777)
            await change(house, "turn_ceiling", 0.1)
            await change(house, "time_zone", "Europe/Athens")

    async def live_with_them() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        async with run(settings, voices) as house:
            seen = await settings_of(house)
            await house.ask("And now?", **ONE)
            await change(house, "day_ceiling", 2.0)
            spent = await house.get("/v1/spending")
            return seen, spent, (await take_back(house, "time_zone"))[1]

    asyncio.run(set_them())
    asyncio.run(spoil(settings, "time_zone", "Mars/Base"))
    caplog.clear()
    read_by_commands = add_database(settings).settings
    seen, spent, mended = asyncio.run(live_with_them())

    zone, told = seen["time_zone"], [each for each in caplog.records if each.message == "setting_put_aside"]
    assert voices.requests("skeptic")[-1].json["max_tokens"] == read_by_commands.max_tokens == 777
    assert (seen["max_tokens"]["value"], spent["ceilings"]) == (777, {"turn": 0.1, "day": 2.0})
    assert (zone["value"], zone["source"], zone["put_aside"]["value"]) == (zone["default"], "default", "Mars/Base")
    assert zone["put_aside"]["reason"] == "must be a time zone like UTC or Europe/Athens"
    assert vars(told[0])["setting"] == "time_zone"
    assert mended["put_aside"] is None


async def spoil(settings: Settings, name: str, value: object) -> None:
    """Put into the database what an earlier version may have taken."""
    store = Store(open_engine(database_url(settings), 1), 1)
    await store.write(LOCAL, write_setting, SCOPE_OF[name], name, value, lambda saved: None)
    await store.close()


@pytest.mark.both_databases
async def test_the_default_model_changes_for_the_next_turn(settings: Settings, voices: Voices) -> None:
    """D47: back to the rehearsal and out of it; a provider nobody knows is refused."""
    free = settings.model_copy(update={"default_model": None})
    free.model_fields_set.discard("default_model")
    async with run(free, voices) as house:
        await change(house, "default_model", "fake:other")
        await house.ask("And now?", **ONE)
        status, refusal = await put(house, "default_model", "nobody:knows")
        live = await house.get("/v1/status")
        await take_back(house, "default_model")
        rehearsal = await house.get("/v1/status")

    assert voices.requests("skeptic")[-1].json["model"] == "other"
    assert (status, refusal["facts"]["reason"]) == (422, "there is no provider called 'nobody'")
    assert (live["default_model"], live["rehearsal"]) == ("fake:other", False)
    assert (rehearsal["default_model"], rehearsal["rehearsal"]) == ("scripted:rehearsal", True)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_other_nodes_follow_within_seconds(settings: Settings, voices: Voices, tmp_path: Path) -> None:
    other = settings.model_copy(update={"data_dir": tmp_path / "other"})
    async with run(settings, voices) as here, run(other, voices) as there:
        await change(here, "reference_chars", 5)

        async with asyncio.timeout(6):
            while (await settings_of(there))["reference_chars"]["value"] != 5:
                await asyncio.sleep(0.1)


async def test_models_are_named_with_what_is_known_about_them(settings: Settings, voices: Voices) -> None:
    async with run(price(settings), voices) as house:
        found = await house.get("/v1/models")

    fake, scripted = found["items"]
    assert (fake["name"], fake["place"], fake["usable"]) == ("fake", "local", True)
    assert fake["models"] == [
        {
            "id": "fake:m",
            "name": "m",
            "default": True,
            "context_window": 9000,
            "input_limit": None,
            "output_limit": None,
            "prices": {"input": 2.0, "output": 10.0, "cached_input": 0.5, "cache_write": None},
        }
    ]
    assert (scripted["place"], [each["id"] for each in scripted["models"]]) == ("rehearsal", ["scripted:rehearsal"])
    assert (found["default"], found["rehearsal"]) == ("fake:m", False)


def price(settings: Settings) -> Settings:
    """The same house, with a model whose prices somebody knows."""
    said = ModelSettings(context_window=9000, input_price=2, output_price=10, cached_price=0.5)
    provider = settings.providers["fake"].model_copy(update={"models": {"m": said}})
    return settings.model_copy(update={"providers": {"fake": provider}})


async def test_a_day_costs_what_was_reported(settings: Settings, voices: Voices) -> None:
    """Cached tokens at their own price, failures for nothing, what nobody counted as unknown, rehearsals apart."""
    voices.script("skeptic", say("Yes.") + finish() + usage(1000, 100, cached=400) + done())
    voices.script("builder", fail(400))
    voices.script("historian", say("No count.") + finish() + done())
    three = ["skeptic", "builder", "historian"]
    async with run(price(settings), voices) as house:
        conversation = await house.converse()
        turn = await house.ask("How much?", conversation=conversation, advisor_ids=three)
        rehearsed = await house.ask("Dear?", conversation=conversation, **ONE, choice={"model": "scripted:rehearsal"})
        spent = await house.get("/v1/spending")
        costs = {each: await costs_of(house, reply_of(turn, each).id) for each in three}
        free = await costs_of(house, reply_of(rehearsed, "skeptic").id)

    expected = (600 * 2 + 400 * 0.5 + 100 * 10) / 1_000_000
    today = spent["today"]
    assert today["cost"] == pytest.approx(expected)
    assert (today["tokens_in"], today["tokens_out"], today["cached"]) == (1000, 100, 400)
    assert (today["turns"], today["replies"], today["unknown"], today["rehearsal"]) == (2, 4, 1, 1)
    assert costs == {"skeptic": [pytest.approx(expected)], "builder": [None], "historian": [None]}
    assert free == [0.0]
    by_advisor = {each["id"]: each for each in spent["by_advisor"]}
    assert (by_advisor["skeptic"]["cost"], by_advisor["skeptic"]["rehearsal"]) == (pytest.approx(expected), 1)
    assert {each["id"] for each in spent["by_model"]} == {"fake:m", "scripted:rehearsal"}
    assert spent["ceilings"] == {"turn": 0.5, "day": 0.0}


async def test_what_is_written_to_a_cache_costs_more(settings: Settings, voices: Voices) -> None:
    """Anthropic charges a quarter more for it; what was counted before there was a count of it costs what it did."""
    named = {"providers": {"anthropic": settings.providers["fake"]}, "default_model": "anthropic:claude-sonnet-4-5"}
    prices = Catalog({}).find("anthropic", "claude-sonnet-4-5").prices
    voices.script("skeptic", say("Yes.") + finish() + usage(1000, 100, cached=300, written=600) + done())
    async with run(settings.model_copy(update=named), voices) as house:
        turn = await house.ask("How much?", **ONE)
        [cost] = await costs_of(house, reply_of(turn, "skeptic").id)
        today = (await house.get("/v1/spending"))["today"]

    assert prices is not None
    assert prices.cached_input is not None
    assert prices.cache_write is not None
    expected = (100 * prices.input + 300 * prices.cached_input + 600 * prices.cache_write + 100 * prices.output) / 1e6
    assert cost == pytest.approx(expected)
    assert today["cost"] == pytest.approx(expected)


async def costs_of(house: House, reply_id: str) -> list[float | None]:
    """What each attempt of a reply cost."""
    return [each["cost"] for each in (await house.get(f"/v1/replies/{reply_id}/receipts"))["items"]]


async def test_a_price_nobody_knows_is_never_zero_dollars_unsaid(house: House) -> None:
    house.voices.script("skeptic", say("Yes.") + finish() + usage(1000, 100) + done())
    turn = await house.ask("How much?", **ONE)

    today = (await house.get("/v1/spending"))["today"]

    assert (today["cost"], today["unknown"], today["tokens_in"]) == (0, 1, 1000)
    assert await costs_of(house, reply_of(turn, "skeptic").id) == [None]


@pytest.mark.both_databases
async def test_a_day_begins_at_midnight_where_the_person_lives(house: House) -> None:
    """Fourteen hours ahead and eleven behind: on one side of the date line a new day has begun."""
    since = []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        await change(house, "time_zone", zone)
        since.append((await house.get("/v1/spending"))["since"])

    assert since[0].split("T")[1] == "10:00:00.000Z"
    assert since[1].split("T")[1] == "11:00:00.000Z"


@pytest.mark.both_databases
@pytest.mark.parametrize("address", ["/v1/advisors/%00/versions", "/v1/search?q=a&advisor=%00"])
async def test_an_address_with_a_nul_is_malformed(house: House, address: str) -> None:
    """PostgreSQL keeps no NUL; nobody gets a 500 for asking."""
    async with house.api.session.get(URL(house.url + address, encoded=True)) as response:
        assert response.status == 422
        assert (await response.json())["code"] == "malformed"
