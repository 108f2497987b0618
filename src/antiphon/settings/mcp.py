"""What other programs may do that reach the panel over the Model Context Protocol."""

from typing import Annotated

from pydantic import Field

from antiphon.settings.values import SettingsGroup


class McpGroup(SettingsGroup):
    """How panels are offered to other programs as tools."""

    mcp_enabled: bool = Field(True, description="offer panels as tools at `/mcp`, to whoever may use the API")
    mcp_wait_seconds: Annotated[float, Field(ge=1, le=600)] = Field(
        45.0, description="how long such a call waits for answers unless it says; most programs give up after a minute"
    )
    mcp_search: bool = Field(False, description="let programs search what was asked and answered before")
