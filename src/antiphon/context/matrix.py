"""The little arithmetic with four unknowns that calibration needs."""

from math import fsum, inf

Row = tuple[float, ...]
Matrix = tuple[Row, ...]

_ALL = range(4)
IDENTITY: Matrix = tuple(tuple(float(i == j) for j in _ALL) for i in _ALL)


def dot(one: Row, other: Row) -> float:
    """The sum of the products."""
    return fsum(a * b for a, b in zip(one, other, strict=True))


def invert(matrix: Matrix) -> Matrix:
    """The inverse of four by four; refuses a matrix that is not positive definite with a ValueError."""
    rows = [[*matrix[i], *IDENTITY[i]] for i in _ALL]
    for i in _ALL:
        if not 0 < rows[i][i] < inf:
            raise ValueError("not positive definite")
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in _ALL:
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return tuple(tuple(row[4:]) for row in rows)
