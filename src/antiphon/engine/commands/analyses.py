"""Have a map or a synthesis made, say before what it may cost, and dispute a claim."""

from functools import partial

from antiphon.access.principal import Principal
from antiphon.analysis.synthesis import MOST_INSTRUCTION, SynthesisRequest
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.synthesis import Mode
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.analyses import Analyses
from antiphon.engine.analyses.cost import AnalysisForecast, AnalysisWeight, price_analysis
from antiphon.engine.analyses.maps import Maps
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.analyses.syntheses import Syntheses
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.cost import Till
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.analyses import read_analysis
from antiphon.store.writes import claims as write


async def draw_map(
    engine: Engine,
    maps: Maps,
    principal: Principal,
    turn_id: TurnId,
    model: str | None = None,
    key: UsedKey | None = None,
) -> Analysis:
    """The look as it begins; it goes on by itself, and the map before it stays until it has ended well.

    The same key again begins nothing, and returns the same look.
    """
    engine.check_open()
    begin = partial(maps.begin, principal, turn_id, model, key)
    return await do_once(engine.store, principal, key, begin, read_analysis)


async def dispute_claim(
    engine: Engine, principal: Principal, analysis_id: str, number: int, advisor_id: AdvisorId, *, disputed: bool
) -> Claim:
    """The claim as it stands now: a disputed stance stays in the record and counts no more. The opposite undoes it."""
    return await engine.store.write(principal, write.dispute_claim, analysis_id, number, advisor_id, disputed=disputed)


async def synthesize(
    engine: Engine,
    syntheses: Syntheses,
    principal: Principal,
    turn_id: TurnId,
    mode: Mode,
    instruction: str = "",
    model: str | None = None,
    key: UsedKey | None = None,
) -> Analysis:
    """The synthesis as it begins; it goes on by itself, and every earlier one stays.

    Nothing of it is ever sent to an advisor unless the person ticks it for one message. Refuses an instruction where
    the mode has none, none where it needs one, and one that is too long. The same key again begins nothing, and returns
    the same one.
    """
    engine.check_open()
    begin = partial(syntheses.begin, principal, turn_id, read_wish(mode, instruction), model, key)
    return await do_once(engine.store, principal, key, begin, read_analysis)


def read_wish(mode: Mode, instruction: str = "") -> SynthesisRequest:
    """What the person wants; refuses what `synthesize` refuses."""
    words = clean_text(instruction).strip()
    if mode == "custom" and not words:
        raise Malformed("a synthesis of your own kind needs an instruction")
    if mode != "custom" and words:
        raise Malformed("an instruction goes with the mode custom")
    if len(words) > MOST_INSTRUCTION:
        raise Malformed(f"the instruction has {len(words)} characters; at most {MOST_INSTRUCTION} are read")
    return SynthesisRequest(mode, words)


async def foresee_map(
    engine: Engine, analyses: Analyses, principal: Principal, turn_id: TurnId, model: str | None = None
) -> AnalysisForecast:
    """What drawing the map may take, by this model or the one set for looking; refuses what drawing it would."""
    chosen = _choose_model(engine, analyses.runner, principal, model)
    return _price(engine, chosen, await engine.store.read(principal, analyses.maps.weigh, turn_id, chosen))


async def foresee_synthesis(
    engine: Engine,
    analyses: Analyses,
    principal: Principal,
    turn_id: TurnId,
    wish: SynthesisRequest,
    model: str | None = None,
) -> AnalysisForecast:
    """What writing the text may take, the map included where it would have to be drawn first."""
    chosen = _choose_model(engine, analyses.runner, principal, model)
    return _price(engine, chosen, await engine.store.read(principal, analyses.syntheses.weigh, turn_id, chosen, wish))


def _choose_model(engine: Engine, runner: AnalysisRunner, principal: Principal, wanted: str | None) -> str:
    chosen = runner.choose_model(principal, wanted)
    engine.composer.require_provider(chosen, principal)
    return chosen


def _price(engine: Engine, model: str, weight: AnalysisWeight) -> AnalysisForecast:
    return price_analysis(model, weight, Till(engine.composer, engine.calibration).prices(model))
