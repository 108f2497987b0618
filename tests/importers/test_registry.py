"""Formats come through one door, ours like anybody's."""

import tomllib
from importlib.metadata import EntryPoint

import pytest

from antiphon.importers import registry
from antiphon.importers.registry import GROUP, load_importers
from tests.shape.house import ROOT


class _Package:
    """Whose an entry point is."""

    def __init__(self, name: str) -> None:
        self.name = name


def _offer(monkeypatch: pytest.MonkeyPatch, **offered: str) -> None:
    """Somebody else's package offers these beside ours."""
    ours = list(registry._list_entries())
    theirs = []
    for name, value in offered.items():
        entry = EntryPoint(name, value, GROUP)
        vars(entry).update(dist=_Package("antiphon-import-recipes"))
        theirs.append(entry)
    monkeypatch.setattr(registry, "_list_entries", lambda: iter([*ours, *theirs]))
    load_importers.cache_clear()


def test_what_is_declared_is_what_is_found() -> None:
    load_importers.cache_clear()
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]

    found = load_importers()

    assert {each.name for each in found.found} == set(declared)
    assert found.left_out == ()


def test_a_package_nobody_named_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    _offer(monkeypatch, recipes="antiphon.importers.formats.claude:importer")

    found = load_importers()

    (left,) = found.left_out
    assert (left.name, left.package) == ("recipes", "antiphon-import-recipes")
    assert left.why == "its package is not named in the setting `plugins`"


def test_one_that_cannot_be_loaded_or_fits_another_version_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _offer(
        monkeypatch,
        gone="nowhere.at.all:importer",
        odd="json:dumps",
        second="antiphon.importers.formats.claude:importer",
    )

    found = load_importers(frozenset({"antiphon-import-recipes"}))

    why = {each.name: each.why for each in found.left_out}
    assert why["gone"] == "it could not be loaded: ModuleNotFoundError"
    assert why["odd"].startswith("it has no ")
    assert why["claude"] == "another importer has its name"
