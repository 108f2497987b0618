"""The OpenAI wire where people have accounts: a token, what it was made for, and nothing of anybody else."""

from typing import Any

import pytest
from openai import AsyncOpenAI, AuthenticationError, NotFoundError, PermissionDeniedError

from tests.fakes.accounts import Place, Somebody
from tests.fakes.voices import Voices
from tests.journeys.test_accounts import place as place
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
