"""Patterns in answers. RE2 takes time linear in the answer whatever the pattern; Python's own does not."""

from functools import lru_cache
from typing import Any, Final

import re2

from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find, find_nothing, show
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot

# Longer than any pattern somebody reads.
_MOST_CHARS: Final = 2_000
_MOST_BYTES: Final = 8 * 1024 * 1024
# `u` says what is true anyway: patterns are about letters, not bytes.
_FLAGS: Final = frozenset("imsu")


def check_regex(evidence: Evidence, assertion: Assertion) -> Finding:
    """Somewhere in the answer the pattern matches."""
    flags = str(assertion.options.get("flags", "")) + ("i" if assertion.options.get("ignore_case") else "")
    problem = find_problem(str(assertion.value), flags)
    if problem:
        return find_nothing(problem)
    match = compile_pattern(str(assertion.value), flags).search(evidence.exchange.answer)
    if match is None:
        return find(False, "the pattern matches nowhere")
    start, end = match.span()
    return find(True, f"matches {show(match.group())}", (Spot("answer", start, end, match.group()),))


def find_problem(pattern: str, flags: str = "") -> str:
    """Why this is no pattern; nothing when it is one."""
    if len(pattern) > _MOST_CHARS:
        return f"the pattern has more than {_MOST_CHARS} characters"
    if unknown := set(flags) - _FLAGS:
        return f"a pattern has no flag {', '.join(sorted(unknown))}"
    try:
        compile_pattern(pattern, flags)
    except re2.error as error:
        said = error.args[0] if error.args else b""
        return f"the pattern is not one: {said.decode(errors='replace') if isinstance(said, bytes) else said}"
    return ""


@lru_cache(maxsize=500)
def compile_pattern(pattern: str, flags: str = "") -> Any:
    """The pattern, ready; raises `re2.error`."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MOST_BYTES
    kept = "".join(sorted(set(flags) - {"u"}))
    return re2.compile(f"(?{kept}){pattern}" if kept else pattern, options)
