"""What remains of a piece of Markdown when it is spoken. The browser's `model/speech/plain.ts` does the same."""

import re
import unicodedata

_HTML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_PREFIX = re.compile(r"^\s*(?:(?:>|[-*+](?=\s)|#{1,6}(?=\s))\s*)+")
_TASK_BOX = re.compile(r"^\[[ xX]\]\s")
_IMAGE_OR_NOTE = re.compile(r"!\[[^\]]*\]|\[\^[^\]]*\]")
# A dollar sign before an amount opens no formula: a formula touches both of its signs.
_FORMULA = re.compile(r"\\\(.+?\\\)|\$\$.+?\$\$|\$[^\s$](?:[^$]*[^\s$])?\$(?![0-9])")
_ADDRESS = re.compile(
    r"<?https?://(?:www\.)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::[0-9]+)?(?:[/?#](?:[^\s()<>]*[^\s()<>.,;:!?*_'\"])?)?>?"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE = re.compile(r"(^|\s)[-=*_]{3,}(?=\s|$)")
_STRONG = re.compile(r"\*{2,}|~~|`+|[\[\]]")
_EMPHASIS = re.compile(
    r"(?<![A-Za-z0-9*])\*(?=\S)|(?<=\S)\*(?![A-Za-z0-9*])|(?<![A-Za-z0-9_])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9_])"
)
_SPACES = re.compile(r"\s+")
_LEADING_CLOSERS = re.compile(r"^[\s”’»」』）】)。！？、，]+")
_TABLE_LINE = re.compile(r":?-+:?")


def plain(raw: str, formula: str) -> str:
    """The words of one sentence or row without its Markdown; empty when there is nothing to say."""
    text = _row(raw) if raw.lstrip().startswith("|") else _PREFIX.sub("", raw)
    text = _IMAGE_OR_NOTE.sub("", _TASK_BOX.sub("", text))
    text = _FORMULA.sub(lambda _: formula, text)
    text = _HTML_TAG.sub("", _ADDRESS.sub(r"\1", text))
    text = _STRONG.sub("", _RULE.sub(r"\1", text))
    text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text))
    text = _LEADING_CLOSERS.sub("", _SPACES.sub(" ", text)).strip()
    return text if any(unicodedata.category(each)[0] in "LN" for each in text) else ""


def _row(raw: str) -> str:
    """The cells of a table's row, as a list is spoken; nothing for the line under the heads."""
    cells = [each for cell in raw.split("|") if (each := cell.strip())]
    return "" if all(_TABLE_LINE.fullmatch(each) for each in cells) else ", ".join(cells)
