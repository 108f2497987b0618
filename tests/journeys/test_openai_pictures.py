"""Pictures that programs send: kept, shown, sent to those who can see, and never fetched."""

import base64
from typing import Any

import pytest
from openai import AsyncOpenAI, BadRequestError

from antiphon.providers.scripted.painter import paint
from antiphon.settings import Settings
from tests.documents.samples import write_picture
from tests.fakes.model_server import done, draw, finish, say, usage
from tests.journeys.conftest import House
from tests.journeys.test_attaching import settings as settings
from tests.journeys.test_openai_wire import SKEPTIC, facts_of
from tests.journeys.test_openai_wire import sdk as sdk

PNG = write_picture("PNG", (30, 30))
END = finish() + usage(5, 5) + done()
DATA_URL = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"


@pytest.fixture
async def sighted(house: House, settings: Settings) -> None:
    """The skeptic's model can be shown pictures; the others' cannot."""
    status, _ = await house.api.patch(f"{house.url}/v1/advisors/skeptic", {"model": "fake:eyes"})
    assert status == 200


def ask(url: str) -> list[Any]:
    """A question with a picture, as the wire of chat has it."""
    return [
        {
            "role": "user",
            "content": [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": url}}],
        }
    ]


def see(url: str) -> list[Any]:
    """The same as the wire of responses has it."""
    parts = [{"type": "input_text", "text": "What is it?"}, {"type": "input_image", "image_url": url, "detail": "auto"}]
    return [{"role": "user", "content": parts}]


def pictures_in(request: Any) -> list[str]:
    """The data URLs among what a model was sent."""
    parts = [part for each in request.json["messages"] if isinstance(each["content"], list) for part in each["content"]]
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


@pytest.mark.both_databases
async def test_a_picture_is_kept_shown_and_sent_again_on_both_wires(
    house: House, sdk: AsyncOpenAI, sighted: None
) -> None:
    chat = await sdk.chat.completions.create(model="antiphon/panel/starter", messages=ask(DATA_URL))
    later: list[Any] = [
        *ask(DATA_URL),
        {"role": "assistant", "content": chat.choices[0].message.content},
        {"role": "user", "content": "And now?"},
    ]
    again = await sdk.chat.completions.create(model="antiphon/panel/starter", messages=later)
    asked = await sdk.responses.create(model=SKEPTIC, input=see(DATA_URL))
    listed = await sdk.responses.input_items.list(asked.id)

    first, second, third = house.voices.requests("skeptic")
    assert [len(pictures_in(each)) for each in (first, second, third)] == [1, 1, 1]
    assert pictures_in(first) == pictures_in(second) == pictures_in(third)
    assert facts_of(again)["conversation_id"] == facts_of(chat)["conversation_id"]
    blind = house.voices.requests("builder")[0]
    assert pictures_in(blind) == []
    turn = await house.api.turn(house.url, facts_of(chat)["turn_id"])
    assert [part.kind for part in turn.parts] == ["image"]
    documents = (await house.get("/v1/documents"))["items"]
    assert len(documents) == 1
    assert [part.type for part in listed.data[0].content] == ["input_text", "input_image"]  # type: ignore[union-attr] # a message
    reply = next(each for each in turn.replies if each.advisor_id == "skeptic")
    receipt = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"][-1]
    assert "picture-" in receipt["body"]


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.test/cat.png",
        "data:image/png;base64,not base64!",
        f"data:image/png;base64,{base64.b64encode(b'no picture at all').decode()}",
        "data:text/html;base64,PGI+",
    ],
)
async def test_what_would_have_to_be_fetched_or_is_no_picture_is_refused(
    house: House, sdk: AsyncOpenAI, url: str
) -> None:
    with pytest.raises(BadRequestError) as told:
        await sdk.chat.completions.create(model=SKEPTIC, messages=ask(url))
    with pytest.raises(BadRequestError) as told_too:
        await sdk.responses.create(model=SKEPTIC, input=see(url))

    assert (told.value.code, told.value.param) == ("invalid_image_url", "messages")
    assert (told_too.value.code, told_too.value.param) == ("invalid_image_url", "input")
    assert (await house.get("/v1/documents"))["items"] == []
    assert house.voices.server.requests == []


@pytest.mark.both_databases
async def test_pictures_in_an_answer_come_back_as_items_of_the_wire_of_responses(
    house: House, sdk: AsyncOpenAI
) -> None:
    """Whole, as events, resumed behind any of them, asked for again; sent back they are passed over."""
    house.voices.script("skeptic", *(say("Look: ") + draw(paint("a")) + draw(paint("b")) + END for _ in range(2)))

    whole = await sdk.responses.create(model=SKEPTIC, input="Draw.")
    events = [each async for each in await sdk.responses.create(model=SKEPTIC, input="Draw again.", stream=True)]
    again = await sdk.responses.retrieve(whole.id)
    streamed = events[-1].response  # type: ignore[union-attr] # the last one has it
    place = next(each.sequence_number for each in events if each.type == "response.output_item.done" and is_made(each))
    rest = [each async for each in await sdk.responses.retrieve(streamed.id, stream=True, starting_after=place)]
    told: list[Any] = [*(each.model_dump() for each in whole.output), {"role": "user", "content": "And?"}]
    after = await sdk.responses.create(model=SKEPTIC, input=told)

    assert whole.output_text == "Look:"
    assert [each.type for each in whole.output] == ["message", "image_generation_call", "image_generation_call"]
    first, second = whole.output[1:]
    assert base64.b64decode(first.result or "").startswith(b"\x89PNG")  # type: ignore[union-attr] # a picture
    assert first.result != second.result  # type: ignore[union-attr] # pictures
    assert again == whole
    assert [each.type for each in streamed.output] == [each.type for each in whole.output]
    assert [each.type for each in events if is_made(each)] == [
        "response.output_item.added",
        "response.output_item.done",
    ] * 2
    numbers = [each.sequence_number for each in events]
    assert numbers == sorted(set(numbers))
    assert [each.type for each in rest] == [each.type for each in events if each.sequence_number > place]
    assert after.status == "completed"


def is_made(event: Any) -> bool:
    """Whether an event tells of a picture."""
    return getattr(getattr(event, "item", None), "type", "") == "image_generation_call"
