"""Office files are archives, and archives lie."""

import zipfile
from collections.abc import Callable

import pytest

from antiphon.documents.archive import check_archive
from antiphon.documents.limits import Unreadable
from tests.documents import hostile
from tests.documents.samples import pack, write_sheets, write_word


def test_the_encodings_of_office_files_pass() -> None:
    declared = '<?xml version="1.0" encoding="UTF-16" standalone="yes"?><a/>'

    check_archive(pack({"a.xml": declared.encode("utf-16"), "b.xml": b'<?xml version="1.0" encoding="utf-8"?><a/>'}))
    check_archive(pack({"a.xml": "<a>é</a>".encode("utf-16-le"), "b.xml": b"<a encoding='no'/>", "c.xml": b""}))


@pytest.mark.parametrize("make", [lambda: write_word([["Hello"]]), lambda: write_sheets(One=[[1]])])
def test_a_real_file_passes(make: Callable[[], bytes]) -> None:
    check_archive(make())


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: pack({"a.xml": bytes(30_000_000)}), "unpacks to too much"),
        (lambda: hostile.overlap(200, 2_000_000), "damaged|unpacks to too much"),
        (lambda: pack({f"{number}.bin": bytes(1_000_000) for number in range(300)}), "unpacks to too much"),
        (lambda: pack({str(number): b"" for number in range(10_001)}), "more than 10,000 files"),
        (lambda: pack({"../../etc/cron.d/x": b"x"}), "outside"),
        (lambda: pack({"/etc/passwd": b"x"}), "outside"),
        (lambda: pack({"..\\..\\x": b"x"}), "outside"),
        (lambda: pack({"C:/x": b"x"}), "outside"),
        (lambda: hostile.link("word/link", "/etc/passwd"), "link"),
        (lambda: pack({"x.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "entities"),
        (lambda: pack({"x.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode("utf-16")}), "entities"),
        (lambda: pack({"x.xml": b" " * 65_531 + b"<!DOCTYPE a><a/>"}, zipfile.ZIP_STORED), "entities"),
        (lambda: pack({"x.xml": b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-<a/>'}), "encoding"),
        (lambda: pack({"x.xml": b"\xef\xbb\xbf<?xml version=\"1.0\"\n encoding = 'latin1'?><a/>"}), "encoding"),
        (lambda: pack({"x.xml": '<?xml version="1.0" encoding="UTF-7"?><a/>'.encode("utf-16")}), "encoding"),
        (lambda: pack({"x.xml": "<a/>".encode("utf-32")}), "encoding"),
        (lambda: pack({"x.xml": "<a/>".encode("utf-32-be")}), "encoding"),
        (lambda: pack({"x.xml": '<?xml version="1.0" encoding="cp500"?><a/>'.encode("cp500")}), "encoding"),
        (lambda: pack({"a.xml": b"x"})[:-30], "damaged"),
    ],
)
def test_a_dangerous_one_is_refused_before_it_is_unpacked(make: Callable[[], bytes], why: str) -> None:
    """F-03, D-02."""
    data = make()

    with pytest.raises(Unreadable, match=why):
        check_archive(data)
