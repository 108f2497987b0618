"""What people sign in with: an e-mail address or a name, compared as people compare them."""

import re
import unicodedata

from antiphon.conversation.errors import Malformed

_MOST = 254
# A sign on either side and nothing that could be two addresses. Whether somebody reads mail there is another question.
_ADDRESS = re.compile(r"[^\s@,;<>\"]+@[^\s@,;<>\"]+")


def normalise_address(text: str) -> str:
    """The address as it is compared and kept; `Malformed` for what cannot be one."""
    address = fold_name(text)
    if len(address) > _MOST or not _ADDRESS.fullmatch(address):
        raise Malformed("this is no e-mail address")
    return address


def fold_name(text: str) -> str:
    """Two that look alike are one, in capitals or not; what no address can be is cut and found nowhere."""
    return unicodedata.normalize("NFKC", text.strip()[: 2 * _MOST]).casefold().replace("\0", "")


def clean_person_name(text: str) -> str:
    """A name to be shown: one line of visible characters. `Malformed` when nothing is left of it."""
    visible = "".join(each for each in unicodedata.normalize("NFC", text) if _is_shown(each))
    cleaned = " ".join(visible.split())[:200]
    if not cleaned:
        raise Malformed("a person needs a name")
    return cleaned


def is_one_line(text: str) -> bool:
    """Whether there is nothing in it but visible characters and spaces."""
    return all(_is_shown(each) for each in text)


def _is_shown(character: str) -> bool:
    """Controls and marks that turn a line around would let one name pose as another."""
    return character == " " or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
