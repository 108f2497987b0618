"""How requests to each provider ended lately, as their receipts say."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from antiphon.store.reads.spending import ANSWERED
from antiphon.store.tables import receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# What is older says nothing about today; and whoever opens the settings shall not wait for a year of receipts.
_NEWEST = 500
# Failures that are the connection's. A prompt that is too long or refused would fail with any key.
_OF_THE_CONNECTION = ("auth", "quota", "net", "provider")


class ProviderRecord(NamedTuple):
    """When a provider last answered; or since when it has refused every request, and the code of the newest refusal."""

    worked_at: datetime | None
    refused_since: datetime | None = None
    refusal: str | None = None
    refused_at: datetime | None = None


def read_provider_records(unit: Unit) -> Mapping[str, ProviderRecord]:
    """By provider; one that was asked nothing lately is absent."""
    query = (
        select(receipts.c.provider, receipts.c.outcome, receipts.c.sent_at, replies.c.error)
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(visible(unit, receipts), receipts.c.outcome.is_not(None))
        .order_by(receipts.c.sent_at.desc())
        .limit(_NEWEST)
    )
    found: dict[str, ProviderRecord] = {}
    for row in unit.connection.execute(query):
        known = found.get(row.provider)
        if known is not None and known.worked_at is not None:
            continue
        if row.outcome in ANSWERED:
            found[row.provider] = (known or ProviderRecord(None))._replace(worked_at=row.sent_at)
        elif (code := (row.error or {}).get("code")) in _OF_THE_CONNECTION:
            newest = known or ProviderRecord(None, refusal=code, refused_at=row.sent_at)
            found[row.provider] = newest._replace(refused_since=row.sent_at)
    return found
