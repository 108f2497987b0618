"""One text out of a panel, asked for as a model."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from openai import AsyncOpenAI

from antiphon.app.database import database_url
from antiphon.engine.engine import OPERATOR
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Store
from antiphon.store.writes.forget import forget_keys
from tests.fakes.model_server import answer, fail
from tests.journeys.cartographer import CLAIMS, SAID, entries
from tests.journeys.conftest import House
from tests.journeys.synthesiser import Synthesiser, page
from tests.journeys.test_openai_wire import ask, facts_of, sdk

__all__ = ["sdk"]

MODEL = "antiphon/synthesis/starter"
TEXT = page(("Two would sign, one would not.", ["1"]), ("So ask for a shorter lease.", []))


@pytest.fixture
def writer(house: House) -> Synthesiser:
    """The same model server, which now draws maps and writes about them too."""
    made = Synthesiser(house)
    house.voices.server.handler = made.choose
    for voice, text in SAID.items():
        house.voices.script(voice, answer(text))
        made.finds(text, entries(*CLAIMS[voice]))
    for voice in ("confidant", "contrarian"):
        house.voices.script(voice, fail(402))
    return made


async def test_the_voices_are_thoughts_and_the_text_is_the_answer(writer: Synthesiser, sdk: AsyncOpenAI) -> None:
    writer.writes.append(TEXT)

    got = await sdk.chat.completions.create(model=MODEL, messages=ask("Shall I sign?"))

    message = got.choices[0].message
    said, thought = message.content or "", (message.model_extra or {})["reasoning_content"]
    assert said.startswith("*3 of 5 voices heard in full.")
    assert "Two would sign, one would not. [The Skeptic ¶1] [The Builder ¶1] [The Historian ¶1]" in said
    assert "- [The Skeptic ¶1]: “Do not sign.”" in said
    assert SAID["builder"] in thought
    assert "## The Confidant\n\n> No answer: " in thought
    assert facts_of(got)["synthesis"]
    parts = [each["usage"]["completion_tokens"] for each in facts_of(got)["voices"]]
    assert got.usage is not None
    assert got.usage.completion_tokens > sum(parts)


async def test_in_pieces_it_says_the_same_and_goes_on_in_the_same_conversation(
    writer: Synthesiser, sdk: AsyncOpenAI
) -> None:
    writer.writes.append(TEXT)
    said, thought, facts = "", "", None
    stream = await sdk.chat.completions.create(model=MODEL, messages=ask("Shall I sign?"), stream=True)
    async for chunk in stream:
        extra: dict[str, Any] = chunk.choices[0].delta.model_extra or {}
        said += chunk.choices[0].delta.content or ""
        thought += extra.get("reasoning_content") or ""
        facts = (chunk.model_extra or {}).get("antiphon") or facts

    more = await sdk.chat.completions.create(model="antiphon/panel", messages=ask("And then?", "Shall I sign?", said))

    assert said.startswith("*3 of 5 voices heard in full.")
    assert thought.index("## The Skeptic") < thought.index("## The Historian")
    assert facts is not None
    assert facts_of(more)["conversation_id"] == facts["conversation_id"]


@pytest.mark.both_databases
async def test_a_text_is_written_once_however_late_it_is_asked_for_again(
    writer: Synthesiser, house: House, sdk: AsyncOpenAI, settings: Settings
) -> None:
    """A day later nobody knows the key, and the newest text is of another kind; it is found all the same."""
    writer.writes.append(TEXT)
    got = await sdk.responses.create(model=MODEL, input="Shall I sign?")
    turn = await house.api.turn(house.url, facts_of(got)["turn_id"])
    await writer.write(turn, page(("They differ.", ["1"])), mode="compare")
    store = Store(open_engine(database_url(settings), 2), 1)
    await store.write(OPERATOR, forget_keys, datetime.now(UTC) + timedelta(minutes=1))
    await store.close()

    again = [await sdk.responses.retrieve(got.id) for _ in range(2)]

    assert again == [got, got]
    assert "Two would sign, one would not." in got.output_text
    assert len(writer.asked()) == 2


async def test_where_one_voice_answers_there_is_no_synthesis(house: House, sdk: AsyncOpenAI) -> None:
    for voice in ("builder", "historian", "confidant", "contrarian"):
        house.voices.script(voice, fail(402))

    got = await sdk.chat.completions.create(model=MODEL, messages=ask("Shall I sign?"))

    said = got.choices[0].message.content or ""
    assert said.startswith("*1 of 5 voices heard in full.")
    assert "## The Skeptic\n\nskeptic answers" in said
    assert facts_of(got)["synthesis"] is None
