"""Tokens for programs: a person's own, for less than the person may do, and for a time."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from antiphon.access.names import clean_person_name
from antiphon.access.policy import SCOPES
from antiphon.access.principal import Principal
from antiphon.access.tokens import SECRET_BYTES, hash_token, spell_token
from antiphon.conversation.errors import Malformed
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.store.writes.credentials import NewToken, write_token
from antiphon.store.writes.credentials import revoke_token as write_revocation

USUAL_DAYS, MOST_DAYS = 90, 365


class MadeToken(NamedTuple):
    """A token, told once."""

    id: str
    token: str


def check_scopes(scopes: Collection[str]) -> tuple[str, ...]:
    """These scopes, in order; `Malformed` for one there is not, or for none."""
    if not scopes or set(scopes) - SCOPES.keys():
        raise Malformed(f"a token is made for some of {', '.join(SCOPES)}")
    return tuple(sorted(set(scopes)))


def draw_token(name: str, scopes: tuple[str, ...], days: int, now: datetime) -> tuple[str, NewToken]:
    """A token, and what is kept of it."""
    token = spell_token(secrets.token_bytes(SECRET_BYTES))
    ends = now + timedelta(days=days)
    return token, NewToken(new_id("k"), hash_token(token), clean_person_name(name), scopes, token[-4:], ends)


async def create_token(
    accounts: Accounts, principal: Principal, name: str, scopes: Collection[str], days: int, visit: Visit
) -> MadeToken:
    """A token for these scopes; it ends by itself."""
    chosen = check_scopes(scopes)
    if not 1 <= days <= MOST_DAYS:
        raise Malformed(f"a token lasts between one day and {MOST_DAYS}")
    deed = begin_deed(visit)
    token, new = draw_token(name, chosen, days, deed.at)
    await accounts.store.write(principal, write_token, new, deed)
    return MadeToken(new.id, token)


async def revoke_token(accounts: Accounts, principal: Principal, token_id: str, visit: Visit) -> None:
    """It counts no more, on any node, within seconds."""
    await accounts.store.write(principal, write_revocation, token_id, begin_deed(visit))
