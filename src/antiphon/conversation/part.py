"""What a human message may hold besides its text."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text."""

    text: str
    kind: Literal["text"] = "text"


# Images, code and files join this union when attachments arrive; readers match on `kind`.
Part = TextPart
