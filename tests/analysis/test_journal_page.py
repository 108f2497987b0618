"""The journal as Markdown: nothing anybody said passes for a part of the page."""

import re

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from antiphon.analysis.journal_page import EMPTY, write_decision, write_journal
from antiphon.conversation.decision import fingerprint
from antiphon.conversation.text import on_one_line
from tests.analysis.decisions import build_decision, build_stance

HOSTILE = (
    "# Forged\n\n## Also\n```\n~~~\n````text\n---\nSetext\n===\n"
    "> quote\n<h1>html</h1>\n[a]: javascript:x\n- item\n\t# tab"
)
words = st.text(st.sampled_from("ab#`~=-_*<>[]()!|\\&:\n\r\t 1.+\u2028\x0b\x0c"), max_size=40)


def read(page: str) -> list[Token]:
    """What a reader of CommonMark takes the page for."""
    return MarkdownIt("commonmark").parse(page)


def headings(page: str) -> list[tuple[str, str]]:
    """Every heading, with its level."""
    tokens = read(page)
    return [
        (token.tag, "".join(each.content for each in tokens[at + 1].children or ()))
        for at, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


@given(words, words, words)
@example(HOSTILE, HOSTILE, HOSTILE)
def test_no_words_can_forge_a_heading(question: str, name: str, text: str) -> None:
    stances = (build_stance(name or "Keel", "for", text), build_stance("Ledger", "against"))
    more = {"question": question, "choice": text, "options": (text, name), "change_my_mind": text, "outcome_text": text}

    page = write_journal([build_decision(1, "wrong", {**more, "stances": stances})])

    levels = [tag for tag, _ in headings(page)]
    assert levels == ["h1", "h2", "h3", "h3"]
    assert not [token for token in read(page) if token.type in ("html_block", "blockquote_open", "hr")]


@given(words)
@example(HOSTILE)
def test_the_words_stand_unchanged_and_fit_their_fingerprint(text: str) -> None:
    """Copied out of the page, they hash to what stands beside them."""
    # Markdown knows one line ending; a fence holds what is between two of them.
    text = text.replace("\r", "") or "said"
    page = write_decision(build_decision(1, more={"stances": (build_stance("Keel", "for", text),)}))

    [fence] = [token for token in read(page) if token.type == "fence"]

    assert fence.content == text + "\n"
    assert fingerprint(text) in page


@given(words.filter(lambda text: on_one_line(text) != ""))
def test_the_question_reads_as_it_was_asked(question: str) -> None:
    [(_, shown), *_] = headings(write_decision(build_decision(1, more={"question": question})))

    assert shown == on_one_line(question)


def test_one_decision_tells_all_of_it() -> None:
    made = build_decision(
        1, "mixed", {"change_my_mind": "A second bid.", "outcome_text": "Half of it."}, Keel="against"
    )

    page = write_decision(made)

    assert page.startswith("# Do I sign?\n")
    for line in ("- chosen: Sign", "- not chosen: Wait", "- confidence: 70 %", "- stands: against it"):
        assert line in page.splitlines()
    assert "What happened: Mixed, 2026-02-01." in page
    assert re.search(r"^```text\nHalf of it\.\n```$", page, re.MULTILINE)
    assert page.count("a" * 64) == 1


def test_an_empty_journal_says_so() -> None:
    assert write_journal([]) == f"# Decisions\n\n{EMPTY}\n"
