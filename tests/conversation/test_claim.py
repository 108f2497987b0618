"""How stances make a label, and labels an order."""

from dataclasses import replace

import pytest

from antiphon.conversation.claim import (
    Claim,
    Label,
    Stance,
    Stand,
    decode_stance,
    encode_stance,
    order_claims,
    split_of,
)
from antiphon.conversation.ids import AdvisorId, ReplyId

STANDS: dict[str, Stand] = {"+": "agrees", "x": "agrees", "-": "contradicts", "~": "speaks", "!": "torn"}


def stances(signs: str) -> tuple[Stance, ...]:
    """One advisor per sign: `+` agrees, `-` contradicts, `~` speaks of it, `!` is torn, `x` was disputed."""
    return tuple(
        Stance(AdvisorId(f"a{n}"), ReplyId(f"r{n}"), STANDS[sign], 0, 3, "Yes", disputed=sign == "x")
        for n, sign in enumerate(signs)
    )


def claim(signs: str, number: int = 1) -> Claim:
    """A claim on which they stand like this."""
    return Claim(number, f"{number} {signs}", stances(signs))


@pytest.mark.parametrize(
    ("signs", "label"),
    [
        ("+", "lone"),
        ("-", "lone"),
        ("++", "agree"),
        ("--", "agree"),
        ("+-", "contradict"),
        ("+++-", "contradict"),
        ("+x", "lone"),
        ("+-x", "contradict"),
        ("x", "lone"),
        ("~~", "near"),
        ("+~", "near"),
        ("+-~", "contradict"),
        ("!!!", "torn"),
        ("~x", "lone"),
    ],
)
def test_the_stances_that_count_make_the_label(signs: str, label: Label) -> None:
    """U-06: agree, contradict, lone; what the person disputes counts no more."""
    assert claim(signs).label == label


def test_the_most_contested_comes_first_and_nothing_is_left_out() -> None:
    """U-06: split by how even it is, then torn, then near, then one voice alone, then what they share."""
    signs = ("++", "+", "+++-", "++--", "+-", "++++", "-", "~~", "!!", "~~~")
    told = [claim(each, number) for number, each in enumerate(signs, 1)]

    ordered = order_claims(told)

    assert [each.text.split()[1] for each in ordered] == [
        "++--",
        "+-",
        "+++-",
        "!!",
        "~~~",
        "~~",
        "+",
        "-",
        "++++",
        "++",
    ]
    assert split_of(ordered[2]) == (3, 1)


def test_a_stance_survives_being_kept() -> None:
    kept = replace(stances("-")[0], disputed=True)

    assert decode_stance(encode_stance(kept)) == kept
