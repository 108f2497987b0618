"""Files that are too much, reach outside, or are nothing we know."""

import io
import json
import os
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.documents.limits import MIB
from antiphon.importers import pieces
from antiphon.importers.pieces import JsonPieces
from tests.importers.reading import read
from tests.importers.samples import dump, gpt_small, pack

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
objects = st.dictionaries(st.text(), values, max_size=4)


@given(st.lists(objects, max_size=6))
def test_the_parts_of_a_list_are_its_elements(several: list[dict[str, object]]) -> None:
    for indent in (None, 2):
        data = json.dumps(several, ensure_ascii=indent is None, indent=indent).encode("utf-8", "surrogatepass")
        assert [piece.load() for piece in JsonPieces(io.BytesIO(data))] == several


@given(st.lists(objects, min_size=2, max_size=6))
def test_lines_of_json_are_records(several: list[dict[str, object]]) -> None:
    data = b"\n".join(dump(each) for each in several) + b"\n"

    assert [piece.load() for piece in JsonPieces(io.BytesIO(data))] == several


@given(objects)
def test_the_parts_of_an_object_are_its_values_and_the_elements_of_its_lists(value: dict[str, object]) -> None:
    found: dict[str, object] = {name: [] for name, each in value.items() if isinstance(each, list)}
    for piece in JsonPieces(io.BytesIO(dump(value))):
        if piece.listed:
            found[piece.key].append(piece.load())  # type: ignore[attr-defined]
        else:
            found[piece.key] = piece.load()

    assert found == value


def test_a_part_that_is_too_large_is_passed_over_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LARGEST_PIECE", 2 * MIB)
    large = gpt_small("c-large") | {"voice": [{"n": n} for n in range(400_000)]}
    data = dump([large, gpt_small()])

    found = read(data)

    assert len(found.conversations) == 1
    assert found.report["left"] == {"too_large": 1}


def test_a_file_that_breaks_off_gives_what_was_whole() -> None:
    data = dump([gpt_small("c-1"), gpt_small("c-2")])

    found = read(data[:-40])

    assert [each.source_id for each in found.conversations] == ["c-1"]
    assert found.report["left"] == {"cut_off": 1}


def _archive_of(info: zipfile.ZipInfo, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(info, data)
    return out.getvalue()


def _link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("conversations.json")
    info.external_attr = 0o120777 << 16
    return info


def _twice() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("conversations.json", b"[]")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("conversations.json", b"[]")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda: pack({"../conversations.json": b"[]"}), "it holds a file that would be unpacked outside"),
        (lambda: pack({"/etc/conversations.json": b"[]"}), "it holds a file that would be unpacked outside"),
        (lambda: _archive_of(_link(), b"/etc/passwd"), "it holds a link"),
        (lambda: pack({"conversations.json": b"[" + b" " * 50_000_000 + b"]"}), "it unpacks to too much"),
        (_twice, "it holds two files of one name"),
        (lambda: b"PK\x03\x04" + os.urandom(200), "it is a damaged archive"),
        (
            lambda: pack({"inner.zip": pack({"conversations.json": dump([gpt_small()])})}),
            "no format we know was found in it; it holds inner.zip",
        ),
        (lambda: b"SQLite format 3\x00" + struct.pack(">H", 512) + bytes(600), "it is a damaged database"),
        (lambda: dump({"recipes": [], "chef": "me"}), "its format is not one we know; at its top stand chef"),
        (
            lambda: dump([gpt_small()])[:-400].replace(b"mapping", b"napping"),
            "its format is not one we know; at its top stand no names",
        ),
        (lambda: b"[" * 100_000, "its format is not one we know; at its top stand no names"),
        (lambda: b"hello", "its format is not one we know; at its top stand no names"),
        (lambda: b"", "its format is not one we know; at its top stand no names"),
    ],
)
def test_what_is_hostile_or_unknown_is_refused_by_a_sentence(data, why) -> None:  # type: ignore[no-untyped-def]
    found = read(data())

    assert found.refused == why
    assert found.conversations == []
    assert found.fault == ""
