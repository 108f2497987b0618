"""A program on the OpenAI wire is told that an advisor waits for a person's leave."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from openai import AsyncOpenAI

from tests.fakes.model_server import answer
from tests.journeys.conftest import House
from tests.journeys.test_tools import add, calls, decide, equip, lines, notes, settings, wait_for_questions

__all__ = ["notes", "settings"]

WAITS = "The Skeptic: it waits until a person allows it to call add_note of notes.\n"


@pytest.fixture
async def sdk(house: House) -> AsyncIterator[AsyncOpenAI]:
    """The package that most programs use."""
    async with AsyncOpenAI(base_url=f"{house.url}/openai/v1", api_key="local", max_retries=0) as client:
        yield client


@pytest.mark.parametrize(
    ("model", "more", "place"),
    [
        ("antiphon/advisor/skeptic", {}, 0),
        ("antiphon/panel/starter", {}, 0),
        ("antiphon/panel/starter", {"n": 5}, 0),
    ],
    ids=["an advisor", "a panel", "a panel with a choice each"],
)
async def test_who_waits_for_leave_is_told_once_and_is_no_part_of_the_answer(
    house: House, sdk: AsyncOpenAI, notes: Path, model: str, more: dict[str, int], place: int
) -> None:
    """Otherwise an answer would stand still, and whoever asked would not know that it is their turn."""
    await equip(house)
    house.voices.script("skeptic", calls(add("call mother"), before="Let me note it."), answer("Noted."))
    stream = await sdk.chat.completions.create(
        model=model,
        messages=[{"role": "user", "content": "Please note it."}],
        stream=True,
        **more,  # type: ignore[call-overload] # a number where the package has a number
    )

    words, thoughts = "", []
    async for chunk in stream:
        for choice in chunk.choices:
            words += choice.delta.content or "" if choice.index == place else ""
            if (thought := (choice.delta.model_extra or {}).get("reasoning_content")) is not None:
                thoughts.append((choice.index, thought))
                [question] = await wait_for_questions(house)
                assert lines(notes) == []
                await decide(house, question)

    assert thoughts == [(place, WAITS)]
    assert "Let me note it." in words
    assert "Noted." in words
    assert "allows" not in words
    assert lines(notes) == ["call mother"]
