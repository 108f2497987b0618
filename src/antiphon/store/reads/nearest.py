"""What is nearest to a question, as PostgreSQL's own extension finds it."""

from collections.abc import Collection

from sqlalchemy import text

from antiphon.store.dialect import encode_rows
from antiphon.store.unit import Unit

# Exact: every vector of the workspace is compared. An index would answer sooner and not always rightly.
_NEAREST = """
SELECT chunk_id FROM document_vectors
WHERE workspace_id = :workspace_id AND embedder = :embedder AND vector_dims(vector) = :dimensions
AND document_id IN (SELECT value FROM json_array_elements_text(CAST(:document_ids AS json)))
ORDER BY vector <#> CAST(:question AS vector), chunk_id LIMIT :limit
"""


def find_nearest(
    unit: Unit, embedder: str, question: str, dimensions: int, document_ids: Collection[str], limit: int
) -> tuple[int, ...]:
    """The pieces of these documents nearest to the question, nearest first."""
    given = {
        "workspace_id": unit.workspace_id,
        "embedder": embedder,
        "question": question,
        "dimensions": dimensions,
        "document_ids": encode_rows(document_ids),
        "limit": limit,
    }
    return tuple(unit.connection.execute(text(_NEAREST), given).scalars())
