"""Settings as a command needs them: from environment, file and database, with its own options on top."""

from antiphon.app import read_database_settings
from antiphon.conversation.errors import AntiphonError, SettingsInvalid
from antiphon.settings import Loaded, Settings, load_settings, override_settings


def read_settings() -> Loaded:
    """Everything that is configured; refuses to guess when the database that holds a part of it is down."""
    first = load_settings()
    return load_settings(database=read_database_settings(first.settings))


def read_reachable_settings() -> Loaded:
    """What can be known even when the database cannot be read; for commands that say what is wrong."""
    try:
        return read_settings()
    except SettingsInvalid:
        raise
    except AntiphonError:
        return load_settings()


def replace_address(settings: Settings, host: str | None, port: int | None) -> Settings:
    """The same settings with another address to listen on, checked like any other."""
    changes = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    try:
        return override_settings(settings, **changes)
    except SettingsInvalid as error:
        problems = (f"--{each.removesuffix(' (from start)')}" for each in error.problems)
        raise SettingsInvalid(tuple(problems)) from error
