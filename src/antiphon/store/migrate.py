"""Bringing a database to the revision this version needs."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import OperationalError

from antiphon.conversation.errors import SchemaBehind, StoreUnavailable
from antiphon.store.dialect import lock_key

NONE = "none"


def migrate(url: str) -> tuple[str, str]:
    """Run every migration that is missing; returns the revision before and after. Safe to run twice at once."""
    engine = _open(url)
    try:
        before = _revision(engine)
        _upgrade(engine)
        return before, _revision(engine)
    except OperationalError as error:
        raise StoreUnavailable from error
    finally:
        engine.dispose()


def _upgrade(engine: Engine) -> None:
    config = _config()
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # Two nodes that start together migrate one after the other.
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": lock_key("migrate", "schema")})
            connection.commit()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def check_revision(url: str) -> str:
    """The revision found, or `SchemaBehind` when it is not the one this version was written for."""
    found, wanted = read_revision(url), wanted_revision()
    if found != wanted:
        raise SchemaBehind(found, wanted)
    return found


def read_revision(url: str) -> str:
    """The revision found, `none` for an empty database; `StoreUnavailable` when it cannot be reached."""
    engine = _open(url)
    try:
        return _revision(engine)
    except OperationalError as error:
        raise StoreUnavailable from error
    finally:
        engine.dispose()


def wanted_revision() -> str:
    """The newest revision this version knows."""
    return ScriptDirectory.from_config(_config()).get_current_head() or NONE


def _revision(engine: Engine) -> str:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or NONE


def _open(url: str) -> Engine:
    if url.startswith("sqlite:///"):
        Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    return create_engine(url)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
