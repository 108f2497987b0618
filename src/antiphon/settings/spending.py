"""What a message may cost before the browser asks."""

from pydantic import Field

from antiphon.settings.values import PERSON, Dollars, SettingsGroup


class SpendingGroup(SettingsGroup):
    """What a message may cost."""

    turn_ceiling: Dollars = Field(
        0.50, description="dollars one turn may cost before the browser asks; 0 never asks", json_schema_extra=PERSON
    )
    day_ceiling: Dollars = Field(
        0.0, description="dollars one day may cost before the browser asks; 0 never asks", json_schema_extra=PERSON
    )
