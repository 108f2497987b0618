"""SillyTavern: a chat as lines of JSON, the first of which tells whose it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import Author, ImportedConversation, Node
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import list_of, object_of, read_records, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment


@dataclass(frozen=True, slots=True)
class SillyTavern:
    """A line for each message; several characters behind one message are a panel, swipes are variants."""

    name: str = "sillytavern"
    label: str = "SillyTavern"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "line",
            "taken",
            user_name="what tells a chat from others",
            character_name="title",
            create_date="when it began",
            name="name of the author",
            is_user="who speaks",
            is_system="what nobody speaks is left out",
            send_date="when it was said",
            mes="text",
            swipes="variants",
            swipe_id="the variant that was shown",
            extra="the model and the thinking",
        ),
        *declare_kept("line", "chat_metadata", "swipe_info", "gen_started", "gen_finished", "force_avatar", "title"),
        *declare_kept("line", "original_avatar", "is_group", "gen_id", "variables", "integrity", "continueHistory"),
    )

    def recognise(self, sample: Sample) -> int:
        """By its first line, or by lines that say who they are and what they say."""
        if sample.has_record("", "chat_metadata") or sample.has_record("", "user_name", "character_name"):
            return 85
        return 70 if sample.has_record("", "is_user", "mes", "name") else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each file."""
        for member in members:
            head: Mapping[str, Any] = {}
            nodes: list[Node] = []
            raw: list[bytes] = []
            before: str | None = None
            for piece, line in read_records(source, [member], ledger, ""):
                ledger.look("line", line)
                raw.append(piece.raw or b"")
                if "mes" not in line:
                    head = head or line
                    continue
                several, before = _read_line(line, len(nodes), before)
                nodes += several
                if several[0].hidden and several[0].text.strip():
                    ledger.warn("hidden")
            began = read_moment(head.get("create_date")) or (nodes[0].at if nodes else None)
            if not nodes:
                ledger.warn("no_messages")
                continue
            who = text_of(head.get("character_name")) or next((each.author.name for each in nodes if each.author), "")
            yield ImportedConversation(
                source_id=f"{who} {text_of(head.get('create_date')) or member.name}"[:200],
                nodes=tuple(nodes),
                original=b"\n".join(raw),
                title=who,
                created_at=began,
                active=before,
                one_voice=False,
            )


def _read_line(line: Mapping[str, Any], place: int, before: str | None) -> tuple[list[Node], str]:
    """The message, and beside it its other versions; the next one stands behind the one that was shown."""
    at, text, extra = read_moment(line.get("send_date")), text_of(line.get("mes")), object_of(line.get("extra"))
    # What somebody hid from the model is marked as the system's.
    is_out = line.get("is_system") is True
    if line.get("is_user") is True:
        node = Node(f"line {place}", before, "user", text, at=at, out=is_out)
        return [node], node.id
    if is_out:
        node = Node(f"line {place}", before, "system", text, hidden=True, at=at)
        return [node], node.id
    name, model = text_of(line.get("name")) or "Character", text_of(extra.get("model"))
    author, thinking = Author(name, name, model), text_of(extra.get("reasoning"))
    swipes = [each for each in list_of(line.get("swipes")) if isinstance(each, str)]
    shown = line.get("swipe_id")
    if not isinstance(shown, int) or not 0 <= shown < len(swipes) or swipes[shown] != text:
        swipes.append(text)
        shown = len(swipes) - 1
    nodes = [
        Node(
            id=f"line {place}" if number == shown else f"line {place} swipe {number}",
            parent=before,
            role="assistant",
            text=each,
            author=author,
            thinking=thinking if number == shown else "",
            at=at,
        )
        for number, each in enumerate(swipes)
    ]
    return nodes, f"line {place}"


importer = SillyTavern()
