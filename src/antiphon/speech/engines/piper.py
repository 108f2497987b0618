"""Piper, when the operator has it: a process per voice and rate that stays warm, words over its standard input.

Piper writes one WAV file per line it is given and then names it on its output. Raw samples would have no end between
two sentences; files do, and Piper speaks a sentence as a whole anyway.
"""

import asyncio
import re
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from antiphon.conversation.errors import VoiceFailed
from antiphon.programs.start import start_program
from antiphon.speech.voices import Sound, SpeechVoice
from antiphon.speech.wav import HEADER_SIZE, build_header, read_shape

# A model takes some 150 MB in memory, so those that were not heard for longest make room.
_MOST_PROCESSES = 3
# Loading a model from a cold disk counts as silence, too.
_SILENCE_SECONDS = 30.0
_FILE_NAME = re.compile(r"^(?P<language>[a-z]{2,3})_(?P<region>[A-Z]{2})-(?P<name>.+?)(?:-(?:x_low|low|medium|high))?$")
_WROTE = re.compile(r"(\S+\.wav)\s*$")


def name_voice(file: Path) -> SpeechVoice:
    """The voice in a file; those Piper's makers give out tell their language and name in the file's."""
    if match := _FILE_NAME.match(file.stem):
        return SpeechVoice(f"piper:{file.stem}", match["name"], f"{match['language']}-{match['region']}", "piper")
    return SpeechVoice(f"piper:{file.stem}", file.stem, "", "piper")


class Piper:
    """Natural voices from the files the operator named. `environment` is all the program gets to know of ours."""

    def __init__(self, command: Sequence[str], files: Sequence[Path], environment: Mapping[str, str]) -> None:
        self._command = tuple(command)
        self._environment = environment
        self._files = {name_voice(file).id: file for file in files}
        self._running: OrderedDict[tuple[str, float], _Speaker] = OrderedDict()
        self._tasks: set[asyncio.Task[bytes] | asyncio.Task[None]] = set()
        self.voices = tuple(name_voice(file) for file in files)

    def warm(self) -> None:
        """Start the voices now, so that their first sentence does not wait for a model to be loaded."""
        for voice in self.voices[:_MOST_PROCESSES]:
            self._keep(asyncio.create_task(self._find(voice, 1.0).say("Ready.")))

    async def speak(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> Sound:
        """The sentences as one WAV; each is there as a whole."""
        return Sound("audio/wav", self._say_all(sentences, voice, rate))

    async def close(self) -> None:
        """End every process and drop what nobody waits for any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while self._running:
            _, speaker = self._running.popitem()
            await speaker.close()

    async def _say_all(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> AsyncGenerator[bytes, None]:
        for at, sentence in enumerate(sentences):
            wav = await self._say(sentence, voice, rate)
            shape = read_shape(wav[:HEADER_SIZE])
            if shape is None:
                raise VoiceFailed(voice.id, "Piper sent no audio")
            if at == 0:
                yield build_header(shape, len(wav) - HEADER_SIZE if len(sentences) == 1 else None)
            yield wav[HEADER_SIZE:]

    async def _say(self, sentence: str, voice: SpeechVoice, rate: float) -> bytes:
        """One sentence as a WAV. A listener who leaves does not end the process: it finishes and stays warm."""
        task = asyncio.create_task(self._find(voice, rate).say(sentence))
        self._keep(task)
        try:
            return await asyncio.shield(task)
        except (_Gone, TimeoutError, OSError) as error:
            raise VoiceFailed(voice.id, "Piper sent no audio") from error

    def _find(self, voice: SpeechVoice, rate: float) -> "_Speaker":
        key = (voice.id, rate)
        if key not in self._running:
            self._running[key] = _Speaker((*self._command, "-m", str(self._files[voice.id])), rate, self._environment)
        self._running.move_to_end(key)
        while len(self._running) > _MOST_PROCESSES:
            _, oldest = self._running.popitem(last=False)
            self._keep(asyncio.create_task(oldest.retire()))
        return self._running[key]

    def _keep(self, task: asyncio.Task[bytes] | asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[bytes] | asyncio.Task[None]) -> None:
        """How a sentence ended that nobody listened to interests nobody."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()


class _Gone(Exception):
    """The process ended in the middle of a sentence."""


class _Speaker:
    """One Piper, started with its first sentence and again when it has died. Sentences take turns."""

    def __init__(self, command: Sequence[str], rate: float, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._command = (*command, "--length_scale", f"{1 / rate:.3f}")
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._folder: Path | None = None

    async def say(self, sentence: str) -> bytes:
        """A whole WAV file, which is gone from the disk when this returns; after a failure Piper is, too."""
        async with self._turn:
            try:
                process = await self._start()
                assert process.stdin is not None  # noqa: S101 - both are pipes, as `start_program` makes them
                assert process.stdout is not None  # noqa: S101
                # A line is a sentence, so a sentence must be one line.
                process.stdin.write(" ".join(sentence.split()).encode() + b"\n")
                return await self._read_file(process.stdout)
            except BaseException:
                await self.close()
                raise

    async def retire(self) -> None:
        """End when everything that was asked for has been spoken."""
        async with self._turn:
            await self.close()

    async def close(self) -> None:
        """End now, and leave nothing on the disk."""
        process, self._process = self._process, None
        folder, self._folder = self._folder, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if folder is not None:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self.close()
        self._folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="antiphon-"))
        command = (*self._command, "--output_dir", str(self._folder))
        self._process = await start_program(command, self._environment, stderr=asyncio.subprocess.STDOUT)
        return self._process

    async def _read_file(self, output: asyncio.StreamReader) -> bytes:
        """The next file Piper says it has written; what else it says is passed over."""
        async with asyncio.timeout(_SILENCE_SECONDS):
            while line := await output.readline():
                found = _WROTE.search(line.decode("utf-8", "replace"))
                if found and (file := Path(found[1])).parent == self._folder:
                    return await asyncio.to_thread(_take, file)
        raise _Gone


def _take(file: Path) -> bytes:
    try:
        return file.read_bytes()
    finally:
        file.unlink(missing_ok=True)
