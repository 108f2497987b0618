"""Looking for words."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.reading import SearchAnswer
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.text import clean_text
from antiphon.conversation.wire import format_time
from antiphon.store.reads.journal import DecisionHit, search_decisions
from antiphon.store.reads.search import Hit, Order, SearchQuery, search
from antiphon.store.reads.search_claims import ClaimHit, search_claims
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1/search", tags=["search"])
READ = Policy(Verb.READ, "conversation")

# Beside the turns, not in their place.
_MOST_OF_ROOM = 10
Words = Annotated[str, Query(min_length=1, max_length=200)]
Name = Annotated[str | None, Query(min_length=1, max_length=40)]


@router.get("", response_model=SearchAnswer, operation_id="search")
@allow(READ, cost=CallCost.HEAVY)
async def get_search(
    caller: Caller,
    deps: Deps,
    q: Words,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    conversation: Name = None,
    advisor: Name = None,
    before: Name = None,
    order: Order = "newest",
) -> dict[str, Any]:
    """Where these words stand, as they are typed but for large and small letters; newest or weightiest first."""
    words = clean_text(q).strip()
    if not words:
        raise Malformed("there is nothing to look for")
    wanted = SearchQuery(
        words=words,
        limit=limit,
        conversation_id=None if conversation is None else ConversationId(conversation),
        advisor_id=None if advisor is None else AdvisorId(advisor),
        after=None if before is None else TurnId(before),
        order=order,
    )
    found = await deps.engine.store.read(caller, search, wanted)
    claims, decisions = await deps.engine.store.read(caller, _search_room, wanted)
    searched_to = None if found.searched_to is None else format_time(found.searched_to)
    return {
        "items": [_answer(hit) for hit in found.hits],
        "next": found.next,
        "searched_to": searched_to,
        "passed_over": found.passed_over,
        "claims": [_answer(hit) for hit in claims],
        "decisions": [_answer(hit) for hit in decisions],
    }


def _search_room(unit: Unit, wanted: SearchQuery) -> tuple[tuple[ClaimHit, ...], tuple[DecisionHit, ...]]:
    """What was claimed and decided, when this is the beginning and nobody's words alone are wanted."""
    if wanted.after is not None or wanted.advisor_id is not None:
        return (), ()
    here = wanted.conversation_id
    claims = search_claims(unit, wanted.words, _MOST_OF_ROOM, here)
    return claims, search_decisions(unit, wanted.words, _MOST_OF_ROOM, here)


def _answer(hit: Hit | ClaimHit | DecisionHit) -> dict[str, Any]:
    snippet = hit.snippet
    said = {"snippet": snippet.text, "start": snippet.start, "matches": snippet.matches}
    return hit._asdict() | {"created_at": format_time(hit.created_at)} | said
