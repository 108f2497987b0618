"""The line about what is done now."""

from datetime import UTC, datetime

from antiphon.engine.runtime.identity import new_id
from antiphon.store.writes.audit import Deed


def new_deed(address: str = "", agent: str = "") -> Deed:
    """Of this moment, by whoever's transaction it is written in."""
    return Deed(new_id("au"), datetime.now(UTC), address, agent)
