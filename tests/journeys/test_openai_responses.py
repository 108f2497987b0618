"""Panels over the wire of responses, with the package that most programs use for it."""

import threading
from typing import Any

import pytest
from openai import APIStatusError, AsyncOpenAI, BadRequestError, InternalServerError, NotFoundError

from tests.fakes.model_server import answer, fail, finish, hang, say, usage, wait
from tests.fakes.model_server import done as over
from tests.fakes.reader import wait_until
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House
from tests.journeys.test_openai_wire import PANEL, SKEPTIC, count_requests, facts_of
from tests.journeys.test_openai_wire import sdk as sdk


async def read_events(stream: Any) -> list[Any]:
    """Every event of a stream."""
    return [event async for event in stream]


def words_of(events: list[Any]) -> str:
    """What a program that shows text as it comes has shown."""
    return "".join(event.delta for event in events if event.type == "response.output_text.delta")


def names_of(response: Any) -> list[str]:
    """Whose items they are."""
    return [facts_of(each)["advisor_id"] for each in response.output]


@pytest.mark.both_databases
async def test_a_panel_answers_with_an_item_for_every_voice_whole_or_in_events(house: House, sdk: AsyncOpenAI) -> None:
    whole = await sdk.responses.create(model=PANEL, input="Should I?", metadata={"case": "7"}, max_output_tokens=90)
    events = await read_events(await sdk.responses.create(model=PANEL, input="Should I?", stream=True))
    async with sdk.responses.stream(model=PANEL, input="Should I?") as stream:
        helped = await stream.get_final_response()

    assert names_of(whole) == list(VOICES)
    assert whole.output_text == words_of(events) == helped.output_text == events[-1].response.output_text
    assert "## The Skeptic\n\nskeptic answers 1\n\n## The Builder" in whole.output_text
    assert (whole.status, whole.metadata, whole.max_output_tokens) == ("completed", {"case": "7"}, 90)
    assert whole.usage is not None
    assert whole.usage.total_tokens == whole.usage.input_tokens + whole.usage.output_tokens > 0
    numbers = [event.sequence_number for event in events]
    assert numbers == sorted(set(numbers))
    assert [events[0].type, events[1].type, events[-1].type] == [
        "response.created",
        "response.in_progress",
        "response.completed",
    ]
    turn = await house.api.turn(house.url, facts_of(whole)["turn_id"])
    assert (turn.surface, whole.id) == ("responses", f"resp_{turn.id}")
    assert await sdk.responses.retrieve(whole.id) == whole


@pytest.mark.both_databases
async def test_a_program_goes_on_from_an_answer_and_from_an_earlier_one(house: House, sdk: AsyncOpenAI) -> None:
    """From the last one in the same conversation; from one that others have gone on from in a branch of it."""
    first = await sdk.responses.create(model=SKEPTIC, input="One?")
    second = await sdk.responses.create(model=SKEPTIC, input="Two?", previous_response_id=first.id)
    other = await sdk.responses.create(model=SKEPTIC, input="Two, but other?", previous_response_id=first.id)
    with pytest.raises(NotFoundError) as told:
        await sdk.responses.create(model=SKEPTIC, input="Three?", previous_response_id="resp_t_none")

    assert first.conversation is not None
    assert second.conversation == first.conversation != other.conversation
    assert (second.previous_response_id, other.previous_response_id) == (first.id, first.id)
    assert [first.output_text, second.output_text, other.output_text] == [
        "skeptic answers 1",
        "skeptic answers 2",
        "skeptic answers 2",
    ]
    turns = (await house.get(f"/v1/conversations/{first.conversation.id}/turns"))["items"]
    assert [each["text"] for each in turns] == ["One?", "Two?"]
    assert (told.value.code, told.value.param) == ("previous_response_not_found", "previous_response_id")


async def test_a_conversation_is_gone_on_with_by_its_id_also_with_the_same_words(
    house: House, sdk: AsyncOpenAI
) -> None:
    first = await sdk.responses.create(model=SKEPTIC, input="Again?")
    assert first.conversation is not None
    here = first.conversation.id
    again = await sdk.responses.create(model=SKEPTIC, input="Again?", conversation=here)

    assert again.conversation == first.conversation
    turns = (await house.get(f"/v1/conversations/{here}/turns"))["items"]
    assert [each["text"] for each in turns] == ["Again?", "Again?"]
    with pytest.raises(BadRequestError):
        await sdk.responses.create(model=SKEPTIC, input="?", conversation=here, previous_response_id=first.id)


async def test_a_program_that_shows_everything_again_goes_on_in_one_conversation(
    house: House, sdk: AsyncOpenAI
) -> None:
    """As items with their ids, as references to them, and as bare words."""
    asked: list[Any] = [{"role": "user", "content": "One?"}]
    first = await sdk.responses.create(model=PANEL, input=asked)
    as_items: list[Any] = [*asked, *(each.model_dump(exclude_none=True) for each in first.output)]
    second = await sdk.responses.create(model=PANEL, input=[*as_items, {"role": "user", "content": "Two?"}])
    reference: Any = {"type": "item_reference", "id": second.output[-1].id}
    third = await sdk.responses.create(model=PANEL, input=[reference, {"role": "user", "content": "Three?"}])
    bare: list[Any] = [
        {"role": "user", "content": "Bare?"},
        {
            "role": "assistant",
            "content": (bare_first := await sdk.responses.create(model=PANEL, input="Bare?")).output_text,
        },
        {"role": "user", "content": "And?"},
    ]
    bare_second = await sdk.responses.create(model=PANEL, input=bare)

    assert first.conversation == second.conversation == third.conversation
    assert bare_first.conversation == bare_second.conversation
    for request in house.voices.requests("builder"):
        own = [each["content"] for each in request.json["messages"] if each["role"] == "assistant"]
        assert all("skeptic" not in each for each in own)
        assert not any("callerNote" in each["content"] for each in request.json["messages"])
    lost: Any = {"type": "item_reference", "id": "msg_r_none"}
    with pytest.raises(BadRequestError):
        await sdk.responses.create(model=PANEL, input=[lost, {"role": "user", "content": "Four?"}])


async def test_a_stream_is_taken_up_again_after_every_number(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", answer("<think>Hm, well.</think>I would wait.", pieces=6))
    events = await read_events(await sdk.responses.create(model=SKEPTIC, input="Should I?", stream=True))

    for count, event in enumerate(events, 1):
        stream = await sdk.responses.retrieve(events[0].response.id, stream=True, starting_after=event.sequence_number)
        rest = await read_events(stream)
        assert words_of(events[:count]) + words_of(rest) == "I would wait."
        assert all(each.sequence_number > event.sequence_number for each in rest)
    assert [each.type for each in events[-1].response.output] == ["reasoning", "message"]
    assert events[-1].response.output[0].content[0].text == "Hm, well."


@pytest.mark.both_databases
async def test_an_answer_in_the_background_is_left_and_found_again_while_it_is_written(
    house: House, sdk: AsyncOpenAI
) -> None:
    gate = threading.Event()
    house.voices.script(
        "skeptic", say("First words. ") + wait(gate) + say("Last words.") + finish() + usage(3, 4) + over()
    )

    begun = await sdk.responses.create(model=SKEPTIC, input="Should I?", background=True, stream=True)
    heard: list[Any] = []
    async for event in begun:
        heard.append(event)
        if words_of(heard):
            break
    await begun.close()
    name, last = heard[0].response.id, heard[-1].sequence_number
    standing = await sdk.responses.retrieve(name)
    gate.set()
    rest = await read_events(await sdk.responses.retrieve(name, stream=True, starting_after=last))

    assert (standing.status, standing.background, standing.usage) == ("in_progress", True, None)
    assert words_of(heard) + words_of(rest) == "First words. Last words."
    assert rest[-1].type == "response.completed"
    assert count_requests(house)["skeptic"] == 1


@pytest.mark.both_databases
async def test_an_answer_is_cancelled_and_what_was_said_stays(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", say("First words. ") + hang())
    begun = await sdk.responses.create(model=SKEPTIC, input="Should I?", background=True)

    async def has_words() -> bool:
        return bool((await sdk.responses.retrieve(begun.id)).output_text)

    await wait_until(has_words)
    cancelled = await sdk.responses.cancel(begun.id)
    again = await sdk.responses.cancel(begun.id)

    assert (cancelled.status, again.status) == ("cancelled", "cancelled")
    assert cancelled.output_text.strip() == "First words."
    assert cancelled.output[0].status == "incomplete"  # type: ignore[union-attr] # a message


async def test_leaving_a_stream_stops_nobody_unless_the_program_says_so(house: House, sdk: AsyncOpenAI) -> None:
    names = []
    for more in ({}, {"antiphon": {"on_disconnect": "cancel"}}):
        gate = threading.Event()
        house.voices.script("skeptic", say("First. ") + wait(gate) + say("Last.") + finish() + usage(1, 2) + over())
        stream = await sdk.responses.create(model=SKEPTIC, input="Should I?", stream=True, extra_body=more)
        async for event in stream:
            if event.type == "response.created":
                names.append(event.response.id.removeprefix("resp_"))
            if event.type == "response.output_text.delta":
                break
        await stream.close()
        if more:
            await house.api.settled(house.url, names[-1])
        gate.set()

    left, stopped = [await house.api.settled(house.url, each) for each in names]
    assert (left.replies[0].state, left.replies[0].text) == ("complete", "First. Last.")
    assert stopped.replies[0].state == "stopped"


async def test_a_voice_that_fails_is_an_item_and_all_that_fail_are_an_error(house: House) -> None:
    """With the package's own retries on: nobody is asked twice."""
    no = fail(400, {"error": {"message": "no", "code": "bad"}})
    house.voices.script("skeptic", no)
    async with AsyncOpenAI(base_url=f"{house.url}/openai/v1", api_key="local") as sdk:
        some = await sdk.responses.create(model=PANEL, input="Should I?")
        for voice in VOICES:
            house.voices.script(voice, no, no)
        with pytest.raises(InternalServerError) as whole:
            await sdk.responses.create(model=PANEL, input="And?")
        events = await read_events(await sdk.responses.create(model=PANEL, input="Or?", stream=True))

    assert (some.status, some.output[0].status) == ("completed", "incomplete")  # type: ignore[union-attr] # a message
    assert some.output_text.startswith("## The Skeptic\n\n> No answer: ")
    assert (whole.value.status_code, whole.value.code) == (502, "all_voices_failed")
    assert (events[-1].type, events[-1].response.error.code) == ("response.failed", "server_error")
    assert count_requests(house) == dict.fromkeys(VOICES, 3)


async def test_an_answer_that_was_cut_is_incomplete_and_says_why(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.script("skeptic", say("Half a") + finish("length") + usage(3, 5) + over())

    got = await sdk.responses.create(model=SKEPTIC, input="Should I?", max_output_tokens=5)

    assert (got.status, got.output_text) == ("incomplete", "Half a")
    assert got.incomplete_details is not None
    assert got.incomplete_details.reason == "max_output_tokens"


@pytest.mark.both_databases
async def test_a_request_that_is_sent_again_joins_the_turn_it_made(house: House, sdk: AsyncOpenAI) -> None:
    first = await sdk.responses.create(model=PANEL, input="Should I?")
    again = await sdk.responses.create(model=PANEL, input="Should I?", extra_headers={"x-stainless-retry-count": "1"})
    on = {"previous_response_id": first.id, "extra_headers": {"Idempotency-Key": "k-1"}}
    keyed = [await sdk.responses.create(model=PANEL, input="And?", **on) for _ in range(2)]  # type: ignore[arg-type] # of both kinds

    assert again == first
    assert keyed[0] == keyed[1]
    assert count_requests(house) == dict.fromkeys(VOICES, 2)


async def test_two_who_go_on_from_one_answer_at_once_both_go_on_from_it(house: House, sdk: AsyncOpenAI) -> None:
    """The second waits for nobody's question to become its own past."""
    first = await sdk.responses.create(model=SKEPTIC, input="One?")
    gate = threading.Event()
    house.voices.script("skeptic", say("Slow.") + wait(gate) + finish() + usage(1, 1) + over())
    slow = await sdk.responses.create(model=SKEPTIC, input="Slow?", previous_response_id=first.id, background=True)
    quick = await sdk.responses.create(model=SKEPTIC, input="Quick?", previous_response_id=first.id)
    gate.set()

    assert slow.conversation != quick.conversation
    sent = [each["content"] for each in house.voices.requests("skeptic")[-1].json["messages"]]
    assert not any("Slow?" in each for each in sent)
    assert quick.output_text == "skeptic answers 2"


async def test_what_is_not_honoured_is_named_and_what_cannot_be_had_is_refused(sdk: AsyncOpenAI) -> None:
    got = await sdk.responses.create(
        model=SKEPTIC,
        input="Should I?",
        temperature=0.1,
        truncation="auto",
        text={"verbosity": "low"},
        extra_body={"antiphon": {"thinking": True}},
    )
    assert facts_of(got)["ignored"] == ["antiphon.thinking", "temperature", "text.verbosity", "truncation"]
    unfit: list[tuple[str, Any]] = [
        ("text.format", {"text": {"format": {"type": "json_object"}}}),
        ("tool_choice", {"tool_choice": "required"}),
        ("prompt", {"prompt": {"id": "p"}}),
        ("input", {"input": [{"type": "function_call_output", "call_id": "1", "output": "4"}]}),
        ("background", {"background": True, "model": "antiphon/synthesis/starter"}),
        ("metadata", {"metadata": {"x": "y" * 513}}),
    ]
    for param, body in unfit:
        with pytest.raises(BadRequestError) as told:
            await sdk.responses.create(**({"model": SKEPTIC, "input": "Should I?"} | body))
        assert told.value.param == param


async def test_labels_are_left_out_for_programs_that_read_items(sdk: AsyncOpenAI) -> None:
    got = await sdk.responses.create(model=PANEL, input="Should I?", extra_body={"antiphon": {"labels": False}})

    assert [each.content[0].text for each in got.output] == [f"{voice} answers 1" for voice in VOICES]  # type: ignore[union-attr] # messages


async def test_a_response_is_deleted_and_can_be_restored_by_the_person(house: House, sdk: AsyncOpenAI) -> None:
    got = await sdk.responses.create(model=SKEPTIC, input="Should I?")
    listed = await sdk.responses.input_items.list(got.id)
    await sdk.responses.delete(got.id)

    with pytest.raises(NotFoundError):
        await sdk.responses.retrieve(got.id)
    assert [each.content[0].text for each in listed.data] == ["Should I?"]  # type: ignore[union-attr] # a message
    assert got.conversation is not None
    status, _ = await house.post(
        f"/v1/conversations/{got.conversation.id}/turns/restore", {"turn_ids": [facts_of(got)["turn_id"]]}
    )
    assert status == 200
    assert (await sdk.responses.retrieve(got.id)).output_text == got.output_text


async def test_chores_and_bodies_at_the_other_address_are_answered_as_responses(house: House, sdk: AsyncOpenAI) -> None:
    house.voices.server.handler = lambda body: answer("A title") if body["max_tokens"] <= 2048 else None
    titled = await sdk.responses.create(model=PANEL, input="### Task:\nSuggest a title.")
    async with sdk.responses.stream(model="antiphon/scribe", input="Hello") as stream:
        helped = await stream.get_final_response()
    house.voices.server.handler = house.voices.choose
    status, lost = await house.post("/v1/chat/completions", {"model": SKEPTIC, "input": "Should I?"})

    assert (titled.model, titled.output_text, helped.output_text) == ("antiphon/scribe", "A title", "A title")
    assert (status, lost["object"], lost["output"][0]["content"][0]["text"]) == (200, "response", "skeptic answers 1")


async def test_turns_of_the_other_wire_and_of_people_are_no_responses(house: House, sdk: AsyncOpenAI) -> None:
    turn = await house.ask("Should I?")
    with pytest.raises(APIStatusError) as told:
        await sdk.responses.retrieve(f"resp_{turn.id}")

    assert told.value.status_code == 404
