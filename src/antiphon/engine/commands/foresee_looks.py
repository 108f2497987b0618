"""Say what a map or a text about a turn may cost, before it is asked for. Nothing is sent and nothing is written."""

from antiphon.access.principal import Principal
from antiphon.analysis.synthesis import Wish
from antiphon.conversation.errors import ModelUnknown
from antiphon.conversation.ids import TurnId
from antiphon.engine.engine import Engine
from antiphon.engine.look_cost import LookForecast, LookWeight, price_look
from antiphon.engine.round_cost import Till


async def foresee_map(engine: Engine, principal: Principal, turn_id: TurnId, model: str | None = None) -> LookForecast:
    """What drawing the map may take, by this model or the one set for looking; refuses what drawing it would."""
    chosen = _choose_model(engine, model)
    return _price(engine, chosen, await engine.store.read(principal, engine.maps.weigh, turn_id, chosen))


async def foresee_synthesis(
    engine: Engine, principal: Principal, turn_id: TurnId, wish: Wish, model: str | None = None
) -> LookForecast:
    """What writing the text may take, the map included where it would have to be drawn first."""
    chosen = _choose_model(engine, model)
    return _price(engine, chosen, await engine.store.read(principal, engine.syntheses.weigh, turn_id, chosen, wish))


def _choose_model(engine: Engine, wanted: str | None) -> str:
    chosen = engine.looks.choose_model(wanted)
    if engine.composer.find_provider(chosen) is None:
        raise ModelUnknown(chosen.partition(":")[0])
    return chosen


def _price(engine: Engine, model: str, weight: LookWeight) -> LookForecast:
    return price_look(model, weight, Till(engine.composer, engine.learned).prices(model))
