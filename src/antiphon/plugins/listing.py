"""Every plug-in that is installed, by package: what it adds, or why it is left out."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution
from typing import Any

from antiphon.plugins.kind import Kind
from antiphon.plugins.loader import OURS, clean_package, list_entries, load, package_of
from antiphon.plugins.packages import hash_files

_ABSENT = "it is named in the setting `plugins`, and no package of this name with plug-ins is installed"


@dataclass(frozen=True, slots=True)
class ListedPlugin:
    """One plug-in. Of one that is left out only its name is known, and why."""

    kind: str
    name: str
    label: str = ""
    version: int | None = None
    why_not: str | None = None


@dataclass(frozen=True, slots=True)
class ListedPackage:
    """A package with plug-ins. `is_named` when the operator has said that they may be used; ours need not be.

    `sha256` is of all its files; none where it only points at a folder. `why_not` is said of one that is not there.
    """

    name: str
    version: str
    summary: str
    is_ours: bool
    is_named: bool
    sha256: str | None
    plugins: tuple[ListedPlugin, ...]
    why_not: str | None = None


def list_packages(kinds: Sequence[Kind[Any]], named: Collection[str]) -> tuple[ListedPackage, ...]:
    """All of them, ours first, then in the order of their names; packages that are named and absent last."""
    wanted, packages = frozenset(map(clean_package, named)), _find_packages(kinds)
    listed = [
        _describe(packages[name], name, name in wanted, tuple(_list_plugins(kinds, name, named)))
        for name in sorted(packages, key=lambda name: (name != OURS, name))
    ]
    absent = sorted(wanted - packages.keys() - {OURS})
    return (*listed, *(ListedPackage(each, "", "", False, True, None, (), _ABSENT) for each in absent))


def list_left_out(kinds: Sequence[Kind[Any]], named: Collection[str]) -> Iterator[tuple[str, ListedPlugin]]:
    """What the operator wanted and does not have, each with its package; where nothing is named, nothing is loaded."""
    wanted = frozenset(map(clean_package, named)) - {OURS}
    for name in sorted(wanted - _find_packages(kinds).keys()) if wanted else ():
        yield name, ListedPlugin("package", name, why_not=_ABSENT)
    for kind in kinds if wanted else ():
        for left in load(kind, named).left_out:
            if left.package in wanted:
                yield left.package, ListedPlugin(kind.name, left.name, why_not=left.why)


def _find_packages(kinds: Sequence[Kind[Any]]) -> dict[str, Distribution]:
    return {package_of(entry): entry.dist for kind in kinds for entry in list_entries(kind) if entry.dist}


def _describe(package: Distribution, name: str, is_named: bool, plugins: tuple[ListedPlugin, ...]) -> ListedPackage:
    # Without one, asking for it is deprecated in newer versions of Python.
    summaries = package.metadata.get_all("Summary") or [""]
    return ListedPackage(name, package.version, summaries[0], name == OURS, is_named, hash_files(package), plugins)


def _list_plugins(kinds: Sequence[Kind[Any]], package: str, named: Collection[str]) -> Iterator[ListedPlugin]:
    for kind in kinds:
        loaded = load(kind, named)
        for found in loaded.found:
            if found.package == package:
                yield ListedPlugin(kind.name, found.name, found.label, found.version)
        for left in loaded.left_out:
            if left.package == package:
                yield ListedPlugin(kind.name, left.name, why_not=left.why)
