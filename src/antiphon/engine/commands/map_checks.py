"""Have a model checked before it may judge claims, and say before what that may cost."""

from functools import partial

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.analyses import Analyses
from antiphon.engine.analyses.cost import AnalysisForecast, price_analysis
from antiphon.engine.engine import Engine
from antiphon.engine.evals.map_checks import MapChecks
from antiphon.engine.payloads.cost import Till
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.analyses import read_analysis


async def check_map(
    engine: Engine, checks: MapChecks, principal: Principal, model: str | None = None, key: UsedKey | None = None
) -> Analysis:
    """The check as it begins; it goes on by itself. The same key again begins none."""
    engine.check_open()
    return await do_once(engine.store, principal, key, partial(checks.begin, principal, model, key), read_analysis)


def foresee_map_check(
    engine: Engine, analyses: Analyses, checks: MapChecks, principal: Principal, model: str | None = None
) -> AnalysisForecast:
    """What checking this model, or the one set for looking, may take at most. Nothing is sent."""
    chosen = analyses.runner.choose_model(principal, model)
    engine.composer.require_provider(chosen, principal)
    prices = Till(engine.composer, engine.calibration).prices(chosen)
    return price_analysis(chosen, checks.weigh(chosen), prices)
