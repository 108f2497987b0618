"""Lines to train a model on: a chat for each advisor of a conversation, or a choice between two answers."""

from collections.abc import Iterator
from dataclasses import dataclass

import orjson

from antiphon.exporters.protocol import API, Document, ExportOptions
from antiphon.exporters.threads import walk_preferences, walk_threads


@dataclass(frozen=True, slots=True)
class OpenAiChat:
    """One line for each advisor of each conversation, with `messages` as the OpenAI chat wire has them."""

    name: str = "openai-chat"
    label: str = "Training: chats (JSONL)"
    media_type: str = "application/jsonl"
    suffix: str = "jsonl"
    version: int = 1
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """Conversation by conversation."""
        for conversation in document.conversations():
            for thread in walk_threads(conversation):
                yield orjson.dumps({"messages": thread.messages}) + b"\n"


@dataclass(frozen=True, slots=True)
class Preferences:
    """One line for each answer the person preferred to another of the same advisor."""

    name: str = "preferences"
    label: str = "Training: preferences (JSONL)"
    media_type: str = "application/jsonl"
    suffix: str = "jsonl"
    version: int = 1
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """Conversation by conversation."""
        for conversation in document.conversations():
            for each in walk_preferences(conversation):
                line = {
                    "input": {"messages": each.messages},
                    "preferred_output": [{"role": "assistant", "content": each.preferred}],
                    "non_preferred_output": [{"role": "assistant", "content": each.other}],
                }
                yield orjson.dumps(line) + b"\n"


openai_chat = OpenAiChat()
preferences = Preferences()
