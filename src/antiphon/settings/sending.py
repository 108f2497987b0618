"""What is sent with a message, and what is left out when not all of it fits."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator

from antiphon.conversation.errors import Malformed
from antiphon.conversation.thinking import read_thinking
from antiphon.settings.values import PERSON, WORKSPACE, OptionalText, SettingsGroup


class SendingGroup(SettingsGroup):
    """What is sent with a message."""

    dropping: Literal["oldest", "importance", "sticky"] = Field(
        "oldest", description="which turns are left out first when not all fit", json_schema_extra=PERSON
    )
    history_chars: Annotated[int, Field(ge=0)] = Field(
        150_000,
        description="how long a payload may be, in characters; 0 leaves it to the model's window",
        json_schema_extra=WORKSPACE,
    )
    quotes: Literal["whole", "ends", "claims"] = Field(
        "whole",
        description="how each other voice's last answer is quoted: whole, its first and last paragraph, or the "
        "sentences the claims of the map rest on; less where there is no room, never half a sentence",
        json_schema_extra=WORKSPACE,
    )
    reference_chars: Annotated[int, Field(ge=0)] = Field(
        0,
        description="the most characters of one quote; a longer one is shortened by rule; 0 leaves it to the room",
        json_schema_extra=WORKSPACE,
    )
    guideline_chars: Annotated[int, Field(ge=0)] = Field(
        20_000,
        description="how much of the guideline files goes to every advisor, in characters; 0 leaves them out",
        json_schema_extra=WORKSPACE,
    )
    timestamps: bool = Field(
        True, description="put the date and time before what the person wrote", json_schema_extra=PERSON
    )
    time_zone: str = Field(
        "UTC", description="the time zone of those dates and of days in filters", json_schema_extra=PERSON
    )
    thinking: OptionalText = Field(
        None,
        description="how much advisors think where nobody chose it: off, low, medium, high, or a number of tokens; "
        "empty asks for nothing",
        json_schema_extra=PERSON,
    )
    failed_turns: bool = Field(True, description="send questions again that nobody answered", json_schema_extra=PERSON)

    @field_validator("thinking")
    @classmethod
    def _know_the_measure(cls, said: str | None) -> str | None:
        """A level, or a number of tokens."""
        try:
            return None if said is None else str(read_thinking(said))
        except Malformed as error:
            raise ValueError(str(error)) from None

    @field_validator("time_zone")
    @classmethod
    def _know_the_zone(cls, name: str) -> str:
        """A name like Europe/Athens."""
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("must be a time zone like UTC or Europe/Athens") from None
        return name
