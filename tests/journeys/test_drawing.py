"""Pictures made to order: asked about, made once, part of the reply, and paid for."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.conversation.part import ImagePart
from antiphon.conversation.turn import Turn
from antiphon.providers.scripted.painter import paint
from antiphon.settings import ModelSettings, ProviderSettings, Settings
from tests.documents.samples import write_picture
from tests.fakes.model_server import ModelServer, Script, answer, call_tool, done, fail, finish, say, usage
from tests.fakes.model_server import draw as show
from tests.fakes.reader import Api
from tests.fakes.studio import MAKE, at_address, bare, in_letters, orders
from tests.fakes.voices import Voices
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_documents import bring
from tests.journeys.test_pictures import EYES, drawn, fetch, heard, images_in
from tests.journeys.test_preview import look
from tests.journeys.test_tools import decide, wait_for_questions

STUDIO_KEY = "sk-studio-58c1e7"


@pytest.fixture
def studio() -> Iterator[ModelServer]:
    """A server that makes pictures."""
    with ModelServer() as server:
        server.key = STUDIO_KEY
        server.pages[MAKE] = in_letters(paint("a hill"))
        yield server


@pytest.fixture
def settings(settings: Settings, studio: ModelServer) -> Settings:
    """With a model that sees, and a server that makes pictures."""
    fake = settings.providers["fake"].model_copy(update={"models": {"eyes": ModelSettings(sees=True)}})
    paints = ProviderSettings(base_url=studio.base_url, api_key=SecretStr(STUDIO_KEY))
    return settings.model_copy(update={"providers": {"fake": fake, "studio": paints}})


async def choose(house: House, name: str, value: object) -> None:
    """Change a setting."""
    status, body = await house.api.put(f"{house.url}/v1/settings/{name}", {"value": value})
    assert status == 200, body


async def equip(house: House, model: str = "studio:brush-1", price: float | None = 0.04) -> None:
    """Let the skeptic have pictures made, at four cents each."""
    await choose(house, "picture_model", model)
    await choose(house, "picture_price", price)
    status, body = await house.api.patch(f"{house.url}/v1/advisors/skeptic", {"tools": ["drawing"]})
    assert status == 200, body


def wants(description: str = "a hill at noon", **more: object) -> Script:
    """An answer that ends in the wish for a picture."""
    called = call_tool("drawing__picture", json.dumps({"description": description, **more}))
    return say("Let me show you.") + called + finish("tool_calls") + usage(20, 5) + done()


async def begin(house: House, conversation: str, text: str = "Draw.") -> tuple[str, dict[str, Any]]:
    """Ask, and wait for the question whether it may be made."""
    sent = await house.send(text, conversation=conversation, **EYES)
    (question,) = await wait_for_questions(house)
    return sent["turn"]["id"], question


async def draw(house: House, conversation: str | None = None, **allowing: object) -> Any:
    """Ask for a picture, allow it, and wait for the whole reply."""
    turn, question = await begin(house, conversation or await house.converse())
    assert await decide(house, question, **allowing) == 200
    return reply_of(await house.api.settled(house.url, turn), "skeptic")


def find(lines: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The one line of this name."""
    (found,) = [each for each in lines if each["id"] == name]
    return found


async def find_drawing(house: House) -> dict[str, Any]:
    return next(each for each in (await house.get("/v1/tools"))["items"] if each["name"] == "drawing")


@pytest.mark.both_databases
async def test_a_picture_made_to_order_is_part_of_the_reply_and_paid_for(house: House, studio: ModelServer) -> None:
    """Kept, handed back, sent again, priced; it asks first, and the request is the one that was allowed."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", wants(shape="wide"), answer("That is it."))

    reply = await draw(house, conversation)
    preview = await look(house, conversation, "And?", **EYES)
    await house.ask("And?", conversation=conversation, **EYES)
    spent = await house.get("/v1/spending")

    (use,) = reply.tools
    (picture,) = use.pictures
    assert (reply.state, reply.text, use.status) == ("complete", "Let me show you.\n\nThat is it.", "success")
    assert use.result == "A picture by studio:brush-1. One costs 0.04 US dollars."
    assert (picture.name, picture.width, picture.alt) == ("picture 1.png", 640, "a hill at noon")
    assert (await fetch(house, picture.document_id)).startswith(b"\x89PNG")
    (order,) = orders(studio)
    assert order.json == {"model": "brush-1", "prompt": "a hill at noon", "n": 1, "size": "1536x1024"}
    assert order.headers["authorization"] == f"Bearer {STUDIO_KEY}"
    assert images_in(heard(house, index=1)) == images_in(heard(house, index=2)) == ["user"]
    assert [each["name"] for message in preview["advisors"][0]["messages"] for each in message["images"]] == [
        "picture 1.png"
    ]
    assert spent["today"]["cost"] == pytest.approx(0.04)
    assert find(spent["by_model"], "studio:brush-1")["cost"] == pytest.approx(0.04)
    assert find(spent["by_advisor"], "skeptic")["cost"] == pytest.approx(0.04)


async def test_nothing_is_made_without_leave(house: House, studio: ModelServer) -> None:
    await equip(house)
    house.voices.script("skeptic", wants(), answer("Then in words."))
    turn, question = await begin(house, await house.converse())

    assert await decide(house, question, "reject", reason="not now") == 200
    reply = reply_of(await house.api.settled(house.url, turn), "skeptic")

    assert (reply.tools[0].status, reply.state) == ("rejected", "complete")
    assert orders(studio) == []
    assert (await house.get("/v1/spending"))["today"]["cost"] == 0


async def test_leave_for_good_is_for_this_price(house: House, studio: ModelServer) -> None:
    """Another price asks again; a person's own words are what is sent."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", wants(), answer("One."), wants(), answer("Two."), wants(), answer("Three."))

    await draw(house, conversation, always=True, arguments={"description": "a hill at night"})
    again = await house.ask("Again.", conversation=conversation, **EYES)
    await choose(house, "picture_price", 0.5)
    _, question = await begin(house, conversation, "Once more.")

    assert [each.json["prompt"] for each in orders(studio)] == ["a hill at night", "a hill at noon"]
    assert reply_of(again, "skeptic").tools[0].status == "success"
    assert (question["tool"], question["paid"], question["price"]) == ("picture", True, 0.5)


async def test_without_a_model_for_it_the_tool_is_off_and_says_why(house: House, studio: ModelServer) -> None:
    await equip(house)
    on = await find_drawing(house)

    for said, why in (("", "no model makes pictures here"), ("nobody:x", "nobody:x, which is not set up")):
        await choose(house, "picture_model", said)
        off = await find_drawing(house)
        assert (off["enabled"], off["tools"]) == (False, [])
        assert why in off["error"]
    await house.ask("Draw.", **EYES)

    assert (on["enabled"], on["error"], on["tools"][0]["asks"]) == (True, None, True)
    assert "One costs 0.04 US dollars." in on["tools"][0]["description"]
    assert "tools" not in house.voices.requests("skeptic")[-1].json


async def test_an_address_on_the_provider_s_own_host_is_fetched_without_its_key(
    house: House, studio: ModelServer
) -> None:
    await equip(house)
    studio.pages[MAKE] = at_address(f"http://127.0.0.1:{studio.port}/made/1.png?sig=secret")
    studio.pages["/made/1.png?sig=secret"] = bare(paint("b"))
    studio.key = None
    house.voices.script("skeptic", wants(), answer("There."))

    reply = await draw(house)

    assert reply.tools[0].pictures[0].width == 640
    assert "authorization" not in studio.requests[-1].headers


@pytest.mark.parametrize(
    ("script", "told", "cost", "unknown"),
    [
        (at_address("http://169.254.169.254/a.png"), "may not be reached: it is private, reserved", 0.04, 0),
        (at_address("http://127.0.0.1:9/a.png"), "may not be reached: it is private, reserved", 0.04, 0),
        (at_address("file:///etc/passwd"), "only http and https are spoken", 0.04, 0),
        (fail(200, {"data": [{"b64_json": "not letters!"}]}), "it is not written in base64", 0.04, 0),
        (fail(200, {"data": [{"b64_json": "n\u00e9e"}]}), "it is not written in base64", 0.04, 0),
        (fail(200, {"data": [{"url": "http://[x/"}]}), "it came as an address that may not be reached", 0.04, 0),
        (fail(200, {"data": []}), "there is none in its answer", 0.04, 0),
        (fail(200, b"<html>"), "studio: its answer could not be understood", 0, 1),
        (in_letters(b"<svg/>"), "it is not a PNG, JPEG, GIF or WebP picture", 0.04, 0),
        (fail(401), "studio: the key was not accepted (HTTP 401)", 0, 0),
        (fail(429), "studio: too many requests (HTTP 429)", 0, 0),
        (
            fail(400, {"error": {"code": "moderation_blocked", "message": "SECRET WORDS"}}),
            "studio: its content filter refused the request (HTTP 400)",
            0,
            0,
        ),
    ],
)
async def test_what_goes_wrong_is_named_and_never_part_of_the_words(
    house: House, studio: ModelServer, script: Script, told: str, cost: float, unknown: int
) -> None:
    """Whoever made one is paid, whoever refused is not, and of the others it is said that nobody knows."""
    await equip(house)
    studio.pages[MAKE] = script
    house.voices.script("skeptic", wants(), answer("Then in words."))

    reply = await draw(house)
    spent = find((await house.get("/v1/spending"))["by_model"], "studio:brush-1")

    (use,) = reply.tools
    assert told in use.result
    assert "SECRET" not in use.result
    assert (use.pictures, reply.text, reply.state) == ((), "Let me show you.\n\nThen in words.", "complete")
    assert len(orders(studio)) == 1
    assert (spent["cost"], spent["unknown"]) == (cost, unknown)


async def test_a_picture_whose_price_nobody_knows_counts_as_unknown(house: House, studio: ModelServer) -> None:
    await equip(house, price=None)
    house.voices.script("skeptic", wants(), answer("There."))

    reply = await draw(house)
    spent = find((await house.get("/v1/spending"))["by_model"], "studio:brush-1")

    assert reply.tools[0].result == "A picture by studio:brush-1. What one costs is not known."
    assert (spent["cost"], spent["unknown"]) == (0, 1)


async def test_the_rehearsal_paints_for_nothing(house: House) -> None:
    await equip(house, "scripted:painter")
    house.voices.script("skeptic", wants(), answer("There."))

    reply = await draw(house)

    assert reply.tools[0].result == "A picture by scripted:painter. It costs nothing."
    assert len(reply.tools[0].pictures) == 1
    assert (await house.get("/v1/spending"))["today"]["cost"] == 0


@pytest.mark.both_databases
async def test_pictures_are_there_after_a_restart(settings: Settings, voices: Voices) -> None:
    """M44: a person's with the message, a model's and a tool's with the answer, byte for byte, and sent again."""
    async with open_house(settings, voices) as house:
        await equip(house)
        conversation = await house.converse()
        brought = await bring(house, write_picture("PNG", (20, 20)), "dot.png")
        voices.script("skeptic", wants(), drawn(show(paint("b"))))
        sent = await house.send("Draw.", conversation=conversation, attachments=[brought["id"]], **EYES)
        (question,) = await wait_for_questions(house)
        await decide(house, question)
        turn = await house.api.settled(house.url, sent["turn"]["id"])
        before = {each: await fetch(house, each) for each in name_pictures(turn)}

    async with open_house(settings, voices) as house:
        after = await house.api.turn(house.url, turn.id)
        kept = {each: await fetch(house, each) for each in name_pictures(after)}
        await house.ask("And?", conversation=conversation, **EYES)

    assert len(before) == 3
    assert kept == before
    assert after == turn
    assert images_in(heard(house)) == ["user"] * 3


def name_pictures(turn: Turn) -> list[str]:
    """The documents behind all pictures of a turn."""
    replies = [each.document_id for reply in turn.replies for each in reply.all_pictures]
    return [*(part.document_id for part in turn.parts if isinstance(part, ImagePart)), *replies]


@asynccontextmanager
async def open_house(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """The application, until it is left."""
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)
