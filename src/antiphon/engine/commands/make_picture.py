"""One picture, made to order by the model that the settings name. It is paid for, and never asked for twice."""

import asyncio
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import (
    AnswerTooLarge,
    ModelUnknown,
    PictureUnusable,
    ProviderError,
    ProviderTimeout,
    RateLimited,
)
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.engine.commands.token_ceiling import make_till, tell_time
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.token_ceiling import Wanted, set_aside
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.providers.picture_maker import PictureMaker, PictureWish, Shape
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.traced import describe_call
from antiphon.store.unit import Unit
from antiphon.store.writes.pictures_made import PictureOrder, begin_picture, end_picture
from antiphon.tracing import names
from antiphon.tracing.spans import name_call

# The slowest models take two minutes for one at their best.
_LONGEST_SECONDS: Final = 300.0


class Painter(NamedTuple):
    """Who makes pictures for somebody, as `provider:model`, and the dollars that one costs, when that is known."""

    model: str
    price: float | None


class PictureWanted(NamedTuple):
    """What an advisor wants to show, in which turn."""

    turn_id: TurnId
    advisor_id: AdvisorId
    description: str
    shape: Shape | None = None


def find_painter(engine: Engine, principal: Principal) -> Painter | str:
    """Who makes pictures for this principal; or why nobody does, in words that continue a sentence."""
    options = engine.options_of(principal)
    model = options.picture_model
    if not model:
        return "no model makes pictures here; name one in the settings, under Models (picture_model)"
    provider = engine.composer.reach.find(model)
    if provider is None or ":" not in model:
        return f"the setting picture_model names {model}, which is not set up"
    if not isinstance(provider, PictureMaker):
        return f"the setting picture_model names {model}, whose wire has no way to ask for a picture"
    return Painter(model, 0.0 if isinstance(provider, Scripted) else options.picture_price)


async def make_picture(engine: Engine, principal: Principal, painter: Painter, wanted: PictureWanted) -> bytes:
    """The picture as it came; a `ProviderError` when there is none. It is not tried again.

    Refused with `CeilingReached` or `PriceUnknown` before anything is sent where the token behind the turn may not
    spend so much. That it was asked for is on disk before it is, and what it cost when this returns, however it ended;
    of one that a crash cuts off it stays unknown.
    """
    maker = engine.composer.require_provider(painter.model, principal)
    if not isinstance(maker, PictureMaker):
        raise ModelUnknown(maker.name)
    request = maker.encode_picture(PictureWish(wanted.advisor_id, painter.model, wanted.description, wanted.shape))
    now = tell_time(engine, principal)
    order = PictureOrder(new_id("pm"), wanted.turn_id, wanted.advisor_id, painter.model, now)
    await engine.store.write(principal, _begin, engine, order, painter)
    usage = {"calls": 1, "unreported": 1}
    try:
        async with asyncio.timeout(_LONGEST_SECONDS):
            async with engine.limits.place(request.provider, len(request.body), request.paying_key):
                facts = describe_call(request, names.GENERATE)
                with engine.tracer.span(f"{names.GENERATE} {request.model}", facts, "client"), name_call(order.id):
                    data = await maker.make_picture(request)
        usage = _count(painter)
        failpoint("after_picture_made")
        return data
    except TimeoutError:
        raise ProviderTimeout(maker.name) from None
    except ProviderError as error:
        usage = _count_failure(painter, error)
        raise
    finally:
        write = engine.store.write
        await retry_write(lambda: write(principal, end_picture, order.id, usage))


def _begin(unit: Unit, engine: Engine, order: PictureOrder, painter: Painter) -> None:
    set_aside(unit, make_till(engine), order.at, [Wanted(order.id, "picture", painter.model, painter.price)])
    begin_picture(unit, order)


def _count_failure(painter: Painter, error: ProviderError) -> dict[str, int]:
    """One that was made is paid for, whether it can be taken or not; who refuses asks for nothing."""
    if isinstance(error, PictureUnusable | AnswerTooLarge):
        return _count(painter)
    is_refused = error.status is not None or isinstance(error, RateLimited)
    return {} if is_refused else {"calls": 1, "unreported": 1}


def _count(painter: Painter) -> dict[str, int]:
    if painter.price is None:
        return {"calls": 1, "unreported": 1, "pictures": 1}
    return {"calls": 1, "unreported": 0, "pictures": 1, "micros": round(painter.price * 1e6)}
