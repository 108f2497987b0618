"""Somebody is to be told what ends; what they are told is written down, sent, and noted."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, insert, literal, or_, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.webhook import (
    PATIENCE,
    Delivery,
    DeliveryId,
    Outcome,
    Webhook,
    WebhookChange,
    WebhookId,
    WebhookTrouble,
    find_next_attempt,
)
from antiphon.store.dialect import insert_into
from antiphon.store.reads.webhooks import as_delivery, as_webhook, read_delivery, read_webhook
from antiphon.store.tables import conversations, webhook_cursors, webhook_deliveries, webhooks
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# A decision is the person's own and stays when the conversation it came from is deleted.
_OUTLIVING: Final = frozenset({"decision.review_due"})


class NewDelivery(NamedTuple):
    """What is to be sent."""

    id: DeliveryId
    event: str
    subject: str
    conversation_id: ConversationId | None
    body: str


def add_webhook(unit: Unit, webhook: Webhook) -> None:
    """Tell it from now on."""
    unit.connection.execute(insert(webhooks), asdict(webhook) | {"events": list(webhook.events)})
    _skip_past(unit, webhook.id)


def change_webhook(unit: Unit, webhook_id: WebhookId, change: WebhookChange, now: datetime) -> Webhook:
    """Have it otherwise; `NotFound` when it is not there.

    Switched off it is sent nothing more, not even what waits, and neither is what was written for another address or
    with words that are not wanted any more. Switched on, elsewhere or of more events it is told what ends from then on.
    """
    before = hold_webhook(unit, webhook_id)
    values = {name: value for name, value in asdict(change).items() if value is not None}
    if change.events is not None:
        values["events"] = list(change.events)
    is_again, is_other = bool(change.enabled) and not before.enabled, _is_for_another(before, change)
    if is_again:
        values |= {"trouble": None, "failing_since": None}
    if is_again or is_other or set(change.events or ()) - set(before.events):
        values["since"] = now
        _skip_past(unit, webhook_id)
    if values:
        _change(unit, webhook_id, **values)
    if is_other or change.enabled is False:
        _stop_waiting(unit, webhook_id)
    return read_webhook(unit, webhook_id)


def rotate_webhook(unit: Unit, before: Webhook, fingerprint: str, previous_until: datetime) -> Webhook:
    """Sign with the next secret too; `NotFound` when somebody else was quicker, or it is gone."""
    mine = (webhooks.c.id == before.id) & visible(unit, webhooks) & (webhooks.c.generation == before.generation)
    values = {
        "generation": before.generation + 1,
        "fingerprint": fingerprint,
        "previous_fingerprint": before.fingerprint,
        "previous_until": previous_until,
    }
    if unit.connection.execute(update(webhooks).where(mine).values(values)).rowcount != 1:
        raise NotFound("webhook", before.id)
    return read_webhook(unit, before.id)


def delete_webhook(unit: Unit, webhook_id: WebhookId) -> None:
    """Forget it with all that was sent; `NotFound` when it is not there."""
    hold_webhook(unit, webhook_id)
    for table in (webhook_deliveries, webhook_cursors):
        unit.connection.execute(delete(table).where(table.c.webhook_id == webhook_id, visible(unit, table)))
    unit.connection.execute(delete(webhooks).where(webhooks.c.id == webhook_id, visible(unit, webhooks)))


def write_deliveries(
    unit: Unit,
    webhook: Webhook,
    new: Sequence[NewDelivery],
    seen: Mapping[ConversationId, int],
    now: datetime,
) -> int:
    """Have these sent, and remember how far was looked, in one transaction; returns how many were not there before.

    Nothing where the webhook was switched off or wants something else by now: whoever looks next decides anew. Nothing
    of a conversation that is deleted, either.
    """
    held = _find_held(unit, webhook.id)
    if held is None or not held.enabled or _list_wishes(held) != _list_wishes(webhook):
        return 0
    named = {each.conversation_id for each in new if each.conversation_id is not None}
    there = _hold_conversations(unit, named | seen.keys(), now)
    written = sum(_put(unit, webhook.id, each, now) for each in _list_tellable(new, there))
    for conversation_id in there & seen.keys():
        _move_cursor(unit, webhook.id, conversation_id, seen[conversation_id])
    return written


def write_delivery(unit: Unit, webhook_id: WebhookId, new: NewDelivery, now: datetime) -> Delivery:
    """Have this one sent."""
    _put(unit, webhook_id, new, now)
    return read_delivery(unit, webhook_id, new.id)


def hold_webhook(unit: Unit, webhook_id: WebhookId) -> Webhook:
    """As it is, and nobody changes it until this is written; `NotFound` when it is not there."""
    held = _find_held(unit, webhook_id)
    if held is None:
        raise NotFound("webhook", webhook_id)
    return held


def send_again(unit: Unit, webhook_id: WebhookId, delivery_id: DeliveryId, now: datetime) -> Delivery:
    """Have it sent once more from the beginning, under the same name; `NotFound` when it is not there."""
    read_delivery(unit, webhook_id, delivery_id)
    values = {"status": "waiting", "failures": 0, "next_at": now}
    mine = (webhook_deliveries.c.id == delivery_id) & visible(unit, webhook_deliveries)
    unit.connection.execute(update(webhook_deliveries).where(mine).values(values))
    return read_delivery(unit, webhook_id, delivery_id)


def take_delivery(unit: Unit, delivery_id: DeliveryId, now: datetime, lease: timedelta) -> Delivery | None:
    """It is this node's to send, until the lease ends; nothing when somebody else was quicker."""
    row = unit.connection.execute(
        update(webhook_deliveries)
        .where(
            webhook_deliveries.c.id == delivery_id,
            webhook_deliveries.c.status == "waiting",
            webhook_deliveries.c.next_at <= now,
            visible(unit, webhook_deliveries),
        )
        .values(attempts=webhook_deliveries.c.attempts + 1, next_at=now + lease)
        .returning(*webhook_deliveries.c)
    ).one_or_none()
    return None if row is None else as_delivery(row)


def note_outcome(unit: Unit, taken: Delivery, outcome: Outcome, now: datetime) -> WebhookTrouble | None:
    """How an attempt ended, and when the next is; what the webhook was switched off for, if this was the last straw.

    Whoever was late to write it down writes nothing: somebody else has sent it since. `NotFound` when the webhook is
    not there.
    """
    # First this, as everywhere: two who take a webhook and its messages the other way round wait for each other.
    webhook = hold_webhook(unit, taken.webhook_id)
    failures = taken.failures + (not outcome.is_delivered)
    next_at = None if outcome.is_delivered else find_next_attempt(failures, now)
    status = "delivered" if outcome.is_delivered else "waiting" if next_at is not None else "failed"
    values = {
        "status": status,
        "failures": failures,
        "next_at": next_at,
        "answered": outcome.answered,
        "problem": outcome.problem,
        "tried_at": now,
    }
    mine = (webhook_deliveries.c.id == taken.id) & (webhook_deliveries.c.attempts == taken.attempts)
    mine &= (webhook_deliveries.c.status == "waiting") & visible(unit, webhook_deliveries)
    if unit.connection.execute(update(webhook_deliveries).where(mine).values(values)).rowcount != 1:
        return None
    return _weigh(unit, webhook, outcome, now, gave_up=next_at is None)


def forget_deliveries(unit: Unit, before: datetime) -> None:
    """Forget, in every workspace, what was written down before this moment."""
    unit.connection.execute(delete(webhook_deliveries).where(webhook_deliveries.c.created_at < before))


def _weigh(unit: Unit, webhook: Webhook, outcome: Outcome, now: datetime, *, gave_up: bool) -> WebhookTrouble | None:
    """Whether the webhook goes on after this.

    Days in which nothing was sent say nothing: only a message that was tried as often as it is can be the last straw.
    """
    if outcome.is_delivered:
        if webhook.failing_since is not None:
            _change(unit, webhook.id, failing_since=None)
        return None
    failing_since = webhook.failing_since or now
    trouble: WebhookTrouble | None = None
    if outcome.is_gone:
        trouble = "gone"
    elif gave_up and now - failing_since >= PATIENCE:
        trouble = "failing"
    if trouble is None or not webhook.enabled:
        _change(unit, webhook.id, failing_since=failing_since)
        return None
    _change(unit, webhook.id, failing_since=failing_since, enabled=False, trouble=trouble)
    _stop_waiting(unit, webhook.id)
    return trouble


def _find_held(unit: Unit, webhook_id: WebhookId) -> Webhook | None:
    query = select(webhooks).where(webhooks.c.id == webhook_id, visible(unit, webhooks)).with_for_update()
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else as_webhook(row)


def _list_wishes(webhook: Webhook) -> tuple[object, ...]:
    """What decides what is written for it, and since when."""
    return webhook.url, webhook.events, webhook.shape, webhook.include_text, webhook.since


def _is_for_another(before: Webhook, change: WebhookChange) -> bool:
    """Whether what was written so far is not to be sent after this change."""
    is_elsewhere = change.url is not None and change.url != before.url
    return is_elsewhere or (before.include_text and change.include_text is False)


def _change(unit: Unit, webhook_id: WebhookId, **values: Any) -> None:
    mine = (webhooks.c.id == webhook_id) & visible(unit, webhooks)
    unit.connection.execute(update(webhooks).where(mine).values(**values))


def _stop_waiting(unit: Unit, webhook_id: WebhookId) -> None:
    waiting = (webhook_deliveries.c.webhook_id == webhook_id) & (webhook_deliveries.c.status == "waiting")
    stopped = update(webhook_deliveries).where(waiting, visible(unit, webhook_deliveries))
    unit.connection.execute(stopped.values(status="stopped", next_at=None))


def _put(unit: Unit, webhook_id: WebhookId, new: NewDelivery, now: datetime) -> int:
    row = new._asdict() | {
        "workspace_id": unit.workspace_id,
        "webhook_id": webhook_id,
        "status": "waiting",
        "next_at": now,
        "created_at": now,
    }
    put = insert_into(webhook_deliveries, unit.dialect).values(row).on_conflict_do_nothing()
    # Rows of an insertion are counted by one of the two databases alone; what it returns is counted by both.
    return len(unit.connection.execute(put.returning(webhook_deliveries.c.id)).all())


def _hold_conversations(unit: Unit, wanted: Collection[ConversationId], now: datetime) -> set[ConversationId]:
    """Those of them that stay; none of these is deleted until this is written."""
    query = (
        select(conversations.c.id)
        .where(
            conversations.c.id.in_(wanted),
            visible(unit, conversations),
            or_(conversations.c.kept_until.is_(None), conversations.c.kept_until > now),
        )
        .order_by(conversations.c.id)
        .with_for_update(read=True, key_share=True)
    )
    return set(unit.connection.execute(query).scalars())


def _list_tellable(new: Sequence[NewDelivery], there: Collection[ConversationId]) -> Iterator[NewDelivery]:
    for each in new:
        if each.conversation_id is None or each.conversation_id in there:
            yield each
        elif each.event in _OUTLIVING:
            yield each._replace(conversation_id=None)


def _move_cursor(unit: Unit, webhook_id: WebhookId, conversation_id: ConversationId, seq: int) -> None:
    """Never back: two nodes may have looked, and one of them further. Not for one that is deleted by now."""
    there = select(
        literal(unit.workspace_id), literal(webhook_id), conversations.c.id, literal(seq)
    ).where(conversations.c.id == conversation_id, visible(unit, conversations))  # fmt: skip
    names = ["workspace_id", "webhook_id", "conversation_id", "seq"]
    put = insert_into(webhook_cursors, unit.dialect).from_select(names, there)
    further = put.excluded.seq > webhook_cursors.c.seq
    unit.connection.execute(
        put.on_conflict_do_update(
            index_elements=["webhook_id", "conversation_id"], set_={"seq": put.excluded.seq}, where=further
        )
    )


def _skip_past(unit: Unit, webhook_id: WebhookId) -> None:
    """Everything that has happened so far counts as looked at."""
    mine = conversations.c.owner_id == unit.principal.id
    unit.connection.execute(
        delete(webhook_cursors).where(webhook_cursors.c.webhook_id == webhook_id, visible(unit, webhook_cursors))
    )
    heads = select(conversations.c.workspace_id, literal(webhook_id), conversations.c.id, conversations.c.last_seq)
    names = ["workspace_id", "webhook_id", "conversation_id", "seq"]
    unit.connection.execute(insert(webhook_cursors).from_select(names, heads.where(visible(unit, conversations), mine)))
