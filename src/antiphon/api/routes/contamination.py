"""Whether the voices of a conversation have stayed apart."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis.contamination import Contamination, Objected
from antiphon.analysis.convergence import LikenessPoint
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.contamination import ContaminationAnswer
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.contamination import MOST_TURNS, read_contamination

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["reading the room"])
READ = Policy(Verb.READ, "conversation")


@router.get(
    "/conversations/{conversation_id}/contamination",
    response_model=ContaminationAnswer,
    operation_id="get_contamination",
)
@allow(READ, cost=CallCost.HEAVY)
async def get_contamination(
    caller: Caller,
    deps: Deps,
    conversation_id: str,
    last: Annotated[int, Query(ge=1, le=MOST_TURNS)] = MOST_TURNS,
) -> dict[str, Any]:
    """Who speaks as somebody else, word for word, and whether the voices grow alike. No model is asked."""
    found = await read_contamination(deps.engine.store, caller, ConversationId(conversation_id), last)
    names = _names(found)
    return {
        "light": found.light,
        "objections": [_describe(each, names) for each in found.objections],
        "curve": [_place(turn, point) for turn, point in zip(found.turns, found.curve, strict=True)],
        "names": names,
    }


def _names(found: Contamination) -> dict[str, str]:
    """What each voice was called last."""
    return {reply.advisor_id: reply.name for turn in found.turns for reply in turn.replies}


def _describe(objected: Objected, names: dict[str, str]) -> dict[str, Any]:
    objection, reply = objected.objection, objected.reply
    return {
        "turn_id": objected.turn.id,
        "position": objected.turn.position,
        "reply_id": reply.id,
        "advisor_id": reply.advisor_id,
        "name": reply.name,
        "colour": reply.colour,
        "sign": objection.sign,
        "start": objection.start,
        "end": objection.end,
        "words": objected.words,
        "about": objection.about,
        "about_name": None if objection.about is None else names.get(objection.about),
    }


def _place(turn: Turn, point: LikenessPoint | None) -> dict[str, Any]:
    closest = None if point is None else point.closest._asdict()
    return {
        "turn_id": turn.id,
        "position": turn.position,
        "similarity": None if point is None else point.similarity,
        "closest": closest,
    }
