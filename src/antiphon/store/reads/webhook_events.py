"""What has ended and was not told yet: out of rows that are there anyway, so that nobody writes any for this.

Answers are found by the facts of their conversations, which have no gaps; the rest by the moment it ended, looked for
over a day, since whoever wrote it may have been late. What was found before is not found again.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, literal, or_, select

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.synthesis import decode_synthesis
from antiphon.conversation.webhook import Happening, Webhook, WebhookEvent
from antiphon.store.tables import (
    analyses,
    approvals,
    conversations,
    decisions,
    eval_runs,
    exports,
    facts,
    imports,
    replies,
    turns,
    webhook_cursors,
    webhook_deliveries,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_LATE: Final = timedelta(days=1)
# A day may come while nobody is there to see it.
_REVIEW_LATE: Final = timedelta(days=30)
# So many conversations are looked at in one go, each with all its news.
_AT_ONCE: Final = 200
_UNASKED: Final = frozenset({"heartbeat", "review"})
_OF_TURNS: Final = frozenset({"turn.completed", "turn.failed", "reply.settled", "beat.spoke"})
_LOOKS: Final[Mapping[str, WebhookEvent]] = {"map": "map.completed", "synthesis": "synthesis.completed"}


class News(NamedTuple):
    """What has ended, and how far each conversation was looked at for it."""

    happenings: tuple[Happening, ...]
    seen: Mapping[ConversationId, int]


def read_news(unit: Unit, webhook: Webhook, now: datetime, *, thorough: bool) -> News:
    """What this webhook has to tell. `thorough` looks at every conversation of the person, not at the last day's."""
    heads = _find_heads(unit, webhook, now, thorough=thorough)
    told = _list_answers(unit, webhook, heads) if _OF_TURNS.intersection(webhook.events) and heads else ()
    happenings = (*told, *_list_ended(unit, webhook, now))
    wanted = tuple(each for each in happenings if each.event in webhook.events)
    return News(wanted, {ConversationId(each.id): each.last_seq for each in heads})


def _find_heads(unit: Unit, webhook: Webhook, now: datetime, *, thorough: bool) -> Sequence[Any]:
    """Conversations with facts that were not looked at; those about to be deleted have none."""
    seen = func.coalesce(webhook_cursors.c.seq, 0)
    query = (
        select(conversations.c.id, conversations.c.last_seq, seen.label("seen"))
        .outerjoin(webhook_cursors, _cursor_of(webhook))
        .where(
            visible(unit, conversations),
            conversations.c.owner_id == webhook.owner_id,
            conversations.c.last_seq > seen,
            or_(conversations.c.kept_until.is_(None), conversations.c.kept_until > now),
        )
        .order_by(conversations.c.updated_at.desc())
        .limit(_AT_ONCE)
    )
    if not thorough:
        query = query.where(conversations.c.updated_at > now - _LATE)
    return unit.connection.execute(query).all()


def _list_answers(unit: Unit, webhook: Webhook, heads: Sequence[Any]) -> Iterator[Happening]:
    """Replies that ended, and the turns of which none is open any more."""
    query = (
        select(facts.c.turn_id, facts.c.reply_id)
        .join(conversations, conversations.c.id == facts.c.conversation_id)
        .outerjoin(webhook_cursors, _cursor_of(webhook))
        .where(
            conversations.c.id.in_([each.id for each in heads]),
            visible(unit, facts),
            facts.c.seq > func.coalesce(webhook_cursors.c.seq, 0),
            facts.c.kind == "reply_settled",
        )
    )
    settled = unit.connection.execute(query).all()
    new_ids = {row.reply_id for row in settled}
    text = replies.c.text if webhook.include_text else literal("")
    of_turns = (
        select(
            replies.c.id,
            replies.c.conversation_id,
            replies.c.turn_id,
            replies.c.advisor_id,
            replies.c.state,
            replies.c.error,
            replies.c.settled_at,
            replies.c.slot,
            replies.c.chosen,
            turns.c.origin,
            text.label("text"),
        )
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(replies.c.turn_id.in_({row.turn_id for row in settled}), visible(unit, replies))
        .order_by(replies.c.turn_id, replies.c.slot)
    )
    for _, several in groupby(unit.connection.execute(of_turns), key=lambda row: row.turn_id):
        asked = list(several)
        ended = [row for row in asked if row.state not in OPEN and row.settled_at is not None]
        for row in sorted(ended, key=_moment):
            if row.id in new_ids:
                yield _tell_reply(webhook, row)
        if len(ended) == len(asked):
            yield _tell_turn(webhook, ended)


def _moment(row: Any) -> tuple[datetime, int]:
    """When it ended; those that ended together, in the order of the panel."""
    return row.settled_at, row.slot


def _tell_reply(webhook: Webhook, row: Any) -> Happening:
    data = {
        "conversation_id": row.conversation_id,
        "turn_id": row.turn_id,
        "reply_id": row.id,
        **_describe_reply(webhook, row),
    }
    return Happening("reply.settled", row.id, row.settled_at, ConversationId(row.conversation_id), data)


def _tell_turn(webhook: Webhook, ended: Sequence[Any]) -> Happening:
    """A turn that is asked again ends again: known by the reply that ended last. Voices stand as on the screen."""
    last = max(ended, key=_moment)
    chosen = [row for row in ended if row.chosen]
    answered = sum(row.state == ReplyState.COMPLETE for row in chosen)
    event: WebhookEvent = "turn.completed" if answered else "turn.failed"
    if last.origin in _UNASKED:
        event = "beat.spoke"
    data = {
        "conversation_id": last.conversation_id,
        "turn_id": last.turn_id,
        "origin": last.origin,
        "asked": len(chosen),
        "answered": answered,
        "replies": [{"reply_id": row.id, **_describe_reply(webhook, row)} for row in chosen],
    }
    return Happening(event, last.id, last.settled_at, ConversationId(last.conversation_id), data)


def _describe_reply(webhook: Webhook, row: Any) -> dict[str, Any]:
    error = {} if row.error is None else {"error": row.error.get("code")}
    text = {"text": row.text} if webhook.include_text else {}
    return {"advisor_id": row.advisor_id, "state": row.state, **error, **text}


def _list_ended(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    """Everything else, as far as somebody wants to hear of it."""
    lists = {
        ("map.completed", "synthesis.completed"): _list_looks,
        ("approval.requested",): _list_approvals,
        ("decision.review_due",): _list_reviews,
        ("import.completed",): _list_imports,
        ("export.completed",): _list_exports,
        ("eval.completed",): _list_evals,
    }
    for events, find in lists.items():
        if set(events) & set(webhook.events):
            yield from find(unit, webhook, now)


def _list_looks(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    result = analyses.c.result if webhook.include_text else literal(None)
    query = select(
        analyses.c.id, analyses.c.kind, analyses.c.conversation_id, analyses.c.turn_id, analyses.c.ended_at,
        result.label("result"),
    ).where(
        visible(unit, analyses),
        analyses.c.ended_at >= max(webhook.since, now - _LATE),
        analyses.c.kind.in_(_LOOKS),
        analyses.c.status == "done",
        _is_new(webhook, analyses.c.id, *_LOOKS.values()),
    )  # fmt: skip
    for row in unit.connection.execute(query):
        data = {"conversation_id": row.conversation_id, "turn_id": row.turn_id, "analysis_id": row.id}
        if row.kind == "synthesis" and row.result is not None:
            paragraphs = decode_synthesis(row.result).paragraphs
            data["text"] = "\n\n".join(" ".join(each.text for each in sentences) for sentences in paragraphs)
        yield Happening(_LOOKS[row.kind], row.id, row.ended_at, ConversationId(row.conversation_id), data)


def _list_approvals(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    query = (
        select(approvals)
        .join(conversations, conversations.c.id == approvals.c.conversation_id)
        .where(
            visible(unit, approvals),
            conversations.c.owner_id == webhook.owner_id,
            approvals.c.status == "pending",
            approvals.c.created_at >= webhook.since,
            approvals.c.expires_at > now,
            _is_new(webhook, approvals.c.id, "approval.requested"),
        )
    )
    for row in unit.connection.execute(query):
        data = {
            "conversation_id": row.conversation_id,
            "turn_id": row.turn_id,
            "reply_id": row.reply_id,
            "approval_id": row.id,
            "advisor_id": row.advisor_id,
        }
        yield Happening("approval.requested", row.id, row.created_at, ConversationId(row.conversation_id), data)


def _list_reviews(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    """A decision that is given another day is due again on it."""
    query = select(decisions).where(
        visible(unit, decisions),
        decisions.c.review_at <= now,
        decisions.c.review_at >= max(webhook.since, now - _REVIEW_LATE),
        decisions.c.outcome.is_(None),
        decisions.c.removed_at.is_(None),
    )
    for row in unit.connection.execute(query):
        subject = f"{row.id}:{round(row.review_at.timestamp())}"
        if not _was_told(unit, webhook, "decision.review_due", subject):
            data = {"conversation_id": row.conversation_id, "turn_id": row.turn_id, "decision_id": row.id}
            yield Happening("decision.review_due", subject, row.review_at, ConversationId(row.conversation_id), data)


def _list_imports(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    query = select(imports.c.id, imports.c.status, imports.c.updated_at).where(
        visible(unit, imports),
        imports.c.status.in_(("done", "failed")),
        imports.c.updated_at >= max(webhook.since, now - _LATE),
        _is_new(webhook, imports.c.id, "import.completed"),
    )
    for row in unit.connection.execute(query):
        yield Happening("import.completed", row.id, row.updated_at, None, {"import_id": row.id, "status": row.status})


def _list_exports(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    query = select(exports.c.id, exports.c.status, exports.c.updated_at).where(
        visible(unit, exports),
        exports.c.status.in_(("done", "failed")),
        exports.c.updated_at >= max(webhook.since, now - _LATE),
        _is_new(webhook, exports.c.id, "export.completed"),
    )
    for row in unit.connection.execute(query):
        yield Happening("export.completed", row.id, row.updated_at, None, {"export_id": row.id, "status": row.status})


def _list_evals(unit: Unit, webhook: Webhook, now: datetime) -> Iterator[Happening]:
    """Runs that somebody asked for; those of an attempt at better words are steps of it."""
    query = select(eval_runs.c.id, eval_runs.c.advisor_id, eval_runs.c.status, eval_runs.c.ended_at).where(
        visible(unit, eval_runs),
        eval_runs.c.ended_at >= max(webhook.since, now - _LATE),
        eval_runs.c.status != "running",
        eval_runs.c.improvement_id.is_(None),
        _is_new(webhook, eval_runs.c.id, "eval.completed"),
    )
    for row in unit.connection.execute(query):
        data = {"run_id": row.id, "advisor_id": row.advisor_id, "status": row.status}
        yield Happening("eval.completed", row.id, row.ended_at, None, data)


def _cursor_of(webhook: Webhook) -> ColumnElement[bool]:
    return and_(webhook_cursors.c.conversation_id == conversations.c.id, webhook_cursors.c.webhook_id == webhook.id)


def _is_new(webhook: Webhook, subject: ColumnElement[Any], *events: str) -> ColumnElement[bool]:
    told = select(webhook_deliveries.c.id).where(
        webhook_deliveries.c.webhook_id == webhook.id,
        webhook_deliveries.c.event.in_(events),
        webhook_deliveries.c.subject == subject,
    )
    return ~exists(told)


def _was_told(unit: Unit, webhook: Webhook, event: str, subject: str) -> bool:
    query = select(webhook_deliveries.c.id).where(
        webhook_deliveries.c.webhook_id == webhook.id,
        webhook_deliveries.c.event == event,
        webhook_deliveries.c.subject == subject,
    )
    return unit.connection.execute(query).first() is not None
