"""What each predicate shows, in plain examples."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.conversation.ids import AdvisorId, ConversationId, WorkspaceId
from antiphon.filter.meaning import without_boundary
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import Expr, FlagColour, Not
from tests.context.filter_oracle import Here, Viewed, ViewedReply, select_turns
from tests.filter.strategies import trees

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HERE = Here(WorkspaceId("w"), ConversationId("c"), NOW, UTC, "/Work", "local:one", AdvisorId("scout"))


def turn(position: int, **facts: object) -> Viewed:
    """A turn an hour older than the next one up to ten."""
    return replace(Viewed(position, NOW - timedelta(hours=10 - position), f"text {position}"), **facts)  # type: ignore[arg-type]


SKEPTIC = ViewedReply(AdvisorId("skeptic"), "Skeptic", "openai:gpt-5", "No, Ärger is ahead.")
SCOUT = ViewedReply(AdvisorId("scout"), "Scout", "Local:One", "Yes", has_error=True, used_tool=True)
TURNS = [
    turn(1, topic="/Work", stars=3, flag=FlagColour.BLUE, at=NOW - timedelta(days=40)),
    turn(2, topic="/Work/Hiring", stars=1, tags=("To Do",), replies=(SKEPTIC,)),
    turn(4, topic="/Home/Work", pinned=True, importance=0.8, has_image=True, after_divider=False),
    turn(5, stars=2, flag=FlagColour.GREY, replies=(SCOUT,), inside=True),
    turn(6, topic="/Work", importance=0.2, inside=True),
]


def shown(line: str, here: Here = HERE) -> list[int]:
    """The positions a line shows."""
    return [each.position for each in select_turns(parse_filter(line), TURNS, here)]


@pytest.mark.parametrize(
    ("line", "positions"),
    [
        ("", [1, 2, 4, 5, 6]),
        ("!*", []),
        ("t", [1, 6]),
        ("t1", [6]),
        ("t...", [1, 2, 6]),
        ("t2...", [2, 6]),
        ("t'work'", [1, 4, 6]),
        ("t'/WORK'", [1, 6]),
        ("t'Work > H*'", [2]),
        ("t'/*'", [1, 6]),
        ("t'/*/*'", [2, 4]),
        ("t'/W*'...", [1, 2, 6]),
        ("t'Work'...", [1, 2, 4, 6]),
        ("s", [1, 2, 5]),
        ("s0", [4, 6]),
        ("s>=2", [1, 5]),
        ("r2", [5, 6]),
        ("r3 s", [5]),
        ("b | g", [1, 5]),
        ("m", [5]),
        ("m'openai:*'", [2]),
        ("a", [5]),
        ("a'SKEP*'", [2]),
        ("a'scout'", [5]),
        ("d<=6h", [4, 5, 6]),
        ("d<6h", [5, 6]),
        ("d>1mo", [1]),
        ("d2026-03-01", [2, 4, 5, 6]),
        ("d<2026-03-01", [1]),
        ("d<=2026-03-01", [1, 2, 4, 5, 6]),
        ("d>2026-03-01", []),
        ("c'TEXT 2' | c'ärger*ahead'", [2]),
        ("p", [4]),
        ("w>=0.8", [4]),
        ("w<0.8", [6]),
        ("!w<0.8", [1, 2, 4, 5]),
        ("i", [4]),
        ("x e", [5]),
        ("k'to*'", [2]),
        ("o", [5, 6]),
        ("o1", [4, 5, 6]),
        ("!o", [1, 2, 4]),
        ("!o1", [1, 2]),
        ("s o1", [2, 5]),
        ("s !o1", [1]),
        ("n", [1, 2, 5, 6]),
        ("s2 | p !b", [4, 5]),
    ],
)
def test_a_line_shows_these_turns(line: str, positions: list[int]) -> None:
    """D34, D50, W1: pins and stars and importance are three things; a divider is a predicate and no hidden cut."""
    assert shown(line) == positions


def test_a_pin_overrides_no_filter() -> None:
    """D18."""
    assert 4 not in shown("s")


def test_nothing_in_focus_shows_nothing_and_no_topic_shows_what_has_none() -> None:
    nowhere = replace(HERE, topic=None, model=None, advisor_id=None)

    assert shown("m | a", nowhere) == []
    assert shown("t", nowhere) == [5]
    assert shown("t...", nowhere) == shown("*")


def test_a_day_is_a_day_where_the_person_is() -> None:
    """Midnight in Auckland is eleven in the morning here."""
    there = replace(HERE, zone=ZoneInfo("Pacific/Auckland"))
    midnight = datetime(2026, 3, 1, 11, 0, tzinfo=UTC)
    turns = [turn(1, at=midnight - timedelta(milliseconds=1)), turn(2, at=midnight)]

    days = {day: select_turns(parse_filter(f"d2026-03-{day}"), turns, there) for day in ("01", "02")}

    assert {day: [each.position for each in found] for day, found in days.items()} == {"01": [1], "02": [2]}


def test_ranks_count_turns_that_exist() -> None:
    """A deleted turn is not among the turns: position 3 is missing and nobody misses it."""
    assert shown("r3") == [4, 5, 6]


@settings(max_examples=100, deadline=None)
@given(expr=trees, zone=st.sampled_from([UTC, ZoneInfo("Asia/Tokyo")]))
def test_the_boundary_only_takes_away_and_not_shows_the_rest(expr: Expr, zone: ZoneInfo) -> None:
    here = replace(HERE, zone=zone)
    base = without_boundary(expr)

    found, wide, rest = (
        {each.position for each in select_turns(each, TURNS, here)} for each in (expr, base, Not(base))
    )

    assert found <= wide
    assert rest == {each.position for each in TURNS} - wide
