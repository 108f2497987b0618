"""Vectors are compared all at once."""

import numpy as np

from antiphon.retrieval.matrix import Matrix, VectorRow, encode_vector
from antiphon.retrieval.unit_length import to_unit_length

EAST, NORTH = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
NORTH_EAST = np.array([0.6, 0.8], np.float32)
ROWS = [
    VectorRow(11, "a", encode_vector(EAST)),
    VectorRow(12, "b", encode_vector(NORTH)),
    VectorRow(13, "b", encode_vector(NORTH_EAST)),
]


def test_the_nearest_come_first_and_only_of_the_documents_asked_for() -> None:
    matrix = Matrix(ROWS)

    assert [near.chunk_id for near in matrix.find_nearest(NORTH, {"a", "b"}, 2)] == [12, 13]
    assert [near.chunk_id for near in matrix.find_nearest(NORTH, {"a"}, 2)] == [11]
    assert matrix.find_nearest(NORTH, {"unknown"}, 2) == ()
    assert matrix.find_nearest(NORTH, {"b"}, 1)[0].likeness == 1.0


def test_vectors_of_another_length_are_left_out() -> None:
    matrix = Matrix([*ROWS, VectorRow(14, "a", encode_vector(np.ones(3, np.float32)))])

    assert len(matrix.find_nearest(EAST, {"a", "b"}, 10)) == 3
    assert matrix.find_nearest(np.ones(3, np.float32), {"a"}, 10) == ()
    assert Matrix([]).find_nearest(EAST, {"a"}, 10) == ()


def test_a_vector_without_direction_stays_without() -> None:
    rows = to_unit_length(np.array([[3, 4], [0, 0]], np.float32))

    assert np.allclose(rows, [[0.6, 0.8], [0, 0]])
