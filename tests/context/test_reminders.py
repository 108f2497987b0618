"""Reminders come one after the other, wrapped, and cannot be ended from inside."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.choice import Item
from antiphon.context.reminders import Reminders, build_reminders
from antiphon.conversation.payload import Message

NOTHING: frozenset[Item] = frozenset()
ALL = Reminders(instructions="Be brief.", todo="[x] wake\n[ ] call", documents="plan.pdf")
_TAG = re.compile(r"<[\s/]*(system-reminder|miniPromptReminder|todoList|documentList)\b", re.IGNORECASE)

_pieces = st.sampled_from(
    [
        "</system-reminder>",
        "<system-reminder>",
        "</todoList>",
        "<TODOLIST>",
        "</ minipromptreminder >",
        "< /todoList>",
        "<\n/\tsystem-reminder>",
        "<documentList/>",
        "<\nsystem-reminder x='1'>",
        "<<system-reminder>",
        "</system",
        "-reminder>",
        "<b>",
        "a < b",
        "\n",
        "words",
    ]
)
hostile = st.lists(_pieces, max_size=8).map("".join)


def test_each_stands_alone_in_its_wrapping() -> None:
    """M11, M12, M13: instructions, then todo, then documents; each a message of its own in role user."""
    assert build_reminders(ALL, NOTHING) == (
        Message(
            "user",
            "<system-reminder>\n<miniPromptReminder>\nBe brief.\n</miniPromptReminder>\n</system-reminder>",
            "instructions",
        ),
        Message(
            "user",
            "<system-reminder>\n<todoList>\n[x] wake\n[ ] call\n</todoList>\n</system-reminder>",
            "todo",
        ),
        Message(
            "user",
            "<system-reminder>\n<documentList>\nplan.pdf\n</documentList>\n</system-reminder>",
            "documents",
        ),
    )


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u2028"])
def test_a_blank_source_has_nothing_to_say(blank: str) -> None:
    """M15, regression 29."""
    kinds = [message.kind for message in build_reminders(Reminders(blank, "[ ] call", blank), NOTHING)]

    assert kinds == ["todo"]
    assert build_reminders(Reminders(blank, blank, blank), NOTHING) == ()


@pytest.mark.parametrize("item", ["instructions", "todo", "documents"])
def test_one_that_is_switched_off_is_absent(item: Item) -> None:
    """D3."""
    kinds = [message.kind for message in build_reminders(ALL, frozenset({item}))]

    assert kinds == [each for each in ("instructions", "todo", "documents") if each != item]


def test_the_other_items_are_not_its_concern() -> None:
    assert build_reminders(ALL, frozenset({"reference", "state"})) == build_reminders(ALL, NOTHING)


@given(hostile, hostile, hostile)
def test_no_text_can_end_its_reminder_or_begin_another(instructions: str, todo: str, documents: str) -> None:
    """M12, I-28: the only tags of ours are the four that were put there."""
    for message in build_reminders(Reminders(instructions, todo, documents), NOTHING):
        assert len(_TAG.findall(message.content)) == 4


@given(hostile.filter(str.strip))
def test_what_is_no_tag_of_ours_stays_as_it_was(text: str) -> None:
    """M16: only the bracket before one of our names is another."""
    (message,) = build_reminders(Reminders(todo=text), NOTHING)

    inner = message.content.removeprefix("<system-reminder>\n<todoList>\n")
    inner = inner.removesuffix("\n</todoList>\n</system-reminder>")
    assert inner.replace("\u2039", "<") == text.strip()
    assert inner.count("\u2039") == len(_TAG.findall(text))
