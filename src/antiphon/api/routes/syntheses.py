"""One text out of what several advisors said, with its sources."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis.sources import find_heard
from antiphon.analysis.synthesis_page import write_page
from antiphon.analysis.voices import mark_words, standing_words
from antiphon.api.analyses import describe_analysis
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.content import declare_text
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.map_checks import describe_check
from antiphon.api.routes.maps import WantedModel, answer_claim, answer_forecast
from antiphon.api.schemas.maps import LookForecastAnswer
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.quorum import answer_quorum
from antiphon.api.schemas.syntheses import SynthesisAnswer, Synthesizing
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown, NotFound
from antiphon.conversation.ids import TurnId
from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.synthesis import Anchor, Coverage, Mode, Sentence, Synthesis
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.engine.commands.analyses import foresee_synthesis, read_wish, synthesize
from antiphon.store.reads.analyses import read_newest
from antiphon.store.reads.claims import RoomMap, read_map
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.map_checks import read_check_by_id
from antiphon.store.reads.syntheses import KIND, KeptSynthesis, read_synthesis
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["synthesis"])
READ = Policy(Verb.READ, "synthesis")
WRITE = Policy(Verb.WRITE, "synthesis")
# A little more than is read, so that our own sentence says what is wrong.
Instruction = Annotated[str, Query(max_length=10_000)]


class _Sight(NamedTuple):
    """Everything that is shown about the texts of a turn, of one moment."""

    turn: Turn
    quorum: Quorum
    newest: Analysis | None
    kept: KeptSynthesis | None
    drawn: RoomMap | None
    check: MapCheck | None


@router.post(
    "/v1/turns/{turn_id}/synthesis", response_model=AnalysisLine, status_code=202, operation_id="write_synthesis"
)
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, KeyMissing, ModelUnknown))
async def post_synthesis(caller: Caller, deps: Deps, turn_id: str, body: Synthesizing, key: Key) -> dict[str, Any]:
    """Have a text written about a turn, once for one key; `GET` of the same address tells when it has ended."""
    begun = await synthesize(
        deps.engine,
        deps.analyses.syntheses,
        caller,
        TurnId(turn_id),
        body.mode,
        body.instruction or "",
        model=body.model,
        key=key,
    )
    return describe_analysis(deps, begun)


@router.get(
    "/v1/turns/{turn_id}/synthesis/forecast", response_model=LookForecastAnswer, operation_id="forecast_synthesis"
)
@allow(READ, raises=(CommandRefused, KeyMissing, ModelUnknown))
async def get_synthesis_forecast(
    caller: Caller,
    deps: Deps,
    turn_id: str,
    mode: Mode = "fuse",
    instruction: Instruction = "",
    model: WantedModel = None,
) -> dict[str, Any]:
    """What writing the text may take, with the map where that has to be drawn first. Nothing is sent."""
    wish = read_wish(mode, instruction)
    return answer_forecast(await foresee_synthesis(deps.engine, deps.analyses, caller, TurnId(turn_id), wish, model))


@router.get("/v1/turns/{turn_id}/synthesis", response_model=SynthesisAnswer, operation_id="get_synthesis")
@allow(READ)
async def get_synthesis(caller: Caller, deps: Deps, turn_id: str, analysis_id: str | None = None) -> dict[str, Any]:
    """The newest text about a turn, or an earlier one by its id: who was heard first, then the text."""
    return _answer(deps, await deps.engine.store.read(caller, _read, TurnId(turn_id), analysis_id))


@router.get(
    "/v1/turns/{turn_id}/synthesis/export",
    response_class=Response,
    responses=declare_text("text/markdown", "A page to keep"),
    operation_id="export_synthesis",
)
@allow(READ)
async def get_synthesis_page(caller: Caller, deps: Deps, turn_id: str, analysis_id: str | None = None) -> Response:
    """The text as a page of Markdown."""
    sight = await deps.engine.store.read(caller, _read, TurnId(turn_id), analysis_id)
    if sight.kept is None:
        raise NotFound("synthesis of turn", turn_id)
    page = write_page(sight.kept.synthesis, sight.turn.text)
    disposition = {"Content-Disposition": f'attachment; filename="synthesis-{sight.turn.position}.md"'}
    return Response(page, media_type="text/markdown; charset=utf-8", headers=disposition)


def _read(unit: Unit, turn_id: TurnId, analysis_id: str | None) -> _Sight:
    turn = read_turn(unit, turn_id)
    read_conversation(unit, turn.conversation_id)
    kept = read_synthesis(unit, turn_id, analysis_id)
    quorum = read_quorum_of(unit, turn) if kept is None else kept.synthesis.quorum
    check_id = None if kept is None else kept.synthesis.check
    check = None if check_id is None else read_check_by_id(unit, check_id)
    return _Sight(turn, quorum, read_newest(unit, turn_id, KIND), kept, read_map(unit, turn_id), check)


def _answer(deps: Dependencies, sight: _Sight) -> dict[str, Any]:
    turn, newest, kept = sight.turn, sight.newest, sight.kept
    about = {
        "turn_id": turn.id,
        "conversation_id": turn.conversation_id,
        "position": turn.position,
        "question": turn.text,
        "status": "none" if newest is None else newest.status,
        "analysis": None if newest is None else describe_analysis(deps, newest),
        "quorum": answer_quorum(sight.quorum),
        "is_rehearsal": kept is not None and kept.model.partition(":")[0] in deps.scripted,
        "check": None if sight.check is None else describe_check(sight.check),
    }
    return about | (_NOTHING if kept is None else _answer_text(kept, turn, sight.drawn))


def _answer_text(kept: KeptSynthesis, turn: Turn, drawn: RoomMap | None) -> dict[str, Any]:
    written = kept.synthesis
    texts = {reply.id: standing_words(reply) for reply in find_heard(turn)}
    return {
        "is_stale": dict(written.read) != dict(mark_words(turn)) or _is_disputed(written, drawn),
        "written_id": kept.analysis_id,
        "mode": written.mode,
        "instruction": written.instruction or None,
        "paragraphs": [
            {"sentences": [_answer_sentence(each, texts) for each in paragraph]} for paragraph in written.paragraphs
        ],
        "left_out": [answer_claim(each) for each in written.left_out],
        "missed": [asdict(each) for each in written.missed],
        "coverage": asdict(written.coverage),
        "dropped": dict(kept.dropped),
        "is_held": written.is_held,
    }


def _answer_sentence(sentence: Sentence, texts: Mapping[Any, str]) -> dict[str, Any]:
    anchors = [asdict(each) | {"is_gone": _is_gone(each, texts)} for each in sentence.anchors]
    return {
        "text": sentence.text,
        "own": sentence.is_own,
        "unsourced": list(sentence.unsourced),
        "support": sentence.support,
        "anchors": anchors,
    }


def _is_gone(anchor: Anchor, texts: Mapping[Any, str]) -> bool:
    return texts.get(anchor.reply_id, "")[anchor.start : anchor.end] != anchor.quote


def _is_disputed(written: Synthesis, drawn: RoomMap | None) -> bool:
    """Whether the person has since said of a stance it rests on that this is not what was said."""
    if drawn is None:
        return False
    disputed = {
        (each.reply_id, each.start, each.end) for claim in drawn.claims for each in claim.stances if each.disputed
    }
    return any((each.reply_id, each.start, each.end) in disputed for one in written.sentences for each in one.anchors)


_NOTHING: dict[str, Any] = {
    "is_stale": False,
    "written_id": None,
    "mode": None,
    "instruction": None,
    "paragraphs": [],
    "left_out": [],
    "missed": [],
    "coverage": asdict(Coverage(0, 0, 0, 0)),
    "dropped": {},
    "is_held": False,
}
