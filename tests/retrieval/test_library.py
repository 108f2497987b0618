"""The right page is found: 204 pages, 91 questions, half of them in other words."""

from collections.abc import Sequence

import pytest

from antiphon.access.principal import LOCAL, system_principal
from antiphon.engine.retrieval.indexing import give_vectors
from antiphon.engine.retrieval.search import WAYS, Retrieval, Search, Way
from antiphon.store.unit import Store
from tests.retrieval.models import Remembering
from tests.retrieval.shelf import Question, fill_shelf, read_library, read_questions

OPERATOR = system_principal(LOCAL.workspace_id)


async def share_found(recall: Retrieval, questions: Sequence[Question], ways: tuple[Way, ...] = WAYS) -> float:
    """How often the page is among the first five passages."""
    hits = 0
    for question in questions:
        found = await recall.search(LOCAL, Search(question.text, limit=5, ways=ways))
        hits += (question.document, question.page) in [(each.document_id, each.page) for each in found]
    return hits / len(questions)


def test_the_library_is_as_large_and_the_questions_as_many_as_said() -> None:
    library, questions = read_library(), read_questions()

    assert len(library) == 12
    assert sum(len(pages) for pages in library.values()) == 204
    assert (len(questions), sum(each.paraphrase for each in questions)) == (67, 38)
    assert len(read_questions("held_out")) == 24


async def test_words_find_what_is_asked_in_the_words_of_the_page(store: Store) -> None:
    await fill_shelf(store)
    plain = [each for each in (*read_questions(), *read_questions("held_out")) if not each.paraphrase]

    assert await share_found(Retrieval(store, None), plain) >= 0.95


@pytest.mark.timeout(240)
async def test_both_together_find_nine_of_ten_whatever_the_words(store: Store, minilm: Remembering) -> None:
    await fill_shelf(store)
    recall = Retrieval(store, minilm)
    await give_vectors(recall, OPERATOR, minilm)
    questions, held_out = read_questions(), read_questions("held_out")

    both = await share_found(recall, questions)

    assert both >= 0.9
    assert await share_found(recall, held_out) >= 0.9
    # Neither way spoils what the other finds.
    assert both >= await share_found(recall, questions, ("meaning",)) - 0.02
    assert await share_found(recall, [each for each in questions if not each.paraphrase]) >= 0.95
