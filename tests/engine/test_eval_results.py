"""What came of a case, as it is kept."""

from dataclasses import replace

from antiphon.conversation.evals import ModelUse
from antiphon.conversation.payload import Message
from antiphon.engine.evals.results import build_outcome, count_uses
from antiphon.evals.result import CaseResult, Exchange, Verdict

ASKED = Exchange(
    "skeptic", "fake:m", 1, "", "", "{}", (), "Why?", usage={"input_tokens": 9, "output_tokens": 1}, dollars=0.1
)
JUDGED = replace(ASKED, advisor="judge", model="fake:j", dollars=0.2, attempts=2)
HELD = Verdict("contains", "contains", "passed", 1.0, turn=1, calls=(JUDGED,))
RESULT = CaseResult("", "a", 1, "passed", 1.0, (HELD,), (ASKED,))


def test_what_judges_used_counts_too() -> None:
    outcome = build_outcome("er_1", RESULT)

    assert outcome.uses == (ModelUse("fake:m", 1, 0, 9, 1, 0), ModelUse("fake:j", 2, 0, 9, 1, 0))
    assert (outcome.tokens, round(outcome.dollars or 0, 6)) == (20, 0.3)


def test_an_unknown_price_makes_the_whole_unknown() -> None:
    """What is not known is absent and never zero; what nobody was sent costs nothing."""
    dear = replace(RESULT, exchanges=(ASKED, replace(ASKED, dollars=None)))
    unsent = replace(RESULT, exchanges=(replace(ASKED, attempts=0, answer="", usage=None, dollars=None),))

    assert build_outcome("er_1", dear).dollars is None
    assert build_outcome("er_1", unsent).dollars == 0.2


def test_an_answer_without_a_count_is_told_apart() -> None:
    [use] = count_uses([replace(ASKED, usage=None)])

    assert (use.calls, use.unreported, use.input_tokens) == (1, 1, 0)


def test_what_is_told_of_a_result_holds_no_request() -> None:
    """A run of many cases is told by these alone; what was sent is read for one result at a time."""
    asked = replace(ASKED, body="the bytes", messages=(Message("user", "Really?", "human"),))
    judged = replace(HELD, calls=(replace(JUDGED, body="the bytes"),))

    outcome = build_outcome("er_1", replace(RESULT, exchanges=(asked,), verdicts=(judged,)))

    assert (outcome.told["question"], outcome.told["answer"], outcome.told["error"]) == ("Really?", "Why?", "")
    assert outcome.told["verdicts"][0]["status"] == "passed"
    assert "the bytes" not in str(outcome.told)
    assert "the bytes" in str(outcome.body)
