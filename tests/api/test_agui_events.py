"""A run told event by event when a voice begins anew in the middle of it."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from antiphon.api.agui.events import RunWriter
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn

BEGUN = Reply(ReplyId("r"), AdvisorId("a"), 1, "The Skeptic", "red", "m", ReplyState.STREAMING, epoch=1)
USE = ToolUse("c1", 0, 4, "notes", "list", "notes__list", "{}", "success", result="milk")


def tell(writer: RunWriter, **changes: Any) -> list[dict[str, Any]]:
    """What is new once the reply has come this far."""
    return [json.loads(each.removeprefix(b"data: ")) for each in writer.advance(build_turn(**changes))]


def build_turn(**changes: Any) -> Turn:
    """The turn once its reply has come this far."""
    reply = replace(BEGUN, **changes)
    return Turn(TurnId("t"), ConversationId("c"), 1, "Shall we?", datetime.now(UTC), (reply,))


def test_a_voice_that_begins_anew_says_so_and_speaks_in_another_message() -> None:
    writer = RunWriter(has_subagents=True)

    first = tell(writer, text="I wo")
    anew = tell(writer, epoch=2, state=ReplyState.SENDING)
    again = tell(writer, epoch=2, text="I would", state=ReplyState.COMPLETE)

    assert [each["type"] for each in first] == ["SUBAGENT_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"]
    assert [each["type"] for each in anew] == ["TEXT_MESSAGE_END", "CUSTOM"]
    assert anew[-1]["value"] == {"reply_id": "r", "name": "The Skeptic", "epoch": 2}
    kinds = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "SUBAGENT_FINISHED"]
    assert [each["type"] for each in again] == kinds
    assert (first[1]["messageId"], again[0]["messageId"]) == ("r", "r:2")
    assert again[1]["delta"] == "I would"


def test_words_are_cut_where_a_tool_was_called_however_they_come() -> None:
    whole = tell(RunWriter(has_subagents=True), text="Look\n\nMilk.", tools=(USE,), state=ReplyState.COMPLETE)
    writer = RunWriter(has_subagents=True)
    pieces = [
        *tell(writer, text="Lo"),
        *tell(writer, text="Look", tools=(replace(USE, status="running", result=""),)),
        *tell(writer, text="Look", tools=(USE,)),
        *tell(writer, text="Look\n\n", tools=(USE,)),
        *tell(writer, text="Look\n\nMilk.", tools=(USE,), state=ReplyState.COMPLETE),
    ]

    kinds = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]
    assert [each["type"] for each in whole if each["type"].startswith("TOOL")] == kinds
    texts = [(each["messageId"], each["delta"]) for each in whole if each["type"] == "TEXT_MESSAGE_CONTENT"]
    assert texts == [("r", "Look"), ("r:4", "Milk.")]
    assert [each for each in _join(pieces) if each not in _join(whole)] == []


def test_a_run_that_goes_on_tells_what_came_behind_the_call_that_was_answered() -> None:
    ended = replace(USE, approval_id="q1")
    further = ToolUse("c2", 1, 11, "notes", "list", "notes__list", "{}", "asking", approval_id="q2")
    writer = RunWriter(has_subagents=True)

    writer.skip(build_turn(thinking="Hm.", text="Look\n\nMilk.", tools=(ended, further)), ["r"], ["q1"])
    told = tell(writer, thinking="Hm. Ah.", text="Look\n\nMilk.", tools=(ended, further))

    assert [each["delta"] for each in told if each["type"] == "REASONING_MESSAGE_CONTENT"] == [" Ah."]
    assert [each["delta"] for each in told if each["type"] == "TEXT_MESSAGE_CONTENT"] == ["Milk."]
    assert [each["toolCallId"] for each in told if each["type"] == "TOOL_CALL_START"] == ["r:c2"]
    assert [each["toolCallId"] for each in told if each["type"] == "TOOL_CALL_RESULT"] == ["r:c1"]


def _join(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The words by message, and everything else as it is."""
    words: dict[str, str] = {}
    for each in events:
        if each["type"] == "TEXT_MESSAGE_CONTENT":
            words[each["messageId"]] = words.get(each["messageId"], "") + each["delta"]
    others = [(each["type"], json.dumps(each)) for each in events if each["type"] != "TEXT_MESSAGE_CONTENT"]
    return [*words.items(), *others]
