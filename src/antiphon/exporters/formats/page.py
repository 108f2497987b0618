"""Conversations as one HTML page: its style inside, no script, and nothing it asks anybody for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from antiphon.analysis.export import UNTITLED, write_head, write_turn
from antiphon.analysis.html_page import walk_html
from antiphon.exporters.protocol import API, ConversationDocument, Document, ExportOptions


@dataclass(frozen=True, slots=True)
class Page:
    """One conversation below the other."""

    name: str = "html"
    label: str = "One web page"
    media_type: str = "text/html"
    suffix: str = "html"
    version: int = 1
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """Turn by turn."""
        several = document.conversations()
        first = next(several, None)
        if first is None:
            yield from (line.encode() for line in walk_html(UNTITLED, ()))
            return
        blocks = chain.from_iterable(_write(each, options) for each in chain([first], several))
        yield from (line.encode() for line in walk_html(first.title or UNTITLED, blocks))


def _write(conversation: ConversationDocument, options: ExportOptions) -> Iterator[str]:
    yield write_head(conversation.title)
    for turn in conversation.walk():
        yield write_turn(
            turn, variants=options.variants, thinking=options.thinking, read_picture=conversation.read_picture
        )


exporter = Page()
