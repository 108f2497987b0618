"""Other programs: those that ask panels over the OpenAI wire, and those that are told what has ended."""

from typing import Annotated

from pydantic import Field

from antiphon.settings.values import SettingsGroup


class ProgramsGroup(SettingsGroup):
    """What holds for questions of other programs, and for what they are told."""

    api_keep_days: Annotated[int, Field(ge=1, le=3_650)] = Field(
        30, description="conversations that a program begins without a name are archived after so many days unused"
    )
    api_task_guard: bool = Field(
        True, description="titles, tags and other chores of chat programs are answered by one model, not by a panel"
    )
    allow_private_webhooks: bool = Field(
        False, description="let webhooks go to this machine and the local network, and over http"
    )
