"""What one voice said, as a part of a text in which others stand beside it."""

import re

from antiphon.conversation.reply import Reply

# What would begin something else than plain text in a heading, or end it.
_MARKUP = re.compile(r"([\\`*_\[\]<>#])")


def write_voice(name: str, text: str, failure: str | None = None) -> str:
    """The voice under its name as Markdown; `failure` says in one line why there is nothing, or no more, of it."""
    note = None if failure is None else write_failure(failure, has_words=bool(text))
    return "\n\n".join(each for each in (f"## {escape_name(name)}", text.strip(), note) if each)


def write_failure(failure: str, *, has_words: bool) -> str:
    """One line that says why there is no answer, or no more of it."""
    return f"> {'Not to its end' if has_words else 'No answer'}: {' '.join(failure.split())}"


def explain_waiting(reply: Reply) -> str | None:
    """Why a voice says nothing more for now, without a full stop: somebody must allow what it wants to call."""
    asked = [f"{use.tool} of {use.server}" for use in reply.tools if use.status == "asking"]
    if reply.completed or not asked:
        return None
    return f"it waits until a person allows it to call {' and '.join(asked)}"


def escape_name(name: str) -> str:
    """A name on one line that can begin no heading, link or emphasis of its own."""
    return _MARKUP.sub(r"\\\1", " ".join(name.split()))
