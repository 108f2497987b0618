"""Gemini in Google Takeout: *My Activity*, as JSON; single prompts that are grouped by time."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html.parser import HTMLParser
from typing import Any, Final

from typing_extensions import override

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, Author, ImportedConversation, Node
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import list_of, objects_of, read_records, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_PAUSE: Final = timedelta(minutes=30)
_MOST_RECORDS: Final = 500_000
_AUTHOR: Final = Author("gemini", "Gemini")
_CELLS: Final = frozenset({"td", "th"})
# Stand for code and for the end of a cell until the words around them have been tidied; nobody's answer holds them.
_CODE: Final = "\x00code "
_CELL: Final = "\x00|"
_BLOCKS: Final = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "pre", "ul", "ol", "table"})


@dataclass(frozen=True, slots=True)
class Gemini:
    """Records of single prompts. Takeout names no conversations: what lies within half an hour of a day is one."""

    name: str = "gemini"
    label: str = "Gemini (Takeout)"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "record",
            "taken",
            title="what was asked, without the word all of them begin with",
            time="when it was asked",
            safeHtmlItem="the answer, as text",
            attachedFiles="named as missing",
        ),
        *declare_kept("record", "header", "titleUrl", "products", "activityControls", "subtitles", "details"),
        *declare_kept("record", "description", "imageFile", "audioFiles", "locationInfos"),
    )

    def recognise(self, sample: Sample) -> int:
        """By the product that records name."""
        records = [each for each in sample.records.get("", ()) if isinstance(each, dict)]
        named = [
            f"{each.get('header')} {each.get('products')}" for each in records if "time" in each and "title" in each
        ]
        return 80 if any("Gemini" in each or "Bard" in each for each in named) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each stretch of time, the oldest first."""
        found: list[tuple[datetime, Mapping[str, Any], bytes]] = []
        for piece, record in read_records(source, members, ledger, ""):
            ledger.look("record", record)
            at = read_moment(record.get("time"))
            if at is None or not text_of(record.get("title")) or len(found) >= _MOST_RECORDS:
                ledger.warn("no_messages")
            else:
                found.append((at, record, piece.raw or b""))
        found.sort(key=lambda each: each[0])
        prefix = _find_prefix([text_of(record.get("title")) for _, record, _ in found])
        for group in _group(found):
            yield _read(group, prefix)


def _find_prefix(titles: Sequence[str]) -> str:
    """The word most titles begin with, in whichever language the export is."""
    counts = Counter(title.split(" ", 1)[0] + " " for title in titles if " " in title)
    prefix, count = counts.most_common(1)[0] if counts else ("", 0)
    return prefix if count * 2 > len(titles) and len(titles) > 1 else "Prompted "


def _group(
    found: Sequence[tuple[datetime, Mapping[str, Any], bytes]],
) -> Iterator[list[tuple[datetime, Mapping[str, Any], bytes]]]:
    group: list[tuple[datetime, Mapping[str, Any], bytes]] = []
    for each in found:
        if group and (each[0] - group[-1][0] > _PAUSE or each[0].date() != group[-1][0].date()):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _read(group: Sequence[tuple[datetime, Mapping[str, Any], bytes]], prefix: str) -> ImportedConversation:
    nodes: list[Node] = []
    before: str | None = None
    for place, (at, record, _) in enumerate(group):
        asked = text_of(record.get("title")).removeprefix(prefix).strip()
        files = tuple(AttachedFile(str(each)) for each in list_of(record.get("attachedFiles")) if isinstance(each, str))
        question = Node(f"{at.isoformat()} {place}", before, "user", asked, files=files, at=at)
        answer = "\n\n".join(_strip(text_of(each.get("html"))) for each in objects_of(record.get("safeHtmlItem")))
        before = f"{question.id} answer"
        state: Any = "complete" if answer.strip() else "incomplete"
        nodes += [question, Node(before, question.id, "assistant", answer, _AUTHOR, at=at, state=state)]
    first = group[0][0]
    key = hashlib.sha256(f"{first.isoformat()} {nodes[0].text}".encode("utf-8", "replace")).hexdigest()[:32]
    return ImportedConversation(
        source_id=key,
        nodes=tuple(nodes),
        original=b"[" + b",".join(raw for _, _, raw in group) + b"]",
        title=nodes[0].text,
        created_at=first,
        updated_at=group[-1][0],
    )


class _Words(HTMLParser):
    """The words of a page, one line for each block and each row of a table; nothing else of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0
        self.codes: list[str] = []
        self._code: list[str] | None = None
        self._in_cell = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._silent += 1
        if tag == "pre":
            self._end_code()
            self._code = []
        if tag == "br" and self._code is not None:
            self._code.append("\n")
        if tag in _BLOCKS:
            self._part(tag)
        if tag in _CELLS:
            self._in_cell = True
        if tag == "li":
            self._say("- ")

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent = max(0, self._silent - 1)
        if tag == "pre":
            self._end_code()
        if tag in _CELLS:
            self._in_cell = False
            self._say(_CELL if self._code is None else " ")
        if tag in _BLOCKS:
            self._part(tag)

    @override
    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._say(data)

    @override
    def close(self) -> None:
        super().close()
        self._end_code()

    def _say(self, words: str) -> None:
        (self.said if self._code is None else self._code).append(words)

    def _part(self, tag: str) -> None:
        """A block begins or ends, and with it a line; but not within a cell."""
        if tag in ("tr", "table"):
            self._in_cell = False
        if self._code is None:
            self.said.append(" " if self._in_cell else "\n")
        elif self._code and not self._code[-1].endswith("\n"):
            self._code.append("\n")

    def _end_code(self) -> None:
        code, self._code = "".join(self._code or ()).strip("\n"), None
        if code:
            self.codes.append(code)
            self.said.append(f"\n{_CODE}{len(self.codes) - 1}\n")


def _strip(html: str) -> str:
    words = _Words()
    words.feed(html)
    words.close()
    lines = [_tidy(line) for line in "".join(words.said).split("\n")]
    return "\n\n".join(_show_code(line, words.codes) for line in lines if line)


def _tidy(line: str) -> str:
    """The words with one blank between them, and a bar between two cells."""
    cells = [" ".join(each.split()) for each in line.split(_CELL)]
    if not any(cells):
        return ""
    return " | ".join(cells if cells[-1] else cells[:-1]).strip()


def _show_code(line: str, codes: Sequence[str]) -> str:
    """The line; where it stands for code, the code as it was written."""
    number = line.removeprefix(_CODE)
    if number == line or not number.isdecimal() or int(number) >= len(codes):
        return line
    code = codes[int(number)]
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", code))])
    return f"{fence}\n{code}\n{fence}"


importer = Gemini()
