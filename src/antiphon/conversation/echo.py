"""What a model repeats of our payload, taken out of its answer while it streams.

Models imitate what they are shown. What we add to a payload comes back now and then: a time stamp before the first
word, a reminder in its tags, thoughts in tags of their own. An `EchoGate` takes these out:

- a time stamp (`[2026-11-15T10:30]`, with seconds or `Z` as well) at the very beginning is dropped;
- `<think>` or `<thinking>` at the very beginning sends what follows to the thinking channel, until it is closed;
- `<system-reminder>` and all it holds is dropped anywhere, and so is a closing tag that closes nothing;
- so are the lists inside a reminder (`<todoList>` and its kin) when they come back without it, spelled as we spell
  them: in other letters the same words are somebody's component or element.

What is quoted is not an echo: a tag in a fenced code block, or behind an open backtick of its line, passes. So does a
thinking tag in the middle of an answer, together with the tag that closes it. A reminder that is never closed was no
echo either: it is released as text when the answer ends, or once it has grown to `REMINDER_LIMIT`. Thoughts that are
never closed stay thoughts.

Nothing that left the gate is taken back, and only what may still become an echo is held.
"""

import re

from antiphon.conversation.event.delta import Channel

Pieces = list[tuple[Channel, str]]

# Whoever reads along waits while a reminder is held, so there is an end to waiting. A reminder may be longer; repeated
# word for word at that length, it is shown.
REMINDER_LIMIT = 8_000

_LISTS = ("miniPromptReminder", "todoList", "documentList", "memoryList", "callerNote")
# Each opening tag with the one that ends it.
_REMINDERS = {f"<{name}>": f"</{name}>" for name in ("system-reminder", *_LISTS)}
_EXACT = frozenset(f"<{stroke}{name}>" for stroke in ("", "/") for name in _LISTS)
_THINK = ("<think>", "<thinking>")
_THINK_END = ("</think>", "</thinking>")
_TAGS = (*_REMINDERS, *_REMINDERS.values(), *_THINK, *_THINK_END)
# Time stamps by their shape, with a zero for every digit.
_STAMPS = ("[0000-00-00t00:00]", "[0000-00-00t00:00z]", "[0000-00-00t00:00:00]", "[0000-00-00t00:00:00z]")
_LONGEST = max(map(len, _TAGS + _STAMPS))
_DIGITS = str.maketrans("123456789", "000000000")
_WHITE = re.compile(r"\s*")


def _any_of(tags: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(tag if tag in _EXACT else f"(?i:{tag})" for tag in tags), re.ASCII)


_PATTERNS: dict[tuple[str, ...], re.Pattern[str]] = {tags: _any_of(tags) for tags in (_TAGS, _THINK_END)}
_FIND_END = {tag: _any_of((end,)) for tag, end in _REMINDERS.items()}


class EchoGate:
    """Lets an answer through piece by piece without its echoes, and names the channel of each stretch."""

    __slots__ = ("_begun", "_code", "_held", "_pieces", "_quoted", "_searched", "_sought", "_stripped", "_thinking")

    def __init__(self) -> None:
        self._held = ""
        self._pieces: list[tuple[Channel, list[str]]] = []
        self._code = _Code()
        self._begun = False  # something was said that is not white space
        self._stripped = False  # an echo was dropped, so the white space behind it goes as well
        self._thinking = False
        self._quoted = 0  # thinking tags that passed and are still open
        self._searched = 0  # where to go on looking for the end of a reminder
        self._sought = ""  # the tag whose end was looked for up to there

    def push(self, piece: str) -> Pieces:
        """What may be shown now that this piece has arrived; often empty, never to be taken back."""
        # Nearly every piece is plain text in the middle of an answer, and streams come in many small pieces.
        if self._begun and not self._thinking and not self._held and piece and "<" not in piece:
            self._code.follow(piece)
            return [("text", piece)]
        self._held += piece
        return self._advance(final=False)

    def close(self) -> Pieces:
        """The last of it: what was held because it might have become an echo, and did not."""
        return self._advance(final=True)

    def _advance(self, *, final: bool) -> Pieces:
        text, place = self._held, 0
        while place < len(text):
            after = self._think(text, place, final) if self._thinking else self._speak(text, place, final)
            if after == place:
                break
            place = after
        self._held = text[place:]
        self._searched = max(0, self._searched - place)
        pieces, self._pieces = self._pieces, []
        return [(channel, "".join(stretches)) for channel, stretches in pieces]

    def _speak(self, text: str, place: int, final: bool) -> int:
        """Settle the next stretch of the answer; returns where it ends, the same place when it must wait."""
        if not self._begun and (text[place].isspace() or text[place] == "["):
            return self._lead_in(text, place, final)
        tag = _find_tag(_TAGS, text, place, final)
        if tag > place:
            return self._say(text, place, tag)
        if self._code.is_inside:
            return self._say(text, place, place + 1)
        echo = _recognise(text, place, _TAGS, final)
        return self._meet(echo, text, place, final) if echo else place

    def _lead_in(self, text: str, place: int, final: bool) -> int:
        """White space and time stamps before the answer."""
        if text[place] != "[":
            after = _end_of_white(text, place)
            return after if self._stripped else self._say(text, place, after)
        stamp = _recognise(text, place, _STAMPS, final)
        if not stamp:
            return place if stamp is None else self._say(text, place, place + 1)
        self._stripped = True
        return place + len(stamp)

    def _meet(self, echo: str, text: str, place: int, final: bool) -> int:
        """Drop an echo, follow it, or let through what only looks like one."""
        after = place + len(echo)
        if echo in _REMINDERS:
            return self._skip_reminder(echo, text, place, final)
        if echo in _THINK and self._begun:
            self._quoted += 1
            return self._say(text, place, after)
        if echo in _THINK_END and self._quoted:
            self._quoted -= 1
            return self._say(text, place, after)
        self._thinking = echo in _THINK
        self._stripped = True
        return after

    def _skip_reminder(self, tag: str, text: str, place: int, final: bool) -> int:
        start = place + len(tag)
        bound = start + REMINDER_LIMIT + len(_REMINDERS[tag])
        searched = self._searched if tag == self._sought else 0
        end = _FIND_END[tag].search(text, max(start, searched), bound)
        if end is not None:
            self._stripped = True
            return end.end()
        self._sought = tag
        self._searched = max(start, min(len(text), bound) - len(_REMINDERS[tag]) + 1)
        return self._say(text, place, start) if final or len(text) >= bound else place

    def _think(self, text: str, place: int, final: bool) -> int:
        """Settle the next stretch of thoughts. Fences mean nothing here: one left open must not swallow the answer."""
        tag = _find_tag(_THINK_END, text, place, final)
        if tag > place:
            return self._put("thinking", text, place, tag)
        echo = _recognise(text, place, _THINK_END, final)
        if not echo:
            return place
        self._thinking = False
        return place + len(echo)

    def _say(self, text: str, start: int, end: int) -> int:
        said = text[start:end]
        self._begun = self._begun or not said.isspace()
        self._code.follow(said)
        return self._put("text", text, start, end)

    def _put(self, channel: Channel, text: str, start: int, end: int) -> int:
        """Hand over a stretch, joined to its neighbour on the same channel."""
        if not self._pieces or self._pieces[-1][0] != channel:
            self._pieces.append((channel, []))
        self._pieces[-1][1].append(text[start:end])
        return end


class _Code:
    """Knows whether a text that grows is inside code: a fenced block, or a span of its line."""

    __slots__ = ("_fence", "_line", "_ticks")

    # A fence and its language are shorter; only a line's beginning matters.
    LINE_LIMIT = 200
    _LINE = re.compile(r"[ \t>]*(`{3,}|~{3,})(.*)", re.DOTALL)

    def __init__(self) -> None:
        self._fence = ""
        self._line = ""
        self._ticks = 0

    @property
    def is_inside(self) -> bool:
        """True between the fences, on the line of the first from its third mark on, and after an odd backtick."""
        return self._ticks % 2 == 1 or bool(self._fence or self._opening())

    def follow(self, text: str) -> None:
        """Take note of what comes next."""
        *lines, rest = text.split("\n")
        for line in lines:
            self._grow(line)
            self._end_line()
        self._grow(rest)

    def _grow(self, text: str) -> None:
        self._ticks += text.count("`")
        if len(self._line) < self.LINE_LIMIT:
            self._line = (self._line + text)[: self.LINE_LIMIT]

    def _end_line(self) -> None:
        if not self._fence:
            self._fence = self._opening()
        elif self._closes():
            self._fence = ""
        self._line = ""
        self._ticks = 0

    def _opening(self) -> str:
        """The fence this line opens; backticks with more of them behind are code within a line."""
        found = self._LINE.match(self._line)
        return found[1] if found and not (found[1][0] == "`" and "`" in found[2]) else ""

    def _closes(self) -> bool:
        found = self._LINE.match(self._line)
        return found is not None and found[1].startswith(self._fence) and not found[2].strip()


def _find_tag(tags: tuple[str, ...], text: str, place: int, final: bool) -> int:
    """Where the next of these tags begins, or what may become one; the end of the text when there is neither."""
    found = _PATTERNS[tags].search(text, place)
    if found is not None:
        return found.start()
    bracket = text.rfind("<", place)
    return bracket if bracket >= 0 and _recognise(text, bracket, tags, final) is None else len(text)


def _end_of_white(text: str, place: int) -> int:
    found = _WHITE.match(text, place)
    return place if found is None else found.end()


def _recognise(text: str, place: int, echoes: tuple[str, ...], final: bool) -> str | None:
    """The echo that begins here, empty when none does, `None` while it takes more text to tell."""
    exact = text[place : place + _LONGEST]
    loose = exact.lower().translate(_DIGITS)
    for echo in echoes:
        head = exact if echo in _EXACT else loose
        if head.startswith(echo):
            return echo
        if echo.startswith(head) and not final:
            return None
    return ""
