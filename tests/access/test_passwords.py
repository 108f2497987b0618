"""What a password may be."""

import pytest

from antiphon.access.passwords import normalise_password, prepare_password
from antiphon.conversation.errors import PasswordRefused


@pytest.mark.parametrize("text", ["correct horse battery", "пароль-длинный", "ten chars!", "x" * 100 + "abc" * 52])
def test_long_enough_is_good_enough(text: str) -> None:
    assert prepare_password(text) == text


@pytest.mark.parametrize("text", ["", "   ", "\t\n" * 10, "\u3000" * 12, "long enough\0but cut", "\0" * 20])
def test_nothing_is_no_password(text: str) -> None:
    """Neither as a new one nor as a guess: no guess of this kind is ever compared."""
    assert normalise_password(text) is None
    with pytest.raises(PasswordRefused):
        prepare_password(text)


@pytest.mark.parametrize(
    "text", ["ninechars", "a" * 257 + "bcd", "Qwertyuiop", "PASSWORD123", "aaaaaaaaaaaa", "x" * 9999]
)
def test_what_is_tried_first_is_refused(text: str) -> None:
    with pytest.raises(PasswordRefused):
        prepare_password(text)


def test_keyboards_that_write_the_same_differently_make_one_password() -> None:
    assert prepare_password("Zu\u0308rich liegt am See") == prepare_password("Z\u00fcrich liegt am See")
    assert normalise_password("\uff21\uff22\uff23") == "ABC"


def test_a_refusal_does_not_repeat_the_password() -> None:
    with pytest.raises(PasswordRefused) as refusal:
        prepare_password("hunter2")

    assert "hunter2" not in str(refusal.value) + str(refusal.value.facts)
