"""Voices and speech through the front door, with an endpoint that answers real audio (M51, M55)."""

import asyncio
import json

import pytest

from tests.fakes.model_server import Chunk, Headers, Sleep
from tests.fakes.speech_server import WORD_SECONDS, SpeechServer
from tests.speech.conftest import House
from tests.speech.heard import listen


async def test_the_voices_the_operator_named_are_there(house: House) -> None:
    """M55: one voice per advisor needs voices to choose from."""
    voices = await house.voices()

    assert voices["remote:low"] == {"id": "remote:low", "name": "low", "language": "", "engine": "remote"}
    assert list(voices) == ["remote:low", "remote:high", "remote:gone"]


async def test_a_text_becomes_audio_in_the_voice_and_rate_asked_for(house: House, speaker: SpeechServer) -> None:
    """M55: voice and rate are the listener's."""
    _, kind, low = await house.speak(text="One two three four five. Six.", voice="remote:low")
    _, _, high = await house.speak(text="One two three four five. Six.", voice="remote:high", rate=1.5)

    assert kind == "audio/wav"
    assert listen(low).seconds == pytest.approx(6 * WORD_SECONDS, abs=0.01)
    assert listen(high).seconds == pytest.approx(4 * WORD_SECONDS, abs=0.01)
    assert listen(low).loudness > 0.1
    assert listen(low).crossings == pytest.approx(440, rel=0.1)
    assert listen(high).crossings == pytest.approx(1760, rel=0.1)
    assert speaker.asked[0]["model"] == "tts"
    assert speaker.asked[0]["response_format"] == "wav"


async def test_markdown_is_not_spoken(house: House, speaker: SpeechServer) -> None:
    """M51: code is named, signs are left out."""
    await house.speak(text="# Plan\n\n**Do** [this](http://a.b/c).\n```\nx = 1\n```\n", voice="remote:low")

    assert speaker.asked[0]["input"] == "Plan Do this. Code block."


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "Hello.", "voice": "remote:nobody"}, 404, "not_found"),
        ({"text": "Hello.", "voice": "remote:gone"}, 502, "voice_failed"),
        ({"text": "---", "voice": "remote:low"}, 422, "malformed"),
        ({"text": "a" * 4097, "voice": "remote:low"}, 422, "malformed"),
        ({"text": "Hello.", "voice": "remote:low", "rate": 1.6}, 422, "malformed"),
        ({"text": "Hello.", "voice": "remote:low", "command": "sh"}, 422, "malformed"),
    ],
)
async def test_what_cannot_be_spoken_is_refused_by_name(
    house: House, body: dict[str, object], status: int, code: str
) -> None:
    """R-01: a request names a voice, never a program or a file."""
    answered, _, said = await house.speak(**body)

    assert (answered, json.loads(said)["code"]) == (status, code)


async def test_an_answer_that_is_no_audio_is_not_passed_on(house: House, speaker: SpeechServer) -> None:
    """A page from somewhere else never comes out of this origin."""
    speaker.handler = lambda _: (Headers(200, {"Content-Type": "text/html"}), Chunk(b"<script>"))

    status, kind, said = await house.speak(text="Hello.", voice="remote:low")

    assert (status, kind) == (502, "application/problem+json")
    assert b"script" not in said


async def test_listeners_who_leave_make_room_for_others(house: House, speaker: SpeechServer) -> None:
    """M53: stopping ends the work behind it."""
    speaker.handler = lambda _: (Headers(200, {"Content-Type": "audio/wav"}), Chunk(b"RIFF"), Sleep(None))
    for _ in range(6):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await house.speak(text="Hello.", voice="remote:low")

    speaker.handler = speaker.speak
    async with asyncio.timeout(5):
        status, _, audio = await house.speak(text="Hello again.", voice="remote:low")

    assert status == 200
    assert listen(audio).loudness > 0.1
