"""A second copy of the vectors for PostgreSQL's own extension, where there is one.

The bytes beside the text stay the truth: the copy is made from them, piece by piece, and can be dropped at any time.
Its table is no part of the schema, for most databases will never have the type it needs.
"""

from array import array

import orjson
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from antiphon.store.dialect import encode_rows, lock_key
from antiphon.store.unit import Unit

_TABLE = """
CREATE TABLE IF NOT EXISTS document_vectors (
    chunk_id integer PRIMARY KEY REFERENCES document_chunks (id) ON DELETE CASCADE,
    workspace_id varchar(40) NOT NULL,
    document_id varchar(40) NOT NULL,
    embedder varchar(100) NOT NULL,
    vector vector NOT NULL
)
"""
_INDEX = "CREATE INDEX IF NOT EXISTS ix_document_vectors ON document_vectors (workspace_id, embedder)"
_MISSING = """
SELECT c.id, c.vector FROM document_chunks c LEFT JOIN document_vectors v ON v.chunk_id = c.id
WHERE c.vector IS NOT NULL AND v.embedder IS DISTINCT FROM c.embedder LIMIT :limit
"""
_COPY = """
INSERT INTO document_vectors (chunk_id, workspace_id, document_id, embedder, vector)
SELECT c.id, c.workspace_id, c.document_id, c.embedder, CAST(given.value ->> 1 AS vector)
FROM json_array_elements(CAST(:rows AS json)) given JOIN document_chunks c ON c.id = CAST(given.value ->> 0 AS int)
ON CONFLICT (chunk_id) DO UPDATE SET embedder = excluded.embedder, vector = excluded.vector
"""


def ready_pgvector(unit: Unit) -> bool:
    """Make the table if the extension is there or may be created; whether there is a table now."""
    if unit.dialect != "postgresql":
        return False
    try:
        with unit.connection.begin_nested():
            # Two nodes that start together: `IF NOT EXISTS` does not wait for the other.
            unit.connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": lock_key("recall", "vectors")})
            for statement in ("CREATE EXTENSION IF NOT EXISTS vector", _TABLE, _INDEX):
                unit.connection.exec_driver_sql(statement)
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
        return False
    return True


def copy_vectors(unit: Unit, limit: int) -> int:
    """Copy some vectors that are not there yet, of any workspace; how many there were. For the system only."""
    rows = unit.connection.execute(text(_MISSING), {"limit": limit}).all()
    if rows:
        given = encode_rows([row.id, write_vector(row.vector)] for row in rows)
        unit.connection.execute(text(_COPY), {"rows": given})
    return len(rows)


def write_vector(vector: bytes) -> str:
    """The vector as the extension reads it."""
    numbers = array("f")
    numbers.frombytes(vector)
    return orjson.dumps(numbers.tolist()).decode()
