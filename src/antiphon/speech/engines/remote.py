"""Any endpoint that speaks the speech wire of OpenAI: `POST /audio/speech` answers with audio."""

from collections.abc import AsyncGenerator, Sequence

import orjson

from antiphon.conversation.errors import VoiceFailed
from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response
from antiphon.egress.session import Session, post
from antiphon.speech.voices import LONGEST_TEXT, Sound, SpeechVoice

_SILENCE_SECONDS = 30.0
# An hour of plain samples; what goes on beyond this is not speech.
_MOST_BYTES = 256 * 1024 * 1024


class RemoteSpeech:
    """Voices behind an address the operator wrote down."""

    def __init__(
        self,
        session: Session,
        policy: AddressPolicy,
        *,
        base_url: str,
        api_key: str | None,
        model: str,
        names: Sequence[str],
    ) -> None:
        self._session = session
        self._policy = policy
        self._url = f"{base_url.rstrip('/')}/audio/speech"
        self._headers = {"Content-Type": "application/json"}
        if api_key:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._model = model
        self.voices = tuple(SpeechVoice(f"remote:{name}", name, "", "remote") for name in names)

    async def speak(self, sentences: Sequence[str], voice: SpeechVoice, rate: float) -> Sound:
        """The audio as the endpoint sends it: WAV is asked for, and whatever audio comes is passed on."""
        question = {
            "model": self._model,
            "input": " ".join(sentences)[:LONGEST_TEXT],
            "voice": voice.name,
            "response_format": "wav",
            "speed": rate,
        }
        try:
            response = await post(
                self._session,
                self._policy,
                self._url,
                body=orjson.dumps(question),
                headers=self._headers,
                silence_seconds=_SILENCE_SECONDS,
            )
        except EgressError as error:
            raise VoiceFailed(voice.id, "its endpoint cannot be reached") from error
        media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if response.status != 200 or not media_type.startswith("audio/"):
            response.close()
            raise VoiceFailed(voice.id, f"its endpoint answered {response.status} and no audio")
        return Sound(media_type, _read(response, voice))

    async def close(self) -> None:
        """There is no process; the connections belong to the house."""


async def _read(response: Response, voice: SpeechVoice) -> AsyncGenerator[bytes, None]:
    size = 0
    try:
        while chunk := await response.read_some():
            size += len(chunk)
            if size > _MOST_BYTES:
                raise VoiceFailed(voice.id, "it does not stop")
            yield chunk
    except EgressError as error:
        raise VoiceFailed(voice.id, "its endpoint fell silent") from error
    finally:
        response.close()
