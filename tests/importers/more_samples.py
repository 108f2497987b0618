"""Exports of the other programs, written by us after their structure."""

import io
import sqlite3
import zipfile
from hashlib import sha256
from typing import Any

import orjson

from tests.importers.samples import dump

Json = dict[str, Any]

# It must be nowhere in what is kept.
KEY = "sk-planted-4c1d9e"


def open_webui() -> bytes:
    """Two models asked at once, one of them twice, and their answers merged; thinking inside the text of one."""
    folded = '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> Roofs leak.\n</details>\nMend it.'
    output = [
        {"type": "reasoning", "content": [{"type": "text", "text": "Costs first."}]},
        {"type": "function_call", "call_id": "f1", "name": "price", "arguments": '{"of":"roof"}'},
        {"type": "function_call_output", "call_id": "f1", "output": "9,000"},
        {"type": "message", "content": [{"type": "output_text", "text": "Replace it."}]},
    ]
    asked = {"id": "u1", "parentId": None, "childrenIds": ["a", "b", "c"], "role": "user", "content": "The roof?"}
    messages: Json = {
        "u1": asked
        | {"timestamp": 1_770_000_000, "models": ["llama", "qwen"], "files": [{"type": "file", "name": "roof.jpg"}]},
        "a": _owui("a", "llama", 0, folded) | {"merged": {"status": True, "content": "Mend, then replace."}},
        "b": _owui("b", "qwen", 1, "") | {"output": output, "usage": {"total_tokens": 9}},
        "c": _owui("c", "llama", 0, "Mend it soon.") | {"timestamp": 1_770_000_009},
        "d": _owui("d", "qwen", 1, "") | {"error": {"content": "no such model"}, "parentId": "u2"},
        "u2": {
            "id": "u2",
            "parentId": "b",
            "childrenIds": ["d"],
            "role": "user",
            "content": "When?",
            "timestamp": 1_770_000_010,
        },
    }
    chat = {"title": "The roof", "models": ["llama", "qwen"], "history": {"currentId": "d", "messages": messages}}
    outer = {"id": "ow-1", "user_id": "x", "title": "The roof", "chat": chat, "created_at": 1_770_000_000}
    rest = {"updated_at": 1_770_000_020, "share_id": None, "archived": False, "pinned": True, "folder_id": None}
    return dump([outer | rest | {"meta": {"tags": ["house"]}}])


def _owui(key: str, model: str, place: int, content: str) -> Json:
    return {
        "id": key,
        "parentId": "u1",
        "childrenIds": [],
        "role": "assistant",
        "content": content,
        "timestamp": 1_770_000_005,
        "model": model,
        "modelName": model.title(),
        "modelIdx": place,
        "done": True,
    }


def librechat() -> bytes:
    """A tree: an answer of a preset with thinking and a tool, and one that failed beside it."""
    call = {"type": "tool_call", "tool_call": {"id": "k", "name": "sum", "args": "{}", "output": "4"}}
    blocks = [{"type": "think", "think": "Two and two."}, call, {"type": "text", "text": "Four."}]
    answer = _lc("m2", "Software Engineer", "gpt-4o", content=blocks, createdAt="2026-02-01T10:00:01Z")
    failed = _lc("m3", "Software Engineer", "gpt-4o", text="overloaded", error=True, createdAt="2026-02-01T10:00:00Z")
    root = {
        "messageId": "m1",
        "parentMessageId": "00000000-0000-0000-0000-000000000000",
        "text": "Two and two?",
        "sender": "User",
        "isCreatedByUser": True,
        "createdAt": "2026-02-01T09:59:59Z",
        "children": [failed, answer],
    }
    return dump(
        {
            "conversationId": "lc-1",
            "endpoint": "openAI",
            "title": "Sums",
            "exportAt": "10:00:00",
            "branches": True,
            "recursive": True,
            "options": {"promptPrefix": "Be exact."},
            "messagesTree": [root],
        }
    )


def _lc(key: str, sender: str, model: str, **more: Any) -> Json:
    return {
        "messageId": key,
        "parentMessageId": "m1",
        "sender": sender,
        "isCreatedByUser": False,
        "model": model,
        **more,
    }


def sillytavern() -> bytes:
    """A greeting, a question, and two characters, one of whom was asked again."""
    lines: list[Json] = [
        {"user_name": "You", "character_name": "Ada", "create_date": "2024-09-28@21h14m02s", "chat_metadata": {}},
        {
            "name": "Ada",
            "is_user": False,
            "is_system": False,
            "send_date": "September 28, 2024 9:14pm",
            "mes": "Welcome.",
        },
        {"name": "You", "is_user": True, "is_system": False, "send_date": "September 28, 2024 9:15pm", "mes": "Chess?"},
        {
            "name": "Ada",
            "is_user": False,
            "is_system": False,
            "send_date": "September 28, 2024 9:16pm",
            "mes": "Gladly.",
            "swipes": ["No.", "Gladly."],
            "swipe_id": 1,
            "extra": {"api": "openai", "model": "gpt-4o", "reasoning": "She likes chess."},
        },
        {"name": "Bo", "is_user": False, "is_system": False, "send_date": 1_727_558_200_000, "mes": "Me too."},
    ]
    return b"\n".join(dump(each) for each in lines) + b"\n\n"


def gemini() -> bytes:
    """Three prompts, two of them within half an hour, in German."""
    records = [
        ("Prompt Brot?", "2026-07-02T10:20:00Z", "<p>Sauerteig.</p><script>x()</script><ul><li>Mehl</li></ul>"),
        ("Prompt Und Salz?", "2026-07-02T10:30:00.123Z", ""),
        ("Prompt Regen?", "2026-07-03T08:00:00Z", "<p>Nein.</p>"),
    ]
    return dump(
        [
            {"header": "Gemini-Apps", "title": title, "time": at, "products": ["Gemini-Apps"]}
            | ({"safeHtmlItem": [{"html": html}]} if html else {})
            for title, at, html in reversed(records)
        ]
    )


def big_agi() -> bytes:
    """A backup with a key of a model in it."""
    text = {"ft": "content", "part": {"pt": "text", "text": "Plant oaks."}}
    thought = {"ft": "content", "part": {"pt": "ma", "aText": "Oaks last."}}
    document = {"ft": "attachment", "part": {"pt": "doc", "l1Title": "plan.md", "data": {"text": "North side."}}}
    asked = {"ft": "content", "part": {"pt": "text", "text": "Which trees?"}}
    messages: list[Json] = [
        {
            "id": "b0",
            "role": "system",
            "fragments": [{"ft": "content", "part": {"pt": "text", "text": "Be a gardener."}}],
            "created": 1,
        },
        {
            "id": "b1",
            "role": "user",
            "fragments": [asked, document],
            "userFlags": ["aix.skip"],
            "created": 1_770_000_000_000,
        },
        {
            "id": "b2",
            "role": "assistant",
            "fragments": [thought, text],
            "generator": {"mgt": "named", "name": "claude-x"},
            "userFlags": ["starred"],
            "created": 1_770_000_001_000,
        },
    ]
    conversation = {
        "id": "ba-1",
        "messages": messages,
        "systemPurposeId": "Generic",
        "userTitle": "Trees",
        "created": 1_770_000_000_000,
    }
    return dump({"conversations": [conversation], "models": {"sources": [{"setup": {"key": KEY}}]}, "folders": {}})


def parallel_advisors() -> bytes:
    """Two advisors, one of whom failed; the person goes on."""
    answers = {
        "stoic": {"name": "The Stoic", "content": "Let it be.", "completed": True, "thinking": "It passes."},
        "broker": {"name": "The Broker", "content": "rate limit", "completed": True, "error": True},
    }
    return dump(
        [
            {"type": "system", "content": "advisor added", "timestamp": "2026-01-01T10:00:00Z"},
            {"type": "user", "content": "Sell?", "timestamp": "2026-01-01T10:00:01Z"},
            {
                "type": "parallel_advisor_response",
                "advisorResponses": answers,
                "allCompleted": True,
                "timestamp": "2026-01-01T10:00:02Z",
            },
            {"type": "user", "content": "And later?", "timestamp": "2026-01-01T10:01:00Z"},
            {"type": "assistant", "content": "Later is fine.", "timestamp": "2026-01-01T10:01:01Z"},
        ]
    )


def filter_workbench() -> bytes:
    """Pairs of two topics."""
    pair = {"createdAt": "2026-01-02T10:00:00.000Z", "topicPath": "Work > Hiring", "topicId": "t1", "model": "gpt-4o"}
    rest = {"stars": 2, "flagColor": "b", "userText": "Who?", "assistantText": "Ines.", "errorState": False}
    return dump(
        {
            "schemaVersion": "1",
            "app": "maichat",
            "generatedAt": "2026-02-02T00:00:00Z",
            "filterInput": "",
            "orderApplied": "time",
            "count": 2,
            "pairs": [
                pair | rest | {"id": "p1"},
                pair
                | rest
                | {"id": "p2", "topicPath": "Home", "assistantText": "", "errorState": True, "errorMessage": "timeout"},
            ],
        }
    )


def llm_logs() -> bytes:
    """A conversation of two responses, and a prompt alone."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        """
        CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
        CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, response TEXT,
            reasoning TEXT, conversation_id TEXT, datetime_utc TEXT, duration_ms INTEGER);
        INSERT INTO conversations VALUES ('c1', 'Tides', 'gpt-4o');
        INSERT INTO responses VALUES ('01a', 'gpt-4o', 'Why tides?', 'Be brief.', 'The moon.', 'Gravity.', 'c1',
            '2026-03-01T10:00:00+00:00', 9);
        INSERT INTO responses VALUES ('01b', 'gpt-4o', 'And the sun?', '', 'A little.', NULL, 'c1',
            '2026-03-01T10:01:00+00:00', 9);
        INSERT INTO responses VALUES ('01c', 'qwen', 'Alone?', '', 'Yes.', NULL, NULL, '2026-03-01T11:00:00+00:00', 9);
        """
    )
    data = connection.serialize()
    connection.close()
    return data


def antiphon() -> bytes:
    """An archive of our own: one conversation with a receipt, and a document."""
    at = "2026-03-01T12:00:00.000Z"
    body, passage = b'{"model":"m"}', b'{"role":"user","content":"Do I sign?"}'
    advisor = {"id": "skeptic", "version": 1, "current": True, "name": "Skeptic", "description": "", "colour": "sea"}
    conversation = {"id": "c_1", "panel_id": "starter", "title": "The offer", "created_at": at, "updated_at": at}
    turn = {"id": "t_1", "position": 1, "text": "Do I sign?", "parts": [], "created_at": at}
    reply = {"id": "r_1", "turn_id": "t_1", "slot": 0, "name": "Skeptic", "state": "complete", "text": "No."}
    receipt = {"reply_id": "r_1", "epoch": 1, "attempt": 1, "sha256": sha256(body).hexdigest(), "sent_at": at}
    document = {"id": "d_1", "name": "offer.txt", "media_type": "text/plain", "created_at": at}
    files = {
        "advisors.jsonl": _lines(advisor=advisor),
        "documents.jsonl": _lines(document=document)
        + _lines(page={"document_id": "d_1", "number": 1, "text": "Words"}),
        "documents/d_1": b"Words",
        "conversations/c_1.jsonl": _lines(conversation=conversation) + _lines(turn=turn) + _lines(reply=reply),
        "receipts/c_1.jsonl": _lines(passage={"name": "00" * 16, "text": passage.decode()})
        + _lines(receipt=receipt | {"body": [{"text": body.decode()}]}),
    }
    named = [{"path": path, "bytes": len(data), "sha256": sha256(data).hexdigest()} for path, data in files.items()]
    files["manifest.json"] = orjson.dumps({"format": "antiphon.export", "version": 1, "minor": 0, "files": named})
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return made.getvalue()


def _lines(**records: object) -> bytes:
    return b"".join(orjson.dumps({kind: body}) + b"\n" for kind, body in records.items())


EVERY = {
    "antiphon": antiphon,
    "open-webui": open_webui,
    "librechat": librechat,
    "sillytavern": sillytavern,
    "gemini": gemini,
    "big-agi": big_agi,
    "parallel-advisors": parallel_advisors,
    "filter-workbench": filter_workbench,
    "llm": llm_logs,
}
