"""The starter panel of an older database gets the colours and taglines a new one has."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, select

from antiphon.advisors.starter import load_starter
from antiphon.store.migrate import migrate
from tests.store.older import make_older, move

HEX = {
    "skeptic": "#b4532a",
    "builder": "#2f6f4f",
    "historian": "#6b5b95",
    "confidant": "#a8577e",
    "contrarian": "#2b6a99",
    "stranger": "#123456",
}
WORKSPACE = {"workspace_id": "local"}
ADVISORS = [
    {"id": each, "version": 1, "current": True, "name": each, "description": "", "colour": colour}
    | WORKSPACE
    | {"model": None, "parameters": {}, "created_at": 1}
    for each, colour in HEX.items()
]
CONVERSATION = {"id": "c", "owner_id": "local", "panel_id": "p", "title": "", "created_at": 1, "updated_at": 1}
COUNTS = {"last_seq": 2, "turn_count": 1, "open_replies": 0}
TURN = {"id": "t", "conversation_id": "c", "position": 1, "accepted_seq": 2, "text": "", "parts": [], "created_at": 1}
REPLIES = [
    {"id": f"r_{each}", "conversation_id": "c", "turn_id": "t", "slot": slot, "advisor_id": each, "name": each}
    | WORKSPACE
    | {"advisor_version": 1, "colour": colour, "model": "m", "state": "complete", "epoch": 1}
    for slot, (each, colour) in enumerate(HEX.items())
]
ROWS: dict[str, list[dict[str, Any]]] = {
    "workspaces": [{"id": "local", "name": "Home", "created_at": 1}],
    "advisors": ADVISORS,
    "conversations": [CONVERSATION | COUNTS | WORKSPACE],
    "turns": [TURN | WORKSPACE],
    "replies": REPLIES,
}


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database at the revision before, with the starter advisors, a stranger, and a reply of each."""
    return make_older(request, tmp_path, "0002", ROWS)


def read(url: str, name: str, key: str, value: str) -> dict[str, str]:
    """One column of a table by another."""
    engine = create_engine(url)
    with engine.connect() as connection:
        table = Table(name, MetaData(), autoload_with=connection)
        found = {row[0]: row[1] for row in connection.execute(select(table.c[key], table.c[value]))}
    engine.dispose()
    return found


def test_an_older_panel_looks_like_a_new_one(old_url: str) -> None:
    """I-44: a colour nobody gave out is left alone."""
    starter = load_starter().advisors
    colours = {each.id: each.colour for each in starter} | {"stranger": "#123456"}
    taglines = {each.id: each.tagline for each in starter} | {"stranger": ""}

    migrate(old_url)

    assert read(old_url, "advisors", "id", "colour") == colours
    assert read(old_url, "replies", "advisor_id", "colour") == colours
    assert read(old_url, "advisors", "id", "tagline") == taglines


def test_the_way_back_gives_the_old_colours(old_url: str) -> None:
    """I-44."""
    migrate(old_url)

    move(old_url, lambda config: command.downgrade(config, "0002"))

    assert read(old_url, "advisors", "id", "colour") == HEX
    assert read(old_url, "replies", "advisor_id", "colour") == HEX
