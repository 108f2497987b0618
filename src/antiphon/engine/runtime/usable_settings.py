"""Saved settings that cannot be used any more cost themselves, not the others."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from antiphon.conversation.errors import SettingsInvalid

T = TypeVar("T")

_SOURCE = re.compile(r" \(from database(?: \w+)?\)$")


@dataclass(frozen=True, slots=True)
class PutAside:
    """A saved value that does not count, and why."""

    value: object
    reason: str


@dataclass(frozen=True, slots=True)
class Usable(Generic[T]):
    """What was made of the rows that can be used, and those that were put aside, by name."""

    made: T
    rows: Mapping[str, object]
    aside: Mapping[str, PutAside]


def keep_usable(rows: Mapping[str, object], build: Callable[[Mapping[str, object]], T]) -> Usable[T]:
    """Build with as many rows as can be used; `SettingsInvalid` only when it cannot be built without any.

    Rows that `build` names in what it refuses go first. Where it names none of them, each is put to the test.
    """
    kept, aside = dict(rows), dict[str, PutAside]()
    while True:
        try:
            return Usable(build(kept), kept, aside)
        except SettingsInvalid as error:
            named = {name: find_reason(name, error) for name in kept if _is_named(name, error)}
            if not named:
                return _add_one_by_one(kept, aside, build)
        for name, reason in named.items():
            aside[name] = PutAside(kept.pop(name), reason)


def find_reason(name: str, error: SettingsInvalid) -> str:
    """What is wrong with this setting, without saying again which it is and where it came from."""
    mine = [line.removeprefix(f"{name}: ") for line in error.problems if line.startswith(f"{name}: ")]
    return "; ".join(_SOURCE.sub("", line) for line in mine or error.problems)


def _add_one_by_one(
    rows: Mapping[str, object], aside: dict[str, PutAside], build: Callable[[Mapping[str, object]], T]
) -> Usable[T]:
    kept: dict[str, object] = {}
    made = build(kept)
    for name, value in sorted(rows.items()):
        try:
            made = build({**kept, name: value})
            kept[name] = value
        except SettingsInvalid as error:
            aside[name] = PutAside(value, find_reason(name, error))
    return Usable(made, kept, aside)


def _is_named(name: str, error: SettingsInvalid) -> bool:
    return any(line.startswith((f"{name}: ", f"{name}.")) for line in error.problems)
