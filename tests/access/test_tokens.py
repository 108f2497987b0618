"""What a token looks like."""

from hypothesis import given
from hypothesis import strategies as st

from antiphon.access.tokens import SECRET_BYTES, hash_token, is_token, spell_token

secrets = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)


@given(secrets)
def test_a_token_is_recognised(secret: bytes) -> None:
    token = spell_token(secret)

    assert is_token(token)
    assert token.startswith("ap_")
    assert len(token) == 52


@given(secrets, st.integers(0, 51), st.sampled_from("0aZ-_é"))
def test_a_token_with_another_character_is_none(secret: bytes, place: int, other: str) -> None:
    token = spell_token(secret)
    changed = token[:place] + other + token[place + 1 :]

    assert is_token(changed) == (changed == token)


@given(st.text())
def test_hardly_anything_else_is_a_token(text: str) -> None:
    assert not is_token(text)


def test_the_smallest_and_the_largest_are_of_one_length() -> None:
    assert {len(spell_token(each)) for each in (bytes(32), b"\xff" * 32)} == {52}


def test_what_is_kept_is_of_the_whole_token() -> None:
    """Two that begin alike for two hundred characters are two."""
    assert hash_token("a" * 200 + "b") != hash_token("a" * 200 + "c")
