"""Whether people have accounts, and how long somebody stays signed in."""

from typing import Annotated, Literal

from pydantic import Field

from antiphon.settings.values import SettingsGroup


class AccountsGroup(SettingsGroup):
    """Who may come in."""

    accounts: Literal["off", "on"] = Field(
        "off",
        description="off: one person, this machine only; on: everybody signs in, which this version still refuses",
    )
    session_days: Annotated[int, Field(ge=1, le=365)] = Field(90, description="a session ends after so many days")
    session_idle_days: Annotated[int, Field(ge=1, le=365)] = Field(
        14, description="and sooner when nobody used it for so many"
    )
    step_up_minutes: Annotated[int, Field(ge=1, le=60)] = Field(
        5, description="how long ago the password may have been said for what is sensitive"
    )
