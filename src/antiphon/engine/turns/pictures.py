"""Pictures on their way into a reply: looked at by their bytes, written anew, and kept as documents.

Nothing that a tool or a model hands over is kept as it came. What is no picture, or too large, or one too many, is
refused by name and never becomes part of a reply.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.document import Document
from antiphon.conversation.errors import AntiphonError, UnreadableFile, UnsupportedFile
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.picture import Picture
from antiphon.conversation.size import TextSize
from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import BroughtPicture
from antiphon.documents.media import MediaType
from antiphon.documents.name import clean_name
from antiphon.documents.sniff import sniff
from antiphon.engine.retrieval.reading import BroughtFile, DocumentReader
from antiphon.engine.runtime.identity import new_id
from antiphon.store.writes.documents import NewDocument

# A picture of 2,048 pixels on each side, and nothing packed, has 17 million bytes.
LARGEST_BYTES: Final = 20_000_000
# What one call may bring, and what one reply may hold; no payload shows more of them than twenty.
MOST_OF_CALL: Final = 8
MOST_OF_REPLY: Final = 16
_LONGEST_ALT: Final = 1_000
_ENDS: Final = {MediaType.PNG: "png", MediaType.JPEG: "jpg", MediaType.WEBP: "webp"}


class PictureSource(NamedTuple):
    """In whose reply a picture stands, in which conversation, and what it is called after."""

    principal: Principal
    conversation_id: ConversationId
    name: str


class KeptPicture(NamedTuple):
    """A picture that may be kept, and the document it is kept as."""

    picture: Picture
    document: NewDocument


class PicturesRead(NamedTuple):
    """Those that may be kept, and why each of the others may not."""

    kept: tuple[KeptPicture, ...]
    refused: tuple[str, ...]


async def read_pictures(
    reading: DocumentReader, source: PictureSource, brought: Sequence[BroughtPicture], room: int, first: int = 1
) -> PicturesRead:
    """Look at each of them, in order; nothing is written. Beyond `room`, they are refused unseen."""
    kept: list[KeptPicture] = []
    refused: list[str] = []
    for number, each in enumerate(brought):
        if number >= room:
            refused.append(f"there is no room for more than {room} pictures here")
            break
        try:
            kept.append(await _read(reading, source, each, first + len(kept)))
        except (UnreadableFile, UnsupportedFile) as error:
            refused.append(error.why)
        except AntiphonError as error:
            refused.append(str(error))
    return PicturesRead(tuple(kept), tuple(refused))


async def _read(reading: DocumentReader, source: PictureSource, brought: BroughtPicture, number: int) -> KeptPicture:
    name = f"{source.name} {number}"
    if len(brought.data) > LARGEST_BYTES:
        raise UnreadableFile(name, f"it is larger than {LARGEST_BYTES // 1_000_000} million bytes")
    media_type = await asyncio.to_thread(sniff, brought.data, name)
    if not media_type.is_image:
        raise UnreadableFile(name, "it is not a PNG, JPEG, GIF or WebP picture")
    sha256 = await asyncio.to_thread(lambda: hashlib.sha256(brought.data).hexdigest())
    image = await reading.read_picture(source.principal, BroughtFile(brought.data, sha256, media_type, name))
    document = Document(
        id=DocumentId(new_id("d")),
        conversation_id=source.conversation_id,
        kind="inline",
        name=clean_name(f"{name}.{_ENDS[image.media_type]}"),
        title="",
        media_type=image.media_type.value,
        bytes=len(brought.data),
        sha256=sha256,
        pages=0,
        width=image.width,
        height=image.height,
        chars=0,
        enabled=True,
        created_at=datetime.now(UTC),
        removed_at=None,
    )
    alt = " ".join(clean_text(brought.alt).split())[:_LONGEST_ALT]
    picture = Picture(document.id, document.media_type, image.width, image.height, document.name, alt, brought.at)
    return KeptPicture(picture, NewDocument(document, TextSize(), image.data))
