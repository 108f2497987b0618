"""Two replies side by side: what was sent, what came back."""

from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.context.diff import DiffMessage, DiffPiece, PayloadDiff, diff_payloads, diff_words
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ReplyId
from antiphon.engine.engine import Engine
from antiphon.providers.wire_text import read_messages
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.turns import read_reply


class Comparison(NamedTuple):
    """The difference of the payloads that were delivered, and of the answers."""

    payload: PayloadDiff
    answer: tuple[DiffPiece, ...]


async def compare_replies(engine: Engine, principal: Principal, a: ReplyId, b: ReplyId) -> Comparison:
    """Compare what each was sent last and what each said; `NotFound` for a reply that was never sent."""
    first, second = await _read_body(engine, principal, a), await _read_body(engine, principal, b)
    one = await engine.store.read(principal, read_reply, a)
    other = await engine.store.read(principal, read_reply, b)
    payload = diff_payloads(first, second, _said(first), _said(second))
    return Comparison(payload, diff_words(one.edited or one.text, other.edited or other.text))


async def _read_body(engine: Engine, principal: Principal, reply_id: ReplyId) -> bytes:
    receipts = await engine.store.read(principal, read_receipts, reply_id)
    if not receipts:
        raise NotFound("receipt of reply", reply_id)
    return receipts[-1].body


def _said(body: bytes) -> list[DiffMessage]:
    return [DiffMessage(*each) for each in read_messages(body)]
