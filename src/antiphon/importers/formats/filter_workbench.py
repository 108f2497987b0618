"""A workbench of message pairs under topics: one question and one answer each, with stars and a flag."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import Author, ImportedConversation, Node
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, read_records, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_FLAGS: Final = {"b": "blue", "g": "grey", "blue": "blue", "grey": "grey"}
_LISTS: Final = ("", "pairs", "messagePairs", "messages")
_MOST_STARS: Final = 3
_MOST_PAIRS: Final = 500_000


@dataclass(frozen=True, slots=True)
class FilterWorkbench:
    """Pairs of question and answer; those of one topic are one conversation, in the order of time."""

    name: str = "filter-workbench"
    label: str = "Message pairs (MaiChat)"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "pair",
            "taken",
            id="name of the message",
            createdAt="when it was said",
            timestamp="when it was said, in an older form",
            topicPath="topic of the turns",
            topicId="which pairs are one conversation, where there is no path",
            model="the model",
            stars="stars",
            star="stars, in an older form",
            flagColor="colour flag",
            colorFlag="colour flag, in an older form",
            userText="what was asked",
            assistantText="the answer",
            errorState="an answer that failed",
            errorMessage="why it failed",
            lifecycleState="an answer that failed, in an older form",
        ),
        *declare_kept("pair", "sessionId", "previousAssistantText", "previousModel", "replacedAt", "attachments"),
    )

    def recognise(self, sample: Sample) -> int:
        """By a question with its model or topic beside it."""
        return 85 if any(sample.has_record(key, "userText", "model") for key in _LISTS) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each topic."""
        topics: dict[str, list[tuple[Mapping[str, Any], bytes]]] = {}
        for count, (piece, pair) in enumerate(read_records(source, members, ledger, *_LISTS)):
            if "userText" not in pair or count > _MOST_PAIRS:
                ledger.warn("no_messages")
                continue
            ledger.look("pair", pair)
            topic = text_of(pair.get("topicPath")) or id_of(pair.get("topicId")) or ""
            topics.setdefault(topic, []).append((pair, piece.raw or b""))
        for topic, pairs in topics.items():
            yield _read(topic, pairs)


def _read(topic: str, pairs: list[tuple[Mapping[str, Any], bytes]]) -> ImportedConversation:
    pairs.sort(key=lambda each: text_of(each[0].get("createdAt")) or str(each[0].get("timestamp") or ""))
    nodes: list[Node] = []
    before: str | None = None
    for place, (pair, _) in enumerate(pairs):
        asked, answer = _read_pair(pair, place, before)
        nodes += [asked, *([answer] if answer else [])]
        before = nodes[-1].id
    has_path = any(text_of(pair.get("topicPath")) for pair, _ in pairs)
    path = tuple(name.strip() for name in topic.split(">") if name.strip()) if has_path else ()
    return ImportedConversation(
        source_id=f"topic {hashlib.sha256(topic.encode('utf-8', 'replace')).hexdigest()[:32]}",
        nodes=tuple(nodes),
        original=b"[" + b",".join(raw for _, raw in pairs) + b"]",
        title=path[-1] if path else nodes[0].text,
        path=path,
    )


def _read_pair(pair: Mapping[str, Any], place: int, before: str | None) -> tuple[Node, Node | None]:
    key = id_of(pair.get("id")) or f"pair {place}"
    at = read_moment(pair.get("createdAt")) or read_moment(pair.get("timestamp"))
    stars = next((each for each in (pair.get("stars"), pair.get("star")) if isinstance(each, int)), 0)
    flag = _FLAGS.get(text_of(pair.get("flagColor")) or text_of(pair.get("colorFlag")))
    asked = Node(
        id=key,
        parent=before,
        role="user",
        text=text_of(pair.get("userText")),
        at=at,
        stars=min(max(int(stars), 0), _MOST_STARS),
        flag=flag,
    )
    failed = bool(pair.get("errorState")) or pair.get("lifecycleState") == "error"
    said, why = text_of(pair.get("assistantText")), text_of(pair.get("errorMessage"))
    if not (said or failed):
        return asked, None
    model = text_of(pair.get("model"))
    author = Author(model or "unknown", model or "Assistant", model)
    state: Any = "error" if failed else "complete"
    return asked, Node(f"{key} answer", key, "assistant", said, author, at=at, state=state, error=why if failed else "")


importer = FilterWorkbench()
