"""What a message may cost before the browser asks, and whose keys pay for it."""

from typing import Literal

from pydantic import Field

from antiphon.settings.values import PERSON, WORKSPACE, Dollars, SettingsGroup


class SpendingGroup(SettingsGroup):
    """What a message may cost."""

    turn_ceiling: Dollars = Field(
        0.50, description="dollars one turn may cost before the browser asks; 0 never asks", json_schema_extra=PERSON
    )
    day_ceiling: Dollars = Field(
        0.0, description="dollars one day may cost before the browser asks; 0 never asks", json_schema_extra=PERSON
    )
    key_policy: Literal["instance", "workspace", "personal_first", "personal_only"] = Field(
        "instance",
        description="whose keys pay where people have accounts: those of whoever runs the server, the workspace's where"
        " it has one, people's own before these, or people's own and no others",
        json_schema_extra=WORKSPACE,
    )
