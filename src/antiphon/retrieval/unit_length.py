"""Vectors of length one, so that comparing two is one multiplication."""

import numpy as np
from numpy.typing import NDArray


def to_unit_length(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same directions; a row of zeros, which has none, stays as it is."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return unit
