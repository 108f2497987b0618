"""Which words an answer holds."""

import re
from collections.abc import Sequence

from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find, find_nothing, list_texts, show
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot


def check_contains(evidence: Evidence, assertion: Assertion) -> Finding:
    """Every one of the texts is there. The score is the share that is; `contains-all` knows only all and not all."""
    wanted = list_texts(assertion.value)
    if not any(wanted):
        return find_nothing("there is no text to look for")
    spots, missing = _seek(evidence.exchange.answer, wanted, ignore_case=_ignores_case(assertion))
    hits = tuple(text for text in wanted if text not in missing)
    reason = f"not there: {', '.join(map(show, missing))}" if missing else f"holds {', '.join(map(show, hits))}"
    share = len(hits) / len(wanted)
    return Finding(float(share == 1) if assertion.type.endswith("-all") else share, reason, hits, missing, spots)


def check_contains_any(evidence: Evidence, assertion: Assertion) -> Finding:
    """At least one of the texts is there."""
    wanted = list_texts(assertion.value)
    if not any(wanted):
        return find_nothing("there is no text to look for")
    spots, missing = _seek(evidence.exchange.answer, wanted, ignore_case=_ignores_case(assertion))
    hits = [text for text in wanted if text not in missing]
    return find(hits, f"holds {', '.join(map(show, hits))}" if hits else "holds none of them", spots)


def check_starts_with(evidence: Evidence, assertion: Assertion) -> Finding:
    """The first words, white space before them aside."""
    answer = evidence.exchange.answer.lstrip()
    begins = _fold(answer, assertion).startswith(_fold(str(assertion.value), assertion))
    return find(begins, f"begins with {show(answer, 40)}")


def check_ends_with(evidence: Evidence, assertion: Assertion) -> Finding:
    """The last words, white space after them aside."""
    answer = evidence.exchange.answer.rstrip()
    ends = _fold(answer, assertion).endswith(_fold(str(assertion.value), assertion))
    return find(ends, f"ends with {show(answer[-40:], 40)}")


def check_equals(evidence: Evidence, assertion: Assertion) -> Finding:
    """The whole answer, white space around it aside."""
    answer, wanted = evidence.exchange.answer.strip(), str(assertion.value).strip()
    return find(_fold(answer, assertion) == _fold(wanted, assertion), f"is {show(answer)}")


def _ignores_case(assertion: Assertion) -> bool:
    return assertion.type.startswith("icontains") or bool(assertion.options.get("ignore_case"))


def _fold(text: str, assertion: Assertion) -> str:
    return text.casefold() if _ignores_case(assertion) else text


def _seek(answer: str, wanted: Sequence[str], *, ignore_case: bool) -> tuple[tuple[Spot, ...], tuple[str, ...]]:
    """Where each text stands first, and those that stand nowhere."""
    spots, missing = [], []
    for text in wanted:
        # A literal is searched in linear time; folding both sides would move the places of some letters.
        match = re.search(re.escape(text), answer, re.IGNORECASE if ignore_case else re.NOFLAG) if text else None
        if match is None:
            missing.append(text)
        else:
            spots.append(Spot("answer", match.start(), match.end(), match[0]))
    return tuple(spots), tuple(missing)
