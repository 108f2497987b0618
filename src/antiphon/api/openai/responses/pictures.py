"""Pictures in an answer, as this wire has them: items behind all words, each with its bytes."""

import asyncio
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.responses.events import write_event
from antiphon.api.openai.responses.places import PICTURED, Place, number_of
from antiphon.api.openai.responses.request import PICTURE
from antiphon.api.openai.voices import Json
from antiphon.conversation.ids import DocumentId
from antiphon.conversation.picture import Picture
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn
from antiphon.store.reads.documents import read_image_data


async def read_picture_items(deps: Dependencies, caller: Principal, turn: Turn) -> list[Json]:
    """One item for every picture of every voice that was not removed, in the order of the voices."""
    ids = [each.document_id for reply in turn.replies for each in reply.all_pictures]
    if not ids:
        return []
    found = await deps.engine.store.read(caller, read_image_data, ids)
    return await asyncio.to_thread(_write_items, turn.replies, found)


def write_picture_events(items: Sequence[Json], voices: int, first: int, after: int) -> Iterator[bytes]:
    """Each of them announced and told, behind as many items as `first`; what a program has is left out."""
    for index, item in enumerate(items):
        announced = number_of(Place(voices, stage=PICTURED, step=2 * index))
        begun = {**item, "status": "in_progress", "result": None}
        if announced > after:
            yield write_event("response.output_item.added", announced, output_index=first + index, item=begun)
        if announced + 1 > after:
            yield write_event("response.output_item.done", announced + 1, output_index=first + index, item=item)


def _write_items(replies: Sequence[Reply], found: Mapping[DocumentId, bytes]) -> list[Json]:
    return [
        _write_item(reply, number, picture, found[picture.document_id])
        for reply in replies
        for number, picture in enumerate(reply.all_pictures)
        if picture.document_id in found
    ]


def _write_item(reply: Reply, number: int, picture: Picture, data: bytes) -> Json:
    return {
        "id": f"{PICTURE}{reply.id}_{number}",
        "type": "image_generation_call",
        "status": "completed",
        "result": b64encode(data).decode(),
        "output_format": picture.media_type.removeprefix("image/"),
        "size": f"{picture.width}x{picture.height}",
        "antiphon": {
            "advisor_id": reply.advisor_id,
            "reply_id": reply.id,
            "document_id": picture.document_id,
            "name": picture.name,
            "alt": picture.alt,
        },
    }
