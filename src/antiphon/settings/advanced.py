"""Values with a default that has been measured; hardly anybody has a reason to change one.

They are names like all others, in the environment and in `antiphon.toml`, and stand apart so that nobody has to read
them to run a server.
"""

from typing import Annotated

from pydantic import Field

from antiphon.settings.values import INSTANCE, WORKSPACE, OptionalText, SettingsGroup


class AdvancedGroup(SettingsGroup):
    """Values that hardly anybody has a reason to change."""

    request_allowance: Annotated[int, Field(ge=0)] = Field(
        100, description="tokens kept free for the message while it is being written", json_schema_extra=WORKSPACE
    )
    reply_allowance: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="tokens kept free for the answer; absent: as much as the model needs",
        json_schema_extra=WORKSPACE,
    )
    chars_per_token: Annotated[float, Field(ge=0.1, le=100, allow_inf_nan=False)] | None = Field(
        None,
        description="a fixed rate for estimates; absent: 3.5, corrected by what models report",
        json_schema_extra=INSTANCE,
    )
    most_trims: Annotated[int, Field(ge=0)] = Field(
        10, description="turns dropped at most when a provider says it is too much", json_schema_extra=WORKSPACE
    )
    trim_before_sending: bool = Field(
        False,
        description="drop turns before sending when the message is longer than what was kept free for it",
        json_schema_extra=WORKSPACE,
    )
    checkpoint_seconds: Annotated[float, Field(gt=0, le=0.5)] = Field(0.4, description="how late text is saved")
    frame_seconds: Annotated[float, Field(ge=0, le=0.05)] = Field(
        0.04, description="how long deltas are merged before they go to Redis"
    )
    pool_size: Annotated[int, Field(ge=2)] = Field(8, description="PostgreSQL connections for the store")
    failpoint: OptionalText = Field(None, description="for tests: the named place where the process kills itself")
