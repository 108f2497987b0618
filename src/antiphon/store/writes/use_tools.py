"""What a reply does with tools is written before and after each thing it does.

A call that needs leave is on disk, with the question to the person, before anybody is asked; a call that runs is on
disk as running before it is made. So a crash never makes one twice: what was running then is not run again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import JSON, bindparam, insert, select, update

from antiphon.conversation.approval import hash_call
from antiphon.conversation.errors import ApprovalGone, StaleEpoch
from antiphon.conversation.event import ReplyUsedTools
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.picture import name_documents
from antiphon.conversation.state import OPEN
from antiphon.conversation.telemetry import Telemetry
from antiphon.conversation.thinking import KeptThoughts, encode_thoughts
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.tool_use import ToolUse, close_uses, decode_use, encode_use, put_uses
from antiphon.conversation.wire import format_time
from antiphon.store.reads.tool_servers import read_definition
from antiphon.store.tables import approvals, replies, standing_approvals
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.documents import NewDocument, keep_picture
from antiphon.store.writes.facts import append_fact, take_seq_to_end
from antiphon.store.writes.receipts import close_attempt


class ToolPlace(NamedTuple):
    """The reply that uses tools, and the run of it that counts."""

    conversation_id: ConversationId
    turn_id: TurnId
    reply_id: ReplyId
    epoch: int


@dataclass(frozen=True, slots=True)
class ApprovalQuestion:
    """What the person is asked: may this call be made?"""

    id: str
    call_id: str
    advisor_id: str
    advisor_name: str
    server: str
    place_sha256: str
    tool: str
    schema_sha256: str
    arguments: str
    call_sha256: str
    expires_at: datetime

    @property
    def leave(self) -> tuple[str, str, str, str]:
        """What leave for good would have to be given to."""
        return self.server, self.place_sha256, self.tool, self.schema_sha256


@dataclass(frozen=True, slots=True)
class Called:
    """A round's calls, each with the question it needs, if any, and all that was said before them."""

    place: ToolPlace
    uses: tuple[ToolUse, ...]
    questions: tuple[ApprovalQuestion, ...]
    text: str
    thinking: str
    attempt: int
    usage: dict[str, int] | None
    telemetry: Telemetry | None
    at: datetime
    thoughts: KeptThoughts = ()


def note_calls(unit: Unit, called: Called) -> ReplyUsedTools:
    """Write the calls and ask for leave where nobody has given it for good; the request that brought them is over."""
    standing = _read_standing(unit)
    asked = [each for each in called.questions if each.leave not in standing]
    _ask(unit, called.place, asked, called.at)
    by_call = {each.call_id: each for each in asked}
    uses = tuple(_asking(use, by_call[use.id]) if use.id in by_call else use for use in called.uses)
    close_attempt(unit, called.place.reply_id, called.place.epoch, called.attempt, called.usage, called.telemetry)
    kept: dict[str, Any] = {"kept_text": called.text, "kept_thinking": called.thinking}
    if called.thoughts:
        kept["kept_thoughts"] = encode_thoughts(called.thoughts)
    return _tell(unit, called.place, uses, kept)


def note_uses(
    unit: Unit, place: ToolPlace, uses: Sequence[ToolUse], brought: Sequence[NewDocument] = ()
) -> ReplyUsedTools:
    """Write what became of these uses, and the pictures they brought; questions about those that have ended are closed.

    A picture that is here already is kept once.
    """
    if brought:
        ids = {each.document.id: keep_picture(unit, each) for each in brought}
        uses = [replace(use, pictures=name_documents(use.pictures, ids)) for use in uses]
    ended = [use.approval_id for use in uses if use.approval_id and not use.is_open]
    if ended:
        unanswered = approvals.c.id.in_(ended) & approvals.c.status.in_(("pending", "approved"))
        unit.connection.execute(update(approvals).where(unanswered).values(status="gone"))
    return _tell(unit, place, uses, {})


def ask_once_more(
    unit: Unit, place: ToolPlace, use: ToolUse, question: ApprovalQuestion, at: datetime
) -> ReplyUsedTools:
    """Ask again: the leave that was given came to nothing."""
    _ask(unit, place, [question], at)
    return _tell(unit, place, [_asking(use, question)], {})


def start_use(
    unit: Unit, place: ToolPlace, use: ToolUse, at: datetime, own: ToolDefinition | None = None
) -> ReplyUsedTools:
    """Take the one leave there is for this very call and write that it runs; `own` is a tool of the house.

    Raises `ApprovalGone` when there is none: it was used, it expired, it was given for another call, or the tool is
    gone, describes itself differently or is another server's by now.
    """
    tool = own or read_definition(unit, use.server, use.tool)
    if tool is None:
        raise ApprovalGone(use.approval_id or "", "withdrawn")
    call_sha256 = hash_call(tool.server, tool.place_sha256, tool.name, tool.schema_sha256, use.allowed or use.arguments)
    given = (
        (approvals.c.id == use.approval_id)
        & (visible(unit, approvals))
        & (approvals.c.status == "approved")
        & (approvals.c.allowed_sha256 == call_sha256)
        & (approvals.c.expires_at > at)
    )
    if unit.connection.execute(update(approvals).where(given).values(status="used")).rowcount != 1:
        raise ApprovalGone(use.approval_id or "", "not to be used")
    return _tell(unit, place, [use], {})


def close_uses_of(unit: Unit, place: ToolPlace, why: str) -> ReplyUsedTools | None:
    """End whatever of this reply's uses is still open on disk; nothing when none is."""
    known = _read_events(unit, place)
    closed = close_uses(known, place.epoch, why)
    return note_uses(unit, place, closed) if closed else None


def _read_events(unit: Unit, place: ToolPlace) -> tuple[ToolUse, ...]:
    query = select(replies.c.tool_events).where(replies.c.id == place.reply_id, visible(unit, replies))
    events = unit.connection.execute(query).scalar_one_or_none()
    if events is None:
        raise StaleEpoch(place.reply_id, place.epoch)
    return tuple(decode_use(each) for each in events)


def _asking(use: ToolUse, question: ApprovalQuestion) -> ToolUse:
    return replace(
        use, status="asking", approval_id=question.id, expires_at=format_time(question.expires_at), allowed=None
    )


def _read_standing(unit: Unit) -> set[tuple[str, str, str, str]]:
    given = standing_approvals.c
    query = select(given.server, given.place_sha256, given.tool, given.schema_sha256).where(
        visible(unit, standing_approvals)
    )
    return {(row.server, row.place_sha256, row.tool, row.schema_sha256) for row in unit.connection.execute(query)}


def _ask(unit: Unit, place: ToolPlace, questions: Sequence[ApprovalQuestion], at: datetime) -> None:
    """Write the questions, unless this very writing is being repeated because its end was not heard."""
    ids = [each.id for each in questions]
    known = set(unit.connection.execute(select(approvals.c.id).where(approvals.c.id.in_(ids))).scalars()) if ids else ()
    rows = [_as_row(unit, place, each, at) for each in questions if each.id not in known]
    if rows:
        unit.connection.execute(insert(approvals), rows)


def _as_row(unit: Unit, place: ToolPlace, question: ApprovalQuestion, at: datetime) -> dict[str, Any]:
    asked = {name: getattr(question, name) for name in ApprovalQuestion.__dataclass_fields__}
    return asked | {
        "workspace_id": unit.workspace_id,
        "conversation_id": place.conversation_id,
        "turn_id": place.turn_id,
        "reply_id": place.reply_id,
        "status": "pending",
        "created_at": at,
    }


_OWN = (
    update(replies)
    .where(
        replies.c.id == bindparam("reply"),
        replies.c.epoch == bindparam("current"),
        replies.c.workspace_id == bindparam("workspace"),
        replies.c.state.in_(OPEN),
    )
    .values(tool_events=bindparam("events", type_=JSON))
)


def _tell(unit: Unit, place: ToolPlace, uses: Sequence[ToolUse], kept: dict[str, Any]) -> ReplyUsedTools:
    """Put the uses into the reply, unless a newer run owns it, and make it a fact."""
    head = take_seq_to_end(unit, place.conversation_id, place.reply_id, place.epoch)
    events = [encode_use(use) for use in put_uses(_read_events(unit, place), uses)]
    where = {"reply": place.reply_id, "current": place.epoch, "workspace": unit.workspace_id, "events": events}
    statement = _OWN.values(**kept) if kept else _OWN
    if unit.connection.execute(statement, where).rowcount != 1:
        raise StaleEpoch(place.reply_id, place.epoch)
    fact = ReplyUsedTools(place.conversation_id, head.seq, place.turn_id, place.reply_id, tuple(uses))
    append_fact(unit, fact)
    return fact
