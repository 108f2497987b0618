"""What this node has learned about models: how they count, and how much they take.

Learning happens in memory at once and is written down every few seconds, so that no reply waits for it and a busy model
has no busy row. Nodes share what they wrote at their next start; a crash loses a few seconds of it.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.context.calibrate import ModelCalibration, decode, learn
from antiphon.context.estimate import PLAIN, Rates, fixed
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.size import TextSize
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.providers.catalog import Catalog
from antiphon.store.reads.token_calibration import read_calibrations
from antiphon.store.unit import Store
from antiphon.store.writes.token_calibration import write_calibrations

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "calibrations")
_SECONDS = 5.0


@dataclass(slots=True)
class ModelLesson:
    """One model: how it counts, and the window it named when it refused a prompt."""

    calibration: ModelCalibration = field(default_factory=ModelCalibration)
    window: int | None = None

    def encode(self) -> dict[str, object]:
        """The lesson as JSON."""
        return {"calibration": self.calibration.encode(), "window": self.window}

    @classmethod
    def decode(cls, body: Mapping[str, object]) -> "ModelLesson":
        """The lesson that was encoded; anything unreadable starts afresh."""
        window = body.get("window")
        return cls(decode(body.get("calibration")), window if isinstance(window, int) else None)


class TokenCalibration:
    """Facts and rates of every model, as the catalogue knows them and experience has corrected them."""

    def __init__(self, catalog: Catalog, live_options: LiveOptions) -> None:
        self._catalog = catalog
        self._live_options = live_options
        self._lessons: dict[str, ModelLesson] = {}
        self._unsaved: set[str] = set()
        self._without_schema: set[str] = set()

    def facts(self, model: str) -> ModelFacts:
        """What is known about the model; a window it named itself counts more than the catalogue's."""
        provider, _, name = model.partition(":")
        facts = self._catalog.find(provider, name)
        lesson = self._lessons.get(model)
        if lesson is None or lesson.window is None or lesson.window >= (facts.input_limit or facts.window or 2**62):
            return facts
        return replace(facts, window=lesson.window, input_limit=None, source="learned")

    def rates(self, model: str) -> Rates:
        """Characters per token: the number the operator has set, or what the model's reports have taught."""
        said = self._live_options.instance.chars_per_token
        if said is not None:
            return fixed(said)
        calibration = self.calibration(model)
        return calibration.rates if calibration.samples else PLAIN

    def calibration(self, model: str) -> ModelCalibration:
        """What was learned about how the model counts; fresh when nothing was."""
        lesson = self._lessons.get(model)
        return ModelCalibration() if lesson is None else lesson.calibration

    def is_calibrated(self, model: str) -> bool:
        """True when estimates for this model rest on its own reports."""
        return self._live_options.instance.chars_per_token is None and self.calibration(model).samples > 0

    def hear_usage(self, model: str, size: TextSize, messages: int, reported: int) -> None:
        """The provider counted a prompt we know the size of."""
        lesson = self._lessons.setdefault(model, ModelLesson())
        lesson.calibration = learn(lesson.calibration, size, messages, reported)
        self._unsaved.add(model)

    def hear_window(self, model: str, window: int) -> None:
        """The provider refused a prompt and said how much fits."""
        self._lessons.setdefault(model, ModelLesson()).window = window
        self._unsaved.add(model)

    def hear_schema_refused(self, model: str) -> None:
        """The provider would not hold this model to a schema. Until the next start: servers are replaced by better."""
        self._without_schema.add(model)

    def takes_schema(self, model: str) -> bool:
        """True unless the model was refused a schema."""
        return model not in self._without_schema

    async def load(self, store: Store, principal: Principal) -> None:
        """Begin with what was learned before."""
        found = await store.read(principal, read_calibrations)
        self._lessons = {model: ModelLesson.decode(body) for model, body in found.items()}

    async def save(self, store: Store, principal: Principal) -> None:
        """Write down what is new."""
        unsaved, self._unsaved = self._unsaved, set()
        if not unsaved:
            return
        rows = {model: self._lessons[model].encode() for model in unsaved}
        try:
            await store.write(principal, write_calibrations, rows, datetime.now(UTC))
        except StoreUnavailable:
            self._unsaved |= unsaved
            raise

    async def run_for_ever(self, store: Store, principal: Principal) -> None:
        """Write down what is new every few seconds."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                await self.save(store, principal)
            except StoreUnavailable:
                logger.warning("calibrations_wait", extra={"models": len(self._unsaved)})
