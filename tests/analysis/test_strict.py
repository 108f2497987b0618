"""Answers held to their shape."""

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from antiphon.analysis.strict import Many, Maybe, Number, OneOf, Record, Whole, Words, parse_answer
from antiphon.conversation.errors import AnswerUnreadable

SHAPE = Many(Record({"kind": OneOf(("fact", "topic")), "text": Words(), "turn": Whole(), "note": Maybe(Words())}))
ENTRY = {"kind": "fact", "text": 'a "quoted" // line, [yes]', "turn": 3, "note": None}

values = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(("fact", "topic")),
        "text": st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40),
        "turn": st.integers(-(10**6), 10**6),
        "note": st.none() | st.sampled_from(("x", "}]", "/* */", ",]")),
    }
)


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps([ENTRY]),
        f"```json\n{json.dumps([ENTRY])}\n```",
        f"Here you are:\n```\n{json.dumps([ENTRY])}\n```\nAnything else?",
        f"<think>\nmaybe [1]\n</think>\n{json.dumps([ENTRY])}",
        json.dumps([ENTRY])[:-1] + ",]",
        json.dumps([ENTRY])[:-1],
        json.dumps([ENTRY])[:-2],
        "// what I found\n" + json.dumps([ENTRY], indent=1) + " /* all */",
    ],
)
def test_what_models_get_wrong_by_habit_is_read(answer: str) -> None:
    assert parse_answer(answer, SHAPE) == [ENTRY]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "it is empty"),
        ("I found nothing.", "it is not JSON"),
        (json.dumps(ENTRY), "the answer is not a list"),
        (json.dumps([ENTRY | {"kind": "secret"}]), "the answer[0].kind is not one of fact, topic"),
        (json.dumps([ENTRY | {"turn": "3"}]), "the answer[0].turn is not a whole number"),
        (json.dumps([ENTRY | {"turn": True}]), "the answer[0].turn is not a whole number"),
        (
            json.dumps([ENTRY | {"more": 1}]),
            "the answer[0] is not an object with kind, text, turn, note and nothing else",
        ),
        ('[{"kind": "fact", "kind": "topic", "text": "", "turn": 1, "note": null}]', "it is not JSON"),
        ('[{"kind": "fact", "text": "cut off in the mid', "it is not JSON"),
        ('[{"kind": "fact", "text": "", "note": null, "turn": 1', "it ends inside a number"),
        ("[}", "its brackets do not match"),
        ("[" * 100_000, "it is nested too deeply"),
        ("```\n[]\n```\n```\n[]\n```", "it holds more than one block"),
        ("[NaN]", "it is not JSON"),
        ("9" * 5000, "it is not JSON"),
        (" " * 200_001, "it is far too long"),
    ],
)
def test_what_cannot_be_read_is_named(answer: str, reason: str) -> None:
    with pytest.raises(AnswerUnreadable) as refused:
        parse_answer(answer, SHAPE)

    assert refused.value.reason == reason


@given(items=st.lists(values, max_size=4), indent=st.sampled_from((None, 2)))
def test_every_good_answer_is_read_as_it_is(items: list[Any], indent: int | None) -> None:
    text = json.dumps(items, indent=indent)

    assert parse_answer(text, SHAPE) == items
    assert parse_answer(f"```json\n{text}\n```", SHAPE) == items or any("```" in each["text"] for each in items)


@given(items=st.lists(values, min_size=1, max_size=3), cut=st.integers(0, 400))
@example(items=[{"kind": "fact", "text": "", "note": None, "turn": 10}], cut=53)
def test_a_cut_answer_is_never_read_as_more_than_was_said(items: list[Any], cut: int) -> None:
    """Closing brackets may be made up; words may not."""
    try:
        read = parse_answer(json.dumps(items)[:cut], SHAPE)
    except AnswerUnreadable:
        return

    assert read == items[: len(read)]


@given(st.text(max_size=200) | st.text(st.sampled_from('[]{}",:/*\\`\n 1ae'), max_size=80))
@example('["')
@example("{" * 50)
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        read = parse_answer(text, SHAPE)
    except AnswerUnreadable:
        return

    assert isinstance(read, list)


@pytest.mark.parametrize(
    "answer",
    [
        '"' + '\\"' * 99_999,
        '["' + '",\\"' * 49_999,
        '"' * 199_999,
        "/* " * 66_000,
        "/" * 200_000,
        "```\n" + " " * 199_000 + "x",
        "```\n" + "\n" * 199_000 + "x",
        "`" * 200_000,
        "```a" * 50_000,
        "<think>" * 28_000,
        "[," + " " * 199_000 + "]",
        "[" + "1," * 99_000 + " " * 1000,
    ],
)
@pytest.mark.measured
def test_the_longest_answer_is_read_or_refused_at_once(answer: str) -> None:
    began = time.thread_time()

    with suppress(AnswerUnreadable):
        parse_answer(answer, SHAPE)

    assert time.thread_time() - began < 1


@pytest.mark.parametrize(("answer", "found"), [("0", 0), ("0.25", 0.25), ("1e-3", 0.001), ("-2", -2)])
def test_a_number_is_read_with_or_without_a_point(answer: str, found: float) -> None:
    assert parse_answer(answer, Number()) == found


@pytest.mark.parametrize("answer", ["true", '"0.5"', "1e999", "NaN", "null"])
def test_what_is_no_number_is_not_taken_for_one(answer: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_answer(answer, Number())
