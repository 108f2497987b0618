"""The door itself: ours come in like anybody's.

Ours are always there. One that somebody else installed is used when the operator has named its package, and left out
with a sentence when it cannot be loaded, lacks something, or is written for another version of its kind.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Generic, TypeVar, cast

from antiphon.plugins.kind import SAID, Kind, PluginUnusable

T = TypeVar("T")

OURS: Final = "antiphon"
# Written beside what comes by a plug-in, in settings and in files, so it must read the same everywhere.
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LONGEST_LABEL: Final = 200


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A plug-in that can be used, and the package it came in."""

    value: T
    name: str
    label: str
    version: int
    package: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One that is installed and not used, and why."""

    name: str
    package: str
    why: str


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """Those of one kind that can be used, and those that cannot."""

    found: tuple[Found[T], ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def values(self) -> tuple[T, ...]:
        """The plug-ins themselves."""
        return tuple(each.value for each in self.found)


def load(kind: Kind[T], named: Collection[str] = ()) -> Loaded[T]:
    """Ours, and those of the named packages, in the order of their packages and names; loaded once."""
    return cast("Loaded[T]", _load_all(kind, frozenset(map(clean_package, named))))


def clean_package(name: str) -> str:
    """A package's name the way all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).strip().lower()


def list_entries(kind: Kind[Any]) -> Iterator[EntryPoint]:
    """What is offered, each once, ours first: whoever takes one of our names comes too late."""
    several = {(package_of(each), each.name, each.value): each for each in entry_points(group=kind.group)}
    yield from (several[key] for key in sorted(several, key=lambda key: (key[0] != OURS, key)))


def package_of(entry: EntryPoint) -> str:
    """The package that offers it."""
    return clean_package(entry.dist.name) if entry.dist is not None else ""


@cache
def _load_all(kind: Kind[Any], named: frozenset[str]) -> Loaded[Any]:
    found: list[Found[Any]] = []
    left_out: list[LeftOut] = []
    for entry in list_entries(kind):
        loaded = _load(kind, entry, named)
        if isinstance(loaded, LeftOut):
            left_out.append(loaded)
        elif any(each.name == loaded.name for each in found):
            left_out.append(LeftOut(loaded.name, loaded.package, f"another {kind.name} has its name"))
        else:
            found.append(loaded)
    return Loaded(tuple(found), tuple(left_out))


def _load(kind: Kind[Any], entry: EntryPoint, named: Collection[str]) -> Found[Any] | LeftOut:
    package = package_of(entry)
    if package != OURS and package not in named:
        return LeftOut(entry.name, package, "its package is not named in the setting `plugins`")
    try:
        value = kind.take(entry)
        missing = [each for each in (*SAID, *kind.offers) if not hasattr(value, each)]
        if missing:
            return LeftOut(entry.name, package, f"it has no {', '.join(missing)}")
        said: Any = value
        return _judge(kind, Found(value, said.name, said.label, said.version, package), said.api, entry.name)
    except PluginUnusable as error:
        return LeftOut(entry.name, package, str(error))
    # Somebody else's code may fail in any way, `sys.exit` among them, and we open all the same.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        return LeftOut(entry.name, package, f"it could not be loaded: {type(error).__name__}")


def _judge(kind: Kind[Any], found: Found[Any], api: object, entry: str) -> Found[Any] | LeftOut:
    """Whether what it says of itself can be written down and shown."""
    # Somebody else's values: whatever they were declared to be, they may be something else.
    name, label, version = cast("tuple[object, object, object]", (found.name, found.label, found.version))
    if api != kind.api:
        why = f"it is written for version {api} of {kind.name}s, and this is {kind.api}"
    elif not (isinstance(name, str) and _NAME.fullmatch(name)):
        why = "its name must be small letters, digits and hyphens, at most 40"
    elif not (isinstance(label, str) and 0 < len(label) <= _LONGEST_LABEL and "\n" not in label):
        why = f"its label must be one line of at most {_LONGEST_LABEL} characters"
    elif type(version) is not int:
        why = "its version must be a whole number"
    else:
        return found
    return LeftOut(entry, found.package, why)
