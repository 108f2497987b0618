"""What a message takes along: the same for a look before it is sent, for the send, and for asking again."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from antiphon.context.attached import NamedText
from antiphon.context.build import Composition, ToolRound
from antiphon.context.images import MOST_IMAGE_BYTES, MOST_IMAGES, ImageRoom
from antiphon.conversation.document import Document
from antiphon.conversation.errors import DocumentOff, NotFound, TooManyImages
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId
from antiphon.conversation.part import FilePart, ImagePart, Part, images_of, size_images
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import ImageData
from antiphon.engine.payloads.rendered_files import RenderedFiles
from antiphon.store.reads.documents import (
    NO_IMAGES,
    GuidelineMark,
    fingerprint_images,
    read_document,
    read_guideline_marks,
    read_image_data,
    read_image_sizes,
    read_whole_text,
)
from antiphon.store.reads.reminders import Present
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class Attached:
    """The parts a person sees under the message, the text advisors read behind it, and the pictures."""

    parts: tuple[Part, ...] = ()
    text: str = ""
    images: tuple[ImageData, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is in the message itself: documents of other kinds are only named under it."""
        return not self.text and not self.images


NOTHING = Attached()
_WRITTEN = RenderedFiles()
_MEGABYTE = 1_000_000


class Library(NamedTuple):
    """What of the documents shapes a payload: the guidelines that count, and which pictures there are.

    A picture that was forgotten must not look like one that was never removed, so those that are there are told.
    """

    guidelines: tuple[GuidelineMark, ...] = ()
    images: str = NO_IMAGES


def read_library(unit: Unit, conversation_id: ConversationId, present: Present) -> Library:
    """As it is at this moment; without reading what any document says."""
    if not present.documents:
        return Library()
    return Library(read_guideline_marks(unit, conversation_id), fingerprint_images(unit))


def read_guidelines(unit: Unit, library: Library) -> tuple[NamedText, ...]:
    """The guidelines with their texts."""
    return tuple(NamedText(each.id, each.name, read_whole_text(unit, each.id)) for each in library.guidelines)


def read_attached(unit: Unit, document_ids: Sequence[DocumentId], conversation_id: ConversationId | None) -> Attached:
    """These documents as a message of this conversation takes them along; without one it is the first of a new one.

    An inline file is written out, a picture is shown, and a document of another kind is only named: its text reaches
    advisors as the kind says. `NotFound` for one that is not there or belongs to another conversation; one that is
    switched off is refused, and so are more pictures than fit.
    """
    if not document_ids:
        return NOTHING
    found = [_read_usable(unit, each, conversation_id) for each in dict.fromkeys(document_ids)]
    files = (_write_out(unit, each) for each in found if each.kind == "inline" and not each.is_image)
    parts = tuple(_as_part(each) for each in found)
    images = images_of(parts)
    sizes = read_image_sizes(unit, [each.document_id for each in images]) if images else {}
    _check_images(sizes.values())
    return Attached(parts, "\n\n".join(files), fill_images(unit, size_images(images, sizes)))


def read_again(unit: Unit, parts: Sequence[Part], text: str) -> Attached:
    """The same from a turn that was accepted: its text as it was written then, its pictures if they are still there."""
    images = images_of(parts)
    sizes = read_image_sizes(unit, [each.document_id for each in images]) if images else {}
    known = ImageRoom().admit(size_images(images, sizes))
    return Attached(tuple(parts), text, fill_images(unit, known))


def fill_images(unit: Unit, images: Iterable[ImageData]) -> tuple[ImageData, ...]:
    """The same pictures with their bytes; those that are not sent need none."""
    wanted = tuple(images)
    missing = list(dict.fromkeys(each.document_id for each in wanted if not each.is_gone and not each.is_left_out))
    return _with_data(wanted, read_image_data(unit, missing) if missing else {})


def fill_histories(unit: Unit, compositions: Mapping[AdvisorId, Composition]) -> dict[AdvisorId, Composition]:
    """Histories whose pictures were only weighed get their bytes; one reading serves all advisors."""
    shown = list(dict.fromkeys(image.document_id for one in compositions.values() for image in _shown_in(one)))
    if not shown:
        return dict(compositions)
    data = read_image_data(unit, shown)
    return {
        advisor_id: one.keep(tuple(each._replace(turn=_fill_turn(each.turn, data)) for each in one.history))
        for advisor_id, one in compositions.items()
    }


def fill_last(unit: Unit, last: PastTurn | None) -> PastTurn | None:
    """The newest turn with the bytes of the pictures in its answers, which others are shown as they are quoted."""
    if last is None or not any(reply.all_images for reply in last.replies.values()):
        return last
    shown = [image.document_id for reply in last.replies.values() for image in reply.all_images]
    data = read_image_data(unit, list(dict.fromkeys(shown)))
    answers = {
        each: reply.change_images(lambda images: _with_data(images, data)) for each, reply in last.replies.items()
    }
    return replace(last, replies=answers)


def fill_rounds(unit: Unit, composition: Composition, rounds: Sequence[ToolRound]) -> tuple[ToolRound, ...]:
    """What tools brought in this very answer, with the bytes of the pictures, as far as there is room for them.

    What the message and its history show comes first: it was seen before it was sent.
    """
    found = [image.document_id for each in rounds for event in each.events for image in event.images]
    sizes = read_image_sizes(unit, found)
    room = ImageRoom()
    before = composition.with_rounds(())
    room.admit(image for message in before.messages for image in message.images)

    def fill(images: tuple[ImageData, ...]) -> tuple[ImageData, ...]:
        return fill_images(unit, room.admit(size_images(images, sizes))) if images else images

    return tuple(
        each._replace(events=tuple(replace(event, images=fill(event.images)) for event in each.events))
        for each in rounds
    )


def _shown_in(composition: Composition) -> Iterator[ImageData]:
    """The pictures of a history that are sent themselves: the person's, and the advisor's own."""
    eyes, own = composition.seat.eyes, composition.seat.advisor.id
    if not eyes.sees:
        return iter(())
    return (image for each in composition.history for image in _images_for(each.turn, own) if eyes.shows(image))


def _images_for(turn: PastTurn, advisor_id: AdvisorId) -> Iterator[ImageData]:
    yield from turn.images
    if (own := turn.replies.get(advisor_id)) is not None:
        yield from own.all_images


def _fill_turn(turn: PastTurn, data: Mapping[DocumentId, bytes]) -> PastTurn:
    return turn.change_images(lambda images: _with_data(images, data))


def _with_data(images: Iterable[ImageData], data: Mapping[DocumentId, bytes]) -> tuple[ImageData, ...]:
    return tuple(replace(each, data=b"" if each.is_left_out else data.get(each.document_id, b"")) for each in images)


def _read_usable(unit: Unit, document_id: DocumentId, conversation_id: ConversationId | None) -> Document:
    document = read_document(unit, document_id)
    if document.conversation_id not in (None, conversation_id):
        raise NotFound("document", document_id)
    if not document.enabled:
        raise DocumentOff(document.name)
    return document


def _write_out(unit: Unit, document: Document) -> str:
    return _WRITTEN.write(document.id, document.name, lambda: read_whole_text(unit, document.id))


def _check_images(sizes: Collection[int]) -> None:
    if len(sizes) > MOST_IMAGES or sum(sizes) > MOST_IMAGE_BYTES:
        megabytes = ceil(sum(sizes) / _MEGABYTE)
        raise TooManyImages(len(sizes), MOST_IMAGES, megabytes, MOST_IMAGE_BYTES // _MEGABYTE)


def _as_part(document: Document) -> Part:
    if document.width is not None and document.height is not None:
        return ImagePart(document.id, document.media_type, document.width, document.height, document.name)
    return FilePart(document.id, document.name, document.media_type)
