"""A look at a conversation by a model, and the receipts of what was sent for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import ReplyError

AnalysisStatus = Literal["running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class AnalysisCall:
    """One request, written before it leaves; `outcome`, `answer` and `usage` are absent until it has ended.

    `outcome` is `complete` or the code of what went wrong. `shown` names the memories the bytes hold, `found` those
    that came of the answer. When one of them is forgotten its words go, and `erased` says so. `key_id` and `key_owner`
    say which key it was sent with; both are absent for the instance's.
    """

    step: str
    provider: str
    model: str
    url: str
    sha256: str
    sent_at: str
    body: str | None
    outcome: str | None = None
    answer: str | None = None
    usage: Mapping[str, int] | None = None
    shown: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    erased: bool = False
    key_id: str | None = None
    key_owner: str | None = None


_FIELDS = tuple(AnalysisCall.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Which turns were looked at, by whom, what came of it and what it used."""

    id: str
    conversation_id: ConversationId
    kind: str
    model: str
    status: AnalysisStatus
    first_position: int
    last_position: int
    created_at: datetime
    ended_at: datetime | None = None
    error: ReplyError | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    usage: Mapping[str, int] = field(default_factory=dict)
    calls: tuple[AnalysisCall, ...] = ()
    turn_id: TurnId | None = None
    result: Mapping[str, Any] | None = None
    # The one reply it is about, if it is about one.
    reply_id: ReplyId | None = None


def encode_call(call: AnalysisCall) -> dict[str, Any]:
    """The call as it is kept."""
    return {name: _plain(getattr(call, name)) for name in _FIELDS}


def decode_call(body: Mapping[str, Any]) -> AnalysisCall:
    """The call that was kept."""
    kept = {name: body[name] for name in _FIELDS if name in body}
    return AnalysisCall(**kept | {name: tuple(body.get(name, ())) for name in ("shown", "found")})


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
