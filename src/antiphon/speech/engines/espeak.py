"""espeak-ng, when the operator has it: one short process per sentence, words over its standard input."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress

from antiphon.conversation.errors import VoiceFailed
from antiphon.programs.start import start_program
from antiphon.speech.voices import Sound, SpeechVoice
from antiphon.speech.wav import HEADER_SIZE, build_header, read_shape

# How fast people read aloud; the rate multiplies it.
_WORDS_PER_MINUTE = 180
_SILENCE_SECONDS = 10.0
_CHUNK = 16 * 1024
_ROW = re.compile(r"\s*\d+\s+(?P<language>\S+)\s+\S+\s+(?P<name>\S+)\s")


async def list_voices(program: str, environment: Mapping[str, str]) -> tuple[SpeechVoice, ...]:
    """The voices this program says it has; none when it does not say."""
    try:
        process = await start_program((program, "--voices"), environment)
    except OSError:
        return ()
    try:
        async with asyncio.timeout(_SILENCE_SECONDS):
            output, _ = await process.communicate()
    except TimeoutError:
        return ()
    finally:
        await _end(process)
    return read_voices(output.decode("utf-8", "replace"))


def read_voices(table: str) -> tuple[SpeechVoice, ...]:
    """The voices in the table espeak-ng prints, one per language."""
    rows = (row for line in table.splitlines() if (row := _ROW.match(line)))
    found = {row["language"]: row["name"].replace("_", " ") for row in rows}
    return tuple(SpeechVoice(f"espeak:{language}", name, language, "espeak") for language, name in found.items())


class Espeak:
    """Robotic, tiny, in more than a hundred languages. `environment` is all the program gets to know of ours."""

    def __init__(self, program: str, voices: Sequence[SpeechVoice], environment: Mapping[str, str]) -> None:
        self._program = program
        self._environment = environment
        self.voices = tuple(voices)

    async def speak(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> Sound:
        """The sentences as one WAV whose length is not known in advance."""
        return Sound("audio/wav", self._say_all(sentences, voice, rate))

    async def close(self) -> None:
        """Every process belongs to a listener and ends with it."""

    async def _say_all(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> AsyncGenerator[bytes, None]:
        begun = False
        for sentence in sentences:
            async with aclosing(self._say(sentence, voice, rate)) as chunks:
                header = await anext(chunks)
                if not begun:
                    yield header
                    begun = True
                async for chunk in chunks:
                    yield chunk

    async def _say(self, sentence: str, voice: SpeechVoice, rate: float) -> AsyncGenerator[bytes, None]:
        """A header, then samples as they are made."""
        speed = str(round(_WORDS_PER_MINUTE * rate))
        command = (self._program, "--stdin", "--stdout", "-b", "1", "-v", voice.language, "-s", speed)
        try:
            process = await start_program(command, self._environment)
        except OSError as error:
            raise VoiceFailed(voice.id, "espeak-ng cannot be started") from error
        assert process.stdin is not None  # noqa: S101 - both are pipes, as `start_program` makes them
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(sentence.encode())
            process.stdin.close()
            shape = read_shape(await _read(process.stdout, HEADER_SIZE, exactly=True))
            if shape is None:
                raise VoiceFailed(voice.id, "espeak-ng sent no audio")
            yield build_header(shape)
            while chunk := await _read(process.stdout, _CHUNK):
                yield chunk
            async with asyncio.timeout(_SILENCE_SECONDS):
                await process.wait()
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            raise VoiceFailed(voice.id, "espeak-ng sent no audio") from error
        finally:
            await _end(process)


async def _read(stream: asyncio.StreamReader, size: int, *, exactly: bool = False) -> bytes:
    async with asyncio.timeout(_SILENCE_SECONDS):
        return await (stream.readexactly(size) if exactly else stream.read(size))


async def _end(process: asyncio.subprocess.Process) -> None:
    """Whoever stops listening stops the speaker."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    await process.wait()
