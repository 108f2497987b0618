"""Conversations as Markdown, every voice by its name."""

from collections.abc import Iterator
from dataclasses import dataclass

from antiphon.analysis.export import export_turn
from antiphon.analysis.spoken import escape_name
from antiphon.conversation.wire import format_time
from antiphon.exporters.protocol import API, ConversationDocument, Document, ExportOptions

_LINE = "---\n"


@dataclass(frozen=True, slots=True)
class Markdown:
    """One conversation after the other, each with a few facts before it."""

    name: str = "md"
    label: str = "Markdown"
    media_type: str = "text/markdown"
    suffix: str = "md"
    version: int = 1
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """Turn by turn."""
        for number, conversation in enumerate(document.conversations()):
            yield (("\n\n" if number else "") + _write_head(conversation)).encode()
            for turn in conversation.walk():
                said = export_turn(
                    turn, variants=options.variants, thinking=options.thinking, read_picture=conversation.read_picture
                )
                yield f"\n\n{said}".encode()
        yield b"\n"


def _write_head(conversation: ConversationDocument) -> str:
    facts = (
        "antiphon: 1",
        f"conversation: {conversation.id}",
        f"title: {_quote(conversation.title)}",
        f"began: {format_time(conversation.created_at)}",
    )
    head = _LINE + "".join(f"{each}\n" for each in facts) + _LINE
    return f"{head}\n# {escape_name(conversation.title) or 'A conversation'}"


def _quote(text: str) -> str:
    """A text on one line as YAML reads it."""
    words = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{words}"'


exporter = Markdown()
