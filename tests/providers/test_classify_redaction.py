"""A provider's own words, before anyone sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.providers.redact import redact


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abc123DEF456. See the docs.",
        "Incorrect API key provided: sk-ab***************6789.",
        "header was: Authorization: Bearer abc.def-123",
        "Authorization: Basic abc123DEF456==",
        '{"api_key": "abc123DEF456"}',
        "key gsk_abc123DEF456 is not active",
        "key AIzaSyA-abc123DEF456_7890 is not active",
        "AKIA6789012345678901 is not active",
        "session eyJabc123DEF456.eyJabc123.6789 has ended",
        "token 0123456789abcdef0123456789abcdef is unknown",
        "in organization org-Zabc123DEF4566789XYZ on tokens per min",
        "user_2abc123DEF4566789 has no access to proj_abc123DEF456",
    ],
)
def test_keys_and_accounts_are_taken_out(text: str) -> None:
    """XP01: the key is never echoed, and neither is who holds it."""
    safe = redact(text)

    assert "[redacted]" in safe
    assert not any(secret in safe for secret in ("abc123", "6789", "abc.def", "0123456789abcdef"))


def test_our_own_key_is_taken_out_whatever_it_looks_like() -> None:
    """XP01."""
    assert "hunter2" not in redact("you sent hunter2!", "hunter2")


def test_our_own_key_is_taken_out_where_the_text_is_cut() -> None:
    """XP01: half a key is a key for whoever has the other half."""
    assert "hunter2" not in redact("<p>" * 3_331 + "hunter2-and-more", "hunter2-and-more")


def test_the_tail_of_our_own_key_is_taken_out() -> None:
    """R-09: what a provider repeats of it is not known to anybody else."""
    key = "zz9-4711-7f3a9b2c1d4e5f60718293a4"

    assert redact("bad key [key] and also 7f3a9b2c1d4e5f60718293a4", key) == "bad key [key] and also [redacted]"


def test_pieces_that_meet_when_the_text_is_cleaned_are_taken_out() -> None:
    """R-09: each was too short to be one."""
    assert redact("you sent zz9-47\x0011-7f3a!", "zz9-4711-7f3a") == "you sent [redacted]!"


@given(st.data())
def test_no_piece_of_our_own_key_survives(data: st.DataObject) -> None:
    """R-09: of eight characters or more, wherever it was cut, doubled, hidden in markup or broken by odd letters."""
    key = data.draw(st.text("01aZ-_+/=", min_size=8, max_size=40), label="key")
    cut = st.tuples(st.integers(0, len(key)), st.integers(0, len(key))).map(lambda ends: key[min(ends) : max(ends)])
    between = st.sampled_from(["", " ", "\0", "<b>", "\u200b", "…", "x", "key=", "0"])
    text = "".join(data.draw(st.lists(cut | between, max_size=12), label="pieces"))

    safe = redact(text, key)

    assert [key[at : at + 8] for at in range(len(key) - 7) if key[at : at + 8] in safe] == []


def test_words_are_kept_short_and_clean() -> None:
    long = redact("<html><style>b{}</style><h1>502\n Bad</h1>\0\ud83d " + "word " * 500)

    assert long.startswith("502 Bad \ufffd word")
    assert len(long) == 500


@pytest.mark.parametrize(
    "text",
    [
        "The model `gpt-5.2-proo` does not exist or you do not have access to it.",
        "Unknown field user_preferences in org_settings",
        "Invalid 'user': string too long.",
    ],
)
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert redact(text) == text
