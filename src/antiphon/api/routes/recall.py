"""Looking for passages in documents."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.recall import RecallAnswer
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.engine.commands.search_documents import search_documents
from antiphon.engine.recall import Search

router = APIRouter(prefix="/v1/documents/search", tags=["documents"])
READ = Policy(Verb.READ, "document")


@router.get("", response_model=RecallAnswer)
@allow(READ)
async def get_document_search(
    caller: Caller,
    rooms: Rooms,
    q: Annotated[str, Query(min_length=1, max_length=1_000)],
    conversation: Annotated[str | None, Query(min_length=1, max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 8,
) -> dict[str, Any]:
    """The passages that answer best, in all documents; with a conversation, where its advisors may look."""
    here = None if conversation is None else ConversationId(conversation)
    answered = await search_documents(rooms.engine, caller, Search(clean_text(q), here, limit))
    return {
        "found": [each._asdict() for each in answered.found],
        "embedder": answered.embedder,
        "indexed": answered.indexed.done,
        "pieces": answered.indexed.of,
    }
