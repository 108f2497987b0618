"""Results as JUnit XML, for whatever draws tests in a CI system.

One `testsuite` for a suite, one `testcase` for each run of a case. What was not graded or not begun is `skipped`, with
its reason: a reader that counts it as passed or failed would say something nobody knows.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from antiphon.evals.report.failures import blame_exchange, describe_error, explain, list_failures, list_reasons
from antiphon.evals.report.figures import format_score
from antiphon.evals.report.summary import count_statuses
from antiphon.evals.result import CaseResult, Exchange

# Longer ones make some readers slow; the whole payload is in the results file and in the HTML report.
_MOST_PAYLOAD = 2_000
# What XML 1.0 has no way to write, and overrides of direction, which make a log read backwards.
_UNWRITABLE = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)


def write_junit(results: Sequence[CaseResult]) -> str:
    """The XML document; the same results give the same text."""
    root = ET.Element("testsuites", {"name": "antiphon", **_count(results)})
    for name in dict.fromkeys(each.suite for each in results):
        own = [each for each in results if each.suite == name]
        suite = ET.SubElement(root, "testsuite", {"name": drop_controls(name), **_count(own)})
        for result in own:
            _add_case(suite, result)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def drop_controls(text: str) -> str:
    """The same text without what XML cannot hold and without direction overrides."""
    return _UNWRITABLE.sub("", text)


def _count(results: Sequence[CaseResult]) -> dict[str, str]:
    counts = count_statuses(results)
    return {
        "tests": str(len(results)),
        "failures": str(counts["failed"]),
        "errors": str(counts["error"]),
        "skipped": str(counts["not_graded"] + counts["skipped"]),
        "time": f"{sum(each.seconds for each in results):.3f}",
    }


def _add_case(suite: ET.Element, result: CaseResult) -> None:
    about = {"classname": result.suite, "name": f"{result.case_id}#{result.repeat}", "time": f"{result.seconds:.3f}"}
    case = ET.SubElement(suite, "testcase", {name: drop_controls(value) for name, value in about.items()})
    _add_properties(case, result)
    match result.status:
        case "failed":
            kinds = ", ".join(dict.fromkeys(each.type for each in list_failures(result))) or "score"
            _add_end(case, "failure", kinds, result)
        case "error":
            _add_end(case, "error", _find_code(result), result)
        case "not_graded" | "skipped":
            word = "not graded" if result.status == "not_graded" else "skipped"
            ET.SubElement(case, "skipped", {"message": drop_controls(f"{word}: {explain(result)}")})
        case "passed":
            pass


def _add_properties(case: ET.Element, result: CaseResult) -> None:
    properties = ET.SubElement(case, "properties")
    facts = {"score": format_score(result.score), "tokens": str(result.tokens)}
    if result.dollars is not None:
        facts["dollars"] = f"{result.dollars:.6f}"
    for name, value in facts.items():
        ET.SubElement(properties, "property", {"name": name, "value": value})


def _add_end(case: ET.Element, name: str, kind: str, result: CaseResult) -> None:
    end = ET.SubElement(case, name, {"message": drop_controls(explain(result)), "type": drop_controls(kind)})
    end.text = drop_controls("\n".join((*list_reasons(result), *_describe_exchange(blame_exchange(result)))))


def _describe_exchange(exchange: Exchange | None) -> list[str]:
    if exchange is None:
        return []
    ended = f"Error: {describe_error(exchange)}" if exchange.error is not None else f"Answer: {exchange.answer}"
    cut = f" (the first {_MOST_PAYLOAD:,} characters)" if len(exchange.body) > _MOST_PAYLOAD else ""
    sent = f"Sent to {exchange.model}, SHA-256 {exchange.sha256}{cut}:"
    return ["", ended, "", sent, exchange.body[:_MOST_PAYLOAD]]


def _find_code(result: CaseResult) -> str:
    broken = [each.error for each in result.exchanges if each.error is not None]
    return str(broken[0].get("code", "error")) if broken else "error"
