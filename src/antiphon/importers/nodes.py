"""What an importer yields: one conversation of another program, as the tree of messages it is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Role = Literal["user", "assistant", "tool", "system"]
NodeState = Literal["complete", "error", "stopped", "incomplete"]


@dataclass(frozen=True, slots=True)
class Author:
    """Who answered: `key` tells two of one program apart, `name` is what a person reads."""

    key: str
    name: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that was used in the middle of an answer, and what it said."""

    id: str
    name: str
    arguments: str
    result: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that went with a message: its text where the export has it, and otherwise only its name."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """One message. `parent` is the message before it; several with the same one are alternatives.

    A `hidden` node is part of the chain and says nothing. `tools` of a tool's node are results that were not asked for
    in a node of their own. `out` is a message the person had taken out of what is sent.
    """

    id: str
    parent: str | None
    role: Role
    text: str = ""
    author: Author | None = None
    thinking: str = ""
    files: tuple[AttachedFile, ...] = ()
    tools: tuple[ToolCall, ...] = ()
    at: datetime | None = None
    state: NodeState = "complete"
    error: str = ""
    hidden: bool = False
    stars: int = 0
    flag: str | None = None
    tags: tuple[str, ...] = ()
    pinned: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """One conversation as it stood. `active` is the last message of the path its program showed.

    With `one_voice` all messages between two of the person's are one answer, tool steps and recaps included; without,
    each author has one. `original` are the bytes it was read from, without what must not be kept.
    """

    source_id: str
    nodes: tuple[Node, ...]
    original: bytes
    title: str = ""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    active: str | None = None
    path: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    starred: bool = False
    note: str = ""
    one_voice: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
