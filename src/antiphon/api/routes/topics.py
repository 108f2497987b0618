"""Topics: a tree that turns belong to."""

from typing import Any, cast

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.reading import ChangedTopic, NewTopic, TopicAnswer, TopicsAnswer
from antiphon.engine.commands.edit_topic import edit_topic, make_topic, remove_topic
from antiphon.store.reads.topics import TopicChange, read_counted_topics

router = APIRouter(prefix="/v1/topics", tags=["topics"])
READ = Policy(Verb.READ, "topic")
WRITE = Policy(Verb.WRITE, "topic")


@router.get("", response_model=TopicsAnswer)
@allow(READ)
async def get_topics(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """The whole tree as a list."""
    found = await rooms.engine.store.read(caller, read_counted_topics)
    return {
        "topics": [line._asdict() | {"turns": counted.own, "turns_below": counted.below} for line, counted in found]
    }


@router.post("", status_code=201, response_model=TopicAnswer)
@allow(WRITE)
async def post_topic(caller: Caller, rooms: Rooms, body: NewTopic) -> dict[str, Any]:
    """Make a topic; one that is there already is answered as it is."""
    return (await make_topic(rooms.engine, caller, body.path))._asdict()


@router.patch("/{topic_id}", response_model=TopicAnswer)
@allow(WRITE)
async def patch_topic(caller: Caller, rooms: Rooms, topic_id: str, body: ChangedTopic) -> dict[str, Any]:
    """Rename, move or describe a topic; everything below moves along."""
    change = cast("TopicChange", body.model_dump(exclude_unset=True))
    return (await edit_topic(rooms.engine, caller, topic_id, change))._asdict()


@router.delete("/{topic_id}", status_code=204)
@allow(WRITE)
async def delete_topic(caller: Caller, rooms: Rooms, topic_id: str) -> None:
    """Remove a topic that no turn belongs to and that has none below it."""
    await remove_topic(rooms.engine, caller, topic_id)
