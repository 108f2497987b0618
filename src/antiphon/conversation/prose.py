"""An answer's paragraphs and sentences, as spans of it: what stands between their ends is the answer, unchanged.

A block of code is one paragraph and one sentence, whatever stands in it; so is a row of a table. A line that begins a
list item or a heading begins a sentence; any other line goes on with the one before it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from antiphon.conversation.endings import full_stop_ends, is_capital


class CharSpan(NamedTuple):
    """Characters of an answer, from and to."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The words."""
        return text[self.start : self.end]


# What stands behind backticks on the same line holds none, or it is code within the line.
_FENCE = re.compile(r"\s*(```+(?=[^`\n]*$)|~~~+)", re.MULTILINE)
_BLOCK = re.compile(r"\s*(?:[-*+•]\s|#{1,6}\s|[0-9]{1,9}[.)]\s|>|\|)")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|__[^_]+__:?\s*$)")
# From the first sign of a run on: each of a long one would look through all that follow.
_END = re.compile(r"(?:(?<![.?!…؟۔।])[.?!…؟۔।]+[\"'”’»)\]}*_~]*(?=\s)|[。！？｡]+[”’」』）]*)\s*")
_CODE = re.compile(r"`[^`\n]*`")
_PAIRS = {"(": ")", "[": "]", "（": "）", "「": "」", "『": "』"}
# Elsewhere these open and close the other way round, or both ways.
_WIDE_PAIRS = {"“": "”", "‘": "’"}
_MARKS = re.compile(r"[()\[\]（）「」『』“”‘’]")
_WIDE_SIGNS = "。！？｡"
# Looking back further than this finds no abbreviation.
_LOOK_BACK = 48


def split_paragraphs(text: str) -> list[CharSpan]:
    """What blank lines part. A heading, and a line that announces what follows, stay with what follows."""
    found: list[CharSpan] = []
    for block in _blocks(text):
        if found and _announces(found[-1].of(text)):
            found[-1] = CharSpan(found[-1].start, block.end)
        else:
            found.append(block)
    return found


def split_sentences(text: str) -> list[CharSpan]:
    """Every sentence in its order; what is between two of them is white space."""
    return [sentence for block in _blocks(text) for line in _lines(text, block) for sentence in _sentences(text, line)]


def _announces(paragraph: str) -> bool:
    last = paragraph.rstrip().rsplit("\n", 1)[-1]
    return last.endswith((":", "：")) or _HEADING.match(last) is not None


def _blocks(text: str) -> Iterator[CharSpan]:
    """What blank lines part, but for those in code."""
    start, end, fence, place = -1, 0, "", 0
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        opens = mark is not None and not fence
        if start >= 0 and (opens or (not fence and not line.strip())):
            yield CharSpan(start, end)
            start = -1
        if line.strip() or fence:
            start = place + len(line) - len(line.lstrip()) if start < 0 else start
            end = place + len(line.rstrip())
        if opens and mark is not None:
            fence = mark[1]
        elif fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
            yield CharSpan(start, place + len(line.rstrip()))
            start = -1
        place += len(line)
    if start >= 0:
        yield CharSpan(start, max(end, start))


def _lines(text: str, block: CharSpan) -> Iterator[CharSpan]:
    """The block, parted where a list item, a heading or a row begins; code is not parted."""
    if _FENCE.match(text, block.start, block.end):
        yield block
        return
    start, place = block.start, block.start
    for line in block.of(text).splitlines(keepends=True):
        if (_BLOCK.match(line) or _HEADING.match(text, start, place)) and text[start:place].strip():
            yield _trim(text, start, place)
            start = place
        place += len(line)
    yield _trim(text, start, block.end)


def _sentences(text: str, line: CharSpan) -> Iterator[CharSpan]:
    if _FENCE.match(text, line.start, line.end) or text[line.start : line.end].lstrip().startswith("|"):
        yield line
        return
    code = [CharSpan(each.start(), each.end() - 1) for each in _CODE.finditer(text, line.start, line.end)]
    quoted, quoted_wide = (_find_quoted(text, line, each) for each in (_PAIRS, _PAIRS | _WIDE_PAIRS))
    start = line.start
    for end in _END.finditer(text, line.start, line.end):
        if end.end() >= line.end or _is_inside(code, end.start()):
            continue
        is_wide = end[0][0] in _WIDE_SIGNS
        is_quoted = _is_inside(quoted_wide, end.end()) if is_wide else _is_inside(quoted, end.start())
        if is_quoted or not _ends(text, start, end):
            continue
        yield _trim(text, start, end.end())
        start = end.end()
    if text[start : line.end].strip():
        yield _trim(text, start, line.end)


def _ends(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether a sentence is over here, now that what follows is known."""
    signs, following = end[0].strip(), text[end.end()]
    if signs[0] in _WIDE_SIGNS:
        # Behind a closing mark the sentence mostly goes on, with who said so.
        return signs[-1] in _WIDE_SIGNS or "\n" in end[0]
    if following in ".…":
        return False
    if signs[0] == "…" or signs.startswith(".."):
        return is_capital(following)
    if len(signs) > 1 and signs[1] not in ".?!…" and following.islower():
        return False
    if signs[0] != ".":
        return True
    before = text[max(start, end.start() - _LOOK_BACK) : end.start()]
    return full_stop_ends(before, following, opens_line=len(before.split()) == 1)


def _find_quoted(text: str, line: CharSpan, pairs: Mapping[str, str]) -> list[CharSpan]:
    """From each mark that opens to the one that closes it, the outermost alone; what nothing closes is no mark."""
    opened: dict[str, list[int]] = {closed: [] for closed in pairs.values()}
    found: list[CharSpan] = []
    for mark in _MARKS.finditer(text, line.start, line.end):
        if mark[0] in pairs:
            opened[pairs[mark[0]]].append(mark.start())
        elif opened.get(mark[0]):
            start = opened[mark[0]].pop()
            while found and found[-1].start > start:
                found.pop()
            found.append(CharSpan(start, mark.start()))
    return found


def _is_inside(spans: Sequence[CharSpan], place: int) -> bool:
    """Whether one of these, which are in their order and apart, has begun before this place and not ended."""
    at = bisect_left(spans, CharSpan(place, 0)) - 1
    return at >= 0 and place <= spans[at].end


def _trim(text: str, start: int, end: int) -> CharSpan:
    said = text[start:end]
    return CharSpan(start + len(said) - len(said.lstrip()), start + len(said.rstrip()))
