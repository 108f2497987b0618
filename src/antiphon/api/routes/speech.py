"""Speech: who can speak, and a text read aloud. What is said is neither kept nor cached."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.content import declare_bytes
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.speech import Speaking, VoicesAnswer
from antiphon.conversation.errors import NotFound, VoiceFailed
from antiphon.engine.commands.token_ceiling import refuse_uncounted

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["speech"])
READ = Policy(Verb.READ, "voices")
SPEAK = Policy(Verb.WRITE, "speech")
_AUDIO = declare_bytes("The sound, as it is made", "audio/wav")


@router.get("/voices", response_model=VoicesAnswer, operation_id="list_voices")
@allow(READ)
async def get_voices(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every voice the server has. Browsers have more of their own."""
    return answer_all(asdict(voice) for voice in deps.voices.known)


@router.post("/speech", response_class=StreamingResponse, responses=_AUDIO, operation_id="speak")
@allow(SPEAK, body=SHORT, cost=CallCost.HEAVY, raises=(NotFound, VoiceFailed))
async def post_speech(caller: Caller, deps: Deps, body: Speaking) -> StreamingResponse:
    """The text as audio, sent while it is being made. Hanging up ends the work."""
    if deps.voices.is_remote(body.voice):
        refuse_uncounted(caller, "this voice")
    sound = await deps.voices.speak(body.text, body.voice, body.rate)
    return StreamingResponse(sound.chunks, media_type=sound.media_type, headers={"Cache-Control": "no-store"})
