"""OpenID providers that may vouch for people."""

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from antiphon.access.groups import MappedRole
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings.values import Names, OptionalPath, SettingsGroup

PROVIDER_NAME = r"[a-z0-9][a-z0-9-]{0,31}"
_LONGEST_ISSUER = 500

Algorithm = Literal[
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
    "Ed25519",
]


class OidcSettings(SettingsGroup):
    """One provider."""

    issuer: str = Field(description="its address, exactly as its metadata says it")
    client_id: str = Field(min_length=1, description="what this server is called there")
    client_secret_file: OptionalPath = Field(
        default=None, description="a file with the secret that goes with it; absent for a client without one"
    )
    title: str = Field(default="", max_length=60, description="what people call it; absent: its name")
    scopes: Names = Field(default=("openid", "profile", "email"), description="what is asked for")
    algorithms: tuple[Algorithm, ...] = Field(
        default=("RS256", "ES256", "EdDSA", "Ed25519"), min_length=1, description="how it may sign"
    )
    groups_claim: Annotated[str, Field(min_length=1)] = Field(
        default="groups", description="which claim of the ID token names a person's groups"
    )
    role_map: dict[str, MappedRole] = Field(
        default_factory=dict, description="what a group gives; `*` is everybody. Absent: groups decide nothing"
    )
    create_people: bool = Field(default=False, description="make an account for whoever comes and has none")
    hosts: Names = Field(default=(), description="more hosts that its endpoints are on, beside the issuer's own")

    @field_validator("issuer")
    @classmethod
    def _be_an_issuer(cls, issuer: str) -> str:
        parts = urlsplit(issuer)
        is_here = parts.hostname in ("127.0.0.1", "::1", "localhost")
        if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
            raise ValueError("must begin with https://")
        if not parts.hostname or parts.query or parts.fragment or parts.username or len(issuer) > _LONGEST_ISSUER:
            raise ValueError("must be an address without a query")
        return issuer

    @field_validator("scopes")
    @classmethod
    def _ask_for_openid(cls, scopes: tuple[str, ...]) -> tuple[str, ...]:
        if "openid" not in scopes:
            raise ValueError("must hold openid")
        return scopes

    @field_validator("hosts")
    @classmethod
    def _be_hosts(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        for host in hosts:
            if not re.fullmatch(r"[A-Za-z0-9.-]+(:\d{1,5})?", host):
                raise ValueError(f"{host} must be a name, with a port or without")
        return hosts


def read_client_secret(name: str, provider: OidcSettings) -> str | None:
    """The secret in the file, without the line's end; `SettingsInvalid` when it cannot be read or is empty."""
    path = provider.client_secret_file
    return None if path is None else read_secret_file(f"oidc.{name}.client_secret_file", path)


def read_secret_file(setting: str, path: Path) -> str:
    """What stands in the file that a setting names, without the line's end; `SettingsInvalid` names the setting."""
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsInvalid((f"{setting}: {path} cannot be read",)) from error
    if not secret:
        raise SettingsInvalid((f"{setting}: {path} is empty",))
    return secret
