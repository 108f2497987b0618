"""Have the map of a turn drawn: what was claimed, and who stands where."""

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import TurnId
from antiphon.engine.engine import Engine


async def draw_map(engine: Engine, principal: Principal, turn_id: TurnId, model: str | None = None) -> Analysis:
    """The look as it begins; it goes on by itself, and the map before it stays until it has ended well."""
    engine.check_open()
    return await engine.maps.begin(principal, turn_id, model)
