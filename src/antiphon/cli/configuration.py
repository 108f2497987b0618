"""Settings as a command needs them: from environment, file and database, with its own options on top."""

from pydantic import ValidationError

from antiphon.app import read_database_settings
from antiphon.conversation.errors import AntiphonError, SettingsInvalid
from antiphon.settings import Loaded, Settings, load_settings


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
    changes = {"host": host, "port": port}
    try:
        return Settings.model_validate(
            {name: getattr(settings, name) for name in Settings.model_fields}
            | {name: value for name, value in changes.items() if value is not None}
        )
    except ValidationError as error:
        problems = (f"--{each['loc'][0]}: {each['msg'].removeprefix('Value error, ')}" for each in error.errors())
        raise SettingsInvalid(tuple(problems)) from error
