"""Look for passages in documents, for a person or for an advisor."""

from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import Malformed
from antiphon.conversation.found import Found
from antiphon.engine.engine import Engine
from antiphon.engine.recall import Search
from antiphon.store.reads.recall import Indexed, count_indexed


class Answered(NamedTuple):
    """Passages, best first; and how many pieces of all can be found by meaning, none without a model for it."""

    found: tuple[Found, ...]
    embedder: str | None
    indexed: Indexed


async def search_documents(engine: Engine, principal: Principal, search: Search) -> Answered:
    """What answers best; with a conversation only what its advisors may look at.

    Refuses a question without words, and a conversation that is not there. A search never fails because the model for
    meaning is away: then words alone decide.
    """
    if not search.question.strip():
        raise Malformed("there is nothing to look for")
    found = await engine.recall.search(principal, search)
    embedder = engine.recall.embedder
    name = None if embedder is None else embedder.name
    return Answered(found, name, await engine.store.read(principal, count_indexed, name))
