"""Looking for passages in documents."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.recall import RecallAnswer
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.engine.commands.documents import search_documents
from antiphon.engine.retrieval.search import Search

router = APIRouter(route_class=BoundedRoute, prefix="/v1/documents/search", tags=["documents"])
READ = Policy(Verb.READ, "document")


@router.get("", response_model=RecallAnswer, operation_id="search_documents")
@allow(READ, cost=CallCost.HEAVY, raises=(NotFound,))
async def get_document_search(
    caller: Caller,
    deps: Deps,
    q: Annotated[str, Query(min_length=1, max_length=1_000)],
    conversation: Annotated[str | None, Query(min_length=1, max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 8,
) -> dict[str, Any]:
    """The passages that answer best, in all documents; with a conversation, where its advisors may look."""
    here = None if conversation is None else ConversationId(conversation)
    answered = await search_documents(deps.documents.retrieval, caller, Search(clean_text(q), here, limit))
    return {
        **answer_all(each._asdict() for each in answered.found),
        "embedder": answered.embedder,
        "indexed": answered.indexed.done,
        "pieces": answered.indexed.of,
    }
