"""Turns and replies: send, look, stop."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.context import describe_telemetry, read_choice
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.errors import DRAFT_REFUSALS
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key, MustHaveKey
from antiphon.api.plain import answer_json
from antiphon.api.routes.conversations import describe_conversation
from antiphon.api.schemas.answers import (
    AcceptedAnswer,
    ConversationAnswer,
    PlacedReplyAnswer,
    ReceiptsAnswer,
    StoppingAnswer,
    TurnAnswer,
    TurnWordingsAnswer,
)
from antiphon.api.schemas.events import TurnsRestoredFact
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.requests import NewMessage, ProgramMessage
from antiphon.conversation.errors import (
    CommandRefused,
    Draining,
    EmptyMessage,
    Malformed,
    NotFound,
    PreviewStale,
    ReceiptDamaged,
    TurnInFlight,
    UserPromptTooLarge,
)
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, PanelId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.wire import encode_reply, encode_turn, format_time
from antiphon.engine.commands.accept_turn import AcceptedTurn, AcceptTurn, Beginning, accept_turn
from antiphon.engine.commands.ask_for_program import ProgramQuestion, ask_for_program
from antiphon.engine.commands.conversations import branch_conversation
from antiphon.engine.commands.turns import choose_wording, stop_reply, stop_turn
from antiphon.engine.previews.spending import price_receipt, price_thought
from antiphon.engine.runtime.identity import new_id
from antiphon.providers.elide import elide_images
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.turns import read_placed_reply, read_turn
from antiphon.store.reads.wordings import read_wordings

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["turns"])
READ = Policy(Verb.READ, "turn")
WRITE = Policy(Verb.WRITE, "turn")


@router.post(
    "/conversations/{conversation_id}/turns", status_code=202, response_model=AcceptedAnswer, operation_id="send_turn"
)
@allow(
    WRITE,
    body=LONG,
    cost=CallCost.PAID,
    raises=(
        *DRAFT_REFUSALS,
        Draining,
        EmptyMessage,
        PreviewStale,
        TurnInFlight,
        UserPromptTooLarge,
    ),
)
async def post_turn(caller: Caller, deps: Deps, conversation_id: str, body: NewMessage, key: MustHaveKey) -> Response:
    """Send a message. A 202 means it is on disk; the same key never makes a second turn."""
    command = AcceptTurn(
        conversation_id=ConversationId(conversation_id),
        text=body.text,
        key=key,
        advisor_ids=_name_advisors(body.advisor_ids),
        choice=read_choice(deps.engine.options_of(caller).choice, body.choice),
        at=body.at,
        expect={AdvisorId(each): sha256 for each, sha256 in (body.expect or {}).items()},
        pinned=body.pinned,
        replaces=None if body.replaces is None else TurnId(body.replaces),
        attachments=tuple(DocumentId(each) for each in body.attachments or ()),
    )
    return _answer_accepted(await accept_turn(deps.engine, caller, command))


@router.post("/turns", status_code=202, response_model=AcceptedAnswer, operation_id="send_program_turn")
@allow(
    WRITE,
    body=LONG,
    cost=CallCost.PAID,
    raises=(*DRAFT_REFUSALS, Draining, EmptyMessage, Malformed, NotFound, TurnInFlight, UserPromptTooLarge),
)
async def post_program_turn(caller: Caller, deps: Deps, body: ProgramMessage, key: MustHaveKey) -> Response:
    """Ask for a program: a 202 means the question is on disk, and the conversation with it if it begins one.

    The same key never makes a second turn, nor a second conversation.
    """
    if body.conversation_id is not None and body.panel_id is not None:
        raise Malformed("a conversation has its panel: name one or the other")
    begins = None if body.conversation_id else Beginning(None if body.panel_id is None else PanelId(body.panel_id))
    question = ProgramQuestion(
        surface=body.surface,
        conversation_id=ConversationId(body.conversation_id or new_id("c")),
        text=body.text,
        key=key,
        advisor_ids=_name_advisors(body.advisor_ids),
        note=body.note,
        lets_them_ask=body.lets_them_ask,
        begins=begins,
    )
    return _answer_accepted(await ask_for_program(deps.engine, caller, question))


def _name_advisors(ids: Sequence[str] | None) -> tuple[AdvisorId, ...] | None:
    return None if ids is None else tuple(AdvisorId(each) for each in ids)


def _answer_accepted(accepted: AcceptedTurn) -> Response:
    answer = {"turn": encode_turn(accepted.turn), "seq": accepted.seq, "replayed": accepted.replayed}
    return answer_json(answer, 202)


@router.get("/turns/{turn_id}", response_model=TurnAnswer, operation_id="get_turn")
@allow(READ)
async def get_turn(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """A turn as far as it has come."""
    return encode_turn(await deps.engine.store.read(caller, read_turn, TurnId(turn_id)))


@router.get("/turns/{turn_id}/wordings", response_model=TurnWordingsAnswer, operation_id="list_wordings")
@allow(READ)
async def get_wordings(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """Every wording of a turn's question with the answers it got, oldest first; one of them stands."""
    return answer_all(
        encode_turn(turn) for turn in await deps.engine.store.read(caller, read_wordings, TurnId(turn_id))
    )


@router.post("/turns/{turn_id}/choose", response_model=TurnsRestoredFact, operation_id="choose_wording")
@allow(WRITE, raises=(CommandRefused,))
async def post_choose_wording(caller: Caller, deps: Deps, turn_id: str) -> Response:
    """Let this wording stand in place of the one that stands; nothing is asked again, and nothing is lost."""
    return answer_json(encode_event((await choose_wording(deps.engine, caller, TurnId(turn_id))).restored))


@router.post(
    "/turns/{turn_id}/branch", status_code=201, response_model=ConversationAnswer, operation_id="branch_conversation"
)
@allow(WRITE, raises=(CommandRefused, Draining), location="/v1/conversations/{id}")
async def post_branch(caller: Caller, deps: Deps, turn_id: str, key: Key) -> dict[str, Any]:
    """Begin a conversation with copies of every turn up to this one; the same key again begins no second one."""
    return describe_conversation(await branch_conversation(deps.engine, caller, TurnId(turn_id), key))


@router.post("/turns/{turn_id}/stop", status_code=202, response_model=StoppingAnswer, operation_id="stop_turn")
@allow(WRITE)
async def post_turn_stop(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """Stop every reply of the turn; what was said is kept."""
    return {"stopping": (await stop_turn(deps.engine, caller, TurnId(turn_id))).reply_ids}


@router.get("/replies/{reply_id}", response_model=PlacedReplyAnswer, operation_id="get_reply")
@allow(READ)
async def get_reply(caller: Caller, deps: Deps, reply_id: str) -> dict[str, Any]:
    """One reply, and where it stands."""
    place, reply = await deps.engine.store.read(caller, read_placed_reply, ReplyId(reply_id))
    return {"conversation_id": place.conversation_id, "turn_id": place.turn_id, "reply": encode_reply(reply)}


@router.post("/replies/{reply_id}/stop", status_code=202, response_model=StoppingAnswer, operation_id="stop_reply")
@allow(WRITE)
async def post_reply_stop(caller: Caller, deps: Deps, reply_id: str) -> dict[str, Any]:
    """Stop one reply; the others go on."""
    return {"stopping": (await stop_reply(deps.engine, caller, ReplyId(reply_id))).reply_ids}


@router.get("/replies/{reply_id}/receipts", response_model=ReceiptsAnswer, operation_id="list_receipts")
@allow(READ, raises=(ReceiptDamaged,))
async def get_receipts(caller: Caller, deps: Deps, reply_id: str, exact: bool = False) -> dict[str, Any]:
    """What was sent for this reply, attempt by attempt; images are written as a word about each unless `exact`."""
    receipts = await deps.engine.store.read(caller, read_receipts, ReplyId(reply_id))
    return answer_all(_answer(deps, receipt, exact=exact) for receipt in receipts)


def _answer(deps: Dependencies, receipt: Receipt, *, exact: bool) -> dict[str, Any]:
    return {
        "epoch": receipt.epoch,
        "attempt": receipt.attempt,
        "round": receipt.round,
        "provider": receipt.provider,
        "model": receipt.model,
        "url": receipt.url,
        "headers": receipt.headers,
        "sha256": receipt.sha256,
        "size": len(receipt.body),
        "body": (receipt.body if exact else elide_images(receipt.body)).decode(),
        "sent_at": format_time(receipt.sent_at),
        "outcome": receipt.outcome,
        "usage": receipt.usage,
        "cost": price_receipt(deps.engine, receipt, deps.scripted),
        "thinking_cost": price_thought(deps.engine, receipt, deps.scripted),
        "telemetry": None if receipt.telemetry is None else describe_telemetry(receipt.telemetry),
        "paid_with": None if receipt.paying_key is None else receipt.paying_key._asdict(),
    }
