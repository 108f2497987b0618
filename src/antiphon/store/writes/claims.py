"""What was claimed in a turn is written down, and what the person does not find in the words is disputed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from sqlalchemy import insert, select, update

from antiphon.conversation.claim import Claim, Stance, decode_stance, encode_stance
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.store.reads.claims import read_claim
from antiphon.store.tables import claims
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# The words a stance rests on, and how they were understood.
Place = tuple[str, int, int, str]


def write_claims(
    unit: Unit,
    analysis_id: str,
    conversation_id: ConversationId,
    turn_id: TurnId,
    found: Sequence[Claim],
    at: datetime,
) -> None:
    """The claims of one map, all of them or none. What the person disputed in an earlier map of the turn stays so."""
    disputed = _read_disputed(unit, turn_id)
    kept = [_dispute_again(claim, disputed) for claim in found]
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "analysis_id": analysis_id,
            "number": claim.number,
            "conversation_id": conversation_id,
            "turn_id": turn_id,
            "text": claim.text,
            "label": claim.label,
            "stances": [encode_stance(each) for each in claim.stances],
            "created_at": at,
        }
        for claim in kept
    ]
    if rows:
        unit.connection.execute(insert(claims), rows)


def _read_disputed(unit: Unit, turn_id: TurnId) -> frozenset[Place]:
    """Where words stand in which the person did not find what was read there.

    Of several maps the newest that knows them decides.
    """
    query = (
        select(claims.c.analysis_id, claims.c.stances)
        .where(claims.c.turn_id == turn_id, visible(unit, claims))
        .order_by(claims.c.created_at, claims.c.analysis_id)
    )
    disputed: set[Place] = set()
    for _, of_map in groupby(unit.connection.execute(query), key=lambda row: row.analysis_id):
        stances = [decode_stance(each) for row in of_map for each in row.stances]
        disputed -= {_place(each) for each in stances}
        disputed |= {_place(each) for each in stances if each.disputed}
    return frozenset(disputed)


def _dispute_again(claim: Claim, disputed: frozenset[Place]) -> Claim:
    stances = (replace(each, disputed=_place(each) in disputed) for each in claim.stances)
    return replace(claim, stances=tuple(stances))


def _place(stance: Stance) -> Place:
    return stance.reply_id, stance.start, stance.end, stance.stand


def dispute_claim(unit: Unit, analysis_id: str, number: int, advisor_id: AdvisorId, *, disputed: bool) -> Claim:
    """The claim with this advisor's stance disputed, or no longer; its label is reckoned anew.

    Saying the same twice changes nothing. `NotFound` for a claim that is not there, or an advisor silent on it.
    """
    mine = (claims.c.analysis_id == analysis_id) & (claims.c.number == number) & (visible(unit, claims))
    # Two people at once: the second begins with what the first has written.
    unit.connection.execute(select(claims.c.number).where(mine).with_for_update())
    before = read_claim(unit, analysis_id, number)
    if all(each.advisor_id != advisor_id for each in before.stances):
        raise NotFound("stance", f"{analysis_id}/{number}/{advisor_id}")
    changed = [replace(each, disputed=disputed) if each.advisor_id == advisor_id else each for each in before.stances]
    after = replace(before, stances=tuple(changed))
    kept = [encode_stance(each) for each in after.stances]
    unit.connection.execute(update(claims).where(mine).values(stances=kept, label=after.label))
    return after
