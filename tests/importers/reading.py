"""Reading a file as the child does, without a child."""

import io
from dataclasses import dataclass, field
from typing import Any

from antiphon.importers.fold import FoldedConversation
from antiphon.importers.frame import decode_conversation
from antiphon.importers.protocol import IMPORTERS
from antiphon.importers.reader import answer
from antiphon.plugins.loader import load


@dataclass
class Read:
    """What was told about a file."""

    importer: str = ""
    conversations: list[FoldedConversation] = field(default_factory=list)
    originals: list[bytes] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)
    refused: str = ""
    fault: str = ""


def read(data: bytes, name: str = "file") -> Read:
    """Everything that is told about this file."""
    found = Read()

    def hear(body: dict[str, Any], more: bytes) -> None:
        match body["kind"]:
            case "source":
                found.importer = body["importer"]
            case "conversation":
                found.conversations.append(decode_conversation(_through_json(body["conversation"])))
                found.originals.append(more)
            case "part":
                found.parts.append(_through_json(body["part"]))
                found.originals.append(more)
            case "end":
                found.report = body["report"]
            case _:
                found.refused, found.fault = body["why"], body.get("fault", "")

    answer(io.BytesIO(data), name, load(IMPORTERS).values, hear)
    return found


def _through_json(body: dict[str, Any]) -> dict[str, Any]:
    """As it comes out of the child's pipe."""
    import orjson

    decoded: dict[str, Any] = orjson.loads(orjson.dumps(body))
    return decoded
