"""Settings as a command needs them: from environment and file, from the database too, with its own options on top."""

from collections.abc import Mapping
from functools import partial

from antiphon.conversation.errors import AntiphonError, SettingsInvalid
from antiphon.conversation.scope import Saved, Scope
from antiphon.settings import Loaded, Settings, load_settings, override_settings, reload_settings


def read_settings() -> Loaded:
    """What environment and file say: enough to find the server that is running, which knows the rest."""
    return load_settings()


def read_all_settings() -> Loaded:
    """Everything that is configured; refuses to guess when the database that holds a part of it is down."""
    return add_database(load_settings().settings)


def add_database(settings: Settings) -> Loaded:
    """The same settings with what people changed at run time; a saved value that no longer fits is left out."""
    # This brings the whole server with it, which a client of a running one can do without.
    from antiphon.app import read_database_settings
    from antiphon.engine.runtime.usable_settings import keep_usable

    saved: Saved = {}
    loaded = reload_settings(settings, saved)
    for scope, rows in read_database_settings(settings).items():
        kept = keep_usable(rows, partial(_lay_over, settings, saved, scope))
        saved, loaded = {**saved, scope: kept.rows}, kept.made
    return loaded


def _lay_over(settings: Settings, wider: Saved, scope: Scope, rows: Mapping[str, object]) -> Loaded:
    return reload_settings(settings, {**wider, scope: rows})


def read_reachable_settings() -> Loaded:
    """What can be known even when the database cannot be read; for commands that say what is wrong."""
    try:
        return read_all_settings()
    except SettingsInvalid:
        raise
    except AntiphonError:
        return load_settings()


def replace_options(settings: Settings, **options: str | int | None) -> Settings:
    """The same settings with what was said on the command line, checked like any other."""
    changes = {name: value for name, value in options.items() if value is not None}
    try:
        return override_settings(settings, **changes)
    except SettingsInvalid as error:
        problems = (f"--{each.removesuffix(' (from start)')}" for each in error.problems)
        raise SettingsInvalid(tuple(problems)) from error
