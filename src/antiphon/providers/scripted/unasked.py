"""What the rehearsal says when nobody has asked: once after the person's last words, then nothing more."""

import re
from typing import Any

from antiphon.providers.scripted.rehearsal import shorten

_ROLE = re.compile(r"^\[turn (\d+), (person|advisor .*)\]$", re.MULTILINE)
_PERSON = re.compile(r"^\[turn \d+, person\]\n((?:\| .*\n?)*)", re.MULTILINE)
_DECIDED = re.compile(r"^\[what was chosen\]\n\| (.*)$", re.MULTILINE)
_SURE = re.compile(r"^\| (\d+) percent$", re.MULTILINE)


def decide_to_speak(asked: str) -> dict[str, Any]:
    """Speak when the last turn was the person's; a rehearsal never presses."""
    roles = _ROLE.findall(asked)
    last = [role for turn, role in roles if turn == roles[-1][0]] if roles else []
    if "person" not in last:
        return {"reach_out": False, "why": "I have spoken since you last wrote.", "message": ""}
    question = shorten(" ".join(_PERSON.findall(asked)[-1].replace("| ", " ").split()))
    message = f"I keep coming back to “{question}”. Has anything changed since we spoke? (A rehearsal voice says this.)"
    return {"reach_out": True, "why": "You have not written since we spoke about it.", "message": message}


def ask_what_happened(asked: str) -> dict[str, Any]:
    """Name the choice and ask."""
    choice, sure = _DECIDED.search(asked), _SURE.search(asked)
    chosen = shorten(choice[1]) if choice else "this"
    message = f"You decided: “{chosen}”. You were {sure[1] if sure else '50'} percent sure. What happened?"
    return {"why": "You wanted to look back on this today.", "message": message}
