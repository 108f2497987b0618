"""How soon an answer is heard while it is still being written, with voices on this machine.

An answer arrives at 60 pieces a second, is cut into sentences, and each sentence is spoken as it is complete. What is
measured is the time from the first complete sentence to its first samples, and from each sentence to its own. The
audio is written to files and listened to: a file that is too short or silent ends the run.

    python -m bench.speech --rounds 20
    python -m bench.speech --piper "/opt/piper/bin/piper" --piper-voice en_US-joe-medium.onnx
"""

import argparse
import asyncio
import shlex
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from antiphon.settings import read_basic_environment
from antiphon.speech.engines.espeak import Espeak, list_voices
from antiphon.speech.engines.piper import Piper
from antiphon.speech.sentences import SentenceStream
from antiphon.speech.voices import SpeechEngine, Voices
from antiphon.speech.wav import HEADER_SIZE
from bench.report import find_quantile, write_results
from tests.speech.heard import listen

ANSWER = (
    "Start with what you can undo. If the lease is the only thing that binds you, then Dr. Meyer's figure of 3.50 a "
    "month matters less than it seems!\n\n"
    "1. Ask for a break clause. It costs little.\n"
    "2. Keep three months of rent aside.\n\n"
    "```\nreserve = 3 * rent\n```\n"
    "Would you still sign if the price rose by 12.5 percent? I would not, and I would say so early.\n"
)
PIECES_PER_SECOND = 60
_PIECE = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """Milliseconds until samples, over all rounds; `speed` is seconds of speech per second of work."""

    voice: str
    rounds: int
    sentences: int
    first_p50: float
    first_p95: float
    each_p50: float
    each_p95: float
    audio_seconds: float
    speed: float


@dataclass(slots=True)
class Spoken:
    """One sentence: how long until samples, until all of them, and how long it sounds."""

    until_samples: float
    until_all: float
    seconds: float


async def measure(voices: Voices, voice: str, rounds: int, folder: Path) -> Figure:
    """Speak the answer so many times, after one that is not counted."""
    await _round(voices, voice, folder)
    all_rounds = [await _round(voices, voice, folder) for _ in range(rounds)]
    first = [each[0].until_samples * 1000 for each in all_rounds]
    each = [one.until_samples * 1000 for spoken in all_rounds for one in spoken]
    seconds = sum(one.seconds for one in all_rounds[-1])
    work = sum(one.until_all for one in all_rounds[-1])
    quantiles = (
        find_quantile(first, 0.5),
        find_quantile(first, 0.95),
        find_quantile(each, 0.5),
        find_quantile(each, 0.95),
    )
    return Figure(voice, rounds, len(all_rounds[-1]), *quantiles, seconds, seconds / work)


async def _round(voices: Voices, voice: str, folder: Path) -> list[Spoken]:
    """One answer as it arrives; sentences are spoken in order by one speaker, as a listener hears them."""
    queue: asyncio.Queue[tuple[str, float] | None] = asyncio.Queue()
    writer = asyncio.create_task(_write(queue))
    spoken: list[Spoken] = []
    while (item := await queue.get()) is not None:
        sentence, complete = item
        waiting_from = complete if not spoken else time.perf_counter()
        spoken.append(await _speak(voices, voice, sentence, waiting_from, folder / f"{voice}-{len(spoken)}.wav"))
    await writer
    return spoken


async def _write(queue: asyncio.Queue[tuple[str, float] | None]) -> None:
    stream = SentenceStream()
    for at in range(0, len(ANSWER), _PIECE):
        await asyncio.sleep(1 / PIECES_PER_SECOND)
        for sentence in stream.push(ANSWER[at : at + _PIECE]):
            queue.put_nowait((sentence, time.perf_counter()))
    for sentence in stream.close():
        queue.put_nowait((sentence, time.perf_counter()))
    queue.put_nowait(None)


async def _speak(voices: Voices, voice: str, sentence: str, since: float, file: Path) -> Spoken:
    sound = await voices.speak(sentence, voice, 1.0)
    audio = b""
    until_samples = 0.0
    async for chunk in sound.chunks:
        audio += chunk
        if not until_samples and len(audio) > HEADER_SIZE:
            until_samples = time.perf_counter() - since
    until_all = time.perf_counter() - since
    await asyncio.to_thread(file.write_bytes, audio)
    heard = listen(audio)
    if heard.seconds < 0.02 * len(sentence) or heard.loudness < 0.01:
        raise SystemExit(f"{file} does not sound like {sentence!r}: {heard}")
    return Spoken(until_samples, until_all, heard.seconds)


@asynccontextmanager
async def _open(piper: str, files: Sequence[Path]) -> AsyncIterator[Voices]:
    environment = read_basic_environment()
    engines: list[SpeechEngine] = [Piper(shlex.split(piper), files, environment)] if files else []
    if program := shutil.which("espeak-ng"):
        american = [each for each in await list_voices(program, environment) if each.language == "en-us"]
        engines.append(Espeak(program, american, environment))
    voices = Voices(engines)
    try:
        yield voices
    finally:
        await voices.close()


async def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--piper", default="piper")
    parser.add_argument("--piper-voice", type=Path, action="append", default=[])
    parser.add_argument("--folder", type=Path, default=Path("bench/results/speech"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    async with _open(options.piper, options.piper_voice) as voices:
        if not voices.known:
            raise SystemExit("no voice here: install espeak-ng, or name a Piper voice")
        figures = [await measure(voices, voice.id, options.rounds, options.folder) for voice in voices.known]
    for each in figures:
        print(
            f"{each.voice}: first audio p50 {each.first_p50:.0f} ms, p95 {each.first_p95:.0f} ms; "
            f"every sentence p50 {each.each_p50:.0f} ms, p95 {each.each_p95:.0f} ms; {each.sentences} sentences, "
            f"{each.audio_seconds:.1f} s of speech, made {each.speed:.0f} times as fast as it is heard"
        )
    print(write_results("speech", {"figures": [asdict(each) for each in figures]}))


if __name__ == "__main__":
    asyncio.run(_main())
