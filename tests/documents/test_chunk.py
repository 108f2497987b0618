"""Pieces of a page that can be found and quoted."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from antiphon.documents.chunk import LENGTH, OVERLAP, cut
from antiphon.documents.page import ExtractedPage

words = st.text("ab\u00e9\u65e5\U0001f600", min_size=1, max_size=30)
borders = st.sampled_from([" ", ". ", "\n", "\n\n", "\u3002", "  \n", "", "!? ", "\t"])
texts = st.lists(st.tuples(words, borders), max_size=400).map(lambda pairs: "".join(a + b for a, b in pairs))
PROSE = " ".join(f"Sentence number {number} says something that nobody else has said before." for number in range(200))


@given(st.lists(texts | st.text(), max_size=3))
def test_places_resolve_exactly_and_nothing_is_left_out(pages: list[str]) -> None:
    found = [ExtractedPage(number, f"page {number}", text) for number, text in enumerate(pages, 1)]

    chunks = cut(found)

    for chunk in chunks:
        text = pages[chunk.page - 1]
        assert text[chunk.start : chunk.end] == chunk.text == chunk.text.strip() != ""
        assert len(chunk.text) <= LENGTH + OVERLAP
    for page in found:
        covered = {place for each in chunks if each.page == page.number for place in range(each.start, each.end)}
        assert all(place in covered for place, letter in enumerate(page.text) if not letter.isspace())


@given(texts)
def test_pieces_go_forward_and_overlap_a_little(text: str) -> None:
    chunks = cut([ExtractedPage(1, "page 1", text)])

    for one, next_one in pairwise(chunks):
        assert one.start < next_one.start
        assert one.end < next_one.end
        assert one.end - next_one.start <= OVERLAP


def test_prose_is_cut_between_sentences() -> None:
    chunks = cut([ExtractedPage(7, "page 7", PROSE)])

    assert {chunk.page for chunk in chunks} == {7}
    assert all(re.fullmatch(r"Sentence .*\.", chunk.text) for chunk in chunks)
    assert all(600 < len(chunk.text) <= LENGTH + OVERLAP for chunk in chunks)
    assert all(a.end - b.start > 50 for a, b in pairwise(chunks))


def test_a_paragraph_is_preferred_to_a_sentence() -> None:
    text = PROSE[:700] + "\n\n" + PROSE[:700]

    assert cut([ExtractedPage(1, "", text)])[0].text == PROSE[:700].strip()


def test_a_short_page_is_one_piece_and_an_empty_one_none() -> None:
    assert [chunk.text for chunk in cut([ExtractedPage(1, "", "  short  "), ExtractedPage(2, "", " \n ")])] == ["short"]
