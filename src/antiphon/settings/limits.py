"""How much one person may ask of the server."""

from typing import Annotated

from pydantic import Field

from antiphon.settings.values import SettingsGroup


class LimitsGroup(SettingsGroup):
    """How much one person may ask of the server."""

    open_connections: Annotated[int, Field(ge=10)] = Field(
        2_000, description="connections at a time; one more is answered with 503"
    )
    open_feeds: Annotated[int, Field(ge=0)] = Field(
        500, description="event streams one person may hold open; 0 sets no limit"
    )
    calls_per_minute: Annotated[int, Field(ge=0)] = Field(
        12_000, description="requests one person may make in a minute, of the cheap kind; 0 sets no limit"
    )
    heavy_calls_per_minute: Annotated[int, Field(ge=0)] = Field(
        3_000, description="the same for previews, searches, files and event streams; 0 sets no limit"
    )
    paid_calls_per_minute: Annotated[int, Field(ge=0)] = Field(
        1_200, description="the same for what asks a model and may cost money; 0 sets no limit"
    )
