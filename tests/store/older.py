"""Databases of earlier revisions."""

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, insert

from antiphon.store import migrate as migrating
from tests.fakes.servers import Stores

_numbers = count(1)


def make_older(
    request: pytest.FixtureRequest, tmp_path: Path, revision: str, recorded: Mapping[str, list[dict[str, Any]]]
) -> str:
    """A database at this revision with these rows in it, of the kind the fixture's parameter names."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/old.db"
    else:
        stores: Stores = request.getfixturevalue("stores")
        url = stores.create_database(f"at_{revision}_{next(_numbers)}")
    move(url, lambda config: command.upgrade(config, revision))
    engine = create_engine(url)
    with engine.begin() as connection:
        for name, rows in recorded.items():
            connection.execute(insert(Table(name, MetaData(), autoload_with=connection)), rows)
    engine.dispose()
    return url


def move(url: str, step: Callable[[Any], None]) -> None:
    """Run an Alembic command on this database."""
    engine = migrating.open_for_migration(url)
    config = migrating.build_config()
    with engine.connect().execution_options(writes=True) as connection:
        config.attributes["connection"] = connection
        step(config)
        connection.commit()
    engine.dispose()
