"""How a payload of a case reaches a model here: through the same limits as everybody's, never past the ceiling.

What was answered to a case that a dead node had begun is not asked again.
"""

from dataclasses import dataclass, field, replace

from antiphon.access.principal import Principal
from antiphon.context.estimate import estimate
from antiphon.conversation.errors import AnalysisBudget, ProviderError
from antiphon.conversation.payload import Payload
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.model_call import weigh_payload
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.work.answers import StepAnswers
from antiphon.evals.asking import Asking, build_error, count_tokens
from antiphon.evals.result import Exchange
from antiphon.evals.results import decode_exchange, encode_exchange
from antiphon.providers.provider import Provider
from antiphon.providers.scripted.provider import Scripted


@dataclass(slots=True)
class Counted:
    """Asks within an allowance; `ask` is the stage's, for answers and for judging alike.

    `over` says that the ceiling was in the way: whatever came of the case then is not to be kept. `exchanges` is all
    that was asked meanwhile.
    """

    principal: Principal
    composer: Composer
    limits: Limits
    calibration: TokenCalibration
    allowance: Allowance
    answers: StepAnswers
    over: AnalysisBudget | None = None
    exchanges: list[Exchange] = field(default_factory=list)

    async def ask(self, payload: Payload) -> Exchange:
        """What came of it; a provider's failure is told in it, and so is the ceiling.

        What it may use at most is set aside before, and what it used counted after. When that could be more than is
        left nothing is sent. It is no exception then: several ask at once, and one must not tear the others away.
        """
        rates = self.calibration.rates(payload.model)
        aside = estimate(weigh_payload(payload), rates, len(payload.messages)) + payload.max_tokens
        try:
            await self.allowance.take(aside)
        except AnalysisBudget as over:
            self.over = over
            return _leave_unsent(payload, over)
        used = 0
        try:
            exchange = await self._send(payload)
            used = count_tokens(exchange)
        finally:
            self.allowance.settle(aside, used)
        return exchange

    async def _send(self, payload: Payload) -> Exchange:
        provider = self._find_provider(payload.model)
        known = {} if provider is None else {payload.model.partition(":")[0]: provider}
        asking = Asking(known, facts=self.calibration.facts, places=self.limits.place)
        sha256 = (await asking.draw_up(payload)).sha256
        number = self.answers.count(sha256)
        if (before := self.answers.recall(sha256, number)) is not None:
            self.exchanges.append(replace(decode_exchange(before), messages=payload.messages))
            return self.exchanges[-1]
        exchange = await asking.ask(payload)
        # A rehearsal has no price and costs nothing.
        exchange = replace(exchange, dollars=0.0) if isinstance(provider, Scripted) else exchange
        # What was used was used, whoever may keep the answer.
        self.exchanges.append(exchange)
        if exchange.error is None:
            await self.answers.keep(sha256, number, encode_exchange(exchange))
        return exchange

    def _find_provider(self, model: str) -> Provider | None:
        """None where there is none: the exchange says so itself."""
        try:
            return self.composer.require_provider(model, self.principal)
        except ProviderError:
            return None


def _leave_unsent(payload: Payload, over: AnalysisBudget) -> Exchange:
    unsent = Exchange(payload.advisor_id, payload.model, 0, "", "", "", payload.messages, attempts=0)
    return replace(unsent, error=build_error(over))
