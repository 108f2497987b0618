"""Where everything is kept, what carries live text between nodes, and when one of several nodes counts as gone."""

from typing import Annotated

from pydantic import Field, field_validator

from antiphon.settings.values import OptionalSecret, SettingsGroup


class DatabaseGroup(SettingsGroup):
    """Where everything is kept."""

    database_url: str | None = Field(None, description="postgresql://… for a team; absent means SQLite", repr=False)
    redis_url: OptionalSecret = Field(None, description="redis://… to fan out live text between nodes")

    @field_validator("database_url")
    @classmethod
    def _name_the_driver(cls, url: str | None) -> str | None:
        """Accept the address every PostgreSQL tool accepts."""
        if url is None or not url:
            return None
        scheme, _, rest = url.partition("://")
        if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
            return f"postgresql+psycopg://{_spread_hosts(rest)}"
        raise ValueError("must start with postgresql://; leave it out for SQLite")

    @property
    def is_sqlite(self) -> bool:
        """True for one person, one process, no server."""
        return self.database_url is None


class NodesGroup(SettingsGroup):
    """How many nodes one command starts, when a node counts as gone, and how it goes."""

    processes: Annotated[int, Field(ge=1, le=64)] = Field(
        1, description="how many processes `antiphon serve` starts behind its port, one for each core; PostgreSQL only"
    )
    lease_seconds: Annotated[float, Field(ge=2)] = Field(10.0, description="a node silent for this long is gone")
    drain_seconds: Annotated[float, Field(ge=0)] = Field(30.0, description="how long SIGTERM waits for replies")
    retention_hours: Annotated[float, Field(gt=0)] = Field(
        24.0, description="how long keys that make a request unique are remembered"
    )
    unkept_hours: Annotated[float, Field(gt=0)] = Field(
        24.0, description="when a conversation that is not kept is deleted for good, should nobody leave it before"
    )


def _spread_hosts(rest: str) -> str:
    """Several hosts, as libpq writes them, in the only way our driver's URL has for them."""
    user, at, place = rest.rpartition("@")
    hosts, slash, after = place.partition("/")
    if "," not in hosts:
        return rest
    name, _, query = after.partition("?")
    named = "&".join(f"host={host}" for host in hosts.split(","))
    return f"{user}{at}{slash}{name}?{named}" + (f"&{query}" if query else "")
