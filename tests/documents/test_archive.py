"""Office files are archives, and archives lie."""

import zipfile

import pytest

from antiphon.documents.archive import check_archive
from antiphon.documents.limits import Unreadable
from tests.documents import hostile
from tests.documents.samples import pack, write_sheets, write_word


@pytest.mark.parametrize("data", [write_word([["Hello"]]), write_sheets(One=[[1]])])
def test_a_real_file_passes(data: bytes) -> None:
    check_archive(data)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (pack({"a.xml": bytes(30_000_000)}), "unpacks to too much"),
        (hostile.overlap(200, 2_000_000), "damaged|unpacks to too much"),
        (pack({f"{number}.bin": bytes(1_000_000) for number in range(300)}), "unpacks to too much"),
        (pack({str(number): b"" for number in range(10_001)}), "more than 10,000 files"),
        (pack({"../../etc/cron.d/x": b"x"}), "outside"),
        (pack({"/etc/passwd": b"x"}), "outside"),
        (pack({"..\\..\\x": b"x"}), "outside"),
        (pack({"C:/x": b"x"}), "outside"),
        (hostile.link("word/link", "/etc/passwd"), "link"),
        (pack({"x.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "entities"),
        (pack({"x.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode("utf-16")}), "entities"),
        (pack({"x.xml": b" " * 65_531 + b"<!DOCTYPE a><a/>"}, zipfile.ZIP_STORED), "entities"),
        (pack({"a.xml": b"x"})[:-30], "damaged"),
    ],
)
def test_a_dangerous_one_is_refused_before_it_is_unpacked(data: bytes, why: str) -> None:
    """F-03, D-02."""
    with pytest.raises(Unreadable, match=why):
        check_archive(data)
