"""Bodies about the server itself."""

from typing import Literal

from pydantic import BaseModel


class HealthAnswer(BaseModel):
    """The process lives."""

    status: Literal["ok"]
    version: str | None = None
    node: str | None = None
    proof: str | None = None


class ChecksAnswer(BaseModel):
    """What was looked at; `database` names the failure when there is one."""

    live: Literal["ok", "degraded"]
    draining: Literal["yes", "no"]
    database: str
    revision: Literal["ok", "newer", "schema_ahead"]


class ReadyAnswer(BaseModel):
    """Whether this node takes work, and why not."""

    ready: bool
    checks: ChecksAnswer


class StartChecksAnswer(BaseModel):
    """What a start consists of."""

    migrations: Literal["ok"]
    recovery: Literal["ok", "running"]


class StartedAnswer(BaseModel):
    """Whether this node has started, and what it is still at."""

    started: bool
    checks: StartChecksAnswer


class KnownProviderAnswer(BaseModel):
    """A provider that was configured or found."""

    name: str
    kind: str
    base_url: str


class StatusAnswer(BaseModel):
    """What this server is made of."""

    version: str
    node: str
    database: Literal["sqlite", "postgresql"]
    live: Literal["memory", "redis"]
    rehearsal: bool
    default_model: str
    providers: list[KnownProviderAnswer]
    accounts: bool
