"""What a run has finished, written down as it goes, so that a run that was killed goes on where it was.

A result is found again by everything it depends on: the case with its files, the advisors as they are described now,
the models and their limits, the judge, its prompts and the programs. Change one of these and the case is played anew.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from antiphon.conversation.errors import NotFound
from antiphon.evals.case import Case
from antiphon.evals.code import digest_files
from antiphon.evals.judge import read_prompt
from antiphon.evals.result import CaseResult
from antiphon.evals.results import append_line, decode_result, encode_result, parse_line
from antiphon.evals.seating import choose_model, know_model, seat_advisors
from antiphon.evals.stage import Stage

# Another way of composing, asking or judging is another number.
FORMAT: Final = "antiphon-ledger-v1"
# There was no answer, or nobody was asked: the next run tries again.
_UNFINISHED: Final = frozenset({"error", "skipped"})


def build_fingerprint(suite: str, case: Case, repeat: int, stage: Stage) -> str:
    """The SHA-256 of all that the result of this run of this case depends on, in hex."""
    body = {
        "format": FORMAT,
        "suite": suite,
        "case": case,
        "repeat": repeat,
        "advisors": _list_seated(case, stage),
        "model": stage.model,
        "judge": stage.judge_model,
        "prompts": stage.prompts,
        "habits": stage.habits,
        "phases": stage.phases,
        "max_tokens": stage.max_tokens,
        "limits": _list_limits(case, stage),
        "files": _list_files(case, stage),
    }
    return hashlib.sha256(orjson.dumps(body, default=_as_plain, option=orjson.OPT_SORT_KEYS)).hexdigest()


class Ledger:
    """A file with one finished result per line; opening one that a kill left behind loses at most its last line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._finished = _read(path) if path.exists() else {}

    @property
    def count(self) -> int:
        """How many results it holds."""
        return len(self._finished)

    def find(self, fingerprint: str) -> CaseResult | None:
        """The result with this fingerprint, if there was an answer to judge."""
        return self._finished.get(fingerprint)

    def keep(self, fingerprint: str, result: CaseResult) -> None:
        """Write a result down. Without an answer, or with a judge that broke down, it is left out and tried again."""
        if result.status in _UNFINISHED or any(each.is_broken for each in result.verdicts):
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        body = {"fingerprint": fingerprint, "result": encode_result(result)}
        append_line(self._path, orjson.dumps(body, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))
        self._finished[fingerprint] = result


def _read(path: Path) -> dict[str, CaseResult]:
    lines = (parse_line(line) for line in path.read_bytes().splitlines())
    return {line["fingerprint"]: decode_result(line["result"]) for line in lines if line and "fingerprint" in line}


def _list_seated(case: Case, stage: Stage) -> object:
    """Whom the case asks; somebody unknown is known by name only, and playing it will say so."""
    try:
        return seat_advisors(case, stage)
    except NotFound:
        return case.advisors


def _list_limits(case: Case, stage: Stage) -> dict[str, object]:
    """What decides how much of a conversation is left out, by model; messages are sent whole, or not at all."""
    if not case.turns and case.window is None:
        return {}
    try:
        models = {choose_model(case, each, stage) for each in seat_advisors(case, stage) or (None,)}
    except NotFound:
        return {}
    known = {model: know_model(case, model, stage) for model in models}
    return {
        model: (each.window, each.input_limit, each.output_limit, each.tokens_per_minute, tuple(stage.rates(model)))
        for model, each in known.items()
    }


def _list_files(case: Case, stage: Stage) -> list[object]:
    """What stands in the judges' prompts and in the programs, as far as they are files of the suite."""
    asserts = (*case.asserts, *(each for turn in case.turns for each in turn.asserts))
    prompts = {str(each.options["prompt"]) for each in asserts if each.options.get("prompt")}
    programs = [digest_files(each.options, stage.root) for each in asserts if each.type == "code"]
    return [{name: read_prompt(name, stage.root) for name in prompts}, programs]


def _as_plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else str(value)
