"""What somebody once asked, asked of a panel: forecast, asked one after the other, stopped, gone on with."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.api.dependencies import Dependencies
from antiphon.app import run_in_process
from antiphon.conversation.ids import TurnId
from antiphon.conversation.work import Work
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.commands.conversations import create_conversation
from antiphon.engine.revisits.revisits import Revisits
from antiphon.engine.revisits.start import StartRevisit, start_revisit
from antiphon.engine.work.queue import Later, Worker
from antiphon.settings import Settings
from antiphon.store.reads.revisits import read_revisit
from antiphon.store.reads.turns import read_turn, read_turns
from antiphon.store.writes.turns import remove_turns
from tests.fakes.model_server import fail, hang, say
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import VOICES, Voices
from tests.importers.samples import dump, gpt_conversation, gpt_message
from tests.journeys.conftest import House
from tests.journeys.test_bring_your_past import bring, start
from tests.journeys.test_housekeeping import rooms as rooms

QUESTIONS = ("Shall I move?", "And the school?", "What of the rent?")


async def import_past(house: House) -> str:
    """A conversation of another program with three questions; its id here."""
    nodes: dict[str, Any] = {"root": (None, None)}
    parent = "root"
    for number, question in enumerate(QUESTIONS):
        nodes[f"u{number}"] = (parent, gpt_message("user", question, 2.0 * number, id=f"u{number}"))
        answered = gpt_message("assistant", f"Old answer {number}.", 2.0 * number + 1, id=f"a{number}")
        nodes[f"a{number}"] = (f"u{number}", answered)
        parent = f"a{number}"
    seen = await bring(house, dump([gpt_conversation("c-1", nodes, title="Moving")]))
    await start(house, seen["id"])
    items = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]
    return str(items[0]["conversation_id"])


async def begin(house: House, source: str, key: str = "k", **body: object) -> dict[str, Any]:
    status, made = await house.post(f"/v1/conversations/{source}/revisits", body, **{"Idempotency-Key": key})
    assert status == 201, made
    return made


async def ended(house: House, revisit_id: str) -> dict[str, Any]:
    """It, once nobody is at it."""
    async with asyncio.timeout(30):
        while (found := await house.get(f"/v1/revisits/{revisit_id}"))["status"] == "running":
            await asyncio.sleep(0.05)
    return found


async def list_turns(house: House, conversation: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await house.get(f"/v1/conversations/{conversation}/turns"))["items"]
    return found


@pytest.mark.both_databases
async def test_a_panel_is_asked_what_was_asked_elsewhere_one_after_the_other(house: House) -> None:
    source = await import_past(house)
    status, foreseen = await house.post(f"/v1/conversations/{source}/revisits/forecast", {})
    begun = await begin(house, source, title="Moving, once more")
    again = await begin(house, source, title="Moving, once more")
    done = await ended(house, begun["id"])

    assert (status, foreseen["questions"], foreseen["voices"], foreseen["with_files"]) == (200, 3, 5, 0)
    assert again["id"] == begun["id"]
    assert (done["status"], done["asked"], done["planned"]) == ("done", 3, 3)
    turns = await list_turns(house, done["conversation_id"])
    assert [each["text"] for each in turns] == list(QUESTIONS)
    assert (await house.get(f"/v1/conversations/{done['conversation_id']}"))["title"] == "Moving, once more"
    for voice in VOICES:
        sent = house.voices.requests(voice)
        assert len(sent) == len(QUESTIONS)
        assert not any("Old answer" in str(each.json) for each in sent)
        own = [each["content"] for each in sent[-1].json["messages"] if each["role"] == "assistant"]
        assert own == [f"{voice} answers 1", f"{voice} answers 2"]
    shown = await house.get("/v1/work")
    assert [(each["kind"], each["status"]) for each in shown["ended"]] == [("revisit", "done")]


async def test_only_as_many_are_asked_as_was_said(house: House) -> None:
    source = await import_past(house)

    done = await ended(house, (await begin(house, source, count=1))["id"])

    assert [each["text"] for each in await list_turns(house, done["conversation_id"])] == ["Shall I move?"]


@pytest.mark.both_databases
async def test_it_is_stopped_and_what_was_answered_is_kept(house: House) -> None:
    source = await import_past(house)
    house.voices.script("skeptic", say("I would") + hang())
    begun = await begin(house, source)
    while len(house.voices.requests("skeptic")) < 1:
        await asyncio.sleep(0.02)

    status, seen = await house.post(f"/v1/work/{begun['id']}/stop")
    stopped = await ended(house, begun["id"])
    turn = await house.api.settled(house.url, (await list_turns(house, begun["conversation_id"]))[0]["id"])

    assert (status, seen["progress"]) == (200, {"done": 1, "of": 3})
    assert (stopped["status"], stopped["asked"]) == ("stopped", 1)
    assert {reply.state for reply in turn.replies if reply.advisor_id == "skeptic"} == {"stopped"}
    assert len(await list_turns(house, begun["conversation_id"])) == 1


async def test_nobody_answering_ends_it_and_says_why(house: House) -> None:
    source = await import_past(house)
    for voice in VOICES:
        house.voices.script(voice, fail(402, {"error": {"message": "no credit"}}))

    done = await ended(house, (await begin(house, source))["id"])

    assert (done["status"], done["asked"], done["facts"]["code"]) == ("failed", 1, "nobody_answered")
    assert done["facts"]["message"].startswith("nobody answered: ")


@pytest.mark.both_databases
async def test_whoever_speaks_there_has_the_floor(rooms: Dependencies) -> None:
    """What was to be asked next is not asked between the person's own words."""
    engine = rooms.engine
    source = await create_conversation(engine, LOCAL, "Moving", None)
    for number, question in enumerate(QUESTIONS):
        await settle(rooms, (await accept_turn(engine, LOCAL, AcceptTurn(source.id, question, f"q {number}"))).turn.id)
    engine.work.register("revisit", Worker(_rest, lambda *_: None))
    begun = await start_revisit(engine, LOCAL, StartRevisit(source.id))
    await settle(rooms, begun.turn_id)

    spoke = await accept_turn(engine, LOCAL, AcceptTurn(begun.conversation_id, "Wait.", "wait"))
    await settle(rooms, spoke.turn.id)
    Revisits(engine)
    await wait_until(lambda: _has_ended(rooms, begun.id))

    found = await engine.store.read(LOCAL, read_revisit, begun.id)
    turns = await engine.store.read(LOCAL, read_turns, begun.conversation_id)
    assert (found.status, found.asked) == ("person", 1)
    assert [each.text for each in turns] == ["Shall I move?", "Wait."]


@pytest.mark.both_databases
async def test_a_question_deleted_meanwhile_lets_no_other_be_passed_over(rooms: Dependencies) -> None:
    """Neither one that was asked already, nor one that was still to come."""
    engine = rooms.engine
    source = await create_conversation(engine, LOCAL, "Moving", None)
    asked: list[TurnId] = []
    for number, question in enumerate((*QUESTIONS, "And the piano?")):
        asked.append((await accept_turn(engine, LOCAL, AcceptTurn(source.id, question, f"q {number}"))).turn.id)
        await settle(rooms, asked[-1])
    engine.work.register("revisit", Worker(_rest, lambda *_: None))
    begun = await start_revisit(engine, LOCAL, StartRevisit(source.id))
    await settle(rooms, begun.turn_id)

    await engine.store.write(LOCAL, remove_turns, source.id, [asked[0], asked[2]], datetime.now(UTC))
    Revisits(engine)
    await wait_until(lambda: _has_ended(rooms, begun.id))

    found = await engine.store.read(LOCAL, read_revisit, begun.id)
    turns = await engine.store.read(LOCAL, read_turns, begun.conversation_id)
    assert (found.status, found.asked) == ("done", 4)
    assert [each.text for each in turns] == ["Shall I move?", "And the school?", "And the piano?"]


async def _rest(_principal: Principal, _work: Work) -> None:
    raise Later(0.05)


async def settle(rooms: Dependencies, turn_id: TurnId) -> None:
    """Wait until everybody has answered."""

    async def is_settled() -> bool:
        return (await rooms.engine.store.read(LOCAL, read_turn, turn_id)).all_completed

    await wait_until(is_settled)


async def _has_ended(rooms: Dependencies, revisit_id: str) -> bool:
    return (await rooms.engine.store.read(LOCAL, read_revisit, revisit_id)).status != "running"


@pytest.mark.both_databases
async def test_a_server_that_ends_in_the_middle_goes_on_when_it_is_back(settings: Settings, voices: Voices) -> None:
    """Every question is asked once in the new conversation, whenever the server went."""
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        house = House(url, voices, Api(session), settings.data_dir)
        source = await import_past(house)
        voices.script("skeptic", say("I would") + hang())
        begun = await begin(house, source)
        while not voices.requests("skeptic"):
            await asyncio.sleep(0.02)
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        house = House(url, voices, Api(session), settings.data_dir)
        done = await ended(house, begun["id"])
        turns = await list_turns(house, begun["conversation_id"])

    assert (done["status"], done["asked"]) == ("done", 3)
    assert [each["text"] for each in turns] == list(QUESTIONS)


async def test_where_nobody_asked_anything_there_is_nothing_to_ask(house: House) -> None:
    empty = await house.converse()

    foreseen = await house.post(f"/v1/conversations/{empty}/revisits/forecast", {})
    refused = await house.post(f"/v1/conversations/{empty}/revisits", {})
    lost = await house.post("/v1/conversations/c_none/revisits", {})

    assert [each[0] for each in (foreseen, refused, lost)] == [409, 409, 404]
    assert "nobody has asked anything in words there" in refused[1]["detail"]
