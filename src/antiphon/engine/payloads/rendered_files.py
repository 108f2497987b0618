"""Files as they are written into a message, kept for a while: a preview asks for them with every keystroke."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from antiphon.context.attached import write_file
from antiphon.conversation.ids import DocumentId

# Two of the longest files there are, or any number of usual ones.
_MOST_CHARACTERS = 10_000_000


class RenderedFiles:
    """The last few files, by id and name, under a lock; what a document says never changes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[DocumentId, str], str] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def write(self, document_id: DocumentId, name: str, read: Callable[[], str]) -> str:
        """The text under its name; it is read only if it is not kept."""
        key = (document_id, name)
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        written = write_file(name, read())
        self._keep(key, written)
        return written

    def _keep(self, key: tuple[DocumentId, str], written: str) -> None:
        with self._lock:
            self._characters += len(written) - len(self._kept.pop(key, ""))
            self._kept[key] = written
            while self._characters > _MOST_CHARACTERS:
                self._characters -= len(self._kept.popitem(last=False)[1])
