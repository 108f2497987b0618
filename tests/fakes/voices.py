"""A model server in which each advisor of the starter panel has its own script."""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.model_server import ModelServer, Received, Script, answer

VOICES = ("skeptic", "builder", "historian", "confidant", "contrarian")


def voice_of(body: dict[str, Any]) -> str:
    """Which advisor a request is for: its system prompt says so in the first line."""
    first = body["messages"][0]["content"].splitlines()[0].lower()
    return next(voice for voice in VOICES if voice in first)


@dataclass(slots=True)
class Voices:
    """Scripts per advisor: queued ones first, then a plain answer that names the advisor and the turn."""

    server: ModelServer
    queued: dict[str, deque[Script]] = field(default_factory=lambda: defaultdict(deque))

    def script(self, voice: str, *scripts: Script) -> None:
        """What this advisor does for its next requests."""
        self.queued[voice].extend(scripts)

    def choose(self, body: dict[str, Any]) -> Script:
        """The script of one request."""
        voice = voice_of(body)
        if self.queued[voice]:
            return self.queued[voice].popleft()
        asked = sum(message["role"] == "user" for message in body["messages"])
        return answer(f"{voice} answers {asked}", pieces=3)

    def requests(self, voice: str) -> list[Received]:
        """Every request made for this advisor, in order."""
        return [request for request in self.server.requests if voice_of(request.json) == voice]
