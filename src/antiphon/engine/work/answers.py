"""Answers of models, kept while a step of work is under way: whoever goes on with it asks nothing twice."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.access.principal import Principal
from antiphon.conversation.work import Work
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.store.reads.work import Answers
from antiphon.store.unit import Store
from antiphon.store.writes.work import keep_answer


@dataclass(slots=True)
class StepAnswers:
    """What was answered in one step, by the hash of the request; the same asked twice is two answers."""

    store: Store
    principal: Principal
    work: Work
    step: str
    known: Answers
    _asked: Counter[str] = field(default_factory=Counter)

    def count(self, sha256: str) -> int:
        """The number under which this request is asked now."""
        self._asked[sha256] += 1
        return self._asked[sha256]

    def recall(self, sha256: str, number: int) -> Mapping[str, Any] | None:
        """What was answered to it before, if it was."""
        return self.known.get((self.step, sha256, number))

    async def keep(self, sha256: str, number: int, answer: Mapping[str, Any]) -> None:
        """Remember this answer; `StaleEpoch` when the work is somebody else's by now."""
        write = self.store.write
        await retry_write(lambda: write(self.principal, keep_answer, self.work, self.step, sha256, number, answer))
