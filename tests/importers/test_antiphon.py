"""An archive of our own is read part by part, and what was changed in it is told."""

import io
import zipfile

from tests.importers.more_samples import antiphon
from tests.importers.reading import read


def _change(old: bytes, new: bytes, *, drop: str = "") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(antiphon())) as archive, zipfile.ZipFile(made, "w") as out:
        for name in archive.namelist():
            if name != drop:
                out.writestr(name, archive.read(name).replace(old, new))
    return made.getvalue()


def test_every_part_stands_for_itself() -> None:
    found = read(antiphon())

    assert [(each["key"], each["is_conversation"]) for each in found.parts] == [
        ("library", False),
        ("d_1", False),
        ("c_1", True),
    ]
    assert found.report["left"] == {}
    assert (found.report["conversations"], found.report["turns"], found.report["replies"]) == (1, 1, 1)
    assert found.report["records"]["receipt"] == 1


def test_a_receipt_that_was_changed_is_told() -> None:
    found = read(_change(b'{\\"model\\":\\"m\\"}', b'{\\"model\\":\\"x\\"}'))

    assert found.report["left"] == {"file_changed": 1, "receipt_changed": 1}


def test_a_document_without_its_bytes_does_not_come() -> None:
    found = read(_change(b"", b"", drop="documents/d_1"))

    assert [each["key"] for each in found.parts] == ["library", "c_1"]
    assert found.report["left"] == {"damaged": 1}


def test_what_says_it_is_a_picture_is_one() -> None:
    found = read(_change(b'"text/plain"', b'"image/png"'))

    assert "d_1" not in [each["key"] for each in found.parts]


def test_records_and_fields_of_a_later_minor_are_counted() -> None:
    found = read(_change(b'{"turn":{"id"', b'{"turn":{"smell":1,"id"'))

    assert found.report["unknown_fields"] == {"turn.smell": 1}


def test_a_folder_around_it_is_refused_with_a_sentence() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(antiphon())) as archive, zipfile.ZipFile(made, "w") as out:
        for name in archive.namelist():
            out.writestr(f"mine/{name}", archive.read(name))

    found = read(made.getvalue())

    assert found.refused == "its manifest is not at its top"
