"""Topics: a tree that turns belong to."""

from typing import Any, cast

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.reading import ChangedTopic, NewTopic, TopicAnswer, TopicsAnswer
from antiphon.conversation.errors import TopicExists, TopicInsideItself, TopicNotEmpty
from antiphon.engine.commands.topics import edit_topic, make_topic, remove_topic
from antiphon.store.reads.topics import TopicChange, read_counted_topics, read_topic

router = APIRouter(route_class=BoundedRoute, prefix="/v1/topics", tags=["topics"])
READ = Policy(Verb.READ, "topic")
WRITE = Policy(Verb.WRITE, "topic")


@router.get("", response_model=TopicsAnswer, operation_id="list_topics")
@allow(READ)
async def get_topics(caller: Caller, deps: Deps) -> dict[str, Any]:
    """The whole tree as a list."""
    found = await deps.engine.store.read(caller, read_counted_topics)
    return answer_all(line._asdict() | {"turns": counted.own, "turns_below": counted.below} for line, counted in found)


@router.post("", status_code=201, response_model=TopicAnswer, operation_id="create_topic")
@allow(WRITE, body=SHORT, location="/v1/topics/{id}")
async def post_topic(caller: Caller, deps: Deps, body: NewTopic) -> dict[str, Any]:
    """Make a topic; one that is there already is answered as it is."""
    return (await make_topic(deps.engine, caller, body.path))._asdict()


@router.get("/{topic_id}", response_model=TopicAnswer, operation_id="get_topic")
@allow(READ)
async def get_topic(caller: Caller, deps: Deps, topic_id: str) -> dict[str, Any]:
    """One topic."""
    return (await deps.engine.store.read(caller, read_topic, topic_id))._asdict()


@router.patch("/{topic_id}", response_model=TopicAnswer, operation_id="update_topic")
@allow(WRITE, body=SHORT, raises=(TopicExists, TopicInsideItself))
async def patch_topic(caller: Caller, deps: Deps, topic_id: str, body: ChangedTopic) -> dict[str, Any]:
    """Rename, move or describe a topic; everything below moves along."""
    change = cast("TopicChange", body.model_dump(exclude_unset=True))
    return (await edit_topic(deps.engine, caller, topic_id, change))._asdict()


@router.delete("/{topic_id}", status_code=204, operation_id="delete_topic")
@allow(WRITE, raises=(TopicNotEmpty,))
async def delete_topic(caller: Caller, deps: Deps, topic_id: str) -> None:
    """Remove a topic that no turn belongs to and that has none below it."""
    await remove_topic(deps.engine, caller, topic_id)
