# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about advisors under test."""

from collections.abc import Mapping, Sequence
from typing import Any

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
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5
_READING_SECONDS = 60.0


class Evals(Noun):
    """Advisors under test."""

    def cases(self, **query: object) -> tuple[EvalCase, ...]:
        """The cases there are."""
        return read_items(self._wire.get("/v1/evals/cases", **query), EvalCase.read)

    def keep_case(self, reply_id: str, asserts: Sequence[Mapping[str, Any]], **said: Any) -> EvalCase:
        """Make a case of an answer: the same question, and what is expected of the next answer to it."""
        body = {"asserts": [*asserts], **said}
        return EvalCase.read(self._wire.ask("POST", build_path("/v1/replies/{}/cases", reply_id), body))

    def read_case(self, case_id: str) -> EvalCase:
        """One case."""
        return EvalCase.read(self._wire.get(_case(case_id)))

    def update_case(self, case_id: str, **changes: Any) -> EvalCase:
        """The case as it is then."""
        return EvalCase.read(self._wire.ask("PATCH", _case(case_id), changes))

    def remove_case(self, case_id: str) -> None:
        """Play it no more; it can be restored."""
        self._wire.ask("DELETE", _case(case_id))

    def restore_case(self, case_id: str) -> EvalCase:
        """Undo a removal."""
        return EvalCase.read(self._wire.ask("POST", f"{_case(case_id)}/restore"))

    def types(self) -> tuple[AssertionType, ...]:
        """Every kind of thing an answer can be asked to hold."""
        return read_items(self._wire.get("/v1/evals/types"), AssertionType.read)

    def keep_decision(self, decision_id: str) -> DecisionCases:
        """Make a test of a decision that went wrong: a case for every advisor who stood for it."""
        return DecisionCases.read(self._wire.ask("POST", build_path("/v1/decisions/{}/cases", decision_id), {}))

    def export_cases(self, advisor_id: str) -> bytes:
        """The advisor and its cases as one YAML file."""
        return self._wire.get_bytes(build_path("/v1/advisors/{}/evals/export", advisor_id))

    def import_cases(self, advisor_id: str, data: bytes) -> ImportedCases:
        """Take the cases of a file in, all or none."""
        path = build_path("/v1/advisors/{}/evals/import", advisor_id)
        return ImportedCases.read(self._wire.upload(path, data, {}, seconds=_READING_SECONDS))

    def history(self, advisor_id: str, before: str | None = None) -> EvalHistory:
        """Everything about an advisor under test; hand `next` back as `before` for older runs."""
        path = build_path("/v1/advisors/{}/evals", advisor_id)
        return EvalHistory.read(self._wire.get(path, before=before))

    def run(self, advisor_id: str, *, key: str | None = None, **said: Any) -> EvalRun:
        """Play the cases of an advisor, or those named in `case_ids`; `wait` gives back how it ended.

        The same key twice plays them once.
        """
        return EvalRun.read(self._ask_once("/v1/evals/runs", {"advisor_id": advisor_id, **said}, key))

    def read_run(self, run_id: str) -> EvalRun:
        """One run with its results."""
        return EvalRun.read(self._wire.get(_path(run_id)))

    def read_result(self, run_id: str, case_id: str, repeat: int = 1) -> EvalResult:
        """What came of one case of a run; `raw` has every request that was made for it."""
        path = build_path("/v1/evals/runs/{}/results/{}/{}", run_id, case_id, repeat)
        return EvalResult.read(self._wire.get(path))

    def wait(self, run_id: str) -> EvalRun:
        """The run once it has ended or waits."""
        while (found := self.read_run(run_id)).status == "running":
            self._wire.pause(_POLL_SECONDS)
        return found

    def stop(self, run_id: str) -> EvalRun:
        """End a run; what was played is kept."""
        return EvalRun.read(self._wire.ask("POST", f"{_path(run_id)}/stop", {}))

    def resume(self, run_id: str, *, key: str | None = None) -> EvalRun:
        """Play what is left of a run, once for one key."""
        return EvalRun.read(self._ask_once(f"{_path(run_id)}/resume", {}, key))


def _case(case_id: str) -> str:
    return build_path("/v1/evals/cases/{}", case_id)


def _path(run_id: str) -> str:
    return build_path("/v1/evals/runs/{}", run_id)
