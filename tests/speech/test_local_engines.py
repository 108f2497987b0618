"""Voices in processes of their own: espeak-ng when it is installed, and a program that is used like Piper."""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from antiphon.app.speech import open_voices
from antiphon.conversation.errors import VoiceFailed
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.settings import SpeechSettings, read_basic_environment
from antiphon.speech.engines.espeak import Espeak, list_voices, read_voices
from antiphon.speech.engines.piper import Piper, name_voice
from antiphon.speech.voices import SpeechVoice, Voices
from antiphon.speech.wav import HEADER_SIZE
from tests.fakes.speech_server import WORD_SECONDS
from tests.speech.heard import listen

VOICE = "piper:en_US-anna-medium"
ENVIRONMENT = read_basic_environment()


@pytest.fixture
async def piper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Voices]:
    """One voice, spoken by the fake."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    file = tmp_path / "en_US-anna-medium.onnx"
    file.touch()
    voices = Voices([Piper([sys.executable, "-m", "tests.fakes.piper"], [file], ENVIRONMENT)])
    yield voices
    await voices.close()
    assert not list(tmp_path.glob("antiphon-*"))


async def _hear(voices: Voices, text: str, voice: str = VOICE, rate: float = 1.0) -> bytes:
    sound = await voices.speak(text, voice, rate)
    return b"".join([chunk async for chunk in sound.chunks])


def _starts(folder: Path) -> int:
    return len((folder / "starts").read_text().splitlines())


def test_a_voice_file_tells_its_language_and_name() -> None:
    """M55: voices are chosen by name and language."""
    named = name_voice(Path("/voices/en_GB-alan-x_low.onnx"))
    other = name_voice(Path("/voices/mine.onnx"))

    assert (named.id, named.name, named.language) == ("piper:en_GB-alan-x_low", "alan", "en-GB")
    assert (other.id, other.name, other.language) == ("piper:mine", "mine", "")


async def test_one_process_speaks_sentence_after_sentence(piper: Voices, tmp_path: Path) -> None:
    """M51: only the first sentence waits for the voice to be loaded."""
    one = await _hear(piper, "One two three.")
    two = await _hear(piper, "Four five. Six\nseven eight nine ten\neleven twelve.")

    assert listen(one).seconds == pytest.approx(3 * WORD_SECONDS, abs=0.01)
    assert listen(two).seconds == pytest.approx(9 * WORD_SECONDS, abs=0.01)
    assert listen(two).loudness > 0.1
    assert _starts(tmp_path) == 1


async def test_the_rate_makes_it_faster(piper: Voices) -> None:
    """M55: the rate counts from the next sentence on."""
    usual, fast = await _hear(piper, "One two three."), await _hear(piper, "One two three.", rate=1.5)

    assert listen(fast).seconds == pytest.approx(listen(usual).seconds / 1.5, rel=0.05)


async def test_a_listener_who_leaves_does_not_end_the_process(piper: Voices, tmp_path: Path) -> None:
    """M53: after a stop the next sentence is its own, and still comes from a warm voice."""
    await _hear(piper, "Ready now.")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await _hear(piper, "Speak slowly please, all of these many words.")

    audio = await _hear(piper, "One two three.")

    assert listen(audio).seconds == pytest.approx(3 * WORD_SECONDS, abs=0.01)
    assert _starts(tmp_path) == 1


async def test_a_process_that_dies_is_a_named_failure_and_is_started_again(piper: Voices, tmp_path: Path) -> None:
    """Nothing hangs on a program that is gone."""
    with pytest.raises(VoiceFailed):
        await _hear(piper, "Please fall over.")

    assert listen(await _hear(piper, "One two.")).loudness > 0.1
    assert _starts(tmp_path) == 2


async def test_a_program_that_is_not_there_is_a_named_failure(tmp_path: Path) -> None:
    """The operator's mistake is told as one."""
    file = tmp_path / "mine.onnx"
    file.touch()
    voices = Voices([Piper([str(tmp_path / "no-such-program")], [file], ENVIRONMENT)])

    with pytest.raises(VoiceFailed):
        await _hear(voices, "Hello.", "piper:mine")
    await voices.close()


async def test_programs_that_speak_learn_no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-09: neither the one that is asked for its voices at the start, nor one that is kept warm."""
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\nenv >> {tmp_path}/known\n", encoding="utf-8")
    program.chmod(0o755)
    voice = tmp_path / "mine.onnx"
    voice.touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("OPENAI_API_KEY", "canary-4711")
    monkeypatch.setenv("ANTIPHON_PROVIDERS__FAKE__API_KEY", "canary-4712")
    settings = SpeechSettings(espeak=True, piper=str(program), piper_voices=(voice,))

    async with open_session(AddressPolicy(allow_private=True)) as session, open_voices(settings, session) as voices:
        with pytest.raises(VoiceFailed):
            await _hear(voices, "Hello.", "piper:mine")

    known = (tmp_path / "known").read_text(encoding="utf-8")
    assert known.count("PATH=") >= 2
    assert "canary" not in known


def test_the_table_of_espeak_is_read() -> None:
    """M55: every language it has is a voice."""
    table = (
        "Pty Language       Age/Gender VoiceName          File                 Other Languages\n"
        " 5  en-us           --/M      English_(America)  gmw/en-US            (en 3)\n"
        " 5  zh              --/M      Chinese_(Mandarin) sit/cmn              (zh-cmn 5)\n"
    )

    assert [(each.id, each.name) for each in read_voices(table)] == [
        ("espeak:en-us", "English (America)"),
        ("espeak:zh", "Chinese (Mandarin)"),
    ]


@pytest.fixture
async def espeak() -> Voices:
    """The real one."""
    program = shutil.which("espeak-ng")
    if program is None:
        pytest.skip("espeak-ng is not installed")
    return Voices([Espeak(program, await list_voices(program, ENVIRONMENT), ENVIRONMENT)])


async def test_espeak_really_speaks(espeak: Voices) -> None:
    """M51, M55: real speech of a plausible length, and faster when asked."""
    text = "This is a sentence of nine words or so. And one more; with `-v de` and $(date) in it."
    usual = listen(await _hear(espeak, text, "espeak:en-us"))
    fast = listen(await _hear(espeak, text, "espeak:en-us", rate=1.5))

    assert 4 < usual.seconds < 12
    assert usual.loudness > 0.02
    assert fast.seconds < 0.8 * usual.seconds


async def test_espeak_ends_with_its_listener(espeak: Voices) -> None:
    """M53: stopping kills the process, more often than there are places for speakers."""
    for _ in range(6):
        sound = await espeak.speak("A long sentence that goes on and on. " * 50, "espeak:en-us", 0.5)
        assert len(await anext(sound.chunks)) == HEADER_SIZE
        await sound.chunks.aclose()

    async with asyncio.timeout(10):
        assert listen(await _hear(espeak, "Still here.", "espeak:en-us")).loudness > 0.01


async def test_words_are_no_argument_of_a_program(tmp_path: Path) -> None:
    """R-03: what is spoken is a model's text. It goes to the program's input, however much it looks like an option."""
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/arguments\ncat >> {tmp_path}/words\n')
    program.chmod(0o755)
    voice = SpeechVoice("espeak:en", "English", "en", "espeak")
    words = "-f/etc/passwd --path=/ ; rm $(id)"

    with pytest.raises(VoiceFailed):
        await _hear(Voices([Espeak(str(program), [voice], ENVIRONMENT)]), words, voice.id)

    assert (tmp_path / "arguments").read_text().split() == ["--stdin", "--stdout", "-b", "1", "-v", "en", "-s", "180"]
    assert "/etc/passwd" in (tmp_path / "words").read_text()
