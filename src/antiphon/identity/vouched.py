"""Somebody for whom somebody else vouches, and what of that is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from antiphon.access.groups import MappedRole
from antiphon.access.names import clean_person_name, normalise_address
from antiphon.conversation.errors import Malformed


class Voucher(Protocol):
    """Whoever vouches for people, as far as the operator says something about them.

    Whom they mean is decided by `issuer`; `source` is written beside the roles that their groups give.
    """

    @property
    def issuer(self) -> str:
        """Who says it."""

    @property
    def source(self) -> str:
        """What is written beside roles."""

    @property
    def role_map(self) -> Mapping[str, MappedRole]:
        """What groups give."""

    @property
    def create_people(self) -> bool:
        """Whether whoever comes and has no account is given one."""


@dataclass(frozen=True, slots=True)
class VouchedPerson:
    """Whom they vouch for. `seen_at` is when they last saw the person themselves, where they say so."""

    subject: str
    name: str
    email: str | None
    groups: frozenset[str]
    sid: str | None = None
    seen_at: datetime | None = None


def find_name(*said: object) -> str:
    """What the person is called: the first that can be shown. Names prove nothing."""
    for each in said:
        try:
            return clean_person_name(each if isinstance(each, str) else "")
        except Malformed:
            continue
    return "?"


def find_email(said: object) -> str | None:
    """The address of mail, unless it is none."""
    try:
        return normalise_address(said) if isinstance(said, str) else None
    except Malformed:
        return None
