"""What people sign in with."""

import pytest

from antiphon.access.names import clean_person_name, fold_name, normalise_address
from antiphon.conversation.errors import Malformed


def test_capitals_width_and_spaces_make_no_second_address() -> None:
    assert normalise_address(" Ada@Example.ORG ") == normalise_address("\uff21da@example.org") == "ada@example.org"


@pytest.mark.parametrize("text", ["", "ada", "@", "a@b@c", "ada @example.org", "a@b,c@d", "a@" + "b" * 300, "a@b\nc"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(Malformed):
        normalise_address(text)


def test_whatever_is_typed_as_a_name_can_be_looked_for() -> None:
    """PostgreSQL keeps no NUL, and nobody waits for a megabyte to be folded."""
    assert fold_name("a\0da@x") == "ada@x"
    assert len(fold_name("ß" * 1_000_000)) <= 1100


def test_a_name_that_is_shown_is_one_visible_line() -> None:
    assert clean_person_name("  Ada\u202e  \n Love\u200blace ") == "Ada Lovelace"
    with pytest.raises(Malformed):
        clean_person_name("\u200b \u202e")
