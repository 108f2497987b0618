"""Who can speak here, and how a text becomes sound."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from antiphon.conversation.errors import Malformed, NotFound, VoiceFailed
from antiphon.speech.sentences import split_sentences

EngineName = Literal["remote", "piper", "espeak"]
# What the speech wire of OpenAI takes at most; nobody listens to more in one go.
LONGEST_TEXT = 4096
SLOWEST, FASTEST = 0.5, 1.5
# Speaking costs a processor; more at a time would only make everybody's first word late.
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class SpeechVoice:
    """Somebody who can speak. The id begins with the engine, so no engine can take another's name.

    `language` is a BCP 47 tag, or empty for a voice that speaks what it is given.
    """

    id: str
    name: str
    language: str
    engine: EngineName


class Sound(NamedTuple):
    """Audio as it comes, and what kind it is. Closing the chunks ends the work."""

    media_type: str
    chunks: AsyncGenerator[bytes, None]


class SpeechEngine(Protocol):
    """Something that speaks, with voices of its own."""

    @property
    def voices(self) -> Sequence[SpeechVoice]:
        """Its voices."""
        ...

    async def speak(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> Sound:
        """The audio of these sentences one after the other; `VoiceFailed` when there is none."""
        ...

    async def close(self) -> None:
        """End every process that still runs."""
        ...


class Voices:
    """Every voice of the house. A text is cut into sentences here, so no engine sees Markdown."""

    def __init__(self, engines: Sequence[SpeechEngine]) -> None:
        self._engines = tuple(engines)
        self._places = asyncio.Semaphore(_AT_ONCE)

    @property
    def known(self) -> tuple[SpeechVoice, ...]:
        """Every voice, those the operator named before those found on this machine."""
        return tuple(voice for engine in self._engines for voice in engine.voices)

    def is_remote(self, voice_id: str) -> bool:
        """Whether a server elsewhere speaks in this voice, and may be paid for it; `NotFound` for an unknown one."""
        return self._find(voice_id)[1].engine == "remote"

    async def speak(self, text: str, voice_id: str, rate: float) -> Sound:
        """The text in this voice, `rate` times as fast as usual, once its first bytes are there. Nothing is kept.

        `NotFound` for an unknown voice, `Malformed` for a text without words, `VoiceFailed` for an engine that does
        not work.
        """
        engine, voice = self._find(voice_id)
        sentences = split_sentences(text)
        if not sentences:
            raise Malformed("there is nothing to say in this text")
        await self._places.acquire()
        try:
            sound = await engine.speak(sentences, voice, rate)
        except BaseException:
            self._places.release()
            raise
        chunks = self._holding(sound.chunks)
        first = await anext(chunks, b"")
        if not first:
            raise VoiceFailed(voice.id, "it made no sound")
        return Sound(sound.media_type, _continue(first, chunks))

    async def close(self) -> None:
        """End every process that still runs."""
        for engine in self._engines:
            await engine.close()

    def _find(self, voice_id: str) -> tuple[SpeechEngine, SpeechVoice]:
        for engine in self._engines:
            for voice in engine.voices:
                if voice.id == voice_id:
                    return engine, voice
        raise NotFound("voice", voice_id)

    async def _holding(self, chunks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """The same chunks; the place is free again when they end."""
        try:
            async with aclosing(chunks):
                async for chunk in chunks:
                    yield chunk
        finally:
            self._places.release()


async def _continue(first: bytes, rest: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(rest):
        yield first
        async for chunk in rest:
            yield chunk
