"""The calls about advisors under test."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.evals import (
    AssertionType,
    DecisionCases,
    EvalCase,
    EvalHistory,
    EvalResult,
    EvalRun,
    ImportedCases,
)
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5
_READING_SECONDS = 60.0


class Evals(Noun):
    """Advisors under test."""

    async def cases(self, **query: object) -> tuple[EvalCase, ...]:
        """The cases there are."""
        return read_items(await self._wire.get("/v1/evals/cases", **query), EvalCase.read)

    async def keep_case(self, reply_id: str, asserts: Sequence[Mapping[str, Any]], **said: Any) -> EvalCase:
        """Make a case of an answer: the same question, and what is expected of the next answer to it."""
        body = {"asserts": [*asserts], **said}
        return EvalCase.read(await self._wire.ask("POST", build_path("/v1/replies/{}/cases", reply_id), body))

    async def read_case(self, case_id: str) -> EvalCase:
        """One case."""
        return EvalCase.read(await self._wire.get(_case(case_id)))

    async def update_case(self, case_id: str, **changes: Any) -> EvalCase:
        """The case as it is then."""
        return EvalCase.read(await self._wire.ask("PATCH", _case(case_id), changes))

    async def remove_case(self, case_id: str) -> None:
        """Play it no more; it can be restored."""
        await self._wire.ask("DELETE", _case(case_id))

    async def restore_case(self, case_id: str) -> EvalCase:
        """Undo a removal."""
        return EvalCase.read(await self._wire.ask("POST", f"{_case(case_id)}/restore"))

    async def types(self) -> tuple[AssertionType, ...]:
        """Every kind of thing an answer can be asked to hold."""
        return read_items(await self._wire.get("/v1/evals/types"), AssertionType.read)

    async def keep_decision(self, decision_id: str) -> DecisionCases:
        """Make a test of a decision that went wrong: a case for every advisor who stood for it."""
        return DecisionCases.read(await self._wire.ask("POST", build_path("/v1/decisions/{}/cases", decision_id), {}))

    async def export_cases(self, advisor_id: str) -> bytes:
        """The advisor and its cases as one YAML file."""
        return await self._wire.get_bytes(build_path("/v1/advisors/{}/evals/export", advisor_id))

    async def import_cases(self, advisor_id: str, data: bytes) -> ImportedCases:
        """Take the cases of a file in, all or none."""
        path = build_path("/v1/advisors/{}/evals/import", advisor_id)
        return ImportedCases.read(await self._wire.upload(path, data, {}, seconds=_READING_SECONDS))

    async def history(self, advisor_id: str, before: str | None = None) -> EvalHistory:
        """Everything about an advisor under test; hand `next` back as `before` for older runs."""
        path = build_path("/v1/advisors/{}/evals", advisor_id)
        return EvalHistory.read(await self._wire.get(path, before=before))

    async def run(self, advisor_id: str, *, key: str | None = None, **said: Any) -> EvalRun:
        """Play the cases of an advisor, or those named in `case_ids`; `wait` gives back how it ended.

        The same key twice plays them once.
        """
        return EvalRun.read(await self._ask_once("/v1/evals/runs", {"advisor_id": advisor_id, **said}, key))

    async def read_run(self, run_id: str) -> EvalRun:
        """One run with its results."""
        return EvalRun.read(await self._wire.get(_path(run_id)))

    async def read_result(self, run_id: str, case_id: str, repeat: int = 1) -> EvalResult:
        """What came of one case of a run; `raw` has every request that was made for it."""
        path = build_path("/v1/evals/runs/{}/results/{}/{}", run_id, case_id, repeat)
        return EvalResult.read(await self._wire.get(path))

    async def wait(self, run_id: str) -> EvalRun:
        """The run once it has ended or waits."""
        while (found := await self.read_run(run_id)).status == "running":
            await self._wire.pause(_POLL_SECONDS)
        return found

    async def stop(self, run_id: str) -> EvalRun:
        """End a run; what was played is kept."""
        return EvalRun.read(await self._wire.ask("POST", f"{_path(run_id)}/stop", {}))

    async def resume(self, run_id: str, *, key: str | None = None) -> EvalRun:
        """Play what is left of a run, once for one key."""
        return EvalRun.read(await self._ask_once(f"{_path(run_id)}/resume", {}, key))


def _case(case_id: str) -> str:
    return build_path("/v1/evals/cases/{}", case_id)


def _path(run_id: str) -> str:
    return build_path("/v1/evals/runs/{}", run_id)
