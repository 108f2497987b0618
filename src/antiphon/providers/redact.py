"""A provider's own words, made safe to keep and to show."""

import re

from antiphon.conversation.text import clean_text

MESSAGE_LIMIT = 500
TEXT_LIMIT = 10_000
_HIDDEN = "[redacted]"
_SECRETS = re.compile(
    r""" (?P<lead> \bbearer\s+ | \bbasic\s+ | \b(?:api|access|secret)?[
_-]?key(?:\s+provided)?["']?\s*[:=]\s*["']? ) (?!error\b|null\b|none\b) [^\s"',;]+ |
\b(?:sk|pk|rk|gsk|xai|key|hf|ghp|r8|nvapi|pplx)[-_] [A-Za-z0-9_*.-]{4,} | \bAIza[A-Za-z0-9_-]{10,} |
\b[A-Za-z0-9]{32,}\b """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]{0,500}>", re.IGNORECASE | re.DOTALL)


def redact(text: str, secret: str | None = None) -> str:
    """One line without markup, without anything that looks like a key, and not longer than 500 characters.

    `secret` is the key we hold ourselves; it goes whatever it looks like.
    """
    text = text[:TEXT_LIMIT]
    if secret:
        text = text.replace(secret, _HIDDEN)
    text = _SECRETS.sub(lambda found: (found["lead"] or "") + _HIDDEN, text)
    text = " ".join(_MARKUP.sub(" ", clean_text(text)).split())
    return text if len(text) <= MESSAGE_LIMIT else text[: MESSAGE_LIMIT - 1] + "…"
