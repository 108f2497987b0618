"""What a model made of pieces of documents."""

from collections.abc import Sequence

from sqlalchemy import bindparam, update

from antiphon.store.tables import document_chunks
from antiphon.store.unit import Unit


def keep_vectors(unit: Unit, embedder: str, vectors: Sequence[tuple[int, bytes | None]]) -> None:
    """Keep these vectors for these pieces; none for a piece the model refuses, which is then not tried again.

    Pieces that are gone meanwhile are passed over. Keeping twice changes nothing.
    """
    if not vectors:
        return
    chunks = document_chunks
    statement = (
        update(chunks)
        .where(chunks.c.id == bindparam("chunk"), chunks.c.workspace_id == unit.workspace_id)
        .values(embedder=embedder, vector=bindparam("made"))
    )
    unit.connection.execute(statement, [{"chunk": chunk_id, "made": vector} for chunk_id, vector in vectors])
