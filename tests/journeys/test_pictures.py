"""Pictures in replies: brought by tools, made by models; kept once, shown, sent again, counted."""

import asyncio
import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from antiphon.providers.scripted.painter import paint
from antiphon.settings import McpServerSettings, ModelSettings, ProviderSettings, Settings
from tests.fakes.model_server import Script, answer, call_tool, done, draw, draw_at, finish, say, usage
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_bring_your_past import bring, start
from tests.journeys.test_exports import read
from tests.journeys.test_preview import look
from tests.journeys.test_taking_everything import export, records_of

EYES: dict[str, Any] = {"advisor_ids": ["skeptic"], "choice": {"model": "fake:eyes"}}
BLIND: dict[str, Any] = {"advisor_ids": ["skeptic"], "choice": {"usual_models": True}}
TWO: dict[str, Any] = {"advisor_ids": ["skeptic", "builder"], "choice": {"model": "fake:eyes"}}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """With a model that sees, one whose name says that it draws, and a server of tools that bring pictures."""
    program = McpServerSettings(
        command=sys.executable,
        args=("-m", "tests.fakes.mcp_pictures"),
        env={"PYTHONPATH": SecretStr(str(Path.cwd()))},
        trusted=True,
    )
    seeing = {"eyes": ModelSettings(sees=True), "some-image": ModelSettings(sees=True)}
    sighted = ProviderSettings(**(settings.providers["fake"].model_dump() | {"models": seeing}))
    return settings.model_copy(update={"providers": {"fake": sighted}, "mcp_servers": {"pictures": program}})


async def equip(house: House, advisor: str = "skeptic") -> None:
    """Let an advisor use the tools, once their server has said which it has."""
    async with asyncio.timeout(20):
        while not any(each["tools"] for each in (await house.get("/v1/tools"))["items"] if each["name"] == "pictures"):
            await asyncio.sleep(0.05)
    status, body = await house.api.patch(f"{house.url}/v1/advisors/{advisor}", {"tools": ["pictures"]})
    assert status == 200, body


def calls(tool: str, **arguments: object) -> Script:
    """An answer that ends in a call."""
    called = call_tool(f"pictures__{tool}", json.dumps(arguments))
    return say("Let me draw.") + called + finish("tool_calls") + usage(20, 5) + done()


def drawn(*pictures: Script, before: str = "Look: ", after: str = "There.") -> Script:
    """An answer with pictures in it."""
    script = say(before)
    for each in pictures:
        script += each
    return script + say(after) + finish() + usage(20, 1290) + done()


def heard(house: House, voice: str = "skeptic", index: int = -1) -> list[dict[str, Any]]:
    """The messages an advisor was sent."""
    messages: list[dict[str, Any]] = house.voices.requests(voice)[index].json["messages"]
    return messages


def images_in(messages: list[dict[str, Any]]) -> list[str]:
    """Which roles show pictures, once for each of them."""
    return [
        each["role"]
        for each in messages
        if isinstance(each["content"], list)
        for part in each["content"]
        if part["type"] == "image_url"
    ]


async def fetch(house: House, document_id: str) -> bytes:
    """The bytes of a picture, as a browser gets them."""
    async with house.api.session.get(f"{house.url}/v1/documents/{document_id}/data") as response:
        assert response.status == 200
        return await response.read()


@pytest.mark.both_databases
async def test_a_picture_that_a_tool_brings_is_part_of_the_reply_and_shown_to_the_model(house: House) -> None:
    """M46: kept, handed back in the wire's own form, on the receipt, and sent again with the next turn."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls("chart", of="rain"), answer("It rains."))

    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    preview = await look(house, conversation, "And?", **EYES)
    await house.ask("And?", conversation=conversation, **EYES)
    await house.ask("And now?", conversation=conversation, **BLIND)

    reply = reply_of(turn, "skeptic")
    (use,) = reply.tools
    (picture,) = use.pictures
    assert (reply.state, reply.text, use.status) == ("complete", "Let me draw.\n\nIt rains.", "success")
    assert (use.result, picture.name) == ("A chart of rain.", "chart 1.png")
    assert (picture.media_type, picture.width, picture.height) == ("image/png", 640, 400)
    assert (await fetch(house, picture.document_id)).startswith(b"\x89PNG")
    second, third, blind = (heard(house, index=index) for index in (1, 2, 3))
    assert [each["role"] for each in second[-3:]] == ["assistant", "tool", "user"]
    assert second[-2]["content"] == "A chart of rain.\n\n[Image: chart 1.png, 640 \u00d7 400 pixels]"
    assert images_in(second) == images_in(third) == ["user"]
    assert "cannot see images" in str(blind)
    assert images_in(blind) == []
    (shown,) = [each for message in preview["advisors"][0]["messages"] for each in message["images"]]
    assert (shown["name"], shown["tokens"]) == ("chart 1.png", 342)
    path = f"/v1/replies/{reply.id}/receipts?exact=true"
    receipts = (await house.get(path))["items"]
    assert [hashlib.sha256(each["body"].encode()).hexdigest() for each in receipts] == [
        each["sha256"] for each in receipts
    ]
    assert [json.loads(each["body"])["messages"] for each in receipts] == [heard(house, index=0), second]


@pytest.mark.both_databases
async def test_what_is_no_picture_is_refused_by_name(house: House) -> None:
    await equip(house)
    house.voices.script("skeptic", calls("rubbish"), answer("Well."))

    turn = await house.ask("Draw.", **EYES)

    (use,) = reply_of(turn, "skeptic").tools
    assert len(use.pictures) == 1
    assert use.result == "[A picture that came with this was left out: it is not a PNG, JPEG, GIF or WebP picture.]"


async def test_a_call_brings_only_so_many_pictures(house: House) -> None:
    await equip(house)
    house.voices.script("skeptic", calls("album", count=10), answer("Well."))

    turn = await house.ask("Draw.", **EYES)

    (use,) = reply_of(turn, "skeptic").tools
    assert len(use.pictures) == 8
    assert "there is no room for more than 8 pictures here" in use.result


@pytest.mark.both_databases
async def test_a_model_that_answers_with_a_picture_has_it_in_its_reply(house: House) -> None:
    """M46: kept once, shown again behind its own words by the house, and quoted to the others."""
    conversation = await house.converse()
    house.voices.script("skeptic", drawn(draw(paint("a")), draw(paint("a"))))

    turn = await house.ask("Draw.", conversation=conversation, **TWO)
    preview = await look(house, conversation, "And?", **TWO)
    await house.ask("And?", conversation=conversation, **TWO)
    await house.ask("Blind?", conversation=conversation, **BLIND)

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.text) == ("complete", "Look: There.")
    assert [(each.at, each.round, each.name) for each in reply.pictures] == [
        (5, 0, "The Skeptic 1.png"),
        (5, 0, "The Skeptic 2.png"),
    ]
    assert len({each.document_id for each in reply.pictures}) == 1
    own, other, blind = heard(house, index=1), heard(house, "builder"), heard(house)
    assert images_in(own) == images_in(other) == ["user", "user"]
    (words,) = [each["content"] for each in own if "You showed this in your answer above" in str(each["content"])]
    assert words[0]["text"].startswith("[You showed this in your answer above:]\n[Image: The Skeptic 1.png")
    (quoted,) = [each["content"] for each in other if isinstance(each["content"], list)]
    assert "Skeptic: Look: There.\n  \u27e6Image: The Skeptic 1.png, 640 \u00d7 400 pixels\u27e7" in quoted[0]["text"]
    assert images_in(blind) == []
    assert "cannot see images" in str(blind)
    kinds = [(each["kind"], len(each["images"])) for each in preview["advisors"][0]["messages"] if each["images"]]
    assert kinds == [("picture", 2)]


async def test_a_large_picture_comes_whole_from_a_model_that_draws(house: House) -> None:
    """Such answers come in pieces larger than any words; other models stay within the usual limit."""
    noise = write_noise(900, 700)
    house.voices.script("skeptic", drawn(draw(noise)), drawn(draw(noise)))

    drawing = await house.ask("Draw.", advisor_ids=["skeptic"], choice={"model": "fake:some-image"})
    talking = await house.ask("Draw.", **EYES)

    assert len(noise) > 1_000_000
    assert reply_of(drawing, "skeptic").pictures[0].width == 900
    assert reply_of(talking, "skeptic").error.code == "protocol"


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (draw(b"<svg/>", "image/svg+xml"), "it is not a PNG, JPEG, GIF or WebP picture"),
        (draw_at("https://example.org/a.png"), "it came as an address, and nothing is fetched for a model"),
        (draw(paint("a")[:200]), "it is damaged"),
    ],
)
async def test_a_picture_that_cannot_be_taken_is_an_error_beside_the_words(
    house: House, picture: Script, why: str
) -> None:
    house.voices.script("skeptic", drawn(picture))

    turn = await house.ask("Draw.", **EYES)

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.text, reply.pictures) == ("incomplete", "Look: There.", ())
    assert reply.error.code == "picture_unusable"
    assert why in reply.error.facts["why"]


async def test_a_picture_alone_is_an_answer(house: House) -> None:
    house.voices.script("skeptic", draw(paint("a")) + finish() + usage(5, 5) + done())

    turn = await house.ask("Draw.", **EYES)

    assert (reply_of(turn, "skeptic").state, reply_of(turn, "skeptic").text) == ("complete", "")


async def test_what_pictures_cost_is_said_to_be_unknown(house: House) -> None:
    """The words of the same day are priced as ever."""
    house.voices.script("skeptic", drawn(draw(paint("a"))), answer("Only words."))
    conversation = await house.converse()
    drawn_turn = await house.ask("Draw.", conversation=conversation, **EYES)
    await house.ask("Speak.", conversation=conversation, **EYES)

    spent = (await house.get("/v1/spending"))["today"]
    (receipt,) = (await house.get(f"/v1/replies/{reply_of(drawn_turn, 'skeptic').id}/receipts"))["items"]

    assert spent["unknown"] >= 1
    assert receipt["usage"]["pictures"] == 1


async def test_turns_with_pictures_in_replies_are_found_by_the_filter(house: House) -> None:
    conversation = await house.converse()
    house.voices.script("skeptic", drawn(draw(paint("a"))), answer("Only words."))
    await house.ask("Draw.", conversation=conversation, **EYES)
    await house.ask("Speak.", conversation=conversation, **EYES)

    preview = await look(house, conversation, "And?", **(EYES | {"choice": {"model": "fake:eyes", "filter": "i"}}))

    assert "Draw." in str(preview["advisors"][0]["messages"])
    assert "Speak." not in str(preview["advisors"][0]["messages"])


async def test_a_picture_that_the_person_removed_is_sent_no_more(house: House) -> None:
    conversation = await house.converse()
    house.voices.script("skeptic", drawn(draw(paint("a"))))
    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    (picture,) = reply_of(turn, "skeptic").pictures

    async with house.api.session.delete(f"{house.url}/v1/documents/{picture.document_id}") as response:
        assert response.status == 204
    await house.ask("And?", conversation=conversation, **EYES)

    assert images_in(heard(house)) == []
    assert "It has been removed since" in str(heard(house))


async def test_what_is_written_out_holds_the_pictures(house: House) -> None:
    """Markdown and the page hold the very bytes; nothing is asked of anybody."""
    conversation = await house.converse()
    house.voices.script("skeptic", drawn(draw(paint("a"))))
    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    (picture,) = reply_of(turn, "skeptic").pictures
    kept = base64.b64encode(await fetch(house, picture.document_id)).decode()

    _, _, markdown = await read(house, conversation, "form=md")
    _, _, page = await read(house, conversation, "form=html")

    assert f"![The Skeptic 1.png](data:image/png;base64,{kept})" in markdown
    assert f'src="data:image/png;base64,{kept}"' in page
    assert "img-src data:" in page


@pytest.mark.both_databases
async def test_the_archive_brings_pictures_back_byte_for_byte(house: House) -> None:
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls("chart", of="rain"), drawn(draw(paint("a"))))
    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    reply = reply_of(turn, "skeptic")
    before = {each.document_id: await fetch(house, each.document_id) for each in reply.all_pictures}
    archive, _ = await export(house)

    async with house.api.session.delete(f"{house.url}/v1/conversations/{conversation}/everything") as response:
        assert response.status == 204
    await wait_until(lambda: is_gone(house, next(iter(before))))
    await start(house, (await bring(house, archive))["id"])
    back = reply_of(await house.api.settled(house.url, turn.id), "skeptic")

    assert len(before) == 2
    assert back.all_pictures == reply.all_pictures
    assert {each.document_id: await fetch(house, each.document_id) for each in back.all_pictures} == before


@pytest.mark.both_databases
async def test_pictures_that_came_back_go_with_their_conversation_again(house: House) -> None:
    """It came back under another name, for whoever is deleted for good does not come back; what it shows is its own."""
    house.voices.script("skeptic", drawn(draw(paint("a"))))
    conversation = await house.converse()
    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    (picture,) = reply_of(turn, "skeptic").all_pictures
    archive, _ = await export(house)
    await delete_for_good(house, conversation)
    await wait_until(lambda: is_gone(house, picture.document_id))
    await start(house, (await bring(house, archive))["id"])
    (back,) = (await house.get("/v1/conversations"))["items"]

    again, _ = await export(house, conversation_ids=[back["id"]])
    await delete_for_good(house, back["id"])

    assert back["id"] != conversation
    assert documents_of(again) == [picture.document_id]
    await wait_until(lambda: is_gone(house, picture.document_id))


@pytest.mark.both_databases
async def test_a_branch_takes_along_what_it_shows(house: House) -> None:
    house.voices.script("skeptic", drawn(draw(paint("a"))))
    conversation = await house.converse()
    turn = await house.ask("Draw.", conversation=conversation, **EYES)
    (picture,) = reply_of(turn, "skeptic").all_pictures
    status, branch = await house.post(f"/v1/turns/{turn.id}/branch")
    assert status == 201, branch

    archive, _ = await export(house, conversation_ids=[branch["id"]])

    assert documents_of(archive) == [picture.document_id]


def documents_of(archive: bytes) -> list[str]:
    return [body["id"] for kind, body in records_of(archive) if kind == "document"]


async def delete_for_good(house: House, conversation: str) -> None:
    async with house.api.session.delete(f"{house.url}/v1/conversations/{conversation}/everything") as response:
        assert response.status == 204


async def is_gone(house: House, document_id: str) -> bool:
    """Whether a picture went with its conversation."""
    async with house.api.session.get(f"{house.url}/v1/documents/{document_id}") as response:
        return response.status == 404


def write_noise(width: int, height: int) -> bytes:
    """A picture that cannot be packed."""
    import io
    import random

    import PIL.Image

    pixels = random.Random(7).randbytes(width * height * 3)
    stream = io.BytesIO()
    PIL.Image.frombytes("RGB", (width, height), pixels).save(stream, "PNG")
    return stream.getvalue()
