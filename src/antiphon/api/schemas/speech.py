"""Bodies about voices that speak."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.speech.voices import FASTEST, LONGEST_TEXT, SLOWEST


class Speaking(Body):
    """A text to hear: who says it, and how fast compared with usual. Markdown is left out of what is said."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    voice: Annotated[str, Field(min_length=1, max_length=300)]
    rate: Annotated[float, Field(ge=SLOWEST, le=FASTEST)] = 1.0


class VoiceAnswer(BaseModel):
    """Somebody who can speak. `language` is empty for a voice that speaks what it is given."""

    id: str
    name: str
    language: str
    engine: Literal["remote", "piper", "espeak"]


class VoicesAnswer(Page[VoiceAnswer]):
    """Every voice of the server, those the operator named before those found on the machine."""
