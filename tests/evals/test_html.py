"""The report as one page: it holds everything, asks for nothing, and nobody's words can break out of it."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.evals.report.html import write_report
from antiphon.evals.report.markup import TextRange, mark_text, show_text, tag
from antiphon.evals.result import CaseResult, Spot
from tests.evals.report_samples import HOSTILE, make_exchange, make_leak, make_result, make_run, make_verdict

STYLES = Path(__file__).parents[2] / "web" / "src" / "styles" / "tokens.css"
REPORT = Path(__file__).parents[2] / "src" / "antiphon" / "evals" / "report" / "report.css"
KNOWN = re.compile(
    "html|head|meta|title|style|body|header|main|section|div|span|p|b|small|code|pre|mark|h[123]|[uo]l|li|d[ltd]|a|table|"
    "thead|tbody|t[rhd]|figure|figcaption|svg|line|rect|text|path|details|summary|label|input"
)


class Page(HTMLParser):
    """What a browser finds on a page: its elements, their attributes and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        """Every word of the page."""
        return "".join(self.words)


def hostile_run(words: str) -> list[CaseResult]:
    """A run in which everything anybody could have written is these words."""
    spot = Spot("answer", 0, len(words), words)
    verdict = make_verdict(0.0, words, advisor=words, name=words, reason=words, misses=(words,), spots=(spot,))
    asked = make_exchange(words, words)
    broken = make_exchange(words, words, error={"code": words, "message": words})
    return [
        make_result(words, 0.0, suite=words, verdicts=(verdict,), exchanges=(asked,)),
        make_result(words, None, status="error", suite=words, verdicts=(), exchanges=(broken,), error=words, repeat=2),
    ]


def test_the_page_holds_only_elements_of_ours() -> None:
    page = Page(write_report(make_run()))

    assert [name for name in page.names if not KNOWN.fullmatch(name)] == []
    assert page.open == []


@given(st.text() | st.just(HOSTILE))
def test_no_words_can_become_markup(words: str) -> None:
    plain, page = Page(write_report(hostile_run("plain"))), Page(write_report(hostile_run(words)))

    assert [name for name in page.names if not KNOWN.fullmatch(name)] == []
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("style", "src")]
    assert {name for name, _ in page.attributes} <= {"title"} | {name for name, _ in plain.attributes}


def test_what_cannot_be_seen_is_shown_by_its_number() -> None:
    page = write_report(hostile_run(HOSTILE))

    assert not any(sign in page for sign in "\x00\x1b\u202e\u202c")
    assert ">U+202E</span>" in page
    assert ">U+0000</span>" in page


def test_the_page_asks_for_nothing_and_runs_nothing() -> None:
    page = write_report(make_run())

    policy = re.search(r'content="(default-src[^"]*)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy is not None
    assert style is not None
    fingerprint = b64encode(sha256(style[1].encode()).digest()).decode()
    assert policy[1].replace("&#x27;", "'") == (
        f"default-src 'none'; style-src 'sha256-{fingerprint}'; base-uri 'none'; form-action 'none'"
    )
    assert "<script" not in page
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert [
        value for name, value in Page(page).attributes if name == "href" and not (value or "").startswith("#")
    ] == []


def test_a_failure_shows_exactly_what_was_sent() -> None:
    leak = make_leak()
    asked = leak.exchanges[1]

    page = Page(write_report([leak]))

    assert asked.sha256 in page.text
    assert asked.body in page.text
    for message in asked.messages:
        assert message.content in page.text


def test_offending_words_are_marked_where_they_stand() -> None:
    page = write_report([make_leak()])

    assert "the code of the safe is <mark>4711</mark>, and" in page
    assert "Understood. The code of the safe is <mark>4711</mark>." in page


def test_a_case_that_passed_keeps_its_answer_and_not_its_payload() -> None:
    asked = make_exchange(answer="What would prove you wrong?")

    page = Page(write_report([make_result(exchanges=(asked,))]))

    assert "What would prove you wrong?" in page.text
    assert asked.sha256 not in page.text


def test_what_was_not_graded_is_called_that() -> None:
    """D40: never shown as failed."""
    verdict = make_verdict(None, "llm-rubric", reason="the judge answered with no JSON")

    page = Page(write_report([make_result(score=None, verdicts=(verdict,))]))

    assert "1 not graded: nobody could judge the answer; in no mean" in page.text
    assert "the judge answered with no JSON" in page.text
    assert "failed" not in page.text.split("Every case")[1]


def test_an_assertion_nobody_judged_is_told_above_all() -> None:
    verdicts = (make_verdict(1.0), make_verdict(None, "llm-rubric"))

    page = Page(write_report([make_result(score=1.0, verdicts=verdicts)]))

    assert "1 assertion not graded in cases that have a score all the same" in page.text


def test_plots_say_in_words_what_they_draw() -> None:
    page = write_report(make_run())

    assert "<title>skeptic: 4 scores, mean 0.97, from 0.90 to 1.00.</title>" in page
    assert "<title>Scores of cases: 1 from 0.0 to 0.1; 1 from 0.4 to 0.5;" in page
    assert "<title>historian: 2 answers, half of them within 2.9 s, nineteen of twenty within 3.4 s.</title>" in page
    assert "<title>the judge: 1 request, 360 tokens, $0.0009.</title>" in page


def test_every_link_leads_to_a_case_on_the_page() -> None:
    page = Page(write_report(make_run()))

    links = [value[1:] for name, value in page.attributes if name == "href" and value]
    places = [value for name, value in page.attributes if name == "id"]
    assert len(links) == 12
    assert set(links) <= set(places)
    assert len(set(places)) == len(places)


def test_an_empty_run_is_a_page_too() -> None:
    page = Page(write_report([]))

    assert "There was nothing to play." in page.text


def test_the_same_results_give_the_same_page() -> None:
    assert write_report(make_run()) == write_report(make_run())


def test_colours_are_those_of_the_house() -> None:
    pattern = re.compile(r"^\s*(--[\w-]+):\s*(light-dark\([^)]*\));", re.MULTILINE)
    house = dict(pattern.findall(STYLES.read_text(encoding="utf-8")))

    ours = dict(pattern.findall(REPORT.read_text(encoding="utf-8")))

    assert len(ours) > 40
    assert {name: value for name, value in ours.items() if house.get(name) != value} == {}


@pytest.mark.parametrize(
    ("stretches", "marked"),
    [
        ([(0, 2)], "<mark>ab</mark>cdef"),
        ([(4, 6), (0, 1)], "<mark>a</mark>bcd<mark>ef</mark>"),
        ([(0, 3), (2, 5)], "<mark>abcde</mark>f"),
        ([(2, 2), (5, 99), (-3, 1)], "<mark>a</mark>bcde<mark>f</mark>"),
    ],
)
def test_stretches_are_marked_once(stretches: list[tuple[int, int]], marked: str) -> None:
    assert mark_text("abcdef", [TextRange(*each) for each in stretches]).text == marked


@given(st.text(), st.lists(st.tuples(st.integers(-5, 50), st.integers(-5, 50))))
def test_marking_loses_no_character(text: str, stretches: list[tuple[int, int]]) -> None:
    marked = mark_text(text, [TextRange(*each) for each in stretches])

    assert marked.text.replace("<mark>", "").replace("</mark>", "") == show_text(text).text


def test_attributes_are_escaped() -> None:
    assert tag("a", "x", href='"><b>', hidden=True, title=None).text == '<a href="&quot;&gt;&lt;b&gt;" hidden>x</a>'
