"""The key that seals secrets: opened at the start, made and changed from the terminal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antiphon.access.principal import LOCAL, system_principal
from antiphon.app.database import database_url
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import check_revision
from antiphon.store.unit import Store

if TYPE_CHECKING:
    from antiphon.engine.accounts.rotation import Opened
    from antiphon.engine.accounts.tool_headers import ToolHeaders
    from antiphon.engine.accounts.vault import Vault

_MISSING = "key_file: accounts need one: make it with `antiphon keys create PATH`, and say here where it is"
_NO_EXTRA = "key_file: install the extra `accounts` first"


class Rotated(NamedTuple):
    """What a rotation did: the id of the key in force, and how many keys and secrets were sealed anew."""

    keeper_id: str
    keys: int
    secrets: int


def check_key_file(settings: Settings) -> None:
    """`SettingsInvalid` or `KeyFileRefused` unless there is a key that can be used."""
    _find_path(settings)
    try:
        from antiphon.secrets.keeper import FileKeeper
    except ModuleNotFoundError as error:
        raise SettingsInvalid((_NO_EXTRA,)) from error
    FileKeeper(_find_path(settings))


async def open_vault(settings: Settings, store: Store) -> "Vault | None":
    """Where secrets are sealed; nothing while accounts are off. What cannot be opened keeps everything closed."""
    if settings.accounts == "off":
        return None
    from antiphon.engine.accounts.vault import Vault
    from antiphon.secrets.keeper import FileKeeper

    vault = Vault(store, FileKeeper(_find_path(settings)), system_principal(LOCAL.workspace_id))
    await vault.open()
    return vault


def open_tool_headers(vault: "Vault | None") -> "ToolHeaders | None":
    """Where headers for servers of tools are kept; nowhere without a vault."""
    if vault is None:
        return None
    from antiphon.engine.accounts.tool_headers import ToolHeaders

    return ToolHeaders(vault)


def create_key(path: Path) -> str:
    """A new key in a new file; its id."""
    try:
        from antiphon.secrets.keeper import create_key_file
    except ModuleNotFoundError as error:
        raise SettingsInvalid((_NO_EXTRA,)) from error
    return create_key_file(path)


async def rotate_keys(settings: Settings, *, data: bool) -> Rotated:
    """Have the next key in force, made now unless it lies there already; with `data` secrets are sealed anew too.

    Everything goes on meanwhile. Killed anywhere it can be run again: both keys are there until all is done.
    """
    check_key_file(settings)
    from antiphon.engine.accounts.rotation import reseal_secrets, rewrap_keys
    from antiphon.secrets.keeper import create_key_file, identify_key, name_next, put_next_first
    from antiphon.secrets.key_file import read_key_file

    path = _find_path(settings)
    coming = name_next(path)
    if not coming.exists():
        create_key_file(coming)
    keeper_id = identify_key(read_key_file(coming))
    async with _open_vault(settings) as vault:
        keys = await rewrap_keys(vault, keeper_id)
        put_next_first(path)
    async with _open_vault(settings) as vault:
        secrets = await reseal_secrets(vault) if data else 0
    return Rotated(keeper_id, keys, secrets)


async def check_keys(settings: Settings) -> "Opened":
    """Open every key and every secret there is."""
    check_key_file(settings)
    from antiphon.engine.accounts.rotation import open_everything

    async with _open_vault(settings) as vault:
        return await open_everything(vault)


def lies_in_data(settings: Settings) -> bool:
    """Whether the key is kept with what it seals: whoever has a copy of the folder then has both."""
    path = settings.key_file
    return path is not None and path.resolve().is_relative_to(settings.data_dir.resolve())


@asynccontextmanager
async def _open_vault(settings: Settings) -> "AsyncIterator[Vault]":
    """Beside a server that may be running: what is written here is short, and read again wherever it matters."""
    from antiphon.engine.accounts.vault import Vault
    from antiphon.secrets.keeper import FileKeeper

    check_revision(database_url(settings))
    store = Store(open_engine(database_url(settings), 1), 1)
    try:
        yield Vault(store, FileKeeper(_find_path(settings)), system_principal(LOCAL.workspace_id))
    finally:
        await store.close()


def _find_path(settings: Settings) -> Path:
    if settings.key_file is None:
        raise SettingsInvalid((_MISSING,))
    return settings.key_file
