"""The database shows the same turns as the pure function."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, insert, select

from antiphon.conversation.ids import AdvisorId, ConversationId, WorkspaceId
from antiphon.filter.here import Here
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import Expr, FlagColour
from antiphon.store import tables
from antiphon.store.dialect import open_engine
from antiphon.store.filtering import build_condition
from tests.context.filter_oracle import Viewed, ViewedReply, select_turns
from tests.filter.strategies import NAME_LETTERS, texts, trees
from tests.store.deeds import NOON

WORKSPACE, CONVERSATION = WorkspaceId("w"), ConversationId("c")
# Day boundaries away from UTC, and one clock change inside the days that are tried.
ZONES = (UTC, ZoneInfo("Pacific/Auckland"), ZoneInfo("America/Sao_Paulo"), ZoneInfo("America/New_York"))
# Times around noon: on the edges of ages and days, and beside them by a millisecond.
STEPS = [timedelta(days=days, milliseconds=edge) for days in (0, 1, 2, 7, 30) for edge in (-1, 0, 1)]


@dataclass(frozen=True)
class Reply:
    """A row of `replies`."""

    advisor_id: str
    name: str
    model: str
    text: str
    error: dict[str, str] | None
    tool_events: list[int]
    importance: float | None
    worth: float | None
    chosen: bool


@dataclass(frozen=True)
class Turn:
    """A row of `turns` and what hangs on it."""

    at: datetime
    text: str
    stars: int
    flag: FlagColour | None
    pinned: bool
    importance: float | None
    worth: float | None
    topic: str | None
    tags: tuple[str, ...]
    replies: tuple[Reply, ...]
    parts: tuple[str, ...]
    deleted: bool


@dataclass(frozen=True)
class Conversation:
    """Everything a filter can see of a conversation."""

    turns: tuple[Turn, ...]
    dividers: frozenset[int]
    inside: tuple[tuple[int, int], ...]
    here: Here
    topics: frozenset[str] = field(default=frozenset())


names = st.text(NAME_LETTERS, min_size=1, max_size=3)
few_names = st.sampled_from(["a", "A", "ä", "Ä", "b", "a b", "aa", "ß", "%"]) | names
paths = st.lists(few_names, min_size=1, max_size=3).map(lambda parts: "".join("/" + part for part in parts))
importances = st.none() | st.integers(0, 10).map(lambda tenths: tenths / 10)
advisor_ids = st.sampled_from(["a", "B", "ä"])
replies = st.builds(
    Reply,
    advisor_ids,
    few_names,
    few_names,
    texts,
    st.none() | st.just({"code": "net"}),
    st.sampled_from([[], [1]]),
    importances,
    importances,
    st.booleans(),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """A small conversation with all kinds of facts, seen from some place."""
    known = draw(st.lists(paths, min_size=1, max_size=4, unique=True))
    turn = st.builds(
        Turn,
        st.sampled_from(STEPS).map(lambda step: NOON - step),
        texts,
        st.integers(0, 3),
        st.none() | st.sampled_from(FlagColour),
        st.booleans(),
        importances,
        importances,
        st.none() | st.sampled_from(known),
        st.lists(few_names, max_size=2, unique=True).map(tuple),
        st.lists(replies, max_size=3).map(tuple),
        st.lists(st.sampled_from(["text", "image"]), max_size=2).map(tuple),
        st.sampled_from([False, False, False, True]),
    )
    turns = tuple(draw(st.lists(turn, max_size=8)))
    positions = st.integers(0, 8)
    here = Here(
        WORKSPACE,
        CONVERSATION,
        NOON + timedelta(microseconds=draw(st.sampled_from([0, 700]))),
        draw(st.sampled_from(ZONES)),
        draw(st.none() | st.sampled_from(known)),
        draw(st.none() | few_names),
        draw(st.none() | advisor_ids.map(AdvisorId)),
    )
    inside = tuple(draw(st.lists(st.tuples(positions, positions), max_size=2)))
    return Conversation(turns, draw(st.frozensets(positions, max_size=2)), inside, here, frozenset(known))


def viewed(conversation: Conversation) -> list[Viewed]:
    """The conversation as the pure function wants it."""
    last = max(conversation.dividers, default=0)
    return [
        view_turn(turn, position, position > last, conversation.inside)
        for position, turn in enumerate(conversation.turns, 1)
        if not turn.deleted
    ]


def view_turn(turn: Turn, position: int, after: bool, inside: tuple[tuple[int, int], ...]) -> Viewed:
    """One turn, of whose replies only the chosen ones count."""
    chosen = [reply for reply in turn.replies if reply.chosen]
    worths = [each.importance if each.worth is None else each.worth for each in (turn, *chosen)]
    known = [each for each in worths if each is not None]
    return Viewed(
        position,
        turn.at,
        turn.text,
        turn.stars,
        turn.flag,
        turn.pinned,
        max(known, default=None),
        turn.topic,
        turn.tags,
        tuple(view_reply(reply) for reply in chosen),
        "image" in turn.parts,
        after,
        any(start <= position <= end for start, end in inside),
    )


def view_reply(reply: Reply) -> ViewedReply:
    """One chosen reply."""
    return ViewedReply(
        AdvisorId(reply.advisor_id),
        reply.name,
        reply.model,
        reply.text,
        has_error=reply.error is not None,
        used_tool=bool(reply.tool_events),
    )


def write(connection: Connection, conversation: Conversation) -> None:
    """The conversation straight into the tables, and another one beside it that must never be seen."""
    connection.execute(insert(tables.workspaces), {"id": WORKSPACE, "name": "", "created_at": NOON})
    connection.execute(
        insert(tables.conversations),
        [conversation_row(each) for each in (CONVERSATION, "other")],
    )
    ids = {path: f"p{number}" for number, path in enumerate(sorted(with_ancestors(conversation.topics)))}
    if ids:
        connection.execute(insert(tables.topics), [topic_row(path, id) for path, id in ids.items()])
    rows = [turn_row(turn, number, ids) for number, turn in enumerate(conversation.turns, 1)]
    stranger = {**turn_row(bystander(), 99, ids), "id": "stranger", "conversation_id": "other"}
    connection.execute(insert(tables.turns), [*rows, stranger])
    for table, found in (
        (tables.turn_tags, [tag_row(tag, n) for n, turn in enumerate(conversation.turns, 1) for tag in turn.tags]),
        (tables.replies, [row for n, turn in enumerate(conversation.turns, 1) for row in reply_rows(turn, n)]),
        (tables.dividers, [divider_row(position) for position in conversation.dividers]),
    ):
        if found:
            connection.execute(insert(table), found)


def with_ancestors(topics: frozenset[str]) -> set[str]:
    """Every topic and those above it."""
    return {"/".join(path.split("/")[:end]) for path in topics for end in range(2, path.count("/") + 2)}


def bystander() -> Turn:
    """A turn of another conversation."""
    return Turn(NOON, "a", 2, FlagColour.BLUE, True, 1.0, None, None, (), (), (), False)


def conversation_row(id: str) -> dict[str, Any]:
    numbers = dict.fromkeys(("last_seq", "turn_count", "open_replies"), 0)
    text = {"owner_id": "", "panel_id": "", "title": ""}
    return {"id": id, "workspace_id": WORKSPACE, "created_at": NOON, "updated_at": NOON, **numbers, **text}


def topic_row(path: str, id: str) -> dict[str, Any]:
    return {"id": id, "workspace_id": WORKSPACE, "name": path.rsplit("/")[-1], "path": path, "created_at": NOON}


def tag_row(tag: str, number: int) -> dict[str, Any]:
    return {"workspace_id": WORKSPACE, "turn_id": f"t{number}", "tag": tag}


def divider_row(position: int) -> dict[str, Any]:
    return {
        "workspace_id": WORKSPACE,
        "conversation_id": CONVERSATION,
        "position": position,
        "created_at": NOON,
    }


def turn_row(turn: Turn, number: int, topics: dict[str, str]) -> dict[str, Any]:
    return {
        "id": f"t{number}",
        "workspace_id": WORKSPACE,
        "conversation_id": CONVERSATION,
        "position": number,
        "accepted_seq": number,
        "text": turn.text,
        "parts": [{"kind": kind, "text": '{"kind":"image"}'} for kind in turn.parts],
        "created_at": turn.at,
        "stars": turn.stars,
        "colour_flag": turn.flag,
        "pinned": turn.pinned,
        "importance": turn.importance,
        "worth": turn.worth,
        "topic_id": None if turn.topic is None else topics[turn.topic],
        "deleted_at": NOON if turn.deleted else None,
    }


def reply_rows(turn: Turn, number: int) -> Iterator[dict[str, Any]]:
    for slot, reply in enumerate(turn.replies):
        yield {
            "id": f"r{number}-{slot}",
            "workspace_id": WORKSPACE,
            "conversation_id": CONVERSATION,
            "turn_id": f"t{number}",
            "slot": slot,
            "advisor_id": reply.advisor_id,
            "advisor_version": 1,
            "name": reply.name,
            "colour": "",
            "model": reply.model,
            "state": "error" if reply.error else "complete",
            "epoch": 1,
            "text": reply.text,
            # Without an error this writes the JSON value null, and settling writes SQL's NULL: both are no error.
            "error": reply.error,
            "importance": reply.importance,
            "worth": reply.worth,
            "tool_events": reply.tool_events,
            "chosen": reply.chosen,
        }


def ask(connection: Connection, expr: Expr, here: Here, inside: tuple[tuple[int, int], ...] = ()) -> list[int]:
    """The positions the database shows."""
    condition = build_condition(expr, here, connection.dialect.name, inside=inside)
    query = select(tables.turns.c.position).where(condition).order_by(tables.turns.c.position)
    return list(connection.execute(query).scalars())


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """An engine on each database."""
    opened = open_engine(database_url, 1)
    yield opened
    opened.dispose()


SOAK = bool(os.environ.get("ANTIPHON_SOAK"))


@settings(
    max_examples=2000 if SOAK else 60,
    deadline=None,
    # Making a failure smaller takes minutes here; it is shown as it was found.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(conversation=conversations(), exprs=st.lists(trees, min_size=1, max_size=4))
@pytest.mark.timeout(600 if SOAK else 60)
def test_the_database_shows_what_the_pure_function_shows(
    engine: Engine, conversation: Conversation, exprs: list[Expr]
) -> None:
    """D34, D50, W1, I-42: one meaning in two languages, whatever the conversation and the filter."""
    with engine.connect() as connection, connection.begin() as transaction:
        write(connection, conversation)

        found = [ask(connection, expr, conversation.here, conversation.inside) for expr in exprs]

        transaction.rollback()
    turns = viewed(conversation)
    expected = [[turn.position for turn in select_turns(expr, turns, conversation.here)] for expr in exprs]
    assert found == expected


def test_a_boundary_may_have_thousands_of_stretches(engine: Engine) -> None:
    """SQLite reads expressions to a depth of 1000; marks on single turns can cut a boundary into more pieces."""
    turns = tuple(replace(bystander(), stars=0) for _ in range(8))
    here = Here(WORKSPACE, CONVERSATION, NOON, UTC)
    inside = ((2, 2), (5, 6), (8, 7), *((start, start) for start in range(100, 10_000, 2)))
    with engine.connect() as connection, connection.begin() as transaction:
        write(connection, Conversation(turns, frozenset(), inside, here))

        found = [ask(connection, parse_filter(line), here, inside) for line in ("o", "!o", "o1", "s0 !o2")]

        transaction.rollback()
    assert found == [[2, 5, 6], [1, 3, 4, 7, 8], [2, 5, 6, 8], [1, 3, 4]]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.measured
def test_a_hundred_thousand_turns_are_filtered_in_the_database(engine: Engine) -> None:
    """Prints what each filter takes; none may take longer than a person waits for a list."""
    number = 100_000
    answer = "The quick brown fox jumps over the lazy dog. " * 8
    blank = Conversation((), frozenset({99_000}), (), Here(WORKSPACE, CONVERSATION, NOON, UTC, "/Work", "one", None))
    with engine.begin() as connection:
        write(connection, replace(blank, topics=frozenset({"/Work/Hiring", "/Home"})))
        for start in range(1, number + 1, 5000):
            made = {at: long_turn(at, answer) for at in range(start, start + 5000)}
            ids = {"/Home": "p0", "/Work": "p1", "/Work/Hiring": "p2"}
            connection.execute(insert(tables.turns), [turn_row(each, at, ids) for at, each in made.items()])
            connection.execute(
                insert(tables.replies), [row for at, each in made.items() for row in reply_rows(each, at)]
            )
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")

    slowest = max(measure(engine, line, blank.here) for line in TIMED)

    assert slowest < 10


TIMED = [
    "*",
    "s3",
    "r50",
    "r5000 !e",
    "t",
    "t100...",
    "t'/W*'...",
    "n",
    "d<7d",
    "b s2 | p",
    "m'two*'",
    "a'scout'",
    "w>=0.9",
    "x",
    "c'needle'",
    "c'nowhere'",
    "c'\u00e4rger'",
    "s2 o100",
    "!(s2 c'fox' | r100)",
]


def long_turn(number: int, answer: str) -> Turn:
    """One of many turns, each a little different."""
    spoken = answer + ("a needle \u00c4rger" if number % 5000 == 0 else "")
    replies = tuple(
        Reply(name, name.title(), f"{name}:x", spoken, None, [], (number % 10) / 10, None, True)
        for name in ("scout", "two", "three")
    )
    topic = ("/Home", "/Work", "/Work/Hiring")[number % 3]
    at = NOON - timedelta(minutes=100_000 - number)
    return Turn(
        at, f"message {number}", number % 4, None, number % 100 == 0, None, None, topic, (), replies, ("text",), False
    )


def measure(engine: Engine, line: str, here: Here) -> float:
    """The seconds a filter takes the second time it is asked."""
    inside = ((99_500, 100_000),)
    with engine.connect() as connection:
        ask(connection, parse_filter(line), here, inside)
        started = time.perf_counter()
        found = ask(connection, parse_filter(line), here, inside)
        seconds = time.perf_counter() - started
    print(f"{engine.dialect.name:>10} {line:<22} {len(found):>6} turns {seconds * 1000:>7.0f} ms")
    return seconds
