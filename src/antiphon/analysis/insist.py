"""Asking for the same answer once more, in stricter words."""

from antiphon.advisors.prompt import fill
from antiphon.conversation.payload import Message


def insist(messages: tuple[Message, ...], strictly: str, reason: str) -> tuple[Message, ...]:
    """The same question again, after an answer that could not be read; what is new stands in the instructions."""
    strict = fill(strictly, {"reason": reason})
    first, *rest = messages
    if first.role != "system":
        return Message("system", strict, "system"), *messages
    return Message("system", f"{first.content}\n\n{strict}", "system"), *rest
