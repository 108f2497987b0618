"""An answer's paragraphs and sentences, as spans of it: what stands between their ends is the answer, unchanged.

A block of code is one paragraph and one sentence, whatever stands in it; so is a row of a table. A line that begins a
list item or a heading begins a sentence; any other line goes on with the one before it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from antiphon.conversation.endings import full_stop_ends, is_capital


class CharSpan(NamedTuple):
    """Characters of an answer, from and to."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The words."""
        return text[self.start : self.end]


_FENCE = re.compile(r"\s*(```+|~~~+)")
_BLOCK = re.compile(r"\s*(?:[-*+•]\s|#{1,6}\s|[0-9]{1,9}[.)]\s|>|\|)")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|__[^_]+__:?\s*$)")
_END = re.compile(r"(?:[.?!…؟۔।]+[\"'”’»)\]}*_~]*(?=\s)|[。！？｡]+[”’」』）]*)\s*")
_CODE = re.compile(r"`[^`\n]*`")
_PAIRS = {"(": ")", "[": "]"}
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
        before = text[start:place]
        if before.strip() and (_BLOCK.match(line) or _HEADING.match(before)):
            yield _trim(text, start, place)
            start = place
        place += len(line)
    yield _trim(text, start, block.end)


def _sentences(text: str, line: CharSpan) -> Iterator[CharSpan]:
    if _FENCE.match(text, line.start, line.end) or text[line.start : line.end].lstrip().startswith("|"):
        yield line
        return
    inside = [CharSpan(each.start(), each.end()) for each in _CODE.finditer(text, line.start, line.end)]
    start = line.start
    for end in _END.finditer(text, line.start, line.end):
        if end.end() >= line.end or any(each.start < end.start() < each.end for each in inside):
            continue
        if _is_open(text[start : end.start()]) or not _ends(text, start, end):
            continue
        yield _trim(text, start, end.end())
        start = end.end()
    if text[start : line.end].strip():
        yield _trim(text, start, line.end)


def _ends(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether a sentence is over here, now that what follows is known."""
    signs, following = end[0].strip(), text[end.end()]
    if signs[0] in "。！？｡":
        return True
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


def _is_open(said: str) -> bool:
    """Whether a bracket was opened and not closed."""
    return any(said.count(opened) > said.count(closed) for opened, closed in _PAIRS.items())


def _trim(text: str, start: int, end: int) -> CharSpan:
    said = text[start:end]
    return CharSpan(start + len(said) - len(said.lstrip()), start + len(said.rstrip()))
