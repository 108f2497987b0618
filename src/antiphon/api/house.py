"""What every route may reach."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from antiphon.engine.engine import Engine
from antiphon.feed.follow import Feed


@dataclass(slots=True)
class House:
    """The rooms behind the front door, and a few words about them."""

    engine: Engine
    feed: Feed
    version: str
    rehearsal: bool
    providers: tuple[dict[str, str], ...] = ()


def find_house(request: Request) -> House:
    """The house this application serves."""
    return cast("House", request.app.state.house)


Rooms = Annotated[House, Depends(find_house)]
