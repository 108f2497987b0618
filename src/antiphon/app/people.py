"""Accounts for whoever has the database and no session: what `antiphon account` does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from antiphon.app.accounts import build_accounts
from antiphon.app.database import database_url, ready_database
from antiphon.app.private import make_private
from antiphon.conversation.errors import SettingsInvalid
from antiphon.engine.accounts.accounts import Accounts, Visit
from antiphon.engine.accounts.people import break_glass, find_person, restore, suspend
from antiphon.engine.accounts.set_up import create_account
from antiphon.settings import Settings
from antiphon.store.dialect import ProcessLock, open_engine
from antiphon.store.reads.people import Person as PersonLine
from antiphon.store.reads.people import read_people
from antiphon.store.unit import Store

__all__ = [
    "PersonLine",
    "add_person",
    "list_everybody",
    "make_recovery_link",
    "open_accounts",
    "restore_person",
    "suspend_person",
]

_HERE = Visit(agent="antiphon account")


async def add_person(settings: Settings, name: str, email: str, password: str, *, is_owner: bool) -> None:
    """Somebody more who can sign in; the first owner adopts whatever was here before."""
    async with open_accounts(settings) as accounts:
        await create_account(accounts, name, email, password, is_owner=is_owner)


async def list_everybody(settings: Settings) -> tuple[PersonLine, ...]:
    """Everybody, by name."""
    async with open_accounts(settings) as accounts:
        return await accounts.store.read(accounts.system, read_people)


async def suspend_person(settings: Settings, email: str) -> None:
    """Nothing of theirs counts any more; a running server hears of it within seconds."""
    async with open_accounts(settings) as accounts:
        person = await find_person(accounts, email)
        await suspend(accounts, accounts.system, person.id, _HERE)


async def restore_person(settings: Settings, email: str) -> None:
    """They may sign in again."""
    async with open_accounts(settings) as accounts:
        person = await find_person(accounts, email)
        await restore(accounts, accounts.system, person.id, _HERE)


async def make_recovery_link(settings: Settings, email: str) -> str:
    """Where they choose another password. The token stands behind a #, so that no log has it."""
    async with open_accounts(settings) as accounts:
        return f"{settings.public_url or ''}/reset#{await break_glass(accounts, email)}"


@asynccontextmanager
async def open_accounts(settings: Settings) -> AsyncIterator[Accounts]:
    """The accounts of the database; `StoreInUse` while a server owns the SQLite file."""
    if settings.accounts == "off":
        raise SettingsInvalid(("accounts: they are off; there are no people to look after",))
    make_private(settings)
    lock = ProcessLock(settings.sqlite_path) if settings.is_sqlite else None
    if lock is not None:
        lock.acquire()
    try:
        ready_database(settings)
        store = Store(open_engine(database_url(settings), 1), 1)
        try:
            yield build_accounts(settings, store)
        finally:
            await store.close()
    finally:
        if lock is not None:
            lock.release()
