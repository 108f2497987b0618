"""`llm`: the database its command line logs to, in its older tables and its newer ones."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import orjson

from antiphon.documents.limits import Unreadable
from antiphon.importers.detect import open_database
from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import Author, ImportedConversation, Node
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment


@dataclass(frozen=True, slots=True)
class LlmLogs:
    """Responses by conversation; single prompts without one are a conversation each."""

    name: str = "llm"
    label: str = "llm (logs.db)"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "responses",
            "taken",
            id="name of the message",
            model="the model",
            prompt="what was asked",
            system="note of the conversation: it speaks to nobody",
            response="the answer",
            reasoning="thinking",
            conversation_id="which conversation",
            datetime_utc="when it was asked",
        ),
        *declare_kept("responses", "prompt_json", "options_json", "response_json", "duration_ms", "input_tokens"),
        *declare_kept("responses", "output_tokens", "token_details", "schema_id", "resolved_model"),
        *declare("conversations", "taken", id="which conversation", name="title"),
        *declare_kept("conversations", "model"),
        *declare_kept("threads", "id", "name", "tip_message_hash", "forked_from", "datetime_utc"),
    )

    def recognise(self, sample: Sample) -> int:
        """By its tables."""
        return 90 if sample.tables >= {"responses", "conversations"} else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each of theirs."""
        for member in members:
            with closing(open_database(source, member)) as connection:
                connection.row_factory = sqlite3.Row
                try:
                    yield from _read_all(connection, ledger)
                except (sqlite3.Error, UnicodeError) as error:
                    raise Unreadable("it is a damaged database") from error


def _read_all(connection: sqlite3.Connection, ledger: Ledger) -> Iterator[ImportedConversation]:
    titles = {row["id"]: text_of(row["name"]) for row in connection.execute("SELECT id, name FROM conversations")}
    group: list[dict[str, Any]] = []
    rows = connection.execute("SELECT * FROM responses ORDER BY coalesce(conversation_id, id), id")
    for row in rows:
        found = {name: row[name] for name in row.keys()}  # noqa: SIM118 - a row iterates over its values
        ledger.look("responses", found)
        if group and _key_of(found) != _key_of(group[0]):
            yield _read(group, titles)
            group = []
        group.append(found)
    if group:
        yield _read(group, titles)


def _key_of(row: dict[str, Any]) -> str:
    return id_of(row.get("conversation_id")) or id_of(row.get("id")) or "unknown"


def _read(group: Sequence[dict[str, Any]], titles: dict[str, str]) -> ImportedConversation:
    nodes: list[Node] = []
    before: str | None = None
    notes: list[str] = []
    for place, row in enumerate(group):
        at, model = read_moment(row.get("datetime_utc")), text_of(row.get("model"))
        key = id_of(row.get("id")) or f"response {place}"
        author = Author(model or "unknown", f"llm · {model}" if model else "llm", model)
        said, thought = text_of(row.get("response")), text_of(row.get("reasoning"))
        asked = Node(key, before, "user", text_of(row.get("prompt")), at=at)
        nodes += [asked, Node(f"{key} answer", key, "assistant", said, author, thought, at=at)]
        before = f"{key} answer"
        notes.append(text_of(row.get("system")))
    return ImportedConversation(
        source_id=_key_of(group[0]),
        nodes=tuple(nodes),
        original=_dump(group),
        title=titles.get(text_of(group[0].get("conversation_id")), ""),
        note="\n\n".join(dict.fromkeys(filter(None, notes))),
    )


def _dump(group: Sequence[dict[str, Any]]) -> bytes:
    """The rows as JSON: a database has no bytes of one conversation."""
    return orjson.dumps([{name: value for name, value in row.items() if not isinstance(value, bytes)} for row in group])


importer = LlmLogs()
