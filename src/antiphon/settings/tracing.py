"""Whether a program elsewhere is told what happened in which order, and which one."""

import re
from typing import Annotated

from pydantic import Field, field_validator

from antiphon.settings.values import OptionalSecret, OptionalText, SettingsGroup


class TracingGroup(SettingsGroup):
    """Traces and logs for a receiver of OpenTelemetry."""

    otel_endpoint: OptionalText = Field(
        None,
        description="where a receiver of OpenTelemetry takes OTLP over HTTP, such as http://127.0.0.1:4318; absent: "
        "nothing is recorded",
    )
    otel_headers: OptionalSecret = Field(
        None, description="headers it wants, such as `x-api-key=…`; commas between them", repr=False
    )
    otel_share: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = Field(
        1.0, description="how many of the traces that begin here are kept, from 0 to 1"
    )
    otel_logs: bool = Field(True, description="send it the lines of our own log too, from INFO on")

    @field_validator("otel_endpoint")
    @classmethod
    def _be_a_receiver(cls, url: str | None) -> str | None:
        """What is sent there goes to a path below it."""
        if url is None:
            return None
        if not re.fullmatch(r"https?://(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?(/[A-Za-z0-9._~/-]*)?", url):
            raise ValueError("must be http:// or https://, a name, and a plain path or none")
        return url.rstrip("/")

    @property
    def otel_header_pairs(self) -> dict[str, str]:
        """The headers, by name."""
        said = self.otel_headers.get_secret_value() if self.otel_headers else ""
        pairs = (each.partition("=") for each in said.split(",") if each.strip())
        return {name.strip(): value.strip() for name, _, value in pairs}
