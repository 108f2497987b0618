"""Exports written by us after the structure of the real ones: every field that was seen, and words of our own."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]


def dump(value: Any) -> bytes:
    """As a file."""
    return json.dumps(value, ensure_ascii=False).encode()


def pack(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


# ChatGPT


def gpt_message(role: str, content: Json | str, at: float | None = None, **more: Any) -> Json:
    """One message as it stands in a node."""
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    return {
        "id": more.pop("id", f"m-{role}-{at}"),
        "author": {"role": role, "name": more.pop("name", None), "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": role == "assistant" or None,
        "weight": 1.0,
        "metadata": {"model_slug": "gpt-4o"} if role == "assistant" else {},
        "recipient": "all",
        "channel": None,
        **more,
    }


def gpt_conversation(conversation_id: str, nodes: dict[str, tuple[str | None, Json | None]], **more: Any) -> Json:
    """One conversation: each node by its name, with its parent and its message."""
    mapping: Json = {
        name: {"id": name, "parent": parent, "children": [], "message": message}
        for name, (parent, message) in nodes.items()
    }
    for name, (parent, _) in nodes.items():
        if parent in mapping:
            mapping[parent]["children"].append(name)
    return {
        "id": conversation_id,
        "conversation_id": conversation_id,
        "title": "Moving north",
        "create_time": 1_760_000_000.5,
        "update_time": 1_760_000_400.25,
        "mapping": mapping,
        "current_node": next(reversed(nodes), None),
        "default_model_slug": "gpt-4o",
        "is_archived": False,
        "is_starred": None,
        "gizmo_id": None,
        "gizmo_type": None,
        "plugin_ids": None,
        "conversation_template_id": None,
        "moderation_results": [],
        "safe_urls": [],
        "blocked_urls": [],
        "voice": None,
        "async_status": None,
        "disabled_tool_ids": [],
        **more,
    }


def gpt_small(conversation_id: str = "c-1", question: str = "Should we move?", answer: str = "Not yet.") -> Json:
    """A question and an answer."""
    return gpt_conversation(
        conversation_id,
        {
            "root": (None, None),
            "sys": ("root", gpt_message("system", "", weight=0.0)),
            "u1": ("sys", gpt_message("user", question, 1_760_000_001.0)),
            "a1": ("u1", gpt_message("assistant", answer, 1_760_000_002.0)),
        },
    )


def gpt_rich() -> Json:
    """An edited question, an answer given twice, tools, thinking, a picture, sources and what nobody sees."""
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "Weighing", "content": "Rent against salary."}]}
    code = {"content_type": "code", "language": "python", "text": "print(2 * 650)"}
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_00a1", "size_bytes": 9}
    cited = {"citations": [{"metadata": {"type": "webpage", "title": "Rents", "url": "https://example.org/rents"}}]}
    return gpt_conversation(
        "c-rich",
        {
            "root": (None, None),
            "note": (
                "root",
                gpt_message(
                    "user",
                    {"content_type": "user_editable_context", "user_profile": "I am a nurse.", "user_instructions": ""},
                ),
            ),
            "u1-old": ("note", gpt_message("user", "Should I move to the sea?", 1_760_000_010.0)),
            "a1-old": ("u1-old", gpt_message("assistant", "The sea is loud.", 1_760_000_011.0)),
            "u1": (
                "note",
                gpt_message(
                    "user",
                    {"content_type": "multimodal_text", "parts": [picture, "Should I move north?"]},
                    1_760_000_020.0,
                    metadata={"attachments": [{"id": "file_00a1", "name": "house.png"}]},
                ),
            ),
            "a1-first": ("u1", gpt_message("assistant", "Perhaps.", 1_760_000_021.0)),
            "think": ("u1", gpt_message("assistant", thoughts, 1_760_000_022.0)),
            "call": ("think", gpt_message("assistant", code, 1_760_000_023.0, recipient="python")),
            "ran": (
                "call",
                gpt_message(
                    "tool", {"content_type": "execution_output", "text": "1300"}, 1_760_000_024.0, name="python"
                ),
            ),
            "recap": (
                "ran",
                gpt_message(
                    "assistant", {"content_type": "reasoning_recap", "content": "Thought for 4s"}, 1_760_000_025.0
                ),
            ),
            "a1": (
                "recap",
                gpt_message(
                    "assistant",
                    'Rent doubles to 1300【3†source】, so \ue200entity\ue202["city","Oslo",""]\ue201 must pay more.',
                    1_760_000_026.0,
                    metadata={"model_slug": "o3", **cited},
                ),
            ),
            "u2": ("a1", gpt_message("user", "It does pay more.", 1_760_000_030.0)),
            "a2": ("u2", gpt_message("assistant", "Then go.", 1_760_000_031.0)),
        },
        title="Moving north",
        is_starred=True,
    )


def gpt_archive(*parts: list[Json]) -> bytes:
    """The archive of 2026: numbered files, and what lies beside them."""
    files = {f"conversations-{number:03}.json": dump(part) for number, part in enumerate(parts)}
    beside = {
        "user.json": dump({"id": "user-1"}),
        "chat.html": b"<html></html>",
        "export_manifest.json": dump({"files": []}),
    }
    return pack({**files, **beside, "user-1/file_00a1-house.png": b"\x89PNG\r\n"})


# Claude


def claude_message(uuid: str, sender: str, text: str, second: int, **more: Any) -> Json:
    """One message."""
    at = f"2026-03-01T10:00:{second:02}.000000Z"
    block = {"start_timestamp": at, "stop_timestamp": at, "type": "text", "text": text, "citations": []}
    return {
        "uuid": uuid,
        "text": text,
        "content": [block],
        "sender": sender,
        "created_at": at,
        "updated_at": at,
        "attachments": [],
        "files": [],
        **more,
    }


def claude_conversation(uuid: str = "cl-1", **more: Any) -> Json:
    """A conversation with thinking, a tool, and a file whose text is there."""
    answer = claude_message("cm-2", "assistant", "Keep the old one.", 2)
    answer["content"] = [
        {"type": "thinking", "thinking": "Old boilers last.", "start_timestamp": None, "stop_timestamp": None},
        {"type": "tool_use", "id": "tu-1", "name": "web_search", "input": {"query": "boiler life"}},
        {
            "type": "tool_result",
            "tool_use_id": "tu-1",
            "name": "web_search",
            "content": [{"type": "text", "text": "20 years"}],
            "is_error": False,
        },
        *answer["content"],
    ]
    asked = claude_message("cm-1", "human", "Replace the boiler?", 1)
    asked["attachments"] = [
        {"file_name": "offer.txt", "file_type": "txt", "file_size": 12, "extracted_content": "4,900 euros"}
    ]
    asked["files"] = [{"file_name": "photo.jpg"}]
    return {
        "uuid": uuid,
        "name": "The boiler",
        "summary": "",
        "created_at": "2026-03-01T10:00:00.000000Z",
        "updated_at": "2026-03-01T10:01:00.000000Z",
        "account": {"uuid": "acc-1"},
        "chat_messages": [asked, answer],
        **more,
    }


def claude_branches() -> Json:
    """Two answers to one question, and another question to the first of them."""
    return claude_conversation(
        "cl-2",
        chat_messages=[
            claude_message(
                "b1", "human", "Which school?", 1, parent_message_uuid="00000000-0000-4000-8000-000000000000"
            ),
            claude_message("b2", "assistant", "The near one.", 2, parent_message_uuid="b1"),
            claude_message("b3", "assistant", "The good one.", 3, parent_message_uuid="b1"),
            claude_message("b4", "human", "Why near?", 4, parent_message_uuid="b2"),
            claude_message("b5", "assistant", "You walk.", 5, parent_message_uuid="b4"),
            claude_message("b6", "human", "Why good?", 6, parent_message_uuid="b3"),
            claude_message("b7", "assistant", "You learn.", 7, parent_message_uuid="b6"),
        ],
    )
