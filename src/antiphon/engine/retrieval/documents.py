"""What becomes of documents: read, indexed, found."""

from dataclasses import dataclass

from antiphon.engine.retrieval.indexing import Indexing
from antiphon.engine.retrieval.reading import DocumentReader
from antiphon.engine.retrieval.search import Retrieval


@dataclass(frozen=True, slots=True)
class Documents:
    """Who reads files, who gives their pieces vectors, and who finds passages in them."""

    reading: DocumentReader
    indexing: Indexing
    retrieval: Retrieval
