"""What advisors are reminded of, from the person's hand to the bytes on every wire."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr
from sqlalchemy import insert

from antiphon.advisors.prompt import load_prompts
from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from antiphon.store.dialect import open_engine
from antiphon.store.tables import documents, memories
from tests.fakes.reader import Api
from tests.fakes.voices import VOICES
from tests.fakes.wires import Format, WireServer
from tests.journeys.conftest import House
from tests.journeys.wires.bodies import read_body

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}
PROMPTS = load_prompts()
# Two profiles of one wire: one server takes neighbours of one role as they are, the others want them joined.
WIRES: dict[str, tuple[Format, str | None]] = {
    "openai": ("openai_chat", "openai"),
    "openai_strict": ("openai_chat", None),
    "anthropic": ("anthropic", None),
    "google": ("google", None),
}
MEMORY = (
    "<system-reminder>\n<memoryList>\n"
    f"{PROMPTS.memory}\n- fact: Has a dog. (written down by the person)\n</memoryList>\n</system-reminder>"
)
INSTRUCTIONS = (
    "<system-reminder>\n<miniPromptReminder>\nBe brief.\n\nNo jargon.\n</miniPromptReminder>\n</system-reminder>"
)
TODO = (
    "<system-reminder>\n<todoList>\n1 item: 1 not started.\n\nNot started:\n- #1 Ask for quotes\n\n"
    f"{PROMPTS.todo_rules_idle}\n</todoList>\n</system-reminder>"
)
DOCUMENTS = (
    "<system-reminder>\n<documentList>\n"
    f"{PROMPTS.documents_unsearched}\n- lease.pdf (id 00000001, 12 pages, 4 KiB)\n</documentList>\n</system-reminder>"
)
BLOCKS = {"memory": MEMORY, "instructions": INSTRUCTIONS, "todo": TODO, "documents": DOCUMENTS}


@dataclass(slots=True)
class Place:
    """A running Antiphon on SQLite with one model behind one wire."""

    url: str
    api: Api
    server: WireServer
    database: str

    async def begin(self) -> str:
        """A conversation with one turn in it."""
        conversation = await self.api.create(self.url)
        await self.ask(conversation, "Shall I move?")
        return conversation

    async def ask(self, conversation: str, text: str, **more: Any) -> Any:
        """Send a message and wait for the answer."""
        key = f"{conversation} {text}"
        sent = await self.api.send(self.url, conversation, text, key, **ONE, **more)
        return await self.api.settled(self.url, sent["turn"]["id"])

    async def post(self, path: str, body: object) -> dict[str, Any]:
        """POST that must succeed."""
        status, answer = await self.api.post(self.url + path, body)
        assert status in (200, 201), answer
        return answer

    async def look(self, conversation: str, text: str, **more: Any) -> dict[str, Any]:
        """A preview."""
        return await self.post(f"/v1/conversations/{conversation}/preview", {"text": text, **ONE, **more})

    def last_words(self) -> str:
        """All that stands behind the advisor's own last words in the newest request."""
        seen = read_body(self.server.format, self.server.bodies[-1])
        atoms = list(seen.atoms)
        own = max((index for index, each in enumerate(atoms) if each.role == "assistant"), default=-1)
        assert all(each.role == "user" for each in atoms[own + 1 :])
        return "\n\n".join(each.text for each in atoms[own + 1 :])


@pytest.fixture(params=WIRES)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    with WireServer(WIRES[request.param][0]) as running:
        yield running


@pytest.fixture
async def place(request: pytest.FixtureRequest, server: WireServer, tmp_path: Path) -> AsyncIterator[Place]:
    profile = WIRES[request.node.callspec.params["server"]][1]
    provider = ProviderSettings(
        kind=server.format, base_url=server.base_url, api_key=SecretStr("sk-not-a-secret"), profile=profile
    )
    settings = Settings(data_dir=tmp_path / "data", default_model="fake:m", providers={"fake": provider})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        here = Place(url, Api(session), server, f"sqlite:///{settings.sqlite_path}")
        # What is said around messages is looked at here; what is said of tools, elsewhere.
        for voice in VOICES:
            await here.api.patch(f"{url}/v1/advisors/{voice}", {"tools": []})
        yield here


async def fill(place: Place, conversation: str) -> None:
    """Something of every kind."""
    for text in ("Be brief.", "No jargon."):
        await place.post("/v1/instructions", {"text": text})
    await place.post(f"/v1/conversations/{conversation}/todos", {"title": "Ask for quotes"})
    write_found(place.database)


def write_found(url: str) -> None:
    """A memory and a document, as accepting and uploading leave them."""
    engine = open_engine(url, 1)
    row: dict[str, Any] = {"workspace_id": "local", "owner_id": "local", "created_at": datetime.now(UTC)}
    memory = {"id": "m_1", "kind": "fact", "text": "Has a dog.", "status": "accepted"}
    document = {"id": "d_01k9aaaaaaaaaaaaaaaa00000001", "kind": "library", "name": "lease.pdf", "pages": 12}
    document |= {"media_type": "application/pdf", "bytes": 4096, "sha256": "0" * 64}
    with engine.begin() as connection:
        connection.execute(insert(memories), row | memory)
        connection.execute(insert(documents), row | document)
    engine.dispose()


async def test_everything_stands_right_before_the_message_in_its_order(place: Place) -> None:
    """M11, M12, M13, M14, D46, M1: byte by byte, and the preview, the wire and the receipt are the same bytes."""
    conversation = await place.begin()
    await fill(place, conversation)

    preview = await place.look(conversation, "And now?", details=True)
    one = preview["advisors"][0]
    turn = await place.ask(conversation, "And now?", at=preview["at"], expect={"skeptic": one["sha256"]})
    receipts = await place.api.get(f"{place.url}/v1/replies/{turn.replies[0].id}/receipts")

    sent = place.server.bodies[-1].decode()
    assert sent == one["body"] == receipts["items"][0]["body"]
    stamped = f"[{preview['at'][:16]}] And now?"
    assert place.last_words().endswith("\n\n".join((MEMORY, INSTRUCTIONS, TODO, DOCUMENTS, stamped)))
    assert sent.count("<system-reminder>") == sent.count("</system-reminder>") == 4
    kinds = [message["kind"] for message in one["messages"]]
    assert kinds[-6:] == ["state", "memory", "instructions", "todo", "documents", "human"]
    assert all(message["role"] == "user" for message in one["messages"][-6:])


async def test_nothing_is_said_where_there_is_nothing_to_say(place: Place) -> None:
    """M15: no tag of ours in the bytes, before there is anything and after it is gone."""
    conversation = await place.begin()
    await place.post(f"/v1/conversations/{conversation}/todos", {"title": "Ask"})
    await place.ask(conversation, "With one")
    await place.api.delete(f"{place.url}/v1/conversations/{conversation}/todos/1")
    await place.ask(conversation, "Without")

    first, with_one, without = (body.decode() for body in place.server.bodies)
    assert "todoList" in with_one
    for body in (first, without):
        assert "system-reminder" not in body


async def test_each_can_be_left_out_of_one_message(place: Place) -> None:
    """M15, D3: the others stay in their order."""
    conversation = await place.begin()
    await fill(place, conversation)

    for item in BLOCKS:
        await place.ask(conversation, f"Without {item}?", choice={"off": [item]})

        kept = [block for name, block in BLOCKS.items() if name != item]
        assert "\n\n".join(kept) in place.last_words()
        assert place.server.bodies[-1].decode().count("<system-reminder>") == 3


async def test_before_there_is_a_conversation_what_counts_everywhere_counts(place: Place) -> None:
    """I-26: the preview of a first message is what is sent."""
    await place.post("/v1/instructions", {"text": "Be brief."})
    write_found(place.database)

    preview = await place.post("/v1/preview", {"text": "Hello", "details": True, **ONE})
    conversation = await place.api.create(place.url)
    one = preview["advisors"][0]
    await place.ask(conversation, "Hello", at=preview["at"], expect={"skeptic": one["sha256"]})

    body = json.loads(place.server.bodies[-1])
    named = json.loads(one["body"])
    assert {key: value for key, value in body.items() if key != "prompt_cache_key"} == {
        key: value for key, value in named.items() if key != "prompt_cache_key"
    }
    assert MEMORY in place.last_words()
    assert "Be brief." in place.last_words()
    assert "lease.pdf" in place.last_words()


async def look(house: House, conversation: str, **choice: Any) -> dict[str, Any]:
    draft = {"text": "And now?", "choice": choice, "details": True}
    status, body = await house.post(f"/v1/conversations/{conversation}/preview", draft)
    assert status == 200, body
    return body


def reminded(preview: dict[str, Any], advisor_id: str = "skeptic") -> str:
    """All reminders of one advisor as one text."""
    one = next(each for each in preview["advisors"] if each["advisor_id"] == advisor_id)
    return "\n".join(each["content"] for each in one["messages"] if "system-reminder" in each["content"])


async def test_whatever_changes_makes_the_next_preview_new(house: House) -> None:
    """W39, I-26: and one seen before it changed is not sent."""
    conversation = await house.converse()
    todos = f"/v1/conversations/{conversation}/todos"
    before = await look(house, conversation)
    again = await look(house, conversation)
    seen: list[str] = []

    _, rule = await house.post("/v1/instructions", {"text": "Be brief."})
    seen.append(reminded(await look(house, conversation)))
    await house.post(todos, {"title": "Ask"})
    seen.append(reminded(await look(house, conversation)))
    await house.api.patch(f"{house.url}{todos}/1", {"status": "completed"})
    seen.append(reminded(await look(house, conversation)))
    await house.api.patch(f"{house.url}/v1/instructions/{rule['id']}", {"enabled": False})
    seen.append(reminded(await look(house, conversation)))
    expect = {each["advisor_id"]: each["sha256"] for each in before["advisors"]}
    status, refused = await house.api.post(
        f"{house.url}/v1/conversations/{conversation}/turns",
        {"text": "And now?", "at": before["at"], "expect": expect},
        **{"Idempotency-Key": "k"},
    )

    assert (before["recomputed"], again["recomputed"]) == (True, False)
    assert len(set(seen)) == 4
    assert (status, refused["code"]) == (409, "preview_stale")


async def test_single_things_are_left_out_for_everybody_or_for_one(house: House) -> None:
    """D3: the preview still names them, and the choice is kept with the turn."""
    conversation = await house.converse()
    _, brief = await house.post("/v1/instructions", {"text": "Be brief.", "name": "Tone"})
    _, plain = await house.post("/v1/instructions", {"text": "No jargon.", "name": "Words"})
    omit = [f"/instruction:{brief['id']}", f"builder/instruction:{plain['id']}"]

    preview = await look(house, conversation, omit=omit)
    turn = await house.ask("And now?", conversation=conversation, choice={"omit": omit})
    status, _ = await house.post(
        f"/v1/conversations/{conversation}/preview", {"text": "x", "choice": {"omit": ["memory:m_1"]}}
    )

    assert "Be brief." not in reminded(preview)
    assert "No jargon." in reminded(preview)
    assert reminded(preview, "builder") == ""
    assert [(each["kind"], each["name"]) for each in preview["reminders"]] == [
        ("instruction", "Tone"),
        ("instruction", "Words"),
    ]
    assert preview["choice"]["omit"] == sorted(omit)
    assert "Be brief." not in house.voices.requests("skeptic")[-1].body.decode()
    assert "No jargon." not in house.voices.requests("builder")[-1].body.decode()
    assert turn.replies
    assert status == 422


async def test_a_turn_asked_again_is_reminded_of_what_counts_now(house: House) -> None:
    """R1: through the same function, so the receipt says what was sent."""
    conversation = await house.converse()
    turn = await house.ask("Shall I?", conversation=conversation, **ONE)
    await house.post("/v1/instructions", {"text": "Be brief."})

    status, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/replay")
    again = await house.api.settled(house.url, turn.id)
    receipts = await house.get(f"/v1/replies/{fact['reply']['id']}/receipts")

    assert status == 202, fact
    assert again.replies
    assert "Be brief." in receipts["items"][0]["body"]
    assert receipts["items"][0]["body"] == house.voices.requests("skeptic")[-1].body.decode()


@pytest.mark.both_databases
async def test_a_list_is_kept_with_its_conversation(house: House) -> None:
    """M16: every change answers with the whole list, and what contradicts it is refused by name."""
    here, there = await house.converse(), await house.converse()
    path = f"/v1/conversations/{here}/todos"
    await house.post(path, {"title": "Ask", "priority": "high"})
    status, added = await house.post(path, {"title": "Compare", "depends_on": [1], "description": "By price"})

    _, changed = await house.api.patch(f"{house.url}{path}/1", {"status": "blocked", "blocked_reason": "holiday"})
    refused_status, refused = await house.api.patch(f"{house.url}{path}/1", {"depends_on": [2]})
    wanted = [changed["items"][1], changed["items"][0], {"title": "New"}]
    _, ordered = await house.api.put(f"{house.url}{path}", {"todos": wanted})
    missing, _ = await house.api.patch(f"{house.url}{path}/9", {"title": "x"})

    assert (status, [each["number"] for each in added["items"]]) == (201, [1, 2])
    assert (refused_status, refused["code"]) == (422, "todos_refused")
    assert refused["detail"] == "todo 1 (Ask) waits for itself in a circle"
    assert [each["number"] for each in ordered["items"]] == [2, 1, 3]
    assert await house.get(path) == ordered
    assert await house.get(f"/v1/conversations/{there}/todos") == {"items": [], "next": None}
    assert missing == 404
    assert await house.api.delete(f"{house.url}{path}/2") == 204


@pytest.mark.both_databases
async def test_instructions_are_for_all_or_for_one_and_switched_there(house: House) -> None:
    here, there = await house.converse(), await house.converse()
    _, tone = await house.post("/v1/instructions", {"text": "  Be brief.\n", "name": " My \n tone "})
    _, own = await house.post("/v1/instructions", {"text": "Mind the cat.", "conversation_id": here})
    _, last = await house.post("/v1/instructions", {"text": "No jargon."})

    switch = f"{house.url}/v1/instructions/{tone['id']}/conversations/{here}"
    _, switched = await house.api.put(switch, {"enabled": False})
    status, ordered = await house.post("/v1/instructions/order", {"ids": [last["id"]]})
    found = await house.get(f"/v1/instructions?conversation={here}")
    blank, _ = await house.post("/v1/instructions", {"text": " \n"})
    stranger, _ = await house.post("/v1/instructions", {"text": "x", "conversation_id": "c_nobody"})

    assert (tone["name"], tone["text"], own["name"]) == ("My tone", "Be brief.", "Mind the cat.")
    assert (switched["enabled"], switched["switched"], switched["counts"]) == (True, False, False)
    assert (status, [each["id"] for each in ordered["items"]]) == (200, [last["id"], tone["id"]])
    assert [(each["id"], each["counts"]) for each in found["items"]] == [
        (last["id"], True),
        (tone["id"], False),
        (own["id"], True),
    ]
    assert "Mind the cat." not in reminded(await look(house, there))
    assert (blank, stranger) == (422, 404)
    assert await house.api.delete(f"{house.url}/v1/instructions/{tone['id']}") == 204
    assert await house.api.delete(f"{house.url}/v1/instructions/{tone['id']}") == 404
