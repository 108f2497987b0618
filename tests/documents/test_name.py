"""A name is something to look at, whatever was sent as one."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from antiphon.documents.name import LONGEST, clean_name
from tests.documents.hostile import NAMES, is_harmless


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("report.pdf", "report.pdf"),
        ("Größe — 日本語 (2).docx", "Größe — 日本語 (2).docx"),
        ("../../etc/passwd", "passwd"),
        (r"C:\Users\me\notes.txt", "notes.txt"),
        ("C:notes.txt", "C_notes.txt"),
        ("..", "file"),
        (".", "file"),
        ("", "file"),
        ("folder/", "file"),
        (".bashrc", "bashrc"),
        ("a\x00b\r\n.txt", "ab .txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("zero\u200bwidth\ufeff.md", "zerowidth.md"),
        ("con.txt", "_con.txt"),
        ("NUL", "_NUL"),
        ("lpt1 .tar.gz", "_lpt1 .tar.gz"),
        ("console.txt", "console.txt"),
        ("trailing. . ", "trailing"),
        ("u\u0308ber.txt", "über.txt"),
        ("half\ud83d.txt", "half\ufffd.txt"),
    ],
)
def test_a_name_is_shown_as(raw: str, shown: str) -> None:
    """F-02."""
    assert clean_name(raw) == shown


def test_a_long_name_keeps_its_extension() -> None:
    """F-02."""
    assert clean_name("x" * 300 + ".pdf") == "x" * 116 + ".pdf"
    assert clean_name("x" * 300) == "x" * LONGEST
    assert clean_name("x." + "y" * 300) == "x." + "y" * 118


@given(st.text() | st.sampled_from(NAMES) | st.lists(st.sampled_from(NAMES)).map("".join))
@example("CON" + " " * 200 + ".txt")
@example("a" * 119 + ". b")
@example(".\u0338<\u0338")
def test_every_name_becomes_harmless_and_stays_as_it_is(raw: str) -> None:
    """F-01, F-02, D-05."""
    name = clean_name(raw)

    assert is_harmless(name)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
