"""Turns and replies: send, look, stop."""

from typing import Annotated, Any

from fastapi import APIRouter, Header
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.context import describe_telemetry, read_choice
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.plain import answer_json
from antiphon.api.schemas.answers import AcceptedAnswer, PlacedReplyAnswer, ReceiptsAnswer, StoppingAnswer, TurnAnswer
from antiphon.api.schemas.requests import NewMessage
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.wire import encode_reply, encode_turn, format_time
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.commands.stop import stop_reply, stop_turn
from antiphon.engine.spending import price_receipt
from antiphon.providers.elide import elide_images
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.turns import read_placed_reply, read_turn

router = APIRouter(prefix="/v1", tags=["turns"])
READ = Policy(Verb.READ, "turn")
WRITE = Policy(Verb.WRITE, "turn")

IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=255)]


@router.post("/conversations/{conversation_id}/turns", status_code=202, response_model=AcceptedAnswer)
@allow(WRITE)
async def post_turn(
    caller: Caller, rooms: Rooms, conversation_id: str, body: NewMessage, key: IdempotencyKey
) -> Response:
    """Send a message. A 202 means it is on disk; the same key never makes a second turn."""
    advisor_ids = None if body.advisor_ids is None else tuple(AdvisorId(each) for each in body.advisor_ids)
    command = AcceptTurn(
        conversation_id=ConversationId(conversation_id),
        text=body.text,
        key=key,
        advisor_ids=advisor_ids,
        choice=read_choice(rooms.engine.options.choice, body.choice),
        at=body.at,
        expect={AdvisorId(each): sha256 for each, sha256 in (body.expect or {}).items()},
        pinned=body.pinned,
        replaces=None if body.replaces is None else TurnId(body.replaces),
        attachments=tuple(DocumentId(each) for each in body.attachments or ()),
    )
    accepted = await accept_turn(rooms.engine, caller, command)
    answer = {"turn": encode_turn(accepted.turn), "seq": accepted.seq, "replayed": accepted.replayed}
    return answer_json(answer, 202)


@router.get("/turns/{turn_id}", response_model=TurnAnswer)
@allow(READ)
async def get_turn(caller: Caller, rooms: Rooms, turn_id: str) -> dict[str, Any]:
    """A turn as far as it has come."""
    return encode_turn(await rooms.engine.store.read(caller, read_turn, TurnId(turn_id)))


@router.post("/turns/{turn_id}/stop", status_code=202, response_model=StoppingAnswer)
@allow(WRITE)
async def post_turn_stop(caller: Caller, rooms: Rooms, turn_id: str) -> dict[str, Any]:
    """Stop every reply of the turn; what was said is kept."""
    return {"stopping": (await stop_turn(rooms.engine, caller, TurnId(turn_id))).reply_ids}


@router.get("/replies/{reply_id}", response_model=PlacedReplyAnswer)
@allow(READ)
async def get_reply(caller: Caller, rooms: Rooms, reply_id: str) -> dict[str, Any]:
    """One reply, and where it stands."""
    place, reply = await rooms.engine.store.read(caller, read_placed_reply, ReplyId(reply_id))
    return {"conversation_id": place.conversation_id, "turn_id": place.turn_id, "reply": encode_reply(reply)}


@router.post("/replies/{reply_id}/stop", status_code=202, response_model=StoppingAnswer)
@allow(WRITE)
async def post_reply_stop(caller: Caller, rooms: Rooms, reply_id: str) -> dict[str, Any]:
    """Stop one reply; the others go on."""
    return {"stopping": (await stop_reply(rooms.engine, caller, ReplyId(reply_id))).reply_ids}


@router.get("/replies/{reply_id}/receipts", response_model=ReceiptsAnswer)
@allow(READ)
async def get_receipts(caller: Caller, rooms: Rooms, reply_id: str, exact: bool = False) -> dict[str, Any]:
    """What was sent for this reply, attempt by attempt; images are written as a word about each unless `exact`."""
    receipts = await rooms.engine.store.read(caller, read_receipts, ReplyId(reply_id))
    return {"receipts": [_answer(rooms, receipt, exact=exact) for receipt in receipts]}


def _answer(rooms: House, receipt: Receipt, *, exact: bool) -> dict[str, Any]:
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
        "cost": price_receipt(rooms.engine, receipt, rooms.scripted),
        "telemetry": None if receipt.telemetry is None else describe_telemetry(receipt.telemetry),
    }
