"""Backups of what the settings name: made now or by the clock, listed, looked at, and put in place."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from antiphon import __version__
from antiphon.access.principal import LOCAL, system_principal
from antiphon.app.database import database_url
from antiphon.app.signing import SIGNING_FILE
from antiphon.app.webhooks import WEBHOOKS_FILE
from antiphon.backups.dump import PostgresPrograms
from antiphon.backups.make import Source, make_backup
from antiphon.backups.names import Backup, list_backups
from antiphon.backups.restore import CheckedBackup, Target, check_backup, restore_backup
from antiphon.conversation.errors import BackupFailed, KeyFileRefused
from antiphon.engine.accounts.restored import sign_everybody_out
from antiphon.engine.recovery.backups import BackupPlan, ScheduledBackups
from antiphon.providers.price_list import CATALOGUE_FILE
from antiphon.settings import (
    PROVIDERS_FILE,
    Settings,
    find_program,
    layers_of,
    read_basic_environment,
    read_passphrase,
)
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Store

_CONFIG_FILE = "antiphon.toml"


async def back_up(settings: Settings, folder: Path | None, passphrase_file: Path | None) -> Backup:
    """Everything that is kept now, in one file, beside a server that may be running."""
    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise BackupFailed(f"there is nothing at {settings.sqlite_path} yet")
    passphrase = read_passphrase(passphrase_file or settings.backup_passphrase_file)
    return await make_backup(build_source(settings), folder or settings.backups_path, passphrase, datetime.now(UTC))


def list_kept(settings: Settings, folder: Path | None) -> list[Backup]:
    """The backups in a folder, the newest first."""
    return list_backups(folder or settings.backups_path)


async def check_kept(settings: Settings, path: Path, passphrase_file: Path | None) -> CheckedBackup:
    """Read a backup to its end; raises what is wrong with it."""
    passphrase = read_passphrase(passphrase_file or settings.backup_passphrase_file)
    # Of one that is sealed nothing lies in plain words where it is kept: that may be a folder others copy.
    room = settings.data_dir if passphrase is not None and settings.data_dir.is_dir() else path.parent
    return await check_backup(path, passphrase, room, _find_programs(settings))


async def restore(settings: Settings, path: Path, folder: Path | None, passphrase_file: Path | None) -> CheckedBackup:
    """Put a backup into an empty place. Whoever was signed in when it was made is not any more."""
    passphrase = read_passphrase(passphrase_file or settings.backup_passphrase_file)
    target = Target(folder or settings.data_dir, settings.database_url, _find_programs(settings))
    return await restore_backup(path, passphrase, target, _sign_out)


def plan_backups(settings: Settings) -> ScheduledBackups | None:
    """Backups by the clock, where there are any: a team's PostgreSQL has its own means, and its own clock."""
    if not settings.is_sqlite or settings.backup_hours == 0:
        return None
    plan = BackupPlan(
        build_source(settings),
        settings.backups_path,
        lambda: read_passphrase(settings.backup_passphrase_file),
        timedelta(hours=settings.backup_hours),
        settings.backup_keep,
    )
    return ScheduledBackups(plan)


def describe_schedule(settings: Settings) -> str:
    """One line for whoever started it."""
    if settings.backup_hours == 0:
        return "Backups are switched off (backup_hours = 0); `antiphon backup` makes one"
    often = f"every {settings.backup_hours:g} hours"
    sealed = "sealed" if settings.backup_passphrase_file else "not sealed"
    return f"Backed up {often} into {settings.backups_path}: the last {settings.backup_keep} are kept, {sealed}"


def build_source(settings: Settings) -> Source:
    """What is kept where. The key that seals all others is never among it: who has a backup would have both."""
    folder = settings.data_dir
    return Source(
        version=__version__,
        database_url=database_url(settings),
        sqlite_path=settings.sqlite_path if settings.is_sqlite else None,
        folder=folder,
        programs=_find_programs(settings),
        files={
            _CONFIG_FILE: layers_of(settings).path,
            **{name: folder / name for name in (PROVIDERS_FILE, SIGNING_FILE, WEBHOOKS_FILE, CATALOGUE_FILE)},
        },
        key_id=_find_key_id(settings),
    )


def _find_programs(settings: Settings) -> PostgresPrograms:
    environment = read_basic_environment()
    if not settings.is_sqlite:
        from antiphon.store.libpq import name_connection

        environment |= name_connection(database_url(settings))
    return PostgresPrograms(find_program("pg_dump"), find_program("pg_restore"), environment)


def _find_key_id(settings: Settings) -> str | None:
    if settings.key_file is None:
        return None
    try:
        from antiphon.secrets.keeper import identify_key
        from antiphon.secrets.key_file import read_key_file

        return identify_key(read_key_file(settings.key_file))
    except (ModuleNotFoundError, KeyFileRefused):
        return None


async def _sign_out(url: str) -> None:
    store = Store(open_engine(url, 1), 1)
    try:
        await sign_everybody_out(store, system_principal(LOCAL.workspace_id))
    finally:
        await store.close()
