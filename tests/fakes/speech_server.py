"""A server that speaks the speech wire of OpenAI and answers with a tone: 60 ms of real samples per word."""

import math
import struct
from typing import Any

from antiphon.speech.wav import Shape, build_header
from tests.fakes.model_server import Chunk, Headers, ModelServer, Script, fail

RATE = 8000
WORD_SECONDS = 0.06
PITCH = {"low": 220.0, "high": 880.0}


class SpeechServer(ModelServer):
    """Knows two voices, `low` and `high`, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict[str, Any]] = []
        self.handler = self.speak

    def speak(self, body: dict[str, Any]) -> Script:
        """A tone for the input; whoever takes this port for another server's is sent away and not remembered."""
        if "voice" not in body:
            return fail(404)
        self.asked.append(body)
        if body["voice"] not in PITCH:
            return fail(404)
        samples = build_tone(PITCH[body["voice"]], len(body["input"].split()) * WORD_SECONDS / body["speed"])
        head = build_header(Shape(RATE, 1, 2))
        return (Headers(200, {"Content-Type": "audio/wav"}), Chunk(head), Chunk(samples))


def build_tone(pitch: float, seconds: float) -> bytes:
    """Samples of a sine."""
    count = round(seconds * RATE)
    return struct.pack(f"<{count}h", *(round(12000 * math.sin(2 * math.pi * pitch * at / RATE)) for at in range(count)))
