"""Places in a list, as text a client hands back."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.api.routes.conversations import parse_mark
from antiphon.conversation.errors import Malformed


@given(st.integers(0, 4_000_000_000_000))
def test_a_place_keeps_its_millisecond(milliseconds: int) -> None:
    mark = parse_mark(f"{milliseconds}-c_1")

    distance = mark.updated_at - datetime(1970, 1, 1, tzinfo=UTC)
    assert abs(distance - timedelta(milliseconds=milliseconds)) < timedelta(milliseconds=0.5)
    assert mark.id == "c_1"


@pytest.mark.parametrize(
    "text", ["", "-", "12", "12-", "x-c_1", "-1-c_1", "9" * 16 + "-c_1", "9" * 15 + "-c_1", "²-c_1"]
)
def test_anything_else_is_malformed(text: str) -> None:
    """Never a fault of ours, whatever was sent."""
    with pytest.raises(Malformed):
        parse_mark(text)
