"""What has been said so far is saved, for many replies at once."""

from collections.abc import Sequence
from typing import NamedTuple

from antiphon.conversation.event import Delta
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.store.dialect import append_statement, encode_rows, standings_statement
from antiphon.store.unit import Unit


class ReplyStanding(NamedTuple):
    """What the store thinks of a reply that somebody is writing."""

    reply_id: ReplyId
    epoch: int
    ended: bool
    stop_requested: bool


def append_chunks(unit: Unit, deltas: Sequence[Delta]) -> None:
    """Append these pieces, of whichever workspace; those of an epoch that is no longer current are refused silently.

    The node writes for everyone whose replies it runs, so this is the system's deed and not limited to one workspace.
    """
    rows = [(each.reply_id, each.epoch, each.channel, each.offset, each.text) for each in deltas]
    unit.connection.execute(append_statement(unit.dialect), {"rows": encode_rows(rows)})


def read_standings(unit: Unit, reply_ids: Sequence[ReplyId]) -> list[ReplyStanding]:
    """For each of these replies, the epoch that counts and whether its person wants it stopped."""
    rows = unit.connection.execute(standings_statement(unit.dialect), {"ids": encode_rows(reply_ids)})
    return [
        ReplyStanding(ReplyId(row.id), row.epoch, ReplyState(row.state) in TERMINAL, bool(row.stop_requested))
        for row in rows
    ]
