"""A title is one short line, and a tag is one word."""

import json

import pytest

from antiphon.analysis.titles import Naming, parse_naming
from antiphon.conversation.errors import AnswerUnreadable


def test_a_name_is_taken_out_of_its_quotation_marks() -> None:
    said = {"title": '  "Second backend\n engineer, or not." ', "tags": ["#Hiring", "cash flow", "", "a/b", "hiring"]}

    assert parse_naming(json.dumps(said)) == Naming("Second backend engineer, or not", ("hiring", "cash-flow"))


@pytest.mark.parametrize("title", ["", " … ".strip(" …"), "x" * 81, '"."'])
def test_what_is_no_title_is_unreadable(title: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_naming(json.dumps({"title": title, "tags": []}))


def test_three_tags_are_enough() -> None:
    assert len(parse_naming(json.dumps({"title": "A", "tags": list("abcdef")})).tags) == 3
