"""Lists as the server gives them out."""

import pytest

from antiphon.client.errors import UnexpectedAnswer
from antiphon.client.paging import read_items, read_page


def test_a_page_says_where_the_next_begins() -> None:
    page = read_page({"items": [1, 2], "next": "2"}, int)

    assert ([*page], len(page), page.next) == ([1, 2], 2, "2")


def test_the_last_page_has_no_next() -> None:
    assert read_page({"items": [], "next": None}, int).next is None


def test_an_answer_without_a_list_is_unexpected() -> None:
    with pytest.raises(UnexpectedAnswer):
        read_items({"something": 1}, int)
