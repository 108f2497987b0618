"""Whether an answer is JSON, and of which shape."""

import json
import re

from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find
from antiphon.evals.evidence import Evidence

_FENCE = re.compile(r"\A```[\w-]*[ \t]*\r?\n(.*?)```\s*\Z", re.DOTALL)


def check_json(evidence: Evidence, assertion: Assertion) -> Finding:
    """The answer is JSON, bare or in one fenced block, and fits the schema if there is one."""
    try:
        value = _load(evidence.exchange.answer)
    except ValueError as error:
        return find(False, f"it is not JSON: {error}")
    except RecursionError:
        return find(False, "it is nested too deeply")
    if assertion.value is None:
        return find(True, "it is JSON")
    # The validator takes longer to load than the rest of the room, and few ask for it.
    from antiphon.evals.checks.schema import fit

    return fit(value, assertion.value)


def _load(answer: str) -> object:
    text = answer.strip()
    fenced = _FENCE.match(text)
    value: object = json.loads(fenced[1] if fenced else text, parse_constant=_refuse)
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")
