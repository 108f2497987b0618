"""JUnit XML as CI systems read it."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from antiphon.evals.report.junit import write_junit
from antiphon.evals.result import CaseResult
from tests.evals.report_samples import HOSTILE, make_exchange, make_result, make_run, make_verdict


def read(results: list[CaseResult]) -> ET.Element:
    """The document as a reader sees it."""
    return ET.fromstring(write_junit(results).encode())


def test_one_suite_each_with_its_counts() -> None:
    root = read(make_run())

    assert [(each.get("name"), each.get("tests")) for each in root] == [("five", "10"), ("hostile", "3")]
    counts = {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "13", "failures": "3", "errors": "1", "skipped": "2"}


def test_counts_agree_with_what_is_inside() -> None:
    for suite in read(make_run()):
        for attribute, name in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert suite.get(attribute) == str(len(suite.findall(f"testcase/{name}")))


def test_repeats_are_cases_of_their_own() -> None:
    names = [each.get("name") for each in read(make_run()).iter("testcase")]

    assert names[:2] == ["asks-one-question#1", "asks-one-question#2"]
    assert len(set(names)) == len(names)


def test_a_failure_has_its_reason_and_what_was_sent() -> None:
    asked = make_exchange(answer="No.")
    verdict = make_verdict(0.0, reason="the answer does not hold “evidence”")

    [failure] = read([make_result(score=0.0, verdicts=(verdict,), exchanges=(asked,))]).iter("failure")

    assert failure.get("message") == "contains (skeptic): the answer does not hold “evidence”"
    assert failure.get("type") == "contains"
    assert failure.text is not None
    assert "Answer: No." in failure.text
    assert asked.sha256 in failure.text
    assert failure.text.endswith(asked.body)


def test_a_long_payload_is_cut_and_says_so() -> None:
    asked = make_exchange(answer="No.")
    long = make_result(score=0.0, exchanges=(replace(asked, body="x" * 5_000),))

    [failure] = read([long]).iter("failure")

    assert failure.text is not None
    assert "(the first 2,000 characters)" in failure.text
    assert failure.text.count("x") < 2_100


def test_what_was_not_graded_is_skipped_with_its_reason() -> None:
    """D40: a reader must not count it as passed or failed."""
    verdict = make_verdict(None, "llm-rubric", reason="the judge was cut off")

    [skipped] = read([make_result(score=None, verdicts=(verdict,))]).iter("skipped")

    assert skipped.get("message") == "not graded: llm-rubric (skeptic): the judge was cut off"


def test_an_error_is_named_by_its_code() -> None:
    broken = make_exchange(answer="", error={"code": "rate_limited", "message": "try again"})

    [error] = read([make_result(score=None, status="error", verdicts=(), exchanges=(broken,))]).iter("error")

    assert error.get("type") == "rate_limited"
    assert error.get("message") == "rate_limited: try again"


def test_hostile_words_cannot_break_the_document() -> None:
    verdict = make_verdict(0.0, reason=HOSTILE)
    hostile = make_result(HOSTILE, 0.0, suite=HOSTILE, verdicts=(verdict,), exchanges=(make_exchange(answer=HOSTILE),))

    text = write_junit([hostile])

    [failure] = ET.fromstring(text.encode()).iter("failure")
    assert failure.get("message", "").endswith(
        "</script><img src=x onerror=alert(1)>txt.exe [31m & 'quotes' \"too\" <b>"
    )
    assert not any(sign in text for sign in "\x00\x1b\u202e\u202c")


def test_the_same_results_give_the_same_text() -> None:
    assert write_junit(make_run()) == write_junit(make_run())
