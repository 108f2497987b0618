"""Signs that one voice has slipped into another's clothes.

Three are looked for: a line that opens with a speaker's name as a transcript does, another voice's name as a heading,
and the first person spoken as another voice. Naming somebody is no sign ("Builder is right about the cost"), nor is
anything inside code or a quotation.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from antiphon.conversation.ids import AdvisorId

Sign = Literal["speaker_tag", "heading", "first_person"]

_FENCE = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_QUOTED_LINE = re.compile(r"^ {0,3}>.*$", re.MULTILINE)
# Our own frame, written by somebody who was only shown it.
_FRAME = re.compile(r'^\s*\[turn \d+, (?:person|advisor "[^"\n]*")\]', re.MULTILINE)
# Shorter than this, a name is a word that stands for many things.
_LEAST_CHARS: Final = 2
# What opens the first person of somebody else, and what must follow it. In four languages that answer in prose.
_AS = r"(?:speaking as|as|als|en tant que|como)"
_I_AM = r"(?:i am|i'm|i\u2019m|ich bin|je suis|yo soy|soy)"
_ARTICLE = r"(?:the |der |die |das |le |la |el )?"
_I = r"(?:i|i'd|i'm|i've|i\u2019d|i\u2019m|i\u2019ve|my|ich|mein|meine|je|j'|mon|ma|yo|mi)"


class Speaker(NamedTuple):
    """Somebody who speaks in the conversation."""

    advisor_id: AdvisorId
    name: str


@dataclass(frozen=True, slots=True)
class Objection:
    """What was found, from `start` to `end`, and whose voice it takes; its own, for a name before its own words."""

    sign: Sign
    start: int
    end: int
    about: AdvisorId | None


def find_mimicry(text: str, own: AdvisorId, voices: Sequence[Speaker]) -> tuple[Objection, ...]:
    """Every sign in one answer, in the order in which they stand; one place is objected to once."""
    named = [voice for voice in voices if _is_named(voice.name, text)]
    if not named and "[turn " not in text:
        return ()
    plain = _blank_quotations(text)
    found = [
        *_find_frames(plain),
        *(each for voice in named for each in _find_tags(plain, voice)),
        *(each for voice in named if voice.advisor_id != own for each in _find_headings(plain, voice)),
        *(each for voice in named if voice.advisor_id != own for each in _find_first_person(plain, voice)),
    ]
    return tuple(_apart(sorted(found, key=lambda each: (each.start, -each.end))))


def _is_named(name: str, text: str) -> bool:
    """Whether the name may stand in the text at all: most answers name nobody, and are read no further."""
    parts = name.split()
    return len(name.strip()) >= _LEAST_CHARS and parts[-1] in text


def _blank_quotations(text: str) -> str:
    """The text with code and quoted lines made of spaces, so that every place stays where it is."""
    for pattern in (_FENCE, _CODE, _QUOTED_LINE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def _find_frames(text: str) -> Iterator[Objection]:
    for match in _FRAME.finditer(text):
        yield Objection("speaker_tag", match.start(), match.end(), None)


def _find_tags(text: str, voice: Speaker) -> Iterator[Objection]:
    for match in _tag(voice.name).finditer(text):
        yield Objection("speaker_tag", match.start("said"), match.end("said"), voice.advisor_id)


def _find_headings(text: str, voice: Speaker) -> Iterator[Objection]:
    for match in _heading(voice.name).finditer(text):
        yield Objection("heading", match.start("said"), match.end("said"), voice.advisor_id)


def _find_first_person(text: str, voice: Speaker) -> Iterator[Objection]:
    for match in _first_person(voice.name).finditer(text):
        yield Objection("first_person", match.start(), match.end(), voice.advisor_id)


@lru_cache(maxsize=500)
def _tag(name: str) -> re.Pattern[str]:
    """`Name:` at the beginning of a line, bare, in bold or in brackets."""
    who = _spell(name)
    return re.compile(
        rf"^[ \t]*(?:[-*] )?(?P<said>\*\*\[?{who}\]?:\*\*|\*\*\[?{who}\]?\*\*:|\[{who}\]:?|{who}:)(?=\s|$)",
        re.MULTILINE,
    )


@lru_cache(maxsize=500)
def _heading(name: str) -> re.Pattern[str]:
    """A heading or a line in bold that holds the name and little else."""
    who = _spell(name)
    rest = r"(?:['\u2019]s? (?:view|take|answer|position|perspective|response))?[:.]?"
    return re.compile(
        rf"^ {{0,3}}(?P<said>#{{1,6}} +(?:\*\*)?(?:The )?{who}{rest}(?:\*\*)?|\*\*(?:The )?{who}{rest}\*\*)[ \t]*#*$",
        re.MULTILINE,
    )


@lru_cache(maxsize=500)
def _first_person(name: str) -> re.Pattern[str]:
    """`As Name, I`, `Speaking as the Name, my`, `I am Name`. The name is spelled as it is, the rest as people write."""
    who = _spell(name)
    as_somebody = rf"(?i:\b{_AS} {_ARTICLE}){who}(?i:,? {_I}\b)"
    am_somebody = rf"(?i:\b{_I_AM} {_ARTICLE}){who}(?=[\s,.!;:]|$)(?! ?['\u2019])"
    return re.compile(rf"{as_somebody}|{am_somebody}")


def _spell(name: str) -> str:
    """The name, with its article or without: `The Builder` is also called `Builder`."""
    parts = name.split()
    article = r"(?:The\s+)?" if parts[0].casefold() == "the" and len(parts) > 1 else ""
    return article + r"\s+".join(re.escape(part) for part in (parts[1:] if article else parts))


def _apart(found: Iterable[Objection]) -> Iterator[Objection]:
    """Those that do not lie inside one before them."""
    end = 0
    for each in found:
        if each.start >= end:
            yield each
            end = each.end
