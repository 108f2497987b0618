"""Our own tags, and making sure that nobody else's text has them."""

import re

# What a reminder stands in, and what each kind of it is called.
REMINDER = "system-reminder"
MARKERS = ("memoryList", "miniPromptReminder", "todoList", "documentList", "callerNote")

# What cannot be seen does not make another tag of it.
_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_GAP = f"[\\s{_UNSEEN}]*+"


def _spell(name: str) -> str:
    return f"[{_UNSEEN}]*+".join(map(re.escape, name))


# Whatever begins like a reminder is disarmed; the other names are words that code may begin with.
_NAMES = f"{_spell(REMINDER)}|(?:{'|'.join(map(_spell, MARKERS))})\\b"
_OUR_TAGS = re.compile(f"<(?={_GAP}/?{_GAP}(?:{_NAMES}))", re.IGNORECASE)


def disarm_tags(text: str) -> str:
    """The same text, in which no tag is one of ours: it can neither end a reminder nor begin one."""
    return _OUR_TAGS.sub("\u2039", text)
