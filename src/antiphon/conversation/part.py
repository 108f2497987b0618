"""What a human message may hold besides its text, as plain values and as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from antiphon.conversation.ids import DocumentId
from antiphon.conversation.payload import ImageData


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text."""

    text: str
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class ImagePart:
    """A picture, which is kept as a document."""

    document_id: DocumentId
    media_type: str
    width: int
    height: int
    name: str
    kind: Literal["image"] = "image"


@dataclass(frozen=True, slots=True)
class CodePart:
    """Source text in a language."""

    code: str
    language: str
    filename: str | None = None
    kind: Literal["code"] = "code"


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file, which is kept as a document."""

    document_id: DocumentId
    name: str
    media_type: str
    kind: Literal["file"] = "file"


Part = TextPart | ImagePart | CodePart | FilePart
_KINDS: Mapping[str, type[Part]] = {"text": TextPart, "image": ImagePart, "code": CodePart, "file": FilePart}


def encode_part(part: Part) -> dict[str, Any]:
    """The part with its kind."""
    return {name: getattr(part, name) for name in ("kind", *_names(type(part)))}


def decode_part(body: Mapping[str, Any]) -> Part:
    """The part that was encoded; `KeyError` for a kind that does not exist."""
    kind = _KINDS[body["kind"]]
    return kind(**{name: body[name] for name in _names(kind) if name in body})


def images_of(parts: Iterable[Part]) -> tuple[ImageData, ...]:
    """The pictures among the parts, without their bytes."""
    return tuple(
        ImageData(each.document_id, each.media_type, each.width, each.height, each.name)
        for each in parts
        if isinstance(each, ImagePart)
    )


def size_images(images: Iterable[ImageData], sizes: Mapping[DocumentId, int]) -> tuple[ImageData, ...]:
    """The pictures with their sizes; one that has none is gone."""
    return tuple(
        replace(each, byte_count=sizes.get(each.document_id, 0), is_gone=each.document_id not in sizes)
        for each in images
    )


def _names(kind: type[Part]) -> tuple[str, ...]:
    return tuple(name for name in kind.__dataclass_fields__ if name != "kind")
