"""What programs tell again of a conversation, held against what we have of it."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.outside import Place, Told, find_place, fingerprint, place_after, tidy

# What a thought is, in one line; too slow to be used.
THOUGHTS = re.compile(r"<details\b[^>]*\btype=\"reasoning\"[^>]*>.*?</details>", re.DOTALL | re.IGNORECASE)
PIECES = [
    "<details",
    "<DETAILS",
    " ",
    'type="reasoning"',
    'type="Reasoning"',
    'type="other"',
    "x",
    ">",
    "</details>",
    "</Details",
    "\n",
]
ONE, TWO, THREE = Told("user", "One?"), Told("user", "Two?"), Told("user", "Three?")
SAID = Told("assistant", "Yes.")


def test_a_history_is_known_again_however_its_white_space_was_treated() -> None:
    first = fingerprint([Told("user", "Shall\r\nI? "), Told("assistant", "Cafe\u0301.")])
    again = fingerprint([Told("user", "Shall\nI?"), Told("assistant", "Caf\u00e9.\n\n")])
    thought = '<details type="reasoning" done="true">\n> Hm.\n</details>\nCaf\u00e9.'

    assert first == again == fingerprint([Told("user", "Shall\nI?"), Told("assistant", thought)])


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_thoughts_are_left_out_wherever_they_stand(text: str) -> None:
    assert tidy(text) == THOUGHTS.sub("", text).strip()


@pytest.mark.parametrize(
    "telling",
    [
        '<details type="reasoning">',
        '<details type="reasoning" ',
        "<details ",
        "<details>",
        '<details type="reasoning"></detail',
        '<details type="reasoning">x</details>',
        '<details><details type="reasoning',
    ],
)
@pytest.mark.measured
def test_hostile_thoughts_cost_no_more_than_a_long_text(telling: str) -> None:
    """A megabyte of beginnings, with an end for each, for all, or for none."""
    many = telling * (1_000_000 // len(telling))
    started = time.process_time()

    for text in (many, f"{many}>", f"{many}></details>"):
        tidy(text)

    assert time.process_time() - started < 3


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=5)), max_size=6))
def test_no_two_histories_share_a_fingerprint(told: list[tuple[str, str]]) -> None:
    history = [Told("user" if role == "user" else "assistant", text) for role, text in told]

    assert fingerprint([*history, ONE]) != fingerprint([*history, TWO])
    assert fingerprint([*history, ONE]) != fingerprint([*history, Told("assistant", "One?")])
    assert fingerprint([*history, Told("user", "On"), Told("user", "e?")]) != fingerprint([*history, ONE])


def test_going_on_asking_again_and_editing_are_told_apart() -> None:
    turns = ["One?", "Two?", "Three?"]

    assert find_place([ONE, SAID, TWO, SAID, THREE, SAID], "Four?", turns) == Place(3)
    assert find_place([ONE, SAID, TWO, SAID], "Three?", turns) == Place(2, asked_again=True)
    assert find_place([ONE, SAID], "Other?", turns) == Place(1, asked_again=True)


def test_a_program_that_dropped_or_keeps_no_history_goes_on() -> None:
    turns = ["One?", "Two?", "Three?"]

    assert find_place([THREE, SAID], "Four?", turns) == Place(3)
    assert find_place([], "Four?", turns) == Place(3)
    assert find_place([], "One?", ["One?"]) == Place(0, asked_again=True)


def test_what_another_model_answered_before_us_is_foreign() -> None:
    before = [Told("user", "Earlier?"), Told("assistant", "Foreign.")]

    assert find_place([*before, ONE, SAID], "Two?", ["One?"]) == Place(1, foreign=2)
    assert place_after([*before, ONE, SAID], ["One?"], 1) == Place(1, foreign=2)
    assert find_place([*before, Told("user", "Never?"), SAID], "Two?", ["One?"]) is None
