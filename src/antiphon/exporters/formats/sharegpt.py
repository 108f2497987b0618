"""Conversations in the form that ShareGPT gave its name to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from antiphon.exporters.protocol import API, Document, ExportOptions
from antiphon.exporters.threads import Thread, walk_threads

_SPEAKERS: Final = {"system": "system", "user": "human", "assistant": "gpt"}


@dataclass(frozen=True, slots=True)
class ShareGpt:
    """A list with one conversation for each advisor of each of ours."""

    name: str = "sharegpt"
    label: str = "ShareGPT (JSON)"
    media_type: str = "application/json"
    suffix: str = "json"
    version: int = 1
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """Conversation by conversation."""
        before = b"[\n"
        for conversation in document.conversations():
            for thread in walk_threads(conversation):
                yield before + orjson.dumps(_describe(thread))
                before = b",\n"
        yield (b"[" if before == b"[\n" else b"\n") + b"]\n"


def _describe(thread: Thread) -> dict[str, Any]:
    said = [{"from": _SPEAKERS[each["role"]], "value": each["content"]} for each in thread.messages]
    return {"id": f"{thread.conversation_id}/{thread.advisor_id}", "conversations": said}


exporter = ShareGpt()
