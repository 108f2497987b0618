"""What one voice said, as a part of a text in which others stand beside it."""

import re

# What would begin something else than plain text in a heading, or end it.
_MARKUP = re.compile(r"([\\`*_\[\]<>#])")


def write_voice(name: str, text: str, failure: str | None = None) -> str:
    """The voice under its name as Markdown; `failure` says in one line why there is nothing, or no more, of it."""
    note = None if failure is None else f"> {'Not to its end' if text else 'No answer'}: {' '.join(failure.split())}"
    return "\n\n".join(each for each in (f"## {_escape(name)}", text.strip(), note) if each)


def _escape(name: str) -> str:
    """A name on one line that can begin no heading, link or emphasis of its own."""
    return _MARKUP.sub(r"\\\1", " ".join(name.split()))
