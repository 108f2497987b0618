"""All vectors of a workspace in memory: comparing a question with each of fifty thousand takes milliseconds."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class VectorRow(NamedTuple):
    """A piece's vector as it is kept: 32-bit floats, little-endian, of length one."""

    chunk_id: int
    document_id: str
    vector: bytes


class Near(NamedTuple):
    """A piece and how like the question it is, at most 1."""

    chunk_id: int
    likeness: float


class Matrix:
    """The vectors of one embedder. Rows of another length, which cannot be compared, are left out."""

    def __init__(self, rows: Sequence[VectorRow]) -> None:
        import numpy as np

        width = len(rows[0].vector) if rows else 0
        usable = [row for row in rows if len(row.vector) == width]
        joined = b"".join(row.vector for row in usable)
        self._rows = np.frombuffer(joined, "<f4").reshape(len(usable), width // 4)
        self._chunk_ids = np.array([row.chunk_id for row in usable], np.int64)
        self._numbers = {name: number for number, name in enumerate({row.document_id: None for row in usable})}
        self._documents = np.array([self._numbers[row.document_id] for row in usable], np.int64)

    def find_nearest(
        self, question: "NDArray[np.float32]", document_ids: Collection[str], limit: int
    ) -> tuple[Near, ...]:
        """The pieces of these documents that are most like the question, most like it first."""
        import numpy as np

        if question.shape[0] != self._rows.shape[1]:
            return ()
        wanted = [self._numbers[name] for name in document_ids if name in self._numbers]
        likeness = self._rows @ question
        if len(wanted) < len(self._numbers):
            likeness[~np.isin(self._documents, wanted)] = -np.inf
        best = np.argpartition(-likeness, limit)[:limit] if limit < len(likeness) else np.arange(len(likeness))
        ordered = sorted(best.tolist(), key=lambda place: (-likeness[place], self._chunk_ids[place]))
        return tuple(
            Near(int(self._chunk_ids[place]), float(likeness[place])) for place in ordered if likeness[place] != -np.inf
        )


def encode_vector(vector: "NDArray[np.float32]") -> bytes:
    """The vector as it is kept."""
    return vector.astype("<f4").tobytes()
