"""What one message of this wire holds: words, and pictures that come with it. Nothing is ever fetched."""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

from antiphon.conversation.errors import FieldRefused, PictureRefused

_TEXTS: Final = frozenset(("text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text"))
_PICTURES: Final = frozenset(("image_url", "input_image"))
_DATA_URL: Final = re.compile(r"data:image/[a-z0-9.+-]+(?:;[a-z0-9=_.-]+)*;base64,", re.IGNORECASE)
# As many as a message takes along in the browser.
_MOST_PICTURES: Final = 20


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it came, still in base64; `print` is what it is known again by."""

    encoded: str
    print: str
    param: str

    def decode(self) -> bytes:
        """Its bytes; `PictureRefused` where they are not what they say."""
        try:
            return base64.b64decode(self.encoded, validate=True)
        except (binascii.Error, ValueError):
            raise PictureRefused(self.param, "the picture is not written in base64") from None


@dataclass(frozen=True, slots=True)
class Content:
    """The words of one message, whatever form they came in, and its pictures."""

    text: str
    pictures: tuple[Picture, ...] = ()


def read_content(content: object, param: str) -> Content:
    """Texts joined by blank lines; `FieldRefused` for parts of any kind that cannot be had here."""
    if content is None:
        return Content("")
    if isinstance(content, str):
        return Content(content)
    if not isinstance(content, list):
        raise FieldRefused(param, "the content of a message is a text or a list of parts")
    words: list[str] = []
    pictures: list[Picture] = []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if isinstance(part, dict) and kind in _TEXTS:
            said = part.get("text", part.get("refusal", ""))
            words.append(said if isinstance(said, str) else "")
        elif isinstance(part, dict) and kind in _PICTURES:
            pictures.append(_read_picture(part, param))
        else:
            reason = f"text and pictures are taken here, not {str(kind)[:40]}; attach files in Antiphon itself"
            raise FieldRefused(param, reason)
    if len(pictures) > _MOST_PICTURES:
        raise FieldRefused(param, f"a message takes at most {_MOST_PICTURES} pictures along")
    return Content("\n\n".join(each for each in words if each), tuple(pictures))


def _read_picture(part: dict[str, Any], param: str) -> Picture:
    said = part.get("image_url")
    url = said.get("url") if isinstance(said, dict) else said
    if not isinstance(url, str):
        raise PictureRefused(param, "a picture comes as a data: URL; there are no files of callers here")
    head = _DATA_URL.match(url)
    if head is None:
        raise PictureRefused(param, "nothing is fetched for callers: send the picture itself, as a data: URL in base64")
    encoded = url[head.end() :]
    return Picture(encoded, hashlib.sha256(encoded.encode("utf-8", "replace")).hexdigest(), param)
