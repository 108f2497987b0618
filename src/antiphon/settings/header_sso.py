"""A proxy that may say in headers who somebody is."""

import re
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from antiphon.access.groups import MappedRole
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings.oidc import read_secret_file
from antiphon.settings.values import SettingsGroup, none_if_empty

# What says something else already: where a request comes from and goes to, and what it proves.
_TAKEN = (
    "antiphon-client",
    "antiphon-proxy-secret",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "forwarded",
    "host",
    "origin",
    "transfer-encoding",
    "user-agent",
    "x-forwarded-for",
)
_SHORTEST_SECRET = 16


def _be_a_header(name: str) -> str:
    name = name.lower()
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name):
        raise ValueError("must be the name of a header: letters, digits and -")
    if name in _TAKEN or name.startswith("sec-"):
        raise ValueError(f"{name} has a meaning of its own")
    return name


HeaderName = Annotated[str, AfterValidator(_be_a_header)]
OptionalHeader = Annotated[HeaderName | None, BeforeValidator(none_if_empty)]


class HeaderSsoSettings(SettingsGroup):
    """The headers of a proxy that signs people in."""

    user: HeaderName = Field(description="the header with what the proxy calls somebody, such as `X-Forwarded-User`")
    email: OptionalHeader = Field(default=None, description="the header with their address of mail")
    name: OptionalHeader = Field(default=None, description="the header with the name that others see")
    groups: OptionalHeader = Field(default=None, description="the header with their groups, commas between them")
    secret_file: Path = Field(
        description="a file with what the proxy sends in `Antiphon-Proxy-Secret`, 16 characters at least"
    )
    role_map: dict[str, MappedRole] = Field(
        default_factory=dict, description="what a group gives; `*` is everybody. Absent: groups decide nothing"
    )
    create_people: bool = Field(default=False, description="make an account for whoever comes and has none")

    @model_validator(mode="after")
    def _be_apart(self) -> Self:
        names = [each for each in (self.user, self.email, self.name, self.groups) if each is not None]
        if len(set(names)) < len(names):
            raise ValueError("one header cannot say two things")
        return self


def read_proxy_secret(headers: HeaderSsoSettings) -> str:
    """What the proxy proves itself with; `SettingsInvalid` when it cannot be read, or could be guessed or not sent."""
    setting = "header_sso.secret_file"
    secret = read_secret_file(setting, headers.secret_file)
    if len(secret) < _SHORTEST_SECRET or not re.fullmatch(r"[!-~]+", secret):
        raise SettingsInvalid(
            (f"{setting}: {headers.secret_file} must hold 16 or more letters, digits and signs without spaces",)
        )
    return secret
