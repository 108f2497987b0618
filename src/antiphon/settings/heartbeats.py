"""Advisors who speak unasked."""

from typing import Annotated

from pydantic import Field

from antiphon.settings.values import PERSON, WORKSPACE, SettingsGroup


class HeartbeatsGroup(SettingsGroup):
    """Whether advisors speak unasked, and how often they are asked whether they want to."""

    heartbeats: bool = Field(
        True,
        description="let advisors speak unasked where you gave them leave; false silences all of them",
        json_schema_extra=PERSON,
    )
    heartbeat_calls: Annotated[int, Field(ge=0)] = Field(
        200,
        description="how often in 24 hours a model is asked whether an advisor should speak unasked",
        json_schema_extra=WORKSPACE,
    )
