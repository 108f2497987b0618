"""A synthesis goes along with one message when it is ticked, byte for byte on every wire, and with no other."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.advisors.prompt import fill, load_claim_prompts, load_prompts, load_synthesis_prompts
from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.model_server import ModelServer, Script
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.fakes.wires import FORMATS, WireServer
from tests.journeys.conftest import House
from tests.journeys.wires.bodies import read_body
from tests.providers.conftest import MODELS

PROMPTS = load_prompts()
READING = load_synthesis_prompts().reading[:60]
CLAIMS = load_claim_prompts()
CANARY = "They would rather wait until spring."
WRITTEN = {
    "paragraphs": [
        {"sentences": [{"text": CANARY, "sources": ["wait until spring"]}, {"text": "So wait.", "sources": []}]}
    ]
}
TWO = ["skeptic", "builder"]


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    """A model on one of the wires that speaks for the advisors, and writes the same text about every turn."""
    with WireServer(request.param) as running:

        def choose(body: dict[str, Any]) -> Script:
            wire, asked = running.wire, json.dumps(body)
            if READING[:40] in asked:
                said = json.dumps(WRITTEN)
            elif CLAIMS.read[:40] in asked or CLAIMS.judge[:40] in asked:
                said = "[]"
            else:
                said = "I would wait until spring."
            return wire.begin() + wire.say(said) + wire.finish(prompt=500)

        running.handler = choose
        yield running


@pytest.fixture
async def house(server: WireServer, tmp_path: Path) -> AsyncIterator[House]:
    """One node on SQLite."""
    provider = ProviderSettings(kind=server.format, base_url=server.base_url, api_key=SecretStr("key"))
    model = f"fake:{MODELS[server.format].partition(':')[2]}"
    settings = Settings(data_dir=tmp_path / "data", default_model=model, providers={"fake": provider})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, Voices(ModelServer()), Api(session), settings.data_dir)


async def synthesize(house: House, turn_id: str) -> str:
    """Have a text written about a turn; its id."""
    status, begun = await house.post(f"/v1/turns/{turn_id}/synthesis", {})
    assert status == 202, begun

    async def is_written() -> bool:
        return bool((await house.get(f"/v1/turns/{turn_id}/synthesis"))["status"] == "done")

    await wait_until(is_written)
    return str(begun["id"])


async def test_ticked_it_stands_behind_the_reference_block_and_goes_with_one_message_alone(
    house: House, server: WireServer
) -> None:
    """D43, I-20, I-26, I-28: preview, wire and receipt are the same bytes; the turn after holds no word of it."""
    conversation = await house.converse()
    first = await house.ask("Shall I move?", conversation=conversation, advisor_ids=TWO)
    ticked: dict[str, Any] = {"choice": {"synthesis": await synthesize(house, first.id)}}
    _, preview = await house.post(
        f"/v1/conversations/{conversation}/preview", {"text": "And now?", "advisor_ids": TWO, **ticked}
    )
    expect = {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}
    second = await house.ask(
        "And now?", conversation=conversation, advisor_ids=TWO, at=preview["at"], expect=expect, **ticked
    )
    third = await house.ask("And then?", conversation=conversation, advisor_ids=TWO)

    opening = fill(PROMPTS.synthesis, {"turn": "1", "answered": "2", "asked": "2"})
    block = f"[{opening}\n\nfrom The Skeptic, The Builder: {CANARY}\nthe reader's own: So wait.]"
    for shown in preview["advisors"]:
        assert [item["kind"] for item in shown["items"]] == ["reference", "synthesis", "state"]
        assert shown["items"][1]["tokens"] > 0
        kinds = {message["kind"]: message for message in shown["messages"]}
        assert (kinds["synthesis"]["role"], kinds["synthesis"]["content"]) == ("user", block)
    bodies = {
        reply.advisor_id: (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"][0]["body"]
        for reply in second.replies
    }
    assert bodies == {each["advisor_id"]: each["body"] for each in preview["advisors"]}
    sent = {body.decode() for body in server.bodies}
    assert set(bodies.values()) <= sent
    for body in bodies.values():
        words = "\n\n".join(read_body(server.format, body.encode()).texts)
        assert words.index(PROMPTS.reference) < words.index(block) < words.rindex("And now?")
        assert words.count(CANARY) == 1
        assert [atom.role for atom in read_body(server.format, body.encode()).atoms if CANARY in atom.text] == ["user"]
    for reply in (*first.replies, *third.replies):
        receipts = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"]
        assert not any(CANARY in each["body"] for each in receipts)


async def test_it_can_be_switched_off_and_a_wrong_one_is_refused_by_name(house: House, server: WireServer) -> None:
    """D43: for one send; not from another conversation, not one whose turn is gone."""
    conversation, elsewhere = await house.converse(), await house.converse()
    first = await house.ask("Shall I move?", conversation=conversation, advisor_ids=TWO)
    ticked = {"synthesis": await synthesize(house, first.id)}
    draft = {"text": "And now?", "advisor_ids": TWO}

    _, off = await house.post(
        f"/v1/conversations/{conversation}/preview", draft | {"choice": {**ticked, "off": ["synthesis"]}}
    )
    refusals = [await house.post(f"/v1/conversations/{elsewhere}/preview", draft | {"choice": ticked})]
    refusals.append(await house.api.send_raw(house.url, elsewhere, "And now?", "k1", advisor_ids=TWO, choice=ticked))
    await house.post(f"/v1/conversations/{conversation}/turns/remove", {"turn_ids": [first.id]})
    refusals.append(await house.api.send_raw(house.url, conversation, "And?", "k2", advisor_ids=TWO, choice=ticked))

    assert not any(CANARY in each["body"] for each in off["advisors"])
    assert [(status, body["detail"]) for status, body in refusals] == [
        (404, f"there is no synthesis {ticked['synthesis']}")
    ] * 3


async def test_asked_again_the_turn_is_sent_with_what_it_was_sent_with(house: House, server: WireServer) -> None:
    """D43, I-25: byte for byte, also after the turn that was summed up is gone."""
    conversation = await house.converse()
    first = await house.ask("Shall I move?", conversation=conversation, advisor_ids=TWO)
    ticked = {"synthesis": await synthesize(house, first.id)}
    second = await house.ask("And now?", conversation=conversation, advisor_ids=["skeptic"], choice=ticked)
    reply = second.replies[0]

    _, added = await house.post(f"/v1/replies/{reply.id}/replay", {})
    again = await house.api.settled(house.url, second.id)

    assert added["reply"]["variant"] == 1
    bodies = [(await house.get(f"/v1/replies/{each.id}/receipts"))["items"][0]["body"] for each in again.replies]
    assert len(bodies) == 2
    assert bodies[0] == bodies[1]
    assert CANARY in bodies[0]
    wrong = await house.post(f"/v1/replies/{reply.id}/replay", {"choice": {"synthesis": "an_nowhere"}})
    assert (wrong[0], wrong[1]["detail"]) == (404, "there is no synthesis an_nowhere")
