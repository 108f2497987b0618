"""What the scripted voices say when nobody wrote them a script.

Each starter advisor has a few answers of its own in `voices/`, divided by a line of three dashes. Which one
is given depends only on the question, so a rehearsal can be repeated.
"""

import hashlib
import re
from functools import cache
from importlib import resources

QUESTION_LENGTH = 80
_DIVIDER = re.compile(r"^---\s*$", re.MULTILINE)
_WORD = re.compile(r"\s*\S+")


def build_answer(advisor: str, question: str) -> str:
    """What this advisor says to this question; the same every time."""
    variants = load_voice(advisor) or load_voice("anyone")
    digest = hashlib.sha256(question.encode("utf-8", "replace")).digest()
    variant = variants[digest[0] % len(variants)]
    return variant.replace("{question}", shorten(question))


def build_thought(question: str) -> str:
    """What a voice thinks of this question when it is asked to think; the same every time."""
    return (
        f"The question is: {shorten(question)} This is a rehearsal, so no model thinks here. One that did would first "
        "gather what is known, then look for what speaks against it, and then choose one thing worth saying."
    )


def shorten(question: str) -> str:
    """The question on one line, cut at a word when it is long."""
    line = " ".join(question.split())
    if len(line) <= QUESTION_LENGTH:
        return line
    head, _, _ = line[:QUESTION_LENGTH].rpartition(" ")
    return (head or line[: QUESTION_LENGTH - 1]) + "…"


def split_words(text: str) -> list[str]:
    """The words with the white space before each; joined they are the text."""
    return _WORD.findall(text)


@cache
def load_voice(advisor: str) -> tuple[str, ...]:
    """The answers of one voice; empty when it has none."""
    if not re.fullmatch("[a-z]+", advisor):
        return ()
    page = resources.files("antiphon.providers.scripted") / "voices" / f"{advisor}.md"
    if not page.is_file():
        return ()
    variants = _DIVIDER.split(page.read_text(encoding="utf-8"))
    return tuple(" ".join(each.split()) for each in variants)
