"""Which voices there are: those of an endpoint, of Piper, and of espeak-ng when it is installed."""

import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from antiphon.app.ways import OPERATOR_POLICY
from antiphon.egress.session import Session
from antiphon.settings import SpeechSettings, find_program, read_basic_environment
from antiphon.speech.engines.espeak import Espeak, list_voices
from antiphon.speech.engines.piper import Piper
from antiphon.speech.engines.remote import RemoteSpeech
from antiphon.speech.voices import SpeechEngine, Voices


@asynccontextmanager
async def open_voices(settings: SpeechSettings, session: Session) -> AsyncIterator[Voices]:
    """The voices the operator set up, the endpoint's first; their processes end with the context."""
    engines: list[SpeechEngine] = []
    environment = read_basic_environment()
    if settings.base_url:
        engines.append(_build_remote(settings, session))
    if settings.piper_voices:
        piper = Piper(shlex.split(settings.piper), settings.piper_voices, environment)
        piper.warm()
        engines.append(piper)
    if settings.espeak and (program := find_program("espeak-ng")):
        engines.append(Espeak(program, await list_voices(program, environment), environment))
    voices = Voices(engines)
    try:
        yield voices
    finally:
        await voices.close()


def _build_remote(settings: SpeechSettings, session: Session) -> RemoteSpeech:
    return RemoteSpeech(
        session,
        OPERATOR_POLICY,
        base_url=settings.base_url,
        api_key=settings.api_key.get_secret_value() if settings.api_key else None,
        model=settings.model,
        names=settings.voices,
    )
