"""Which formats there are: entry points of the group `antiphon.importers`, ours like anybody's.

Ours are always there. One that somebody else installed is used when the operator has named its package, and left out
with a sentence when it cannot be loaded or is written for another version of the protocol.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from antiphon.importers.protocol import API, Importer

GROUP: Final = "antiphon.importers"
_OURS: Final = "antiphon"
_OFFERS: Final = ("name", "label", "version", "api", "fields", "recognise", "read")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An importer that is installed and not used, and why."""

    name: str
    package: str
    why: str


@dataclass(frozen=True, slots=True)
class Importers:
    """The formats that can be read here, and those that cannot."""

    found: tuple[Importer, ...]
    left_out: tuple[LeftOut, ...] = ()


@cache
def load_importers(named: frozenset[str] = frozenset()) -> Importers:
    """Ours, and those of the named packages, in the order of their names."""
    found: list[Importer] = []
    left_out: list[LeftOut] = []
    for entry in _list_entries():
        loaded = _load(entry, named)
        if isinstance(loaded, LeftOut):
            left_out.append(loaded)
        elif any(each.name == loaded.name for each in found):
            left_out.append(LeftOut(loaded.name, _package_of(entry), "another importer has its name"))
        else:
            found.append(loaded)
    return Importers(tuple(found), tuple(left_out))


def _list_entries() -> Iterator[EntryPoint]:
    """Each once, ours first: whoever takes one of our names comes too late."""
    several = {(_package_of(each), each.name, each.value): each for each in entry_points(group=GROUP)}
    yield from (several[key] for key in sorted(several, key=lambda key: (key[0] != _OURS, key)))


def _load(entry: EntryPoint, named: Collection[str]) -> Importer | LeftOut:
    package = _package_of(entry)
    if package != _OURS and package not in named:
        return LeftOut(entry.name, package, "its package is not named in the setting `plugins`")
    try:
        importer = entry.load()
    except Exception as error:  # noqa: BLE001 - somebody else's code may fail in any way, and we open all the same
        return LeftOut(entry.name, package, f"it could not be loaded: {type(error).__name__}")
    missing = [each for each in _OFFERS if not hasattr(importer, each)]
    if missing:
        return LeftOut(entry.name, package, f"it has no {', '.join(missing)}")
    if importer.api != API:
        return LeftOut(entry.name, package, f"it is written for version {importer.api} of importers, and this is {API}")
    known: Importer = importer
    return known


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""
