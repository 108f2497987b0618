"""Tokens for programs: a person's own, for less than the person may do, and for a time."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from antiphon.access.names import clean_person_name
from antiphon.access.policy import SCOPES
from antiphon.access.principal import Principal
from antiphon.access.tokens import SECRET_BYTES, hash_token, spell_token
from antiphon.conversation.errors import Malformed
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.token_uses import Ceilings, find_unlisted
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed
from antiphon.store.writes.credentials import NewToken, write_ceilings, write_token
from antiphon.store.writes.credentials import revoke_token as write_revocation
from antiphon.store.writes.token_uses import list_uses

USUAL_DAYS, MOST_DAYS = 90, 365
NO_CEILINGS: Final = Ceilings()


class MadeToken(NamedTuple):
    """A token, told once."""

    id: str
    token: str


def check_scopes(scopes: Collection[str]) -> tuple[str, ...]:
    """These scopes, in order; `Malformed` for one there is not, or for none."""
    if not scopes or set(scopes) - SCOPES.keys():
        raise Malformed(f"a token is made for some of {', '.join(SCOPES)}")
    return tuple(sorted(set(scopes)))


def draw_token(
    name: str, scopes: tuple[str, ...], days: int, now: datetime, ceilings: Ceilings = NO_CEILINGS
) -> tuple[str, NewToken]:
    """A token, and what is kept of it."""
    token = spell_token(secrets.token_bytes(SECRET_BYTES))
    ends = now + timedelta(days=days)
    named = clean_person_name(name)
    return token, NewToken(new_id("k"), hash_token(token), named, scopes, token[-4:], ends, ceilings)


async def create_token(
    accounts: Accounts,
    principal: Principal,
    name: str,
    scopes: Collection[str],
    days: int,
    visit: Visit,
    ceilings: Ceilings = NO_CEILINGS,
) -> MadeToken:
    """A token for these scopes; it ends by itself, and may spend so much and no more where that is said."""
    chosen = check_scopes(scopes)
    if not 1 <= days <= MOST_DAYS:
        raise Malformed(f"a token lasts between one day and {MOST_DAYS}")
    deed = begin_deed(visit)
    token, new = draw_token(name, chosen, days, deed.at, ceilings)
    await accounts.store.write(principal, write_token, new, deed)
    return MadeToken(new.id, token)


async def limit_token(
    accounts: Accounts, principal: Principal, token_id: str, ceilings: Ceilings, visit: Visit, since: datetime
) -> None:
    """It may spend so much and no more, on every node within seconds; what it began since this moment counts.

    `NotFound` for a token that is not theirs.
    """
    await accounts.store.write(principal, _limit, token_id, ceilings, begin_deed(visit), since)


def _limit(unit: Unit, token_id: str, ceilings: Ceilings, deed: Deed, since: datetime) -> None:
    write_ceilings(unit, token_id, ceilings, deed)
    if ceilings.is_set:
        list_uses(unit, token_id, find_unlisted(unit, token_id, since))


async def revoke_token(accounts: Accounts, principal: Principal, token_id: str, visit: Visit) -> None:
    """It counts no more, on any node, within seconds."""
    await accounts.store.write(principal, write_revocation, token_id, begin_deed(visit))
