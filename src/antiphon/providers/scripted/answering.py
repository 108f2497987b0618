"""What the rehearsal voices say in a round: each takes up what another said last."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from antiphon.advisors.prompt import load_prompts, load_round_prompts
from antiphon.providers.scripted.rehearsal import load_voice, shorten

# A voice's label stands at the beginning of a line; further lines of its words are indented.
_VOICE = re.compile(r"^(\S[^:\n]*): (.+(?:\n(?:  .*)?)*)", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?]+[.!?]")


def answer_others(advisor: str, question: str, messages: Sequence[Mapping[str, Any]]) -> str | None:
    """An answer to one of the voices quoted, the same every time; nothing when this is no round."""
    if question not in _list_wordings():
        return None
    opening = f"[{load_prompts().reference}"
    block = next((each["content"] for each in reversed(messages) if str(each["content"]).startswith(opening)), "")
    quoted = _VOICE.findall(block[len(opening) :].rstrip("]"))
    if not quoted:
        return None
    digest = hashlib.sha256(f"{advisor} {block}".encode()).digest()
    name, words = quoted[digest[0] % len(quoted)]
    variants = load_voice("rounds")
    sentence = shorten((_SENTENCE.findall(words) or [words])[-1].strip())
    return variants[digest[1] % len(variants)].replace("{name}", name).replace("{words}", sentence)


@cache
def _list_wordings() -> tuple[str, ...]:
    prompts = load_round_prompts()
    return prompts.answer, prompts.challenge, prompts.settle
