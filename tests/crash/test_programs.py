"""kill -9 in the middle of an answer to a program that asks again by itself."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse
from openai import AsyncOpenAI

from antiphon.conversation.turn import Turn
from tests.crash.conftest import Scene, whole
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

FIRST = ("skeptic", "builder")


async def test_a_program_that_asks_again_after_a_crash_has_asked_once(make_scene: Callable[..., Scene]) -> None:
    """One turn; who had ended is not asked again, and who was cut off is begun anew by the house, not by the retry."""
    scene = make_scene()
    question: Any = [{"role": "user", "content": "Should I go?"}]
    async with AsyncOpenAI(base_url=f"{scene.first.url}/openai/v1", api_key="local", max_retries=30) as sdk:
        asking = asyncio.create_task(
            sdk.chat.completions.create(model="antiphon/panel/starter", messages=question, timeout=60)
        )
        scene.model.open(*FIRST)
        await _wait_until_cut_off(scene)

        scene.first.kill()
        scene.first.start()
        scene.model.open()
        got = await asking

    [turn] = await _read_turns(scene)
    told: dict[str, Any] = (got.model_extra or {})["antiphon"]
    assert (got.id, told["turn_id"]) == (f"chatcmpl-{turn.id}", turn.id)
    for reply in turn.replies:
        assert reply.text == whole(reply.advisor_id)
        assert whole(reply.advisor_id) in (got.choices[0].message.content or "")
        receipts = (await scene.api.get(f"{scene.survivor.url}/v1/replies/{reply.id}/receipts"))["items"]
        assert sum(receipt["usage"] is not None for receipt in receipts) == 1
    assert {voice: scene.model.count(voice) for voice in VOICES} == {
        voice: 1 if voice in FIRST else 2 for voice in VOICES
    }


async def test_a_run_that_is_begun_again_after_a_crash_has_asked_once(make_scene: Callable[..., Scene]) -> None:
    """The screen begins the same run until it is told to its end: one turn, told whole, nobody paid twice."""
    scene = make_scene()
    asked = {"id": "u1", "role": "user", "content": "Should I go?"}
    body = {"threadId": "t1", "runId": "r1", "protocolVersion": "1.0", "messages": [asked]}
    running = asyncio.create_task(_run_until_told(f"{scene.first.url}/agui/panels/starter", body))
    scene.model.open(*FIRST)
    await _wait_until_cut_off(scene)

    scene.first.kill()
    scene.first.start()
    scene.model.open()
    told = await running

    [turn] = await _read_turns(scene)
    assert told[-1]["outcome"] == {"type": "success"}
    assert [each["type"] for each in told].count("MESSAGES_SNAPSHOT") == 1
    for reply in turn.replies:
        assert _find_last_words(told, reply.id) == reply.text == whole(reply.advisor_id)
        receipts = (await scene.api.get(f"{scene.survivor.url}/v1/replies/{reply.id}/receipts"))["items"]
        assert sum(receipt["usage"] is not None for receipt in receipts) == 1


def _find_last_words(told: list[dict[str, Any]], reply_id: str) -> str:
    """What a screen shows of a voice: the message it has spoken since it last began."""
    said = [each for each in told if each["type"] == "TEXT_MESSAGE_CONTENT" and each["subagentRunId"] == reply_id]
    return "".join(each["delta"] for each in said if each["messageId"] == said[-1]["messageId"])


async def _run_until_told(url: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the run that came to its end, after those that broke."""
    async with httpx.AsyncClient(timeout=60) as screen:
        while True:
            told: list[dict[str, Any]] = []
            try:
                async with aconnect_sse(screen, "POST", url, json=body) as source:
                    told.extend([json.loads(each.data) async for each in source.aiter_sse()])
            except httpx.HTTPError:
                await asyncio.sleep(0.2)
            if told and told[-1]["type"] == "RUN_FINISHED":
                return told


async def _wait_until_cut_off(scene: Scene) -> None:
    """Two have ended, and the other three have said something that is on disk."""
    async with asyncio.timeout(60):
        while True:
            turns = await _read_turns(scene)
            replies = turns[0].replies if turns else ()
            if sum(reply.completed for reply in replies) == len(FIRST) and all(reply.text for reply in replies):
                return
            await asyncio.sleep(0.05)


async def _read_turns(scene: Scene) -> list[Turn]:
    conversations = (await scene.api.get(f"{scene.first.url}/v1/conversations"))["items"]
    found = []
    for each in conversations:
        page = await scene.api.get(f"{scene.first.url}/v1/conversations/{each['id']}/turns")
        found += [await scene.api.turn(scene.first.url, turn["id"]) for turn in page["items"]]
    return found
