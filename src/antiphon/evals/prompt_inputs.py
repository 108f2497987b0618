"""What the messages of a case become: native messages for an API, and one flat text for people and logs.

`question` is the whole as text, with `@[Role]:` over each message when there is more than a single one of the user's.
It is what logs and results show, and what somebody is sent who wants nothing but text. `chat_prompt` is what everybody
else is sent, each message in its role. Guidelines leave the messages: their text goes into the system message, a mark
in the question says where they stood.

Files look as they do in a live payload; the same functions write them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Final, cast

from antiphon.advisors.prompt import Prompts, load_prompts
from antiphon.context.attached import NamedText, write_file, write_guidelines
from antiphon.conversation.payload import Kind, Message, Role, ToolCall
from antiphon.evals.case import Case, CaseFile, CaseMessage, Part
from antiphon.providers.flat_text import write_flat

# Over a system message that comes when the conversation has begun: no wire takes one there.
SYSTEM_MARK: Final = "[System]:"
_KINDS: Final[Mapping[Role, Kind]] = {"system": "system", "user": "turn", "assistant": "reply", "tool": "tool"}
# Guidelines of a case are sent whole.
_NO_LIMIT: Final = 2**63
_TOOL: Final = "tool"


@dataclass(frozen=True, slots=True)
class PromptInputs:
    """One case, ready to be sent; `chat_prompt` is absent for a single message of the user's."""

    question: str
    guidelines: str
    chat_prompt: tuple[Mapping[str, str], ...] | None = None


def build_prompt_inputs(case: Case, prompts: Prompts | None = None) -> PromptInputs:
    """The messages of the case in both forms; its system prompt comes first in the system message."""
    messages = case.messages
    guidelines = _gather_guidelines(messages, prompts or _load_prompts())
    if not _needs_roles(messages):
        parts = (_write_question_part(part) for message in messages for part in message.parts)
        return PromptInputs(_join(*parts), guidelines)
    question = write_flat((message.role, text) for message, text in _list_written(messages))
    return PromptInputs(question, guidelines, tuple(_build_chat(messages, case.system_prompt, guidelines)))


def messages_for(inputs: PromptInputs, system_prompt: str = "", *, flat: bool = False) -> tuple[Message, ...]:
    """What goes into a payload.

    The chat prompt as it is; a system message is built and put before it only if it has none. Without a
    chat prompt, or for somebody who wants text alone, the question is one message of the user's.
    """
    chat = None if flat else inputs.chat_prompt
    said = [Message("user", inputs.question, "human")] if chat is None else _type_messages(chat)
    if said and said[0].role == "system":
        return tuple(said)
    system = _join(system_prompt, inputs.guidelines)
    return (Message("system", system, "system"), *said) if system else tuple(said)


def is_visible(message: CaseMessage) -> bool:
    """Whether anything of it is left when the guidelines have been taken out."""
    return any(part.text.strip() for part in message.parts if not _is_guideline(part))


def _needs_roles(messages: Sequence[CaseMessage]) -> bool:
    visible = [message for message in messages if is_visible(message)]
    return len(visible) > 1 or any(message.role != "user" for message in visible)


def _build_chat(messages: Sequence[CaseMessage], system_prompt: str, guidelines: str) -> Iterator[Mapping[str, str]]:
    """One system message of everything that comes before the conversation, then every message that says something."""
    visible = [message for message in messages if is_visible(message)]
    begin = next((at for at, message in enumerate(visible) if message.role != "system"), len(visible))
    system = _join(system_prompt, guidelines, *(_write_message(message) for message in visible[:begin]))
    if system:
        yield {"role": "system", "content": system}
    for message in visible[begin:]:
        content = _write_message(message)
        if message.role == "system":
            yield {"role": "assistant", "content": f"{SYSTEM_MARK}\n{content}"}
        else:
            yield {"role": message.role, "content": content}


def _write_message(message: CaseMessage) -> str:
    """The message without its guidelines; words and files each begin on a line of their own."""
    return "\n".join(_write_part(part) for part in message.parts if not _is_guideline(part) and part.text.strip())


def _list_written(messages: Iterable[CaseMessage]) -> Iterator[tuple[CaseMessage, str]]:
    for message in messages:
        if is_visible(message):
            yield message, "\n".join(text for part in message.parts if (text := _write_question_part(part)))


def _write_part(part: Part) -> str:
    return write_file(part.path, part.text) if isinstance(part, CaseFile) else part.text


def _write_question_part(part: Part) -> str:
    if isinstance(part, CaseFile) and part.is_guideline:
        return f"<Attached: {part.path}>"
    return _write_part(part) if part.text.strip() else ""


def _gather_guidelines(messages: Iterable[CaseMessage], prompts: Prompts) -> str:
    """Each guideline once, however many messages bring it along."""
    files = {
        part.shown: NamedText(part.shown, PurePosixPath(part.shown).name, part.text)
        for message in messages
        for part in message.parts
        if isinstance(part, CaseFile) and part.is_guideline and part.text.strip()
    }
    return write_guidelines(files.values(), _NO_LIMIT, prompts)


def _is_guideline(part: Part) -> bool:
    return isinstance(part, CaseFile) and part.is_guideline


def _type_messages(chat: Sequence[Mapping[str, str]]) -> list[Message]:
    """The messages as a payload has them: a result of a tool answers a call, so the message before it makes one."""
    said: list[Message] = []
    for each in chat:
        role = cast("Role", each["role"])
        if role == "tool":
            said += _answer_call(said, each["content"])
        else:
            said.append(Message(role, each["content"], _KINDS[role]))
    if said and said[-1].role == "user":
        said[-1] = Message("user", said[-1].content, "human")
    return said


def _answer_call(said: list[Message], content: str) -> list[Message]:
    call = ToolCall(f"call_{len(said)}", _TOOL, "{}")
    at = len(said) - 1
    while at >= 0 and said[at].role == "tool":
        at -= 1
    answer = Message("tool", content, "tool", call_id=call.id)
    if at < 0 or said[at].role != "assistant":
        return [Message("assistant", "", "reply", calls=(call,)), answer]
    said[at] = Message("assistant", said[at].content, "reply", calls=(*said[at].calls, call))
    return [answer]


def _join(*texts: str) -> str:
    return "\n\n".join(text.strip() for text in texts if text.strip())


@cache
def _load_prompts() -> Prompts:
    return load_prompts()
