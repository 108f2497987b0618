"""The calls about hearing a text."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.speech import Voice
from antiphon.client.paging import read_items

# A long text on a slow machine; the first sentence comes much earlier, but all of it is waited for here.
_SPEAKING_SECONDS = 300.0


class Speech(Noun):
    """Texts as sound, in voices of the server."""

    async def voices(self) -> tuple[Voice, ...]:
        """Every voice the server has."""
        return read_items(await self._wire.get("/v1/voices"), Voice.read)

    async def speak(self, text: str, voice: str, rate: float = 1.0) -> bytes:
        """The text as a WAV file; `rate` is how fast it is said, compared with usual."""
        body = {"text": text, "voice": voice, "rate": rate}
        return await self._wire.ask_bytes("POST", "/v1/speech", body, seconds=_SPEAKING_SECONDS)
