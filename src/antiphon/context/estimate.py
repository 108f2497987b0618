"""How many tokens a text will cost, before anybody has counted them."""

from math import ceil
from typing import NamedTuple

from antiphon.conversation.size import TextSize

# What a provider that reports no usage is taken to have counted.
_UNREPORTED_CHARS = 4
# Sums of quotients are off by far less than this; a billionth of a token is rounding and not a token.
_DECIMALS = 9


class Rates(NamedTuple):
    """Characters per token for each class of character, and what a message costs besides its text."""

    plain: float = 3.5
    wide: float = 3.5
    marks: float = 3.5
    per_message: float = 0.0


PLAIN = Rates()


def fixed(chars_per_token: float) -> Rates:
    """The rates of somebody who wants the plain rule with a number of their own; it must be above zero."""
    if not chars_per_token > 0:
        raise ValueError("characters per token must be above zero")
    return Rates(chars_per_token, chars_per_token, chars_per_token)


def estimate(size: TextSize, rates: Rates = PLAIN, messages: int = 0) -> int:
    """Tokens for texts of this size in this many messages, rounded up; nothing costs nothing.

    With PLAIN this is the length divided by 3.5, whatever the characters are. Rounding up once per text makes the sum
    of the parts at least the estimate of the whole.
    """
    return ceil(round(predict(size, rates, messages), _DECIMALS))


def predict(size: TextSize, rates: Rates, messages: int) -> float:
    """The same before rounding."""
    plain = size.chars - size.wide - size.marks
    return plain / rates.plain + size.wide / rates.wide + size.marks / rates.marks + messages * rates.per_message


def count_unreported(text: str) -> int:
    """What to book for a text whose provider reported no usage: a quarter of its characters, rounded up."""
    return -(-len(text) // _UNREPORTED_CHARS)
