"""A rehearsal voice that keeps to its phase: one question while it is told to ask, its usual view after that.

The rehearsal itself gives a view from the first turn on, because that is what a newcomer wants to look at. Evals want
somebody who does as it is told.
"""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from antiphon.advisors.prompt import load_prompts
from antiphon.providers.scripted.rehearsal import build_answer

# The model's name behind `scripted:`.
UNDERSTUDY: Final = "understudy"


def answer_in_phase(advisor: str, question: str, messages: Sequence[Mapping[str, Any]]) -> str:
    """What this voice says to the question in the phase its instructions name; the same every time."""
    told = "\n".join(str(each["content"]) for each in messages if each["role"] == "system")
    if load_prompts().early not in told:
        return build_answer(advisor, question)
    known = _load_questions()
    questions = known.get(advisor, known["anyone"])
    return questions[hashlib.sha256(question.encode("utf-8", "replace")).digest()[0] % len(questions)]


@cache
def _load_questions() -> dict[str, list[str]]:
    page = resources.files("antiphon.providers.scripted") / "questions.toml"
    return tomllib.loads(page.read_text(encoding="utf-8"))
