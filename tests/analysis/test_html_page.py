"""A page to keep is made of words nobody vouches for: nothing in them may act."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.export import export_turns
from antiphon.analysis.html_page import render_markdown
from tests.analysis.test_export import REPLY, TURN

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "article", "section", "div", "span", "p", "h1", "h2"),
    *("h3", "h4", "h5", "h6", "b", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "br", "a"),
    *("table", "thead", "tbody", "tr", "th", "td", "small"),
}
ATTRIBUTES = {"class", "dir", "lang", "style", "href", "rel", "start", "charset", "content", "name", "http-equiv"}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![pixel](https://evil.example/p.png)",
    '![a](https://evil.example/"onload="alert(1))',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](//evil.example)",
    "<javascript:alert(1)>",
    "</style><script>alert(1)</script>",
    "</title><svg/onload=alert(1)>",
    '```" onclick=alert(1)\n</code></pre><script>\n```',
    "[ref]: javascript:alert(1)\n\n[ref]",
    "| a |\n|:-:|\n| <iframe src=//evil.example> |",
    "<style>@import url(https://evil.example)</style>",
)


class Watch(HTMLParser):
    """Notes every element and attribute that has no business on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        if tag not in TAGS:
            self.foreign.append(tag)
        for name, value in attrs:
            is_style = name == "style" and (value or "").startswith(("--voice: #", "text-align:"))
            is_link = name == "href" and (value or "").startswith(("http://", "https://", "mailto:"))
            if name not in ATTRIBUTES or (name in ("style", "href") and not (is_style or is_link)):
                self.foreign.append(f"{tag} {name}={value}")


def find_foreign(page: str) -> list[str]:
    watch = Watch()
    watch.feed(page)
    return watch.foreign


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_stay_words_wherever_they_stand(words: str) -> None:
    turn = replace(TURN, text=words, replies=(replace(REPLY, name=words, model=words, colour=words, text=words),))

    page = export_turns([turn], "html", title=words)

    assert find_foreign(page) == []
    assert page.count("<style>") == page.count("</style>") == 1
    assert "default-src 'none'" in page


@given(st.text(alphabet="<>[]()!\"'&;:=/\\`|#-\n aonerjvscipt:", max_size=80))
def test_no_words_at_all_make_an_element_of_their_own(words: str) -> None:
    assert find_foreign(render_markdown(words)) == []


def test_the_page_says_who_said_what_in_the_form_it_was_meant() -> None:
    words = "**Wait.** [Why](https://ok.example/a)\n\n| a |\n|---|\n| 1 |"
    turn = replace(TURN, replies=(replace(REPLY, text=words, colour="lapis"),))

    page = export_turns([turn], "html", title="Rain?")

    assert '<h1 dir="auto">Rain?</h1>' in page
    assert 'style="--voice: #485daa"' in page
    assert "<strong>Wait.</strong>" in page
    assert '<a href="https://ok.example/a" rel="noopener noreferrer nofollow">Why</a>' in page
    assert "<td>1</td>" in page
