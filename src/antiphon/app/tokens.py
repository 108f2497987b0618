"""Tokens for whoever has the database and no session: what `antiphon tokens` does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from antiphon.access.principal import Principal, on_behalf_of
from antiphon.app.people import open_accounts
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.engine.accounts.accounts import Accounts, Visit
from antiphon.engine.accounts.people import find_person
from antiphon.engine.accounts.tokens import create_token, limit_token, revoke_token
from antiphon.settings import Settings
from antiphon.store.reads.credentials import TokenLine, read_tokens
from antiphon.store.reads.token_uses import Ceilings

__all__ = ["NewToken", "TokenLine", "limit_token_of", "list_tokens_of", "make_token_for", "revoke_token_of"]

_HERE = Visit(agent="antiphon tokens")


@dataclass(frozen=True, slots=True)
class NewToken:
    """What a token is called, what it is for, how long it lasts and what it may spend."""

    name: str
    scopes: Sequence[str]
    days: int
    day_ceiling: float | None = None
    month_ceiling: float | None = None


async def list_tokens_of(settings: Settings, email: str) -> tuple[TokenLine, ...]:
    """The person's tokens that count."""
    async with open_accounts(settings) as accounts:
        return await accounts.store.read(await _find(accounts, email), read_tokens, datetime.now(UTC))


async def make_token_for(settings: Settings, email: str, new: NewToken) -> str:
    """A token in the person's name, told once."""
    async with open_accounts(settings) as accounts:
        ceilings = Ceilings(new.day_ceiling, new.month_ceiling)
        person = await _find(accounts, email)
        return (await create_token(accounts, person, new.name, new.scopes, new.days, _HERE, ceilings)).token


async def limit_token_of(
    settings: Settings, email: str, token_id: str, day_ceiling: float | None, month_ceiling: float | None
) -> None:
    """It may spend so much and no more; what it spent this month counts."""
    async with open_accounts(settings) as accounts:
        # Wherever the person lives, their month has not begun before this; what is older is listed and does not count.
        since = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0) - timedelta(days=1)
        ceilings = Ceilings(day_ceiling, month_ceiling)
        await limit_token(accounts, await _find(accounts, email), token_id, ceilings, _HERE, since)


async def revoke_token_of(settings: Settings, email: str, token_id: str) -> None:
    """It counts no more; a running server hears of it within seconds."""
    async with open_accounts(settings) as accounts:
        await revoke_token(accounts, await _find(accounts, email), token_id, _HERE)


async def _find(accounts: Accounts, email: str) -> Principal:
    person = await find_person(accounts, email)
    return on_behalf_of(WorkspaceId(accounts.system.workspace_id), PrincipalId(person.id))
