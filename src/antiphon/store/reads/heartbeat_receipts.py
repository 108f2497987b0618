"""The proof of what an advisor was sent that spoke unasked: the calls of the look in which it decided to."""

from sqlalchemy import select

from antiphon.conversation.analysis import AnalysisCall, decode_call
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.wire import parse_time
from antiphon.store.tables import analysis_calls, beats, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def read_unasked_receipts(unit: Unit, reply_id: ReplyId) -> tuple[Receipt, ...]:
    """Every request of that look, in order; none for a reply that somebody asked for."""
    query = (
        select(analysis_calls.c.call)
        .join(beats, analysis_calls.c.analysis_id == beats.c.analysis_id)
        .join(replies, replies.c.turn_id == beats.c.turn_id)
        .where(visible(unit, beats), replies.c.id == reply_id, beats.c.status == "fired")
        .order_by(analysis_calls.c.number)
    )
    calls = unit.connection.execute(query).scalars().all()
    return tuple(_as_receipt(reply_id, number, decode_call(each)) for number, each in enumerate(calls, 1))


def _as_receipt(reply_id: ReplyId, attempt: int, call: AnalysisCall) -> Receipt:
    return Receipt(
        reply_id=reply_id,
        epoch=0,
        attempt=attempt,
        provider=call.provider,
        model=call.model,
        url=call.url,
        body=(call.body or "").encode(),
        sha256=call.sha256,
        sent_at=parse_time(call.sent_at),
        outcome=call.outcome,
        usage=call.usage,
    )
