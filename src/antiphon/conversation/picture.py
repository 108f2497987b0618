"""A picture in a reply: made by the model, or brought by a tool. Its bytes are kept as a document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from antiphon.conversation.ids import DocumentId
from antiphon.conversation.payload import ImageData


@dataclass(frozen=True, slots=True)
class Picture:
    """What is known of a picture beside its bytes.

    `alt` says what it shows, as far as somebody said so. `at` is where in the reply's text it stands and `round` how
    often results of tools had been handed back before; a picture that a tool brought stands where its call does.
    """

    document_id: DocumentId
    media_type: str
    width: int
    height: int
    name: str
    alt: str = ""
    at: int = 0
    round: int = 0


_NAMES = tuple(Picture.__dataclass_fields__)


def encode_picture(picture: Picture) -> dict[str, Any]:
    """The picture as JSON."""
    return {name: getattr(picture, name) for name in _NAMES}


def decode_picture(body: Mapping[str, Any]) -> Picture:
    """The picture that was encoded."""
    return Picture(**{name: body[name] for name in _NAMES if name in body})


# What is ever shown; whatever else calls itself a picture is none.
MEDIA_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
_LARGEST_SIDE: Final = 100_000


def is_picture(body: object) -> bool:
    """Whether what came from elsewhere is a picture, in each of its fields."""
    if not isinstance(body, dict) or not {"document_id", "media_type", "width", "height", "name"} <= set(body):
        return False
    words = all(isinstance(body.get(name, ""), str) for name in ("document_id", "name", "alt"))
    sides = all(_is_whole(body[name], 1, _LARGEST_SIDE) for name in ("width", "height"))
    places = all(_is_whole(body.get(name, 0), 0, 2**31 - 1) for name in ("at", "round"))
    return words and sides and places and body["media_type"] in MEDIA_TYPES


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def decode_pictures(bodies: Sequence[Mapping[str, Any]]) -> tuple[Picture, ...]:
    """All of them; nearly every reply has none."""
    return tuple(decode_picture(each) for each in bodies) if bodies else ()


def as_images(pictures: Iterable[Picture]) -> tuple[ImageData, ...]:
    """The pictures as they stand in a payload, without their bytes."""
    return tuple(ImageData(each.document_id, each.media_type, each.width, each.height, each.name) for each in pictures)


def cut_rounds(pictures: Iterable[Picture], rounds: int) -> tuple[Picture, ...]:
    """Those that came before results of tools were handed back so often: a run that is taken up keeps no others."""
    return tuple(each for each in pictures if each.round < rounds)


def name_documents(pictures: Iterable[Picture], ids: Mapping[DocumentId, DocumentId]) -> tuple[Picture, ...]:
    """The same pictures under the ids their documents have been kept under."""
    return tuple(replace(each, document_id=ids.get(each.document_id, each.document_id)) for each in pictures)
