"""The OpenAI wire where people have accounts: a token, what it was made for, and nothing of anybody else."""

import asyncio
import threading
from typing import Any

import pytest
from openai import AsyncOpenAI, AuthenticationError, NotFoundError, PermissionDeniedError

from antiphon.settings import Settings
from tests.fakes.accounts import Place, Somebody
from tests.fakes.model_server import answer, done, fail, finish, say, usage, wait
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.journeys.cartographer import CLAIMS, SAID, entries
from tests.journeys.conftest import House
from tests.journeys.synthesiser import Synthesiser
from tests.journeys.test_accounts import place as place
from tests.journeys.test_openai_synthesis import MODEL, TEXT
from tests.journeys.test_openai_wire import SKEPTIC, ask, facts_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def ada(place: Place) -> Somebody:
    return await place.own()


async def make_token(somebody: Somebody, *scopes: str) -> str:
    status, made = await somebody.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": list(scopes)})
    assert status == 201, made
    return str(made["token"])


def connect(place: Place, token: str, **headers: str) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=f"{place.url}/openai/v1", api_key=token, max_retries=0, default_headers=headers)


async def test_a_token_for_asking_is_enough_in_any_header_that_programs_have_for_keys(
    place: Place, ada: Somebody, voices: Voices
) -> None:
    token = await make_token(ada, "ask")
    async with connect(place, token) as bearer, connect(place, "none") as nobody:
        got = await bearer.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))
        more = await bearer.chat.completions.create(
            model=SKEPTIC, messages=ask("More?", "Should I?", got.choices[0].message.content or "")
        )
        listed = [each.id async for each in bearer.models.list()]
        with pytest.raises(AuthenticationError) as told:
            await nobody.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))

    for header in ("x-api-key", "api-key"):
        async with place.open().session.get(f"{place.url}/openai/v1/models", headers={header: token}) as answer:
            assert answer.status == 200
    assert SKEPTIC in listed
    assert facts_of(more)["conversation_id"] == facts_of(got)["conversation_id"]
    assert (told.value.code, told.value.type) == ("invalid_api_key", "authentication_error")
    assert told.value.response.headers["www-authenticate"] == "Bearer"


async def test_a_token_for_something_else_asks_nobody(place: Place, ada: Somebody, voices: Voices) -> None:
    async with connect(place, await make_token(ada, "export")) as program:
        with pytest.raises(PermissionDeniedError) as told:
            await program.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))

    assert told.value.type == "permission_error"
    assert voices.server.requests == []


async def test_nobody_finds_anothers_conversation_by_its_history_its_name_or_its_id(
    place: Place, ada: Somebody, voices: Voices
) -> None:
    bob = await place.join(ada, "Bob")
    named = {"X-Antiphon-Conversation": "ours"}
    async with (
        connect(place, await make_token(ada, "ask"), **named) as hers,
        connect(place, await make_token(bob, "ask", "history:write"), **named) as his,
        connect(place, await make_token(bob, "ask")) as lesser,
    ):
        first = await hers.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))
        told: list[Any] = ask("More?", "Should I?", first.choices[0].message.content or "")
        second = await his.chat.completions.create(model=SKEPTIC, messages=told)
        third = await lesser.chat.completions.create(
            model=SKEPTIC, messages=told, extra_body={"conversation": facts_of(first)["conversation_id"]}
        )
        own = facts_of(second)["conversation_id"]
        with pytest.raises(PermissionDeniedError):
            await lesser.chat.completions.create(model=SKEPTIC, messages=told, extra_body={"conversation": own})

    here = facts_of(first)["conversation_id"]
    assert here not in (own, facts_of(third)["conversation_id"])
    status, _ = await ada.ask("GET", f"/v1/conversations/{here}/turns")
    assert status == 200


async def test_an_answer_is_found_by_the_token_that_asked_and_by_those_who_read_everything(
    place: Place, ada: Somebody, voices: Voices
) -> None:
    bob = await place.join(ada, "Bob")
    async with (
        connect(place, await make_token(ada, "ask")) as hers,
        connect(place, await make_token(ada, "ask")) as another,
        connect(place, await make_token(ada, "ask", "history:read", "history:write")) as reader,
        connect(place, await make_token(bob, "ask", "history:read", "history:write")) as his,
    ):
        got = await hers.responses.create(model=SKEPTIC, input="Should I?")
        on = await hers.responses.create(model=SKEPTIC, input="And?", previous_response_id=got.id)
        assert got.conversation is not None
        same = await hers.responses.create(model=SKEPTIC, input="Or?", conversation=got.conversation.id)
        assert (await reader.responses.retrieve(got.id)).output_text == got.output_text
        bodies = []
        for program in (another, his):
            with pytest.raises(NotFoundError) as told:
                await program.responses.retrieve(got.id)
            with pytest.raises(NotFoundError):
                await program.responses.cancel(got.id)
            with pytest.raises(NotFoundError):
                await program.responses.create(model=SKEPTIC, input="And?", previous_response_id=got.id)
            bodies.append(told.value.body)

    assert bodies[0] == bodies[1]
    assert got.conversation == on.conversation == same.conversation


async def test_whoever_reads_every_answer_stops_and_removes_none_of_another_program(
    place: Place, ada: Somebody, voices: Voices
) -> None:
    async with (
        connect(place, await make_token(ada, "ask")) as hers,
        connect(place, await make_token(ada, "ask", "history:read")) as reader,
        connect(place, await make_token(ada, "ask", "history:write")) as keeper,
    ):
        got = await hers.responses.create(model=SKEPTIC, input="Should I?")
        for deed in (reader.responses.cancel, reader.responses.delete):
            with pytest.raises(NotFoundError):
                await deed(got.id)
        still = await reader.responses.retrieve(got.id)
        await keeper.responses.delete(got.id)
        with pytest.raises(NotFoundError):
            await hers.responses.retrieve(got.id)

    assert still.output_text == got.output_text


async def test_reading_an_answer_has_no_text_written_by_whoever_may_only_read(
    place: Place, ada: Somebody, voices: Voices, settings: Settings
) -> None:
    """The program that asked left before the voices had ended; until one that may comes back there is no text."""
    writer = Synthesiser(House(place.url, voices, Api(ada.session), settings.data_dir))
    writer.writes.append(TEXT)
    gate = threading.Event()
    script(voices, writer, gate)
    async with (
        connect(place, await make_token(ada, "ask")) as hers,
        connect(place, await make_token(ada, "history:read")) as reader,
    ):
        stream = await hers.responses.create(model=MODEL, input="Shall I sign?", stream=True)
        begun = await anext(aiter(stream))
        assert begun.type == "response.created"
        await stream.close()
        gate.set()
        await wait_until(lambda: has_ended(ada, begun.response.id))
        before = await reader.responses.retrieve(begun.response.id)
        written_for_reader = len(writer.asked())
        got = await hers.responses.retrieve(begun.response.id)
        after = await reader.responses.retrieve(begun.response.id)

    assert before.output_text.endswith("> No synthesis: you may not write this.\n")
    assert (written_for_reader, len(writer.asked())) == (0, 1)
    assert "Two would sign, one would not." in got.output_text
    assert after == got


def script(voices: Voices, writer: Synthesiser, gate: threading.Event) -> None:
    """Three answer, the first of them when the gate opens, and two cannot; whoever writes about it is the writer."""
    voices.server.handler = writer.choose
    late = say(SAID["skeptic"]) + wait(gate) + finish() + usage(1, 1) + done()
    others = {"skeptic": late, "confidant": fail(402), "contrarian": fail(402)}
    for voice, said in ({voice: answer(text) for voice, text in SAID.items()} | others).items():
        voices.script(voice, said)
    for voice, text in SAID.items():
        writer.finds(text, entries(*CLAIMS[voice]))


async def has_ended(somebody: Somebody, response_id: str) -> bool:
    _, turn = await somebody.ask("GET", f"/v1/turns/{response_id.removeprefix('resp_')}")
    return all(each["state"] not in ("waiting", "sending", "streaming") for each in turn["replies"])


@pytest.mark.parametrize("wire", ["chat", "responses", "agui"])
async def test_an_answer_in_pieces_ends_with_the_token_that_asked(
    place: Place, ada: Somebody, voices: Voices, settings: Settings, wire: str
) -> None:
    """Nobody who was put out has a text written; whoever speaks on the wire where leaving means Stop is stopped."""
    writer = Synthesiser(House(place.url, voices, Api(ada.session), settings.data_dir))
    writer.writes.append(TEXT)
    gate = threading.Event()
    script(voices, writer, gate)
    path, body = IN_PIECES[wire]
    token, session = await make_token(ada, "ask"), place.open().session
    async with session.post(place.url + path, json=body, headers={"Authorization": f"Bearer {token}"}) as stream:
        assert stream.status == 200, await stream.text()
        turn_id = stream.headers["antiphon-turn"]
        _, known = await ada.ask("GET", "/v1/me/tokens")
        assert (await ada.ask("DELETE", f"/v1/me/tokens/{known['items'][0]['id']}"))[0] == 204
        said = await asyncio.wait_for(stream.text(), 5)
    if wire != "chat":
        gate.set()
    await wait_until(lambda: has_ended(ada, turn_id))

    _, turn = await ada.ask("GET", f"/v1/turns/{turn_id}")
    assert "sign in first" in said
    assert not writer.asked()
    skeptic = next(each for each in turn["replies"] if each["advisor_id"] == "skeptic")
    assert skeptic["state"] == ("stopped" if wire == "chat" else "complete")


IN_PIECES: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("/openai/v1/chat/completions", {"model": MODEL, "messages": ask("Shall I sign?"), "stream": True}),
    "responses": ("/openai/v1/responses", {"model": MODEL, "input": "Shall I sign?", "stream": True}),
    "agui": (
        "/agui/synthesis/starter",
        {"threadId": "1", "runId": "1", "messages": [{"id": "1", "role": "user", "content": "Shall I sign?"}]},
    ),
}


async def test_two_programs_of_one_person_may_both_count_their_requests_from_one(
    place: Place, ada: Somebody, voices: Voices
) -> None:
    """By an `Idempotency-Key`, and by the names of threads and runs."""
    tokens = [await make_token(ada, "ask") for _ in range(2)]
    keyed, run = [], []
    for number, token in enumerate(tokens):
        async with connect(place, token, **{"Idempotency-Key": "1"}) as program:
            for _ in range(2):
                got = await program.chat.completions.create(model=SKEPTIC, messages=ask(f"Should I, {number}?"))
                keyed.append(facts_of(got)["turn_id"])
        for _ in range(2):
            message = {"id": "1", "role": "user", "content": "The same?"}
            body = {"threadId": "1", "runId": "1", "messages": [message]}
            session, headers = place.open().session, {"Authorization": f"Bearer {token}"}
            async with session.post(f"{place.url}/agui/advisors/skeptic", json=body, headers=headers) as answered:
                assert answered.status == 200, await answered.text()
                run.append(answered.headers["antiphon-turn"])
                await answered.read()

    for made in (keyed, run):
        assert made[0] == made[1] != made[2] == made[3]
