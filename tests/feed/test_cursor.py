"""Where a client stands, as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.ids import ConversationId
from antiphon.engine.runtime.identity import new_id
from antiphon.feed.cursor import format_cursor, parse_cursor

IDS = st.from_regex(r"[a-z]_[0-9a-z]{1,30}", fullmatch=True).map(ConversationId)


@given(st.dictionaries(IDS, st.integers(0, 2**31 - 1), max_size=20))
def test_cursor_comes_back_as_it_was(places: dict[ConversationId, int]) -> None:
    assert parse_cursor(format_cursor(places)) == places


@given(st.one_of(st.none(), st.text(), st.text("v1.-c_0٣9 \r\n"), st.binary().map(lambda raw: raw.decode("latin-1"))))
def test_garbage_is_no_cursor_and_no_failure(text: str | None) -> None:
    """XC01."""
    places = parse_cursor(text)

    assert all(seq >= 0 for seq in places.values())


@given(st.dictionaries(IDS, st.integers(0, 10**9), min_size=1, max_size=4), st.data())
def test_damaged_cursor_never_fails(places: dict[ConversationId, int], data: st.DataObject) -> None:
    """XC01: a proxy cut it, a person edited it."""
    text = format_cursor(places)
    cut = data.draw(st.integers(0, len(text)))

    parse_cursor(text[:cut] + data.draw(st.text(max_size=3)) + text[cut:])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v2.c_1-5",
        "v1",
        "v1.",
        "v1.c_1",
        "v1.c_1-",
        "v1.-5",
        "v1.c_1--5",
        "v1.c_1-5x",
        "v1.c_1-" + "9" * 11,
        "V1.c_1-5",
    ],
)
def test_what_is_not_a_place_is_left_out(text: str) -> None:
    assert parse_cursor(text) == {}


def test_endless_header_is_not_looked_at() -> None:
    assert parse_cursor("v1" + ".c_1-5" * 100_000) == {}


def test_cursor_of_many_conversations_still_parses() -> None:
    """A client that follows fifty conversations gets a cursor it can hand back."""
    places = {ConversationId(new_id("c")): 123_456 for _ in range(50)}

    assert parse_cursor(format_cursor(places)) == places
