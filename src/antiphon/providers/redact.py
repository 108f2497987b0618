"""A provider's own words, made safe to keep and to show."""

import re

from antiphon.conversation.text import clean_text

MESSAGE_LIMIT = 500
TEXT_LIMIT = 10_000
_HIDDEN = "[redacted]"
_SECRETS = re.compile(
    r"""
    (?P<lead>
        \b(?:bearer|basic)\s{1,5}
      | \b(?:api|access|secret)?[\ _-]?key(?:\s{1,5}provided)?["']?\s{0,5}[:=]\s{0,5}["']?
    )
    (?!error\b|null\b|none\b) [^\s"',;]+
  | \b(?:sk|pk|rk|gsk|xai|key|hf|ghp|r8|nvapi|pplx)[-_][A-Za-z0-9_*.-]{4,}
  | \bAIza[A-Za-z0-9_-]{10,}
  | \bAKIA[A-Z0-9]{12,}
  | \beyJ[A-Za-z0-9_.-]{10,}
  | \b(?:org|user|proj)[-_](?-i:(?=[a-z]{0,40}[A-Z0-9]))[A-Za-z0-9]{10,}
  | \b[A-Za-z0-9]{32,}\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A tag ends where the next one begins, so that a page of nothing but openings is read once.
_MARKUP = re.compile(r"<(?:style|script)\b[^<]*</(?:style|script)>|<[^<>]{0,500}>", re.IGNORECASE)


def redact(text: str, secret: str | None = None) -> str:
    """One line without markup, without anything that looks like a key or an account, at most 500 characters long.

    `secret` is the key we hold ourselves; it goes whatever it looks like.
    """
    if secret:
        text = text.replace(secret, _HIDDEN)
    text = _SECRETS.sub(lambda found: (found["lead"] or "") + _HIDDEN, text[:TEXT_LIMIT])
    text = " ".join(_MARKUP.sub(" ", clean_text(text)).split())
    return text if len(text) <= MESSAGE_LIMIT else text[: MESSAGE_LIMIT - 1] + "…"
