"""An exporter: every conversation as plain letters, one paragraph for each voice."""

from collections.abc import Iterator

from antiphon.exporters.protocol import Document, ExportOptions


class Letters:
    """Handed what is to be written, a little at a time; yields bytes, a little at a time."""

    name = "letters"
    label = "Letters"
    media_type = "text/plain"
    suffix = "txt"
    version = 1
    api = 1

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """The same document gives the same bytes."""
        for conversation in document.conversations():
            yield f"{conversation.title}\n\n".encode()
            for turn in conversation.walk():
                yield f"{turn.text}\n\n".encode()
                for reply in turn.replies:
                    yield f"{reply.name}: {reply.text}\n\n".encode()


exporter = Letters()
