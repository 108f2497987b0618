"""What a run has finished, written down as it goes, so that a run that was killed goes on where it was.

A result is found again by everything it depends on: the case with its files, the advisors as they are described now,
the models, the judge and the prompts. Change one of these and the case is played anew.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from antiphon.conversation.errors import NotFound
from antiphon.evals.case import Case
from antiphon.evals.result import CaseResult
from antiphon.evals.results import append_line, decode_result, encode_result, parse_line
from antiphon.evals.seating import seat_advisors
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
        """Write a result down. Those without an answer are left out: they are tried again."""
        if result.status in _UNFINISHED:
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


def _as_plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else str(value)
