"""However a node ends, none of its sessions with PostgreSQL outlives it."""

import asyncio

import pytest
from sqlalchemy import create_engine, text

from antiphon.app import run_in_process
from antiphon.app.build import open_app
from antiphon.conversation.errors import StoreUnavailable
from antiphon.engine.recovery.takeover import Recovery
from antiphon.settings import Settings

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)

_COUNT = """SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""


async def count_sessions(settings: Settings) -> int:
    """How many sessions there are besides the one that asks; one that was just closed has a moment to go."""
    assert settings.database_url is not None
    engine = create_engine(settings.database_url)
    try:
        for _ in range(40):
            with engine.begin() as connection:
                found: int = connection.execute(text(_COUNT)).scalar_one()
            if found == 0:
                break
            await asyncio.sleep(0.1)
    finally:
        engine.dispose()
    return found


async def test_a_node_that_was_declared_gone_ends_its_sessions(settings: Settings) -> None:
    """It says no goodbye, and lets go all the same."""
    assert settings.database_url is not None
    async with run_in_process(settings):
        engine = create_engine(settings.database_url)
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM nodes"))
        engine.dispose()
        await asyncio.sleep(1.5)

    assert await count_sessions(settings) == 0


async def test_a_start_that_fails_ends_its_sessions(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it had begun to live among the others."""

    async def fail(self: Recovery) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(Recovery, "enter", fail)
    with pytest.raises(StoreUnavailable):
        async with open_app(settings, lambda: None):
            pytest.fail("it must not start")

    assert await count_sessions(settings) == 0
