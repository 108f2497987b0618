"""A request as the passages it is made of, and byte for byte back again.

Most of what an advisor is sent was sent to it a turn ago. So a request is cut where its messages begin and end, every
piece that is worth it is named by its SHA-256, and what remains is a manifest: the request with a NUL and that name
wherever a passage stood. JSON holds no NUL, so a manifest cannot be misread. Where it is cut decides what can be shared
and nothing else: whatever the cuts, joining gives the same bytes.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Final, NamedTuple

# Below this a piece is cheaper in every manifest than once as a row of its own.
_LEAST_BYTES: Final = 128
# Where a message begins on the wires there are. Inside a string every quotation mark has a backslash before it.
_MESSAGE: Final = re.compile(rb'\{"(?:role":"|parts":\[)')
_LAST_END: Final = re.compile(rb"\}\](?=[,}])")
_ANSWER_MARKS: Final = (b'"role":"assistant"', b'"role":"model"')
# What the others said last is quoted to each of them: paragraphs that all of them are sent, in another order. It opens
# with a bracket, and only what is quoted in full has its lines indented.
_OPENS_BRACKET: Final = b':"['
_OPENING: Final = 48
_PARAGRAPH: Final = re.compile(rb"\\n\\n(?! )")
# So much of a SHA-256 names a passage: nobody finds two with the same 128 bits, and if somebody did, the hash of the
# whole request would tell. Every request names dozens, so the other half would be a quarter of all that is kept.
NAME_BYTES: Final = 16
_REFERENCE: Final = re.compile(rb"\0(.{%d})" % NAME_BYTES, re.DOTALL)


class SentPassage(NamedTuple):
    """A piece of a request. `is_new` where it has probably not been sent before; nothing but its packing follows."""

    data: bytes
    is_new: bool


class CutRequest(NamedTuple):
    """A request cut up: its manifest, and its passages by their names."""

    manifest: bytes
    passages: Mapping[bytes, SentPassage]


class RecentPassages:
    """Passages this process named lately. Most of a request was named a turn ago, and finding that out takes a quarter
    of the time; and what was cut just now need not be read and unpacked to be looked at again.

    Two generations of at most 6 MB each. Threads may share it: what one of them loses is only named once more.
    """

    _MOST, _LONGEST = 1_500, 4_096

    def __init__(self) -> None:
        self._new = _Generation({}, {})
        self._old = _Generation({}, {})

    def name(self, data: bytes) -> bytes:
        """See `name_passage`."""
        if len(data) > self._LONGEST:
            return name_passage(data)
        known = self._new.names.get(data)
        return self._keep(data, self._old.names.get(data) or name_passage(data)) if known is None else known

    def find(self, name: bytes) -> bytes | None:
        """The passage, if it is one of the latest."""
        return self._new.data.get(name) or self._old.data.get(name)

    def _keep(self, data: bytes, name: bytes) -> bytes:
        if len(self._new.names) >= self._MOST:
            self._old, self._new = self._new, _Generation({}, {})
        self._new.names[data] = name
        self._new.data[name] = data
        return name


class _Generation(NamedTuple):
    names: dict[bytes, bytes]
    data: dict[bytes, bytes]


recent: Final = RecentPassages()


class _Places(NamedTuple):
    """Where to cut, and from where on what stands there is new."""

    cuts: list[int]
    new_from: int
    new_until: int


def cut_request(body: bytes) -> CutRequest | None:
    """The request as a manifest and passages; nothing where there is nothing to gain, or its bytes are no JSON."""
    places = _find_places(body)
    if places is None or b"\0" in body:
        return None
    pieces: list[bytes] = []
    passages: dict[bytes, SentPassage] = {}
    for start, end in pairwise((0, *places.cuts, len(body))):
        piece = body[start:end]
        if end - start < _LEAST_BYTES:
            pieces.append(piece)
            continue
        name = recent.name(piece)
        passages[name] = SentPassage(piece, places.new_from <= start < places.new_until)
        pieces += (b"\0", name)
    return CutRequest(b"".join(pieces), passages) if passages else None


def name_passage(data: bytes) -> bytes:
    """The beginning of its SHA-256."""
    return sha256(data).digest()[:NAME_BYTES]


def list_references(manifest: bytes) -> list[bytes]:
    """The name of every passage in it, in order."""
    return _REFERENCE.findall(manifest)


def split_manifest(manifest: bytes) -> list[bytes]:
    """What stands in it between passages, and their names, by turns; first and last are never names."""
    return _REFERENCE.split(manifest)


def join_request(manifest: bytes, passages: Mapping[bytes, bytes]) -> bytes:
    """The request again; `KeyError` names a passage that is not there."""
    pieces = split_manifest(manifest)
    pieces[1::2] = [passages[name] for name in pieces[1::2]]
    return b"".join(pieces)


def _find_places(body: bytes) -> _Places | None:
    """Around every message, and between the paragraphs of what the house puts before the newest one."""
    starts = [each.start() for each in _MESSAGE.finditer(body, 1)]
    if not starts:
        return None
    last = _LAST_END.search(body, starts[-1])
    end = len(body) if last is None else last.start() + 1
    answered = next((found for mark in _ANSWER_MARKS if (found := body.rfind(mark)) >= 0), -1)
    tail = next((number for number, start in enumerate(starts) if start > answered), len(starts) - 1)
    cuts: list[int] = []
    for start in starts:
        # The comma between two messages belongs to neither.
        cuts += (start - 1, start) if body[start - 1] == ord(",") else (start,)
    cuts += _cut_quotes(body, [*starts[tail:], end])
    # The newest question and answer of the history were not part of it a turn ago.
    return _Places(sorted((*cuts, end)), starts[max(0, tail - 2)], end)


def _cut_quotes(body: bytes, edges: list[int]) -> Iterator[int]:
    for start, end in pairwise(edges):
        if _OPENS_BRACKET in body[start : start + _OPENING]:
            yield from (each.start() for each in _PARAGRAPH.finditer(body, start, end))
