"""How long a reply may take, and what happens to one that a crash cut off."""

from typing import Annotated, Literal

from pydantic import Field

from antiphon.settings.values import PERSON, SettingsGroup


class RepliesGroup(SettingsGroup):
    """How replies end."""

    on_interrupt: Literal["rerun", "keep"] = Field(
        "rerun", description="what to do with a reply a crash cut off", json_schema_extra=PERSON
    )
    max_epochs: Annotated[int, Field(ge=1)] = Field(3, description="how often a reply is started, crashes included")
    reply_seconds: Annotated[float, Field(gt=0)] = Field(1800.0, description="a reply ends after this long")
