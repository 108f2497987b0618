"""A pool that has closed keeps no connection, however late it comes back."""

import pytest
from sqlalchemy import Engine, text

from antiphon.store.dialect import open_engine


@pytest.fixture
def engine(postgresql_url: str) -> Engine:
    return open_engine(postgresql_url, 2)


def test_a_connection_given_back_before_closing_time_is_used_again(engine: Engine) -> None:
    seen = set()
    for _ in range(3):
        with engine.connect() as connection:
            seen.add(connection.scalar(text("SELECT pg_backend_pid()")))

    engine.dispose()

    assert len(seen) == 1


def test_a_connection_given_back_after_closing_time_is_closed(engine: Engine) -> None:
    """The server sees it end, and nothing is left for the garbage collector to complain about."""
    connection = engine.connect()
    driver = connection.connection.driver_connection
    assert driver is not None

    engine.dispose()
    assert not driver.closed
    connection.close()

    assert driver.closed


def test_a_connection_asked_for_after_closing_time_is_closed_too(engine: Engine) -> None:
    engine.dispose()

    with engine.connect() as connection:
        driver = connection.connection.driver_connection

    assert driver is not None
    assert driver.closed
