"""The tensors an ONNX file is made of, read out of it without running it.

The file is a protocol buffer. Only what leads to the tensors of its graph is read: a model (field 7: graph), a graph
(field 5: tensors), a tensor (field 8: name, 9: bytes).
"""

from collections.abc import Iterator
from typing import Final

_GRAPH: Final = 7
_TENSOR: Final = 5
_NAME: Final = 8
_BYTES: Final = 9
# How many bytes a field of a fixed size has, by its kind; 0 is a number of changing size, 2 says how long it is.
_SIZES: Final = {1: 8, 5: 4}


def find_tensors(model: bytes, names: frozenset[str]) -> dict[str, memoryview]:
    """The bytes of these tensors, as far as they are there. `ValueError` when this is no protocol buffer."""
    view = memoryview(model)
    found: dict[str, memoryview] = {}
    try:
        for graph in _read(view, _GRAPH):
            for tensor in _read(graph, _TENSOR):
                name = bytes(next(_read(tensor, _NAME), memoryview(b""))).decode()
                if name in names:
                    found.update((name, each) for each in _read(tensor, _BYTES))
    except (IndexError, KeyError) as error:
        raise ValueError("not an ONNX file") from error
    return found


def _read(message: memoryview, wanted: int) -> Iterator[memoryview]:
    """The fields of this number that have a length."""
    place = 0
    while place < len(message):
        tag, place = _read_number(message, place)
        field, kind = tag >> 3, tag & 7
        if kind == 0:
            _, place = _read_number(message, place)
            continue
        if kind == 2:
            length, place = _read_number(message, place)
        else:
            length = _SIZES[kind]
        if field == wanted and kind == 2:
            yield message[place : place + length]
        place += length


def _read_number(message: memoryview, place: int) -> tuple[int, int]:
    """A number of changing size, seven bits in a byte, and where it ends."""
    number = shift = 0
    while True:
        byte = message[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return number, place
