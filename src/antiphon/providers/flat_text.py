"""Messages as one text, for models that take no messages: each under a line that says whose it is.

A line inside a message that looks like such a mark gets a backslash before it, so nobody's words become another's. What
was written can be read back.
"""

import re
from collections.abc import Iterable
from typing import Final

# What a model stops before: it would go on and speak for the person, too.
STOPS: Final = ("\n@[User]:", "\n@[System]:", "\n@[Tool]:")
# Not only what Python takes for a line begins one for a model.
_BEGINS: Final = "(^|[\r\v\f\x1c-\x1e\x85\u2028\u2029])"
_LOOKS_LIKE_A_MARK: Final = re.compile(_BEGINS + r"(\\*@\[\w+\]:)", re.MULTILINE)
_ESCAPED: Final = re.compile(_BEGINS + r"\\(\\*@\[\w+\]:)", re.MULTILINE)
_MARK: Final = re.compile(r"^@\[(\w+)\]:\n?", re.MULTILINE)
_BETWEEN: Final = "\n\n"


def write_flat(said: Iterable[tuple[str, str]]) -> str:
    """Roles and words as one text."""
    return _BETWEEN.join(f"{mark_of(role)}\n{_escape(words)}" for role, words in said)


def mark_of(role: str) -> str:
    """The line over what this role says."""
    return f"@[{role.capitalize()}]:"


def read_flat(text: str) -> tuple[tuple[str, str], ...]:
    """Roles and words again; a text without any mark is the user's."""
    marks = list(_MARK.finditer(text))
    if not marks:
        return (("user", text),) if text else ()
    ends = [*(each.start() - len(_BETWEEN) for each in marks[1:]), len(text)]
    return tuple(
        (mark[1].lower(), _ESCAPED.sub(r"\1\2", text[mark.end() : max(mark.end(), end)]))
        for mark, end in zip(marks, ends, strict=True)
    )


def _escape(words: str) -> str:
    return _LOOKS_LIKE_A_MARK.sub(r"\1\\\2", words)
