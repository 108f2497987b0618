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

# A shorter piece of a key is found in ordinary words.
_PIECE = 8


def redact(text: str, secret: str | None = None) -> str:
    """One line without markup, without anything that looks like a key or an account, at most 500 characters long.

    `secret` is the key we hold ourselves; it goes whatever it looks like, and so does every piece of it from eight
    characters on.
    """
    if secret:
        text = text.replace(secret, _HIDDEN)
    text = _hide_pieces(text[:TEXT_LIMIT], secret)
    text = _SECRETS.sub(lambda found: (found["lead"] or "") + _HIDDEN, text)
    # Cleaning takes characters out, so two pieces that were too short may meet.
    text = _hide_pieces(" ".join(_MARKUP.sub(" ", clean_text(text)).split()), secret)
    return text if len(text) <= MESSAGE_LIMIT else text[: MESSAGE_LIMIT - 1] + "…"


def _hide_pieces(text: str, secret: str | None) -> str:
    """The text without any stretch of eight or more characters that the secret has too."""
    pieces = {secret[at : at + _PIECE] for at in range(len(secret) - _PIECE + 1)} if secret else set()
    kept: list[str] = []
    shown, at = 0, 0
    while pieces and at <= len(text) - _PIECE:
        if text[at : at + _PIECE] not in pieces:
            at += 1
            continue
        end = at + _PIECE
        while end < len(text) and text[end - _PIECE + 1 : end + 1] in pieces:
            end += 1
        kept += (text[shown:at], _HIDDEN)
        shown = at = end
    return "".join([*kept, text[shown:]])
