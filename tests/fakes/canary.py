"""A key that must not be seen anywhere."""

_PIECE = 8


def find_pieces(key: str, seen: bytes) -> list[str]:
    """The pieces of this key, of eight characters, that stand in what was seen."""
    pieces = [key[at : at + _PIECE] for at in range(len(key) - _PIECE + 1)]
    return [piece for piece in pieces if piece.encode() in seen]
