"""Reminders stand right before the person's message: custom instructions, then todo, then documents (M11-M16)."""

import re
from dataclasses import dataclass

from antiphon.context.choice import Item
from antiphon.conversation.payload import Message

# Text inside a reminder cannot end it or begin another: the bracket of our own tags is replaced.
_OUR_TAGS = re.compile(
    r"<(?=\s{0,9}/?\s{0,9}(?:system-reminder|miniPromptReminder|todoList|documentList)\b)", re.IGNORECASE
)
_MARKERS: dict[Item, str] = {
    "instructions": "miniPromptReminder",
    "todo": "todoList",
    "documents": "documentList",
}


@dataclass(frozen=True, slots=True)
class Reminders:
    """What an advisor is reminded of before it answers; a blank one is not sent."""

    instructions: str = ""
    todo: str = ""
    documents: str = ""


def build_reminders(reminders: Reminders, off: frozenset[Item]) -> tuple[Message, ...]:
    """One user message for each source that has something to say and is not switched off."""
    texts: dict[Item, str] = {
        "instructions": reminders.instructions,
        "todo": reminders.todo,
        "documents": reminders.documents,
    }
    return tuple(
        Message("user", _wrap(text, _MARKERS[item]), item)
        for item, text in texts.items()
        if text.strip() and item not in off
    )


def _wrap(text: str, marker: str) -> str:
    inner = _OUR_TAGS.sub("\u2039", text.strip())
    return f"<system-reminder>\n<{marker}>\n{inner}\n</{marker}>\n</system-reminder>"
