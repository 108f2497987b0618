# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about finding something again."""

from antiphon.client.answers.search import FoundPassage, SearchPage
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun


class Search(Noun):
    """Words, wherever they were said."""

    def words(
        self,
        words: str,
        conversation_id: str | None = None,
        *,
        limit: int = 20,
        before: str | None = None,
        order: str = "newest",
    ) -> SearchPage:
        """Where the words stand in decisions, claims, titles, messages and replies: `newest` or `importance` first.

        One call looks for a moment only: while `next` is given there is more to look at; hand it back as `before`.
        """
        query = {"q": words, "limit": limit, "conversation": conversation_id, "before": before, "order": order}
        return SearchPage.read(self._wire.get("/v1/search", **query))

    def documents(self, words: str, **query: object) -> tuple[FoundPassage, ...]:
        """Passages of documents, found by their words and, where that is set up, by their meaning; best first."""
        return read_items(self._wire.get("/v1/documents/search", q=words, **query), FoundPassage.read)
