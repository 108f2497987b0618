"""What the rehearsal proposes when it words an advisor better, and how its voices take that to heart.

A rehearsed voice knows no descriptions. So that better words can be tried offline, it heeds one kind of sentence: the
one that asks it to say something in every answer.
"""

import re
from typing import Final

_FAILED: Final = "\nDid not hold:\n"
_HELD: Final = "\n\nHeld:\n"
_EXPECTED = re.compile(r"^Must hold:\n((?:- .*\n?)+)", re.MULTILINE)
_KIND = re.compile(r"^[a-z-]+: ")
_HEED = re.compile("Somewhere in every answer, say: “([^”]*)”\\.")


def propose_words(asked: str) -> dict[str, str]:
    """The description as it is, and one sentence more: what the first case that did not hold asks for."""
    head, _, rest = asked.partition(_FAILED)
    _, _, description = head.partition("\nDescription:\n")
    failed = _EXPECTED.findall(rest.partition(_HELD)[0])
    lines = [line.removeprefix("- ") for block in failed for line in block.splitlines()]
    wanted = [_KIND.sub("", line).strip() for line in lines]
    said = [each for each in dict.fromkeys(wanted) if each and each not in description]
    words = said[0].replace("”", "") if said else "one thing more"
    return {
        "description": f"{description.strip()} Somewhere in every answer, say: “{words}”.",
        "why": "It asks for the words that were missing; a rehearsal knows no better.",
    }


def heed_words(system: str) -> str:
    """What a voice adds to its answer, because its description asks for it; nothing as a rule."""
    return "".join(f" {words}" for words in _HEED.findall(system))
