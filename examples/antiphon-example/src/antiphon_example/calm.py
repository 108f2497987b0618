"""A check: an answer that stays calm has no exclamation marks."""

from antiphon.evals.case import Assertion
from antiphon.evals.checks.check import AnswerCheck
from antiphon.evals.checks.finding import Finding, find
from antiphon.evals.evidence import Evidence


def run(evidence: Evidence, assertion: Assertion) -> Finding:
    """The answer has at most so many exclamation marks; none unless `at_most` says otherwise."""
    found = evidence.exchange.answer.count("!")
    most = int(assertion.options.get("at_most", 0))
    return find(found <= most, f"exclamation marks: {found}; asked for: at most {most}")


calm = AnswerCheck("calm", "The answer stays calm.", run, options=frozenset({"at_most"}), value="none")
