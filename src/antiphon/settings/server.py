"""Where the server listens and whom it answers, which files it takes in, and what it logs."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from antiphon.settings.environment import default_data_dir
from antiphon.settings.values import Names, OptionalPath, OptionalText, SettingsGroup


def _default_if_empty(value: object) -> object:
    """Nothing chosen is the usual folder, and never the one the process was started in."""
    return default_data_dir() if value == "" else value


DataFolder = Annotated[Path, BeforeValidator(_default_if_empty)]


class ServerGroup(SettingsGroup):
    """How the server is reached."""

    host: str = Field("127.0.0.1", description="the address to listen on; beyond loopback only with accounts on")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(8642, description="the port to listen on; 0 picks one")
    public_url: OptionalText = Field(
        None,
        description="the address people reach it at, such as https://antiphon.internal; must be set with accounts on",
    )
    allowed_hosts: Names = Field((), description="more names it answers to, as `Host` has them; commas between them")
    tls_cert: OptionalPath = Field(
        None, description="certificates for TLS of its own, PEM, its own first; with accounts"
    )
    tls_key: OptionalPath = Field(None, description="the private key of that certificate, PEM, without a password")
    trusted_proxies: Names = Field(
        (), description="networks whose `X-Forwarded-For` is believed, such as 10.0.0.0/24; commas between them"
    )
    insecure_http: bool = Field(
        False,
        description="listen beyond loopback in the clear; counts only in `antiphon.toml`, never in the environment",
    )
    data_dir: DataFolder = Field(default_factory=default_data_dir, description="where the SQLite file lives")
    upload_mib: Annotated[int, Field(ge=1, le=50)] = Field(25, description="the largest file to take in, in MiB")
    import_mib: Annotated[int, Field(ge=1, le=50_000)] = Field(
        4_096, description="the largest export of another program to take in, in MiB"
    )
    plugins: Names = Field(
        (), description="installed packages whose plug-ins are used beside our own; commas between their names"
    )
    confine_reader: Literal["if_possible", "always"] = Field(
        "if_possible",
        description="files are opened by a process that the kernel cuts off from network, files and programs; `always` "
        "reads none where it cannot (`antiphon doctor` says what holds)",
    )

    @field_validator("public_url")
    @classmethod
    def _be_an_origin(cls, url: str | None) -> str | None:
        """Compared with what browsers send, which has no path."""
        if url is not None and not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?", url):
            raise ValueError("must be http:// or https:// and a name, without a path")
        return url

    @field_validator("allowed_hosts")
    @classmethod
    def _be_names(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        for host in hosts:
            if not re.fullmatch(r"[A-Za-z0-9.-]+(:\d{1,5})?", host):
                raise ValueError(f"{host} must be a name, with a port or without; no pattern")
        return hosts

    @field_validator("trusted_proxies")
    @classmethod
    def _be_networks(cls, networks: tuple[str, ...]) -> tuple[str, ...]:
        for network in networks:
            try:
                found = ip_network(network)
            except ValueError as error:
                raise ValueError(f"{network} must be an address or a network, such as 10.0.0.0/24") from error
            if found.prefixlen == 0:
                raise ValueError(f"{network} is everybody; whoever is believed must be named")
        return networks


class LogsGroup(SettingsGroup):
    """What is logged, and how."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="how much is logged")
    log_format: Literal["text", "json"] = Field("text", description="how it is logged")
    debug_mode: bool = Field(False, description="log turn counts, estimates, full payloads and how each was answered")
