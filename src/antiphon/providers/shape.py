"""From the canonical messages to those a server accepts.

Nothing is left out and nobody is made to say what they did not say: neighbours are joined by a blank line, and where
a server insists on a person's message at either end, a bracketed sentence of the house stands there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import groupby

from antiphon.conversation.payload import Kind, Message
from antiphon.providers.profile import Profile

Messages = tuple[Message, ...]

# What belongs to turns that are over. Everything else is said anew in every turn, or is the turn itself.
_SETTLED: frozenset[Kind] = frozenset({"system", "turn", "reply", "tool", "picture"})


def shape(messages: Sequence[Message], profile: Profile) -> Messages:
    """The messages as this kind of server accepts them; shaping twice changes nothing more.

    Strict: one system message, neighbours of one role merged, blank ones dropped. A tool's answer is never merged and
    stays behind its call.
    """
    if profile.tool_images != "inside" and any(each.role == "tool" and each.images for each in messages):
        messages = _move_images(messages, profile)
    if profile.alternate == "strict":
        messages = _merge(_system_first(messages))
    if profile.system == "merged":
        messages = _merge_system(messages)
    if not profile.person_after_tool:
        messages = _speak_through_tools(messages)
    return _close(_open(tuple(messages), profile), profile)


def count_settled(messages: Sequence[Message]) -> int:
    """How many messages at the beginning will be sent again, unchanged, with the next turn."""
    for index, each in enumerate(messages):
        if each.kind not in _SETTLED:
            return index
    return len(messages)


def _move_images(messages: Iterable[Message], profile: Profile) -> Messages:
    """Pictures that came with answers of tools behind the last of those answers; or a word that they are not shown."""
    moved: list[Message] = []
    for is_tool, group in groupby(messages, key=lambda each: each.role == "tool"):
        answers = list(group)
        images = tuple(image for each in answers for image in each.images) if is_tool else ()
        if not images:
            moved += answers
        elif profile.tool_images == "nowhere":
            moved += (_withhold(each) if each.images else each for each in answers)
        else:
            moved += (replace(each, images=()) for each in answers)
            behind = Message("user", _read_text("image_behind"), "picture", answers[-1].turn_id, images=images)
            moved.append(behind)
    return tuple(moved)


def _withhold(message: Message) -> Message:
    return replace(message, content=f"{message.content}\n\n{_read_text('image_withheld')}", images=())


def _system_first(messages: Sequence[Message]) -> list[Message]:
    """Rules come before what is said, wherever they stood."""
    return sorted(messages, key=lambda each: each.role != "system")


def _merge(messages: Iterable[Message]) -> Messages:
    merged: list[Message] = []
    for each in messages:
        if each.role != "tool" and not each.calls and not each.images and not each.content.strip():
            continue
        if merged and _belong_together(merged[-1], each):
            merged[-1] = _join(merged[-1], each)
        else:
            merged.append(each)
    return tuple(merged)


def _belong_together(first: Message, second: Message) -> bool:
    """The same role, unless that would stand between a call and its answer."""
    return first.role == second.role != "tool" and not first.calls


def _join(first: Message, second: Message) -> Message:
    """Both texts, a blank line between; it is as unsettled as the less settled of the two."""
    kind = second.kind if first.kind in _SETTLED else first.kind
    content = "\n\n".join(text for text in (first.content, second.content) if text)
    images = first.images + second.images
    return replace(second, content=content, kind=kind, calls=first.calls + second.calls, images=images)


def _speak_through_tools(messages: Iterable[Message]) -> Messages:
    """What a person or the house says right behind a tool's answer, said at its end."""
    spoken: list[Message] = []
    for each in messages:
        if spoken and spoken[-1].role == "tool" and each.role == "user":
            said = _withhold(each) if each.images else each
            spoken[-1] = replace(spoken[-1], content=f"{spoken[-1].content}\n\n{said.content}", kind=each.kind)
        else:
            spoken.append(each)
    return tuple(spoken)


def _merge_system(messages: Sequence[Message]) -> Messages:
    rules = [each.content for each in messages if each.role == "system"]
    rest = [each for each in messages if each.role != "system"]
    if not rules:
        return tuple(rest)
    text = "\n\n".join(rules)
    if rest and rest[0].role == "user":
        return (replace(rest[0], content=f"{text}\n\n{rest[0].content}"), *rest[1:])
    return (Message("user", text, kind="system"), *rest)


def _open(messages: Messages, profile: Profile) -> Messages:
    start = next((index for index, each in enumerate(messages) if each.role != "system"), len(messages))
    if profile.must_start_with_user and start < len(messages) and messages[start].role == "assistant":
        return (*messages[:start], Message("user", _read_text("opener"), kind="nudge"), *messages[start:])
    return messages


def _close(messages: Messages, profile: Profile) -> Messages:
    if profile.must_end_with_user and (not messages or messages[-1].role in ("system", "assistant")):
        return (*messages, Message("user", _read_text("nudge"), kind="nudge"))
    return messages


@cache
def _read_text(name: str) -> str:
    folder = resources.files("antiphon.advisors") / "prompts"
    return (folder / f"{name}.md").read_text(encoding="utf-8").strip()
