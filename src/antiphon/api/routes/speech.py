"""Speech: who can speak, and a text read aloud. What is said is neither kept nor cached."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.speech import Speaking, VoicesAnswer

router = APIRouter(prefix="/v1", tags=["speech"])
READ = Policy(Verb.READ, "voices")
SPEAK = Policy(Verb.WRITE, "speech")
_AUDIO: dict[int | str, dict[str, Any]] = {
    200: {"content": {"audio/wav": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get("/voices", response_model=VoicesAnswer)
@allow(READ)
async def get_voices(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every voice the server has. Browsers have more of their own."""
    return {"voices": [asdict(voice) for voice in rooms.voices.known]}


@router.post("/speech", response_class=StreamingResponse, responses=_AUDIO)
@allow(SPEAK)
async def post_speech(caller: Caller, rooms: Rooms, body: Speaking) -> StreamingResponse:
    """The text as audio, sent while it is being made. Hanging up ends the work."""
    sound = await rooms.voices.speak(body.text, body.voice, body.rate)
    return StreamingResponse(sound.chunks, media_type=sound.media_type, headers={"Cache-Control": "no-store"})
