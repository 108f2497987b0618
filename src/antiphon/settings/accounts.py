"""Whether people have accounts, who may vouch for them, and how long somebody stays signed in."""

import re
from typing import Annotated, Literal

from pydantic import Field, field_validator

from antiphon.settings.header_sso import HeaderSsoSettings
from antiphon.settings.oidc import PROVIDER_NAME, OidcSettings
from antiphon.settings.values import OptionalPath, OptionalSecret, OptionalText, SettingsGroup


class AccountsGroup(SettingsGroup):
    """Who may come in."""

    accounts: Literal["off", "on"] = Field(
        "off",
        description="off: one person, this machine only; on: everybody signs in",
    )
    session_days: Annotated[int, Field(ge=1, le=365)] = Field(90, description="a session ends after so many days")
    session_idle_days: Annotated[int, Field(ge=1, le=365)] = Field(
        14, description="and sooner when nobody used it for so many"
    )
    step_up_minutes: Annotated[int, Field(ge=1, le=60)] = Field(
        5, description="how long ago the password may have been said for what is sensitive"
    )
    key_file: OptionalPath = Field(
        None, description="the file with the key that seals secrets; made by `antiphon keys create`"
    )
    require_second_factor: Literal["off", "admins", "all"] = Field(
        "off",
        description="who has to add a second factor: before, admins change nothing that holds for others, and all can "
        "do nothing",
    )
    oidc: dict[str, OidcSettings] = Field(default_factory=dict, description="OpenID providers that vouch for people")
    header_sso: HeaderSsoSettings | None = Field(None, description="headers in which a proxy says who somebody is")

    @field_validator("oidc")
    @classmethod
    def _be_named(cls, providers: dict[str, OidcSettings]) -> dict[str, OidcSettings]:
        """A name stands in addresses. Two of one issuer could not be told apart."""
        for name in providers:
            if not re.fullmatch(PROVIDER_NAME, name):
                raise ValueError(f"{name} must be a short name of small letters, digits and -")
            if name == "header":
                raise ValueError("header means the headers of a proxy; choose another name")
        if len({each.issuer for each in providers.values()}) < len(providers):
            raise ValueError("two providers have the same issuer")
        return providers


class CommandsGroup(SettingsGroup):
    """Which server the terminal's commands talk to, where it is not the one of this machine."""

    server: OptionalText = Field(None, description="the address commands talk to; absent: this machine's own")
    token: OptionalSecret = Field(None, description="what they sign in with; absent: what `antiphon login` kept")

    @field_validator("server")
    @classmethod
    def _be_an_address(cls, url: str | None) -> str | None:
        if url is not None and not re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]+/?", url):
            raise ValueError("must be http:// or https:// and a name, without a path")
        return url and url.rstrip("/")
