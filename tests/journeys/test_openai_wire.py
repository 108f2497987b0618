"""Panels as models, asked by the package that most programs use for it."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from openai import APIError, AsyncOpenAI, BadRequestError, InternalServerError, NotFoundError

from antiphon.advisors.prompt import load_prompts
from tests.fakes.model_server import answer, done, fail, finish, hang, say, usage
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House

PROMPTS = load_prompts()
PANEL = "antiphon/panel/starter"
SKEPTIC = "antiphon/advisor/skeptic"


def ask(text: str, *before: str) -> list[Any]:
    """A history in turns of user and assistant, and the question."""
    told = [{"role": ("user", "assistant")[place % 2], "content": each} for place, each in enumerate(before)]
    return [*told, {"role": "user", "content": text}]


@pytest.fixture
async def sdk(house: House) -> AsyncIterator[AsyncOpenAI]:
    """The package, pointed at the house as its documentation says."""
    async with AsyncOpenAI(base_url=f"{house.url}/openai/v1", api_key="local", max_retries=0) as client:
        yield client


def facts_of(answered: Any) -> dict[str, Any]:
    """What only this server says."""
    found: dict[str, Any] = answered.model_extra["antiphon"]
    return found


async def read_stream(stream: Any) -> tuple[str, Any, Any]:
    """All the words of a stream, its last facts and its usage."""
    words, facts, used = "", None, None
    async for chunk in stream:
        words += "".join(each.delta.content or "" for each in chunk.choices)
        facts = (chunk.model_extra or {}).get("antiphon") or facts
        used = chunk.usage or used
    return words, facts, used


def count_requests(house: House) -> dict[str, int]:
    return {voice: len(house.voices.requests(voice)) for voice in VOICES}


async def test_panels_and_advisors_are_listed_as_models(house: House, sdk: AsyncOpenAI) -> None:
    listed = {each.id: each async for each in sdk.models.list()}
    one = await sdk.models.retrieve(PANEL)
    native = await house.get("/v1/models")

    assert {PANEL, "antiphon/synthesis/starter", SKEPTIC, "antiphon/scribe"} <= set(listed)
    assert one.model_dump() == listed[PANEL].model_dump()
    assert [each["id"] for each in facts_of(one)["advisors"]] == list(VOICES)
    assert (native["object"], [each["id"] for each in native["data"]]) == ("list", list(listed))
    assert native["items"][0]["models"]


async def test_a_model_that_is_not_there_is_named_with_those_that_come_nearest(sdk: AsyncOpenAI) -> None:
    with pytest.raises(NotFoundError) as told:
        await sdk.chat.completions.create(model="antiphon/panel/startr", messages=ask("Hello?"))

    assert (told.value.code, told.value.param, told.value.type) == ("model_not_found", "model", "invalid_request_error")
    assert PANEL in told.value.message


@pytest.mark.both_databases
async def test_a_panel_answers_in_one_message_whole_or_in_pieces(house: House, sdk: AsyncOpenAI) -> None:
    whole = await sdk.chat.completions.create(model=PANEL, messages=ask("Should I?"))
    pieces, facts, used = await read_stream(
        await sdk.chat.completions.create(
            model=PANEL, messages=ask("Should I?"), stream=True, stream_options={"include_usage": True}
        )
    )
    async with sdk.chat.completions.stream(model=PANEL, messages=ask("Should I?")) as stream:
        helped = await stream.get_final_completion()

    said = whole.choices[0].message.content or ""
    assert [line for line in said.splitlines() if line.startswith("## ")] == [
        f"## The {each.title()}" for each in VOICES
    ]
    assert "## The Skeptic\n\nskeptic answers" in said
    assert pieces == said == helped.choices[0].message.content
    assert whole.choices[0].finish_reason == helped.choices[0].finish_reason == "stop"
    assert facts["quorum"] == facts_of(whole)["quorum"] == {"asked": 5, "answered": 5}
    assert whole.usage is not None
    assert (used.prompt_tokens, used.completion_tokens) == (whole.usage.prompt_tokens, whole.usage.completion_tokens)
    assert helped.usage is None
    turn = await house.api.turn(house.url, facts_of(whole)["turn_id"])
    assert (turn.surface, whole.id) == ("openai", f"chatcmpl-{turn.id}")


async def test_an_advisor_answers_alone_and_its_thoughts_stand_apart(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", answer("<think>Hm.</think>I would wait.", pieces=4))

    got = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))

    message = got.choices[0].message
    assert (message.content, (message.model_extra or {})["reasoning_content"]) == ("I would wait.", "Hm.")
    assert count_requests(house) == dict.fromkeys(VOICES, 0) | {"skeptic": 1}


async def test_the_effort_a_program_asks_for_is_how_much_they_think(house: House, sdk: AsyncOpenAI) -> None:
    """On both wires, as if the person had chosen it; a word that is not known is named."""
    answered = [
        await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Low?"), reasoning_effort="minimal"),
        await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Off?"), reasoning_effort="none"),
        await sdk.responses.create(model=SKEPTIC, input="High?", reasoning={"effort": "high"}),
        await sdk.chat.completions.create(
            model=SKEPTIC, messages=ask("Odd?"), extra_body={"reasoning_effort": "fierce"}
        ),
    ]

    chosen = []
    for each in answered:
        turn = await house.api.turn(house.url, facts_of(each)["turn_id"])
        [receipt] = (await house.get(f"/v1/replies/{turn.replies[0].id}/receipts"))["items"]
        chosen.append((receipt["telemetry"]["thinking"], receipt["telemetry"]["thinking_chosen_by"]))
    assert chosen == [("low", "send"), ("off", "send"), ("high", "send"), (None, None)]
    assert facts_of(answered[-1])["ignored"] == ["reasoning_effort"]


async def test_a_first_question_gets_views_and_not_questions_back(house: House, sdk: AsyncOpenAI) -> None:
    await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"))
    await sdk.chat.completions.create(model=SKEPTIC, messages=ask("And I?"), extra_body={"antiphon": {"phases": True}})

    views, questions = (each.json["messages"][0]["content"] for each in house.voices.requests("skeptic"))
    assert PROMPTS.ongoing in views
    assert PROMPTS.early in questions


async def test_what_is_sent_is_what_a_preview_with_the_same_choice_shows(house: House, sdk: AsyncOpenAI) -> None:
    conversation = await house.converse()
    note = [{"role": "system", "content": "Be brief."}, {"role": "developer", "content": "No lists."}]
    choice = {"phase": "last", "caller_note": "Be brief.\n\nNo lists.", "max_tokens": 50}
    _, seen = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "Should I?", "choice": choice})
    got = await sdk.chat.completions.create(
        model=PANEL,
        messages=[*note, *ask("Should I?")],  # type: ignore[list-item] # as plain objects
        max_tokens=50,
        extra_body={"conversation": conversation},
    )

    shown = {each["advisor_id"]: each for each in seen["advisors"]}
    for voice in facts_of(got)["voices"]:
        sent = (await house.get(f"/v1/replies/{voice['reply_id']}/receipts"))["items"][-1]
        assert _without_stamp(sent["body"]) == _without_stamp(shown[voice["advisor_id"]]["body"])
        assert voice["receipt_sha256"] == sent["sha256"]
        assert "No lists." in sent["body"]


def _without_stamp(body: str) -> str:
    """The bytes without the minute they were stamped with, which the preview cannot know."""
    return re.sub(r"\[\d{4}-\d\d-\d\dT\d\d:\d\dZ?\]", "[]", body)


async def test_voices_that_fail_are_told_in_their_place_and_nobody_raises(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", fail(400, {"error": {"message": "no", "code": "bad"}}))
    house.voices.script("builder", say("", pieces=1) + finish("content_filter") + done())
    house.voices.script("historian", say("Half a", pieces=1) + finish("length") + usage(3, 5) + done())

    async with sdk.chat.completions.stream(model=PANEL, messages=ask("Should I?")) as stream:
        got = (await stream.get_final_completion()).choices[0]

    said = got.message.content or ""
    assert "## The Skeptic\n\n> No answer: " in said
    assert "## The Builder\n\n> No answer: " in said
    assert "## The Historian\n\nHalf a\n\n> Not to its end: " in said
    assert got.finish_reason == "stop"


async def test_one_choice_for_every_voice_when_a_program_asks_for_it(house: House, sdk: AsyncOpenAI) -> None:
    named = await sdk.chat.completions.create(
        model=PANEL, messages=ask("Should I?"), extra_body={"antiphon": {"format": "choices"}}
    )
    async with sdk.chat.completions.stream(model=PANEL, messages=ask("Should I?"), n=5) as stream:
        counted = await stream.get_final_completion()
    with pytest.raises(BadRequestError) as told:
        await sdk.chat.completions.create(model=PANEL, messages=ask("Should I?"), n=3)

    words = [each.message.content for each in named.choices]
    assert words == [each.message.content for each in counted.choices]
    assert [facts_of(each.message)["advisor_id"] for each in named.choices] == list(VOICES)
    assert [word.split()[0] for word in words if word] == list(VOICES)
    assert told.value.param == "n"


async def test_everybody_failing_is_an_error_and_is_asked_once(house: House) -> None:
    """With the package's own retries on: whatever comes after the turn is accepted is not asked again."""
    for voice in VOICES:
        house.voices.script(voice, fail(400, {"error": {"message": "no", "code": "bad"}}))
    async with AsyncOpenAI(base_url=f"{house.url}/openai/v1", api_key="local") as sdk:
        with pytest.raises(InternalServerError) as whole:
            await sdk.chat.completions.create(model=PANEL, messages=ask("Should I?"))
        for voice in VOICES:
            house.voices.script(voice, fail(400, {"error": {"message": "no", "code": "bad"}}))
        with pytest.raises(APIError) as pieces:
            await read_stream(await sdk.chat.completions.create(model=PANEL, messages=ask("And?"), stream=True))

    assert (whole.value.status_code, whole.value.code) == (502, "all_voices_failed")
    assert pieces.value.code == "all_voices_failed"
    assert count_requests(house) == dict.fromkeys(VOICES, 2)


@pytest.mark.both_databases
async def test_closing_the_connection_stops_who_is_speaking(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", say("First words. ", pieces=1) + hang())

    stream = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"), stream=True)
    turn_id, heard = "", ""
    async for chunk in stream:
        turn_id = chunk.id.removeprefix("chatcmpl-")
        heard += chunk.choices[0].delta.content or ""
        if heard:
            break
    await stream.close()

    turn = await house.api.settled(house.url, turn_id)
    assert (turn.replies[0].state, turn.replies[0].text.startswith(heard.strip())) == ("stopped", True)


async def test_a_program_may_leave_and_let_them_go_on(house: House, sdk: AsyncOpenAI) -> None:
    stream = await sdk.chat.completions.create(
        model=SKEPTIC, messages=ask("Should I?"), stream=True, extra_body={"antiphon": {"on_disconnect": "continue"}}
    )
    first = await anext(aiter(stream))
    await stream.close()

    turn = await house.api.settled(house.url, first.id.removeprefix("chatcmpl-"))
    assert turn.replies[0].state == "complete"


@pytest.mark.both_databases
async def test_a_program_that_tells_everything_again_goes_on_in_one_conversation(
    house: House, sdk: AsyncOpenAI
) -> None:
    told: list[str] = []
    answers = []
    for question in ("One?", "Two?", "Three?"):
        got = await sdk.chat.completions.create(model=PANEL, messages=ask(question, *told))
        answers.append(got)
        told += [question, got.choices[0].message.content or ""]
    edited = await sdk.chat.completions.create(model=PANEL, messages=ask("Two, but other?", *told[:2]))
    again = await sdk.chat.completions.create(model=PANEL, messages=ask("Two, but other?", *told[:2]))

    conversation = facts_of(answers[0])["conversation_id"]
    assert {facts_of(each)["conversation_id"] for each in (*answers, edited, again)} == {conversation}
    turns = (await house.get(f"/v1/conversations/{conversation}/turns"))["items"]
    assert [each["text"] for each in turns] == ["One?", "Two, but other?"]
    assert turns[-1]["id"] == facts_of(again)["turn_id"]
    assert {facts_of(answers[1])["turn_id"], facts_of(edited)["turn_id"]} <= set(turns[-1]["wordings"])
    status, _ = await house.post(
        f"/v1/conversations/{conversation}/restore", {"turn_ids": [facts_of(answers[2])["turn_id"]]}
    )
    assert status == 200


async def test_nobody_reads_anothers_words_as_its_own(house: House, sdk: AsyncOpenAI) -> None:
    """The program tells one message with all voices in it; each advisor is sent its own words alone."""
    for voice in VOICES:
        house.voices.script(voice, answer(f"canary-{voice}"))
    first = await sdk.chat.completions.create(model=PANEL, messages=ask("One?"))
    await sdk.chat.completions.create(model=PANEL, messages=ask("Two?", "One?", first.choices[0].message.content or ""))

    for voice in VOICES:
        sent = house.voices.requests(voice)[-1].json["messages"]
        own = [each["content"] for each in sent if each["role"] == "assistant"]
        assert own == [f"canary-{voice}"]


async def test_what_another_model_said_before_is_quoted_and_is_nobodys_own(house: House, sdk: AsyncOpenAI) -> None:
    got = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("And you?", "Earlier?", "Foreign words."))
    later = ask("More?", "Earlier?", "Foreign words.", "And you?", got.choices[0].message.content or "")
    more = await sdk.chat.completions.create(model=SKEPTIC, messages=later)

    assert facts_of(more)["conversation_id"] == facts_of(got)["conversation_id"]
    for request in house.voices.requests("skeptic"):
        said = request.json["messages"]
        assert any("Foreign words." in each["content"] and "callerNote" in each["content"] for each in said)
        assert not any("Foreign" in each["content"] for each in said if each["role"] == "assistant")


async def test_a_conversation_is_found_by_the_name_a_program_has_for_it(house: House, sdk: AsyncOpenAI) -> None:
    headers = {"X-Antiphon-Conversation": "chat 7"}
    first = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("One?"), extra_headers=headers)
    second = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Two?"), extra_headers=headers)
    strange = await sdk.chat.completions.with_raw_response.create(
        model=SKEPTIC, messages=ask("Three?", "Never asked?", "Never answered."), extra_headers=headers
    )

    here = facts_of(first)["conversation_id"]
    assert facts_of(second)["conversation_id"] == here
    assert strange.headers["antiphon-conversation-new"] == "diverged"
    assert strange.headers["antiphon-conversation"] != here


@pytest.mark.both_databases
async def test_a_request_that_is_sent_again_joins_the_turn_it_made(house: House, sdk: AsyncOpenAI) -> None:
    retried = {"x-stainless-retry-count": "1"}
    first = await sdk.chat.completions.create(model=PANEL, messages=ask("Should I?"))
    again = await sdk.chat.completions.create(model=PANEL, messages=ask("Should I?"), extra_headers=retried)
    keyed = [
        await sdk.chat.completions.create(
            model=SKEPTIC, messages=ask("Once?"), extra_headers={"Idempotency-Key": "k-1"}
        )
        for _ in range(2)
    ]
    with pytest.raises(APIError) as told:
        await sdk.chat.completions.create(
            model=SKEPTIC, messages=ask("Twice?"), extra_headers={"Idempotency-Key": "k-1"}
        )

    assert facts_of(again)["turn_id"] == facts_of(first)["turn_id"]
    assert again.choices[0].message.content == first.choices[0].message.content
    assert keyed[0].id == keyed[1].id
    assert told.value.code == "key_reused"
    assert count_requests(house) == dict.fromkeys(VOICES, 1) | {"skeptic": 2}


async def test_what_is_not_honoured_is_named(sdk: AsyncOpenAI) -> None:
    got = await sdk.chat.completions.with_raw_response.create(
        model=SKEPTIC, messages=ask("Should I?"), temperature=0.1, seed=7, user="me"
    )

    assert got.headers["antiphon-ignored"] == "seed,temperature,user"
    assert facts_of(got.parse())["ignored"] == ["seed", "temperature", "user"]


async def test_chores_of_chat_programs_wake_no_panel(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.server.handler = lambda body: answer("A title") if body["max_tokens"] <= 2048 else None

    titled = await sdk.chat.completions.create(model=PANEL, messages=ask("### Task:\nSuggest a title."))
    tagged = await sdk.chat.completions.create(
        model=PANEL, messages=ask("Some tags"), extra_headers={"X-Antiphon-Task": "tags_generation"}
    )
    pieces, _, _ = await read_stream(
        await sdk.chat.completions.create(model="antiphon/scribe", messages=ask("Hello"), stream=True)
    )

    assert {titled.model, tagged.model} == {"antiphon/scribe"}
    assert titled.choices[0].message.content == tagged.choices[0].message.content == pieces == "A title"
    assert (await house.get("/v1/conversations"))["items"] == []


async def test_errors_have_the_shape_of_this_wire_everywhere(house: House) -> None:
    status, lost = await house.post("/openai/v1/nothing", {})
    short, empty = await house.post("/v1/chat/completions", {"model": PANEL, "messages": []})
    foreign, refused = await house.post("/openai/v1/chat/completions", {}, Origin="https://elsewhere.test")

    assert (status, short, foreign) == (404, 400, 403)
    for body in (lost, empty, refused):
        assert set(body["error"]) == {"message", "type", "param", "code"}


async def test_half_a_character_anywhere_in_a_request_breaks_no_answer(house: House) -> None:
    """What cannot be encoded is replaced where it is read: it would break the answer after it was paid for."""
    half = "\ud83d"
    told = {"metadata": {f"a{half}": half}, f"odd{half}": 1, "antiphon": {f"odd{half}": 1}, "conversation": f"c{half}"}
    asked = {"messages": ask(f"Should I{half}?")}
    sent: list[tuple[str, dict[str, Any]]] = [
        ("/openai/v1/chat/completions", asked | told),
        ("/openai/v1/chat/completions", asked | told | {"stream": True}),
        ("/openai/v1/responses", {"input": half} | told),
        ("/openai/v1/responses", {"input": half, "stream": True} | told),
    ]
    thread = {"threadId": f"t{half}", "runId": f"r{half}", "messages": [{"id": half, **asked["messages"][0]}], half: 1}
    sent += [("/agui/advisors/skeptic", thread)] * 2

    for path, body in sent:
        async with house.api.session.post(f"{house.url}{path}", json=body | {"model": SKEPTIC}) as answered:
            said = await answered.text()
        assert answered.status == 200, said
        # A slow machine streams it in more pieces than one.
        pieces = "".join(re.findall(r'"(?:content|delta)": ?"([^"]*)"', said))
        assert "skeptic answers" in said or "skeptic answers" in pieces, said
        assert "\ufffd" in said
    for path, body in sent[:4]:
        async with house.api.session.post(f"{house.url}{path}", json=body | {"model": half}) as answered:
            assert (answered.status, (await answered.json())["error"]["code"]) == (404, "model_not_found")
