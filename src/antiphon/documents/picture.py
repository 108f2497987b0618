"""A picture that was taken in. What decodes one is loaded by the child process alone."""

from dataclasses import dataclass

from antiphon.documents.media import MediaType


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as it is kept and sent."""

    data: bytes
    media_type: MediaType
    width: int
    height: int
