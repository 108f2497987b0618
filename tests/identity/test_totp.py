"""Codes of an app, as the RFC has them, and recovery codes however they are typed."""

import base64

from hypothesis import given
from hypothesis import strategies as st

from antiphon.identity.recovery import COUNT, draw_codes, hash_code, normalise_code, spell_code
from antiphon.identity.totp import build_code, build_link, draw_totp_secret, find_counter

# RFC 6238, appendix B: the last six of its eight digits.
SECRET = base64.b32encode(b"12345678901234567890").decode()
VECTORS = {59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037"}


def test_the_codes_are_those_of_the_rfc() -> None:
    assert {at: build_code(SECRET, at // 30) for at in VECTORS} == VECTORS


def test_a_code_counts_one_step_around_and_never_twice() -> None:
    now, here = 1111111109.0, 1111111109 // 30

    for step in (-1, 0, 1):
        assert find_counter(SECRET, build_code(SECRET, here + step), now, 0) == here + step
        assert find_counter(SECRET, build_code(SECRET, here + step), now, here + step) is None
    for step in (-2, 2):
        assert find_counter(SECRET, build_code(SECRET, here + step), now, 0) is None
    assert find_counter(SECRET, "", now, 0) is None
    assert find_counter(SECRET, "\uff10" * 6, now, 0) is None


def test_what_an_app_is_given_names_the_account() -> None:
    secret = draw_totp_secret()

    link = build_link(secret, "ada@example.org", "Antiphon")

    assert link == f"otpauth://totp/Antiphon%3Aada%40example.org?secret={secret}&issuer=Antiphon"
    assert len(base64.b32decode(secret)) == 20


def test_a_set_of_recovery_codes_has_no_two_alike() -> None:
    codes = draw_codes()

    assert len({normalise_code(each) for each in codes}) == COUNT
    assert all(len(each) == 10 for each in codes)


SPACES = st.text(" \t\n\u00a0\u2009\u3000-_.", max_size=3)


@given(code=st.sampled_from(draw_codes()), gaps=st.lists(SPACES, min_size=11, max_size=11), data=st.data())
def test_a_recovery_code_is_the_same_however_it_is_typed(code: str, gaps: list[str], data: st.DataObject) -> None:
    widened = [data.draw(st.sampled_from([each, each.lower(), chr(ord(each) + 0xFEE0)])) for each in code]
    typed = gaps[0] + "".join(each + gap for each, gap in zip(widened, gaps[1:], strict=True))

    assert normalise_code(typed) == code == normalise_code(spell_code(code))
    assert hash_code(b"k" * 32, "p1", code) != hash_code(b"k" * 32, "p2", code)
    assert normalise_code(typed + "7") is None
