"""Whether a full stop ends its sentence. The browser's `model/speech/endings.ts` decides the same."""

import re
import unicodedata


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# After these comes a name or a figure, never a new sentence.
_NEVER = _words(
    "dr mr mrs ms mx prof st sen rep gov gen col capt lt sgt rev hon mt ft vs eg ie cf viz resp dept est "
    "bzw ca vgl evtl ggf sog inkl exkl zzgl abb nr tel hr fr dipl ing geb bspw mme mlle eds"
)
# These end a sentence only when the next word is capitalised.
_SOMETIMES = _words(
    "etc inc ltd corp co bros jr sr al approx usw dgl ff jan feb mar apr jun jul aug sep sept oct nov dec"
)
# These stand before a number.
_BEFORE_NUMBERS = _words("no nos fig figs pp vol ch sec eq art para kap bl")
# Before an ordinal in German: "am 3. Oktober".
_BEFORE_ORDINALS = _words("am vom zum bis der dem den des die das im seit ab und beim")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_OPENERS = "*_~`([{\"'“‘«„<「『（"


def full_stop_ends(before: str, following: str, *, opens_line: bool) -> bool:
    """Whether the full stop after `before` ends a sentence when `following` is the next thing said.

    `before` is what was said up to the full stop, at least its last two words; `opens_line` tells that the last of
    them is the first of its line, where a number is a list's.
    """
    words = before.split()
    word = words[-1].lstrip(_OPENERS) if words and not before[-1].isspace() else ""
    small = word.lower()
    if word == "" or (len(word) == 1 and word.isalpha()) or _DOTTED.fullmatch(word) or small in _NEVER:
        return False
    if small in _SOMETIMES:
        return is_capital(following)
    if small in _BEFORE_NUMBERS:
        return not _NUMBER.match(following)
    if _NUMBER.fullmatch(word):
        return not (opens_line or _is_ordinal(word, words))
    return True


def is_capital(letter: str) -> bool:
    """Whether this letter can only begin a name or a sentence."""
    return unicodedata.category(letter) == "Lu"


def _is_ordinal(number: str, words: list[str]) -> bool:
    return len(number) <= 2 and len(words) > 1 and words[-2].lower() in _BEFORE_ORDINALS
