"""Where the voices of a turn agree, where they do not, and who was not heard."""

from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Path, Query

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis.voices import find_standing, mark_words
from antiphon.api.analyses import describe_analysis
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.map_checks import describe_check
from antiphon.api.schemas.maps import ClaimAnswer, Disputing, DrawingMap, LookForecastAnswer, MapAnswer
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.quorum import answer_quorum
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim, encode_stance
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.cost import AnalysisForecast
from antiphon.engine.analyses.maps import is_stale
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.engine.commands.analyses import dispute_claim, draw_map, foresee_map
from antiphon.store.reads.claims import RoomMap, read_map, read_newest_map
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.map_checks import read_check_by_id
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["map"])
READ = Policy(Verb.READ, "map")
WRITE = Policy(Verb.WRITE, "map")
WantedModel = Annotated[str | None, Query(min_length=1, max_length=300, pattern=r"^[^\x00]*$")]
Number = Annotated[int, Path(ge=1, le=10_000)]


class _Sight(NamedTuple):
    """Everything a map shows, of one moment."""

    turn: Turn
    quorum: Quorum
    newest: Analysis | None
    drawn: RoomMap | None
    check: MapCheck | None


@router.get("/v1/turns/{turn_id}/map", response_model=MapAnswer, operation_id="get_map")
@allow(READ)
async def get_map(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """The map of a turn as it was last drawn, who was heard, and how the newest attempt at it stands."""
    sight = await deps.engine.store.read(caller, _read, TurnId(turn_id))
    turn, drawn, newest = sight.turn, sight.drawn, sight.newest
    return {
        "turn_id": turn.id,
        "conversation_id": turn.conversation_id,
        "position": turn.position,
        "question": turn.text,
        "status": "none" if newest is None else newest.status,
        "is_stale": drawn is not None and is_stale(drawn, turn),
        "analysis": None if newest is None else describe_analysis(deps, newest),
        "drawn_id": None if drawn is None else drawn.analysis_id,
        "quorum": answer_quorum(sight.quorum),
        "voices": _answer_voices(turn, drawn),
        "claims": [] if drawn is None else [answer_claim(each) for each in drawn.claims],
        "dropped": {} if drawn is None else dict(drawn.dropped),
        "ungrouped": 0 if drawn is None else drawn.ungrouped,
        "grouped_by": None if drawn is None else drawn.grouped_by,
        "sides_read": drawn is not None and drawn.sides_read,
        "is_rehearsal": drawn is not None and drawn.model.partition(":")[0] in deps.scripted,
        "check": None if sight.check is None else describe_check(sight.check),
    }


@router.get("/v1/turns/{turn_id}/map/forecast", response_model=LookForecastAnswer, operation_id="forecast_map")
@allow(READ, raises=(CommandRefused, KeyMissing, ModelUnknown))
async def get_map_forecast(caller: Caller, deps: Deps, turn_id: str, model: WantedModel = None) -> dict[str, Any]:
    """What drawing the map may take, by the model that is set for looking or by another one. Nothing is sent."""
    return answer_forecast(await foresee_map(deps.engine, deps.analyses, caller, TurnId(turn_id), model))


@router.post("/v1/turns/{turn_id}/map", response_model=AnalysisLine, status_code=202, operation_id="build_map")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, KeyMissing, ModelUnknown))
async def post_map(caller: Caller, deps: Deps, turn_id: str, body: DrawingMap, key: Key) -> dict[str, Any]:
    """Have the map drawn, again if there is one, once for one key; `GET` of the same address tells its end."""
    begun = await draw_map(deps.engine, deps.analyses.maps, caller, TurnId(turn_id), body.model, key)
    return describe_analysis(deps, begun)


@router.patch("/v1/analyses/{analysis_id}/claims/{number}", response_model=ClaimAnswer, operation_id="dispute_claim")
@allow(WRITE, body=SHORT)
async def patch_claim(caller: Caller, deps: Deps, analysis_id: str, number: Number, body: Disputing) -> dict[str, Any]:
    """Dispute one advisor's stance on a claim, or take that back."""
    advisor_id = AdvisorId(body.advisor_id)
    changed = await dispute_claim(deps.engine, caller, analysis_id, number, advisor_id, disputed=body.disputed)
    return answer_claim(changed)


def answer_forecast(foreseen: AnalysisForecast) -> dict[str, Any]:
    """A forecast as a `LookForecastAnswer`."""
    return {"model": foreseen.model, "cost": foreseen.cost} | foreseen.weight._asdict()


def answer_claim(claim: Claim) -> dict[str, Any]:
    """A claim as a `ClaimAnswer`."""
    stances = [encode_stance(each) for each in claim.stances]
    return {"number": claim.number, "text": claim.text, "label": claim.label, "stances": stances}


def _read(unit: Unit, turn_id: TurnId) -> _Sight:
    turn = read_turn(unit, turn_id)
    read_conversation(unit, turn.conversation_id)
    drawn = read_map(unit, turn_id)
    check = None if drawn is None or drawn.check is None else read_check_by_id(unit, drawn.check)
    return _Sight(turn, read_quorum_of(unit, turn), read_newest_map(unit, turn_id), drawn, check)


def _answer_voices(turn: Turn, drawn: RoomMap | None) -> list[dict[str, Any]]:
    marks = mark_words(turn)
    return [
        {
            "advisor_id": reply.advisor_id,
            "name": reply.name,
            "colour": reply.colour,
            "reply_id": reply.id,
            "state": reply.state.value,
            "heard": _heard(reply, marks.get(reply.id), drawn),
        }
        for reply in find_standing(turn)
    ]


def _heard(reply: Reply, mark: str | None, drawn: RoomMap | None) -> Literal["read", "absent", "unread", "new"]:
    if mark is None:
        return "absent"
    if drawn is None or drawn.read.get(reply.id) != mark:
        return "new"
    return "unread" if reply.id in drawn.unread else "read"
