"""One idea of "the same letter, large or small" for Python, SQLite and PostgreSQL.

The databases' own `lower` differ: SQLite knows ASCII only, PostgreSQL goes by the locale it was made with. So the rule
is ours: two characters are the same when each is the other's one-character case partner (`A` and `a`, `Ä` and `ä`,
`Ж` and `ж`). What has no such partner (`ß`, a final sigma, the Kelvin sign) equals itself alone. Both databases fold
ASCII; of the rest only the letters that occur in the pattern matter, and `pairs_in` names them.
"""

from functools import lru_cache

from antiphon.filter.tree import Pattern


def fold_text(text: str) -> str:
    """The text with every large letter made small; never longer or shorter than before."""
    return text.lower() if text.isascii() else "".join(map(fold_character, text))


@lru_cache(maxsize=4096)
def fold_character(character: str) -> str:
    """The small partner of a large letter; anything else as it is."""
    small = character.lower()
    return small if len(small) == 1 and small.upper() == character else character


def pairs_in(pattern: Pattern) -> list[tuple[str, str]]:
    """The letters outside ASCII in this pattern that have a partner, as large and small, in order."""
    small = {fold_character(character) for piece in pattern.pieces for character in piece if not character.isascii()}
    return sorted((each.upper(), each) for each in small if fold_character(each.upper()) == each != each.upper())
