"""Find out why a reply came out as it did, say before what that may cost, and throw away what was found."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.cost import AnalysisForecast, price_analysis
from antiphon.engine.analyses.whys import WhyForecast, Whys
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.cost import Till
from antiphon.engine.runtime.once import do_once
from antiphon.providers.provider import WireRequest
from antiphon.store.reads.analyses import read_analysis
from antiphon.store.reads.turns import read_placed_reply
from antiphon.store.unit import Unit
from antiphon.store.writes.whys import delete_whys


class PricedWhy(NamedTuple):
    """What is planned, at most and if nothing stands out, in dollars where prices are known."""

    foreseen: WhyForecast
    most: AnalysisForecast
    likely: AnalysisForecast


async def find_why(
    engine: Engine,
    whys: Whys,
    principal: Principal,
    reply_id: ReplyId,
    calls: int | None = None,
    key: UsedKey | None = None,
) -> Analysis:
    """The search as it begins; it goes on by itself. The same key again begins nothing, and returns the same one."""
    engine.check_open()
    begin = partial(whys.begin, principal, reply_id, calls, key)
    return await do_once(engine.store, principal, key, begin, read_analysis)


async def foresee_why(
    engine: Engine, whys: Whys, principal: Principal, reply_id: ReplyId, calls: int | None = None
) -> PricedWhy:
    """What finding out may take and cost, and what is tried in which order; refuses what beginning it would."""
    foreseen = await engine.store.read(principal, whys.foresee, reply_id, calls)
    model = foreseen.reply.payload.model
    engine.composer.require_provider(model, principal)
    prices = Till(engine.composer, engine.calibration).prices(model)
    return PricedWhy(
        foreseen, price_analysis(model, foreseen.weight, prices), price_analysis(model, foreseen.likely, prices)
    )


async def preview_why(
    engine: Engine, whys: Whys, principal: Principal, reply_id: ReplyId, left_out: Sequence[str]
) -> WireRequest:
    """The very bytes that a replay without these parts sends."""
    return await engine.store.read(principal, whys.preview, reply_id, left_out)


async def forget_why(engine: Engine, principal: Principal, reply_id: ReplyId) -> int:
    """Throw away what was found out about a reply; a search that is under way goes on. How many were thrown away."""
    engine.check_open()
    return await engine.store.write(principal, _forget, reply_id)


def _forget(unit: Unit, reply_id: ReplyId) -> int:
    read_placed_reply(unit, reply_id)
    return delete_whys(unit, reply_id)
