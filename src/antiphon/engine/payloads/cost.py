"""What a round may cost at most, and what one that has ended did cost."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from antiphon.context.cost import cost_of, forecast
from antiphon.conversation.errors import CeilingReached, PriceUnknown
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.model import Prices
from antiphon.conversation.round import RoundRun
from antiphon.engine.payloads.compose import Composed, Composer
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.providers.scripted.provider import Scripted
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.reads.spending import ModelUsage

_FREE: Final = Prices(input=0.0, output=0.0)
# What a look for claims sends around an answer, what the claims of one answer weigh, and the longest a look may answer.
_FRAME_TOKENS: Final = 1_000
_CLAIMS_TOKENS: Final = 400
_LOOK_TOKENS: Final = 4_096


class VoiceForecast(NamedTuple):
    """One advisor's part: its model, the tokens of its prompt, and what it may cost, when that is known."""

    model: str
    tokens: int
    cost: float | None


class RoundForecast(NamedTuple):
    """Every advisor's part. What it may cost is the worst case: nothing cached, every answer as long as allowed."""

    voices: Mapping[AdvisorId, VoiceForecast]

    @property
    def cost(self) -> float | None:
        """All together; absent when one of them is."""
        parts = [each.cost for each in self.voices.values()]
        return None if None in parts else sum(each for each in parts if each is not None)

    @property
    def tokens(self) -> int:
        """All prompts together."""
        return sum(each.tokens for each in self.voices.values())

    @property
    def unpriced(self) -> tuple[str, ...]:
        """The models whose price is not known, each once."""
        return tuple(sorted({each.model for each in self.voices.values() if each.cost is None}))


class Till:
    """Knows what models cost; scripted voices cost nothing."""

    def __init__(self, composer: Composer, calibration: TokenCalibration) -> None:
        self._composer = composer
        self._calibration = calibration

    def prices(self, model: str) -> Prices | None:
        """What this model costs, when that is known."""
        if isinstance(self._composer.reach.find(model), Scripted):
            return _FREE
        return self._calibration.facts(model).prices

    def foresee(self, composed: Mapping[AdvisorId, Composed]) -> RoundForecast:
        """What a round of these payloads may cost; those that cannot be sent cost nothing."""
        sent = {each: one for each, one in composed.items() if one.problem is None}
        return RoundForecast({each: self._foresee_one(one) for each, one in sent.items()})

    def _foresee_one(self, composed: Composed) -> VoiceForecast:
        composition = composed.composition
        model, tokens = composition.seat.model, composition.total_tokens
        worst = forecast(self.prices(model), input_tokens=tokens, cached_tokens=0, output_tokens=composition.max_tokens)
        cost = None if worst.cold is None or worst.output is None else worst.cold + worst.output
        return VoiceForecast(model, tokens, cost)

    def foresee_reading(self, model: str, answers: Sequence[int]) -> float | None:
        """What it may cost to find out whether answers of so many tokens say something new; absent without a price.

        Each is read once, all claims are sorted once and held against the earlier ones once, every answer of the model
        as long as it may be.
        """
        asked = sum(answers) + (len(answers) + 2) * _FRAME_TOKENS + 2 * len(answers) * _CLAIMS_TOKENS
        said = (len(answers) + 2) * _LOOK_TOKENS
        worst = forecast(self.prices(model), input_tokens=asked, cached_tokens=0, output_tokens=said)
        return None if worst.cold is None or worst.output is None else worst.cold + worst.output

    def reckon(self, replies: Sequence[ModelUsage], looks: Sequence[AnalysisUse]) -> float | None:
        """What was used; absent when a price or a count is."""
        total = 0.0
        for used in replies:
            cost = self._price(f"{used.provider}:{used.model}", used)
            if cost is None or (used.unreported and self.prices(f"{used.provider}:{used.model}") is not _FREE):
                return None
            total += cost
        for look in looks:
            cost = self._price_look(look)
            if cost is None or (look.unreported and self.prices(look.model) is not _FREE):
                return None
            total += cost
        return total

    def _price_look(self, look: AnalysisUse) -> float | None:
        """Pictures made to order cost what was agreed when they were made; what was never answered costs nothing."""
        if look.pictures or not look.calls:
            return look.micros / 1e6
        return self._price(look.model, look)

    def _price(self, model: str, used: ModelUsage | AnalysisUse) -> float | None:
        return cost_of(
            self.prices(model),
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            cached_tokens=used.cached_tokens,
            cache_write_tokens=used.cache_write_tokens,
        )


def check_ceiling(run: RoundRun, foreseen: RoundForecast) -> None:
    """Refuse a round that might pass the ceiling, or of which nobody knows whether it would."""
    if run.ceiling is None:
        return
    if foreseen.cost is None:
        raise PriceUnknown(foreseen.unpriced)
    if not run.covers(foreseen.cost):
        raise CeilingReached(run.ceiling, run.spent, foreseen.cost)
