"""Files as text in a payload: in one message, or as guidelines in the system prompt.

Each stands under a line `=== name ===`. Nothing inside a file may look like such a line or like a tag of ours, so the
signs they begin with are replaced: a file can then neither end early nor speak as another file or as the house.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from antiphon.advisors.prompt import Prompts, fill
from antiphon.context.tags import disarm_tags

# Two or more at the beginning of a line that says something else as well, in whatever way lines may end. What cannot be
# seen does not count as a beginning.
_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_BLANK = f" \t\x1f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000{_UNSEEN}"
_LINE_ENDS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
# Possessive throughout: a file of nothing but such signs must not be looked at from each of them anew.
_HEADER = re.compile(
    f"(^|[{_LINE_ENDS}])([{_BLANK}]*+)(=(?:[{_UNSEEN}]*+=)++)(?=[^{_LINE_ENDS}]*[^{_LINE_ENDS}{_BLANK}=])"
)
_LOOKALIKE = "\ua78a"
_EQUALS = re.compile("={2,}")


class NamedText(NamedTuple):
    """A file that is sent as text."""

    id: str
    name: str
    text: str


def write_file(name: str, text: str) -> str:
    """The text under its name."""
    title = _EQUALS.sub("=", " ".join(name.split()))
    return f"=== {disarm_tags(title)} ===\n{disarm(text.strip())}"


def attach(text: str, attached: str) -> str:
    """The person's words, and behind them the files of the message."""
    return "\n\n".join(each for each in (text, attached) if each)


def write_guidelines(guidelines: Iterable[NamedText], char_limit: int, prompts: Prompts) -> str:
    """The guidelines under one heading, as many characters of them as may be; nothing when there are none.

    What does not fit is cut off, and the text says so; each is at least named. None are allowed: none are named.
    """
    files = tuple(guidelines)
    if not files or char_limit <= 0:
        return ""
    shares = share_room(files, char_limit)
    written = (_write_share(file, share, prompts) for file, share in zip(files, shares, strict=True))
    return "\n\n".join((prompts.guidelines, *written))


def share_room(guidelines: Iterable[NamedText], char_limit: int) -> tuple[int, ...]:
    """How many characters of each guideline are sent, if these are all there are; the first take what they need."""
    shares: list[int] = []
    left = char_limit
    for each in guidelines:
        shares.append(min(len(each.text.strip()), left))
        left -= shares[-1]
    return tuple(shares)


def _write_share(file: NamedText, share: int, prompts: Prompts) -> str:
    text = file.text.strip()
    if share < len(text):
        cut = fill(prompts.guideline_cut, {"count": f"{share:,}"})
        text = f"{text[:share].rstrip()}\n{cut}".lstrip()
    return write_file(file.name, text)


def disarm(text: str) -> str:
    """The same text, in which no line looks like a file's name and no tag like one of ours."""
    return disarm_tags(_HEADER.sub(lambda found: found[1] + found[2] + found[3].replace("=", _LOOKALIKE), text))
