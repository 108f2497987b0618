"""`antiphon preview`, `send --checked` and what they promise each other."""

import asyncio
import hashlib
import io
from pathlib import Path
from typing import Any

import pytest

from antiphon.cli.failure import format_failure
from antiphon.cli.previews.preview import PreviewRequest, run_preview
from antiphon.client import AsyncClient, Message, ServerRefused
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings
from tests.cli.house import Done, Person, in_one_minute, typing_at_a_terminal
from tests.cli.stage import Stage


def test_preview_is_what_send_then_sends(person: Person) -> None:
    """I-26, R1: the fingerprints of a preview are those of the receipts of the send it was made for."""
    person.asks("Should I move?")

    def look_and_send() -> tuple[Any, Done]:
        seen = person.types("preview", "And if I wait?", "--json").json
        return seen, person.types("send", "--continue", "--checked", "--yes", "--json", "And if I wait?")

    seen, done = in_one_minute(look_and_send)

    replies = {each["advisor_id"]: each["id"] for each in done.json["replies"]}
    sent = {each: person.types("receipt", id, "--body").raw for each, id in replies.items()}
    shown = {each["advisor_id"]: each["sha256"] for each in seen["advisors"]}
    assert {each: hashlib.sha256(body).hexdigest() for each, body in sent.items()} == shown
    assert shown["skeptic"][:8] in done.err


def test_body_is_the_bytes_and_nothing_else(person: Person) -> None:
    person.talks("Should I move?")

    def look_twice() -> tuple[Done, Any]:
        body = person.types("preview", "And if I wait?", "--body", "the skeptic")
        return body, person.types("preview", "And if I wait?", "--advisor", "skeptic", "--json").json

    body, seen = in_one_minute(look_twice)

    assert hashlib.sha256(body.raw).hexdigest() == seen["advisors"][0]["sha256"]
    assert (body.code, body.err) == (0, "")


def test_field_the_server_does_not_take_is_named(person: Person) -> None:
    person.talks("Should I move?")

    done = person.types("preview", "Now?", "--model", "m" * 301)

    assert done.code == 1
    assert "  - body.choice.model: " in done.err


def test_table_is_plain_and_fits_eighty_columns(person: Person) -> None:
    """D19: one row per advisor, then sentences, no escape codes."""
    person.talks("Should I move?")

    done = person.types("preview", "And if I wait?")

    lines = done.out.splitlines()
    rows = lines[1:6]
    assert [row.split()[1] for row in rows] == ["Skeptic", "Builder", "Historian", "Confidant", "Contrarian"]
    assert all("1 / 1" in row and "≈" in row for row in rows)
    assert max(len(line) for line in lines) <= 80
    assert "\x1b" not in done.out
    assert "cost unknown: no prices for fake:m" in done.out
    assert lines[-1].endswith("· 1 / 1 turns")


def test_filter_narrows_the_table(person: Person) -> None:
    """D18: the filter decides what is sent, and a pin that it hides is mentioned."""
    person.talks("Should I move?", "And if I wait?", "What does it cost?")
    person.types("mark", "2", "--stars", "2")

    whole = person.types("preview", "Now?", "--advisor", "skeptic", "--json").json
    starred = person.types("preview", "Now?", "--advisor", "skeptic", "--filter", "s>=2")

    assert whole["counter"] == "3 / 3"
    assert "1 / 1" in starred.out.splitlines()[1]
    assert "pinned turns hidden by the filter" in starred.out


def test_what_is_out_is_said_with_its_reason(person: Person) -> None:
    person.talks("Should I move?", "And if I wait?")
    person.types("mark", "1", "2", "--out", "skeptic")

    done = person.types("preview", "Now?")

    assert "The Skeptic: turns 1-2 out: left out by you" in done.out


def test_full_prints_every_message_with_role_and_kind(person: Person) -> None:
    person.talks("Should I move?")

    done = person.types("preview", "And if I wait?", "--advisor", "skeptic", "--full")

    heads = [line for line in done.out.splitlines() if line[:1].isdigit() and line.endswith(")")]
    assert heads[0] == "1. system (system)"
    assert heads[-1].endswith(". user (human)")
    assert "skeptic answers" in done.out


def test_without_leaves_an_item_out(person: Person) -> None:
    person.asks("Should I move?")

    usual = person.types("preview", "Now?", "--advisor", "skeptic", "--json").json["advisors"][0]
    bare = person.types(
        "preview", "Now?", "--advisor", "skeptic", "--json", "--without", "reference", "--without", "state"
    ).json["advisors"][0]

    assert {each["kind"] for each in usual["items"]} == {"reference", "state"}
    assert bare["items"] == []


def test_unknown_model_is_a_problem_and_not_a_failure(person: Person) -> None:
    person.talks("Should I move?")

    done = person.types("preview", "Now?", "--advisor", "skeptic", "--model", "nobody:x")
    body = person.types("preview", "Now?", "--body", "skeptic", "--model", "nobody:x")

    assert done.code == 0
    assert "The Skeptic: nothing can be sent" in done.out
    assert "not sent" in done.out
    assert (body.code, body.raw) == (1, b"")


def test_too_large_a_message_is_named(person: Person) -> None:
    """W53: AUT > ML is said before anything is sent."""
    person.talks("Should I move?")

    done = person.types("preview", "-", "--advisor", "skeptic", stdin=io.StringIO("word " * 60_000))

    assert "(user_prompt_too_large)" in done.out.replace("\n", " ")


def test_filter_that_cannot_be_read_shows_the_place(person: Person) -> None:
    person.talks("Should I move?")

    done = person.types("preview", "Now?", "--filter", "s2 s9")

    assert done.code == 1
    assert done.err.splitlines()[1:] == ["s2 s9", "    ^"]


def test_checked_without_a_terminal_begins_nothing(person: Person) -> None:
    before = person.types("conversations").out

    done = person.types("send", "--checked", "Should I move?")

    assert done.code == 1
    assert "--yes says yes beforehand" in done.err
    assert person.types("conversations").out == before


def test_person_is_asked_before_a_checked_message_goes(person: Person) -> None:
    """No is the default; then nothing is sent."""
    person.talks("Should I move?")
    requests = len(person.voices.server.requests)

    with typing_at_a_terminal("") as stdin:
        declined = person.types("send", "-c", "--checked", "--plain", "--advisor", "skeptic", "Now?", stdin=stdin)
    after = len(person.voices.server.requests)
    with typing_at_a_terminal("yes") as stdin:
        sent = person.types("send", "-c", "--checked", "--plain", "--advisor", "skeptic", "Now?", stdin=stdin)

    assert (declined.code, after) == (1, requests)
    assert declined.err.endswith("Send exactly this? [y/N] nothing was sent\n")
    assert (sent.code, len(person.voices.server.requests)) == (0, requests + 1)
    assert sent.out.startswith("The Skeptic: skeptic answers")


def test_choice_travels_with_the_message(person: Person) -> None:
    person.talks("Should I move?", "And if I wait?")

    turn = person.asks("Now?", "--continue", "--advisor", "skeptic", "--filter", "r1", "--without", "state")

    sent = person.types("receipt", turn["replies"][0]["id"], "--body").json["messages"]
    assert "Should I move?" not in str(sent)
    assert "And if I wait?" in str(sent)


def test_prices_are_two_more_columns_that_fit(person: Person) -> None:
    """Cold and cached cost per advisor, and the panel's below; still eighty columns."""
    person.asks("Should I move?", "--model", "fake:priced")

    done = person.types("preview", "And if I wait?", "--model", "fake:priced")

    lines = done.out.splitlines()
    assert lines[0].split()[-4:] == ["cold", "cached", "cache", "sha256"]
    assert all(line.count("$") == 2 for line in lines[1:6])
    assert max(len(line) for line in lines) <= 80
    assert "at most $" in done.out


async def test_nothing_to_preview_says_how_to_begin(stage: Stage, tmp_path: Path) -> None:
    stage.answer("GET", "/v1/conversations", {"items": [], "next": None})
    stage.leave_note(tmp_path)

    with pytest.raises(Malformed, match="there is no conversation yet; begin one: antiphon send"):
        await run_preview(Settings(data_dir=tmp_path), PreviewRequest("Now?"))

    assert stage.seen("POST", "/v1/conversations") == []


def test_change_after_the_preview_sends_nothing_and_is_explained(person: Person) -> None:
    """I-26: a mark set while the person thinks makes the preview stale."""
    (turn,) = person.talks("Should I move?")
    here, message = turn["conversation_id"], Message("Now?", ("skeptic",))
    requests = len(person.voices.server.requests)

    async def meddle() -> None:
        async with AsyncClient(person.url) as client:
            seen = await client.previews.read(here, message)
            await client.turns.mark(here, [turn["id"]], {"contexts": {"": "out"}})
            await client.turns.send(here, message.held_to(seen))

    with pytest.raises(ServerRefused) as refusal:
        asyncio.run(meddle())

    assert refusal.value.code == "preview_stale"
    assert "Nothing was sent. What would be sent now is different for: skeptic." in format_failure(refusal.value)
    assert len(person.voices.server.requests) == requests
