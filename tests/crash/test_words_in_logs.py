"""What people say does not get into the log by way of an error."""

import sqlite3
from collections.abc import Callable

import psycopg
import pytest

from tests.crash.conftest import Scene

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

CANARY = "CANARY-PRIVATE my diagnosis is X"


async def test_a_statement_that_fails_is_logged_without_what_it_was_given(make_scene: Callable[..., Scene]) -> None:
    """The database refuses the row of a message; the log says which statement, and nothing of the row."""
    scene = make_scene()
    conversation = await scene.api.create(scene.first.url)
    refuse_turns(scene)

    status, said = await scene.api.send_raw(scene.first.url, conversation, CANARY, "key-1")

    assert (status, said["code"]) == (500, "internal")
    assert "INSERT INTO turns" in scene.first.log
    assert "unhandled" in scene.first.log
    assert [each for each in ("CANARY", "diagnosis") if each in scene.first.log] == []


def refuse_turns(scene: Scene) -> None:
    """Make the database refuse every message, in the way that says most about it."""
    if scene.stores is not None:
        port = scene.stores.postgres.port
        with psycopg.connect(f"host=127.0.0.1 port={port} user=antiphon dbname=antiphon") as session:
            session.execute("ALTER TABLE turns ADD CONSTRAINT none_at_all CHECK (position < 0) NOT VALID")
        return
    with sqlite3.connect(scene.first.folder / "antiphon.db") as connection:
        connection.execute("CREATE TRIGGER none_at_all BEFORE INSERT ON turns BEGIN SELECT RAISE(ABORT, 'no'); END")
    connection.close()
