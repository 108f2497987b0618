"""Every kind comes in by one door, ours like anybody's."""

import tomllib
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest

from antiphon.app.plugins import KINDS
from antiphon.evals.checks.check import CHECKS
from antiphon.importers.protocol import IMPORTERS
from antiphon.plugins import loader
from antiphon.plugins.kind import Kind
from antiphon.plugins.loader import load
from tests.shape.house import ROOT

THEIRS = "antiphon-recipes"
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]


@pytest.fixture(autouse=True)
def forget() -> Any:
    """What is loaded is loaded once; here, once for each test."""
    loader._load_all.cache_clear()
    yield
    loader._load_all.cache_clear()


def offer(monkeypatch: pytest.MonkeyPatch, kind: Kind[Any], **offered: str) -> None:
    """Somebody else's package offers these beside ours."""
    ours = [*loader.list_entries(kind)]
    theirs = []
    for name, value in offered.items():
        entry = EntryPoint(name, value, kind.group)
        vars(entry).update(dist=SimpleNamespace(name=THEIRS))
        theirs.append(entry)
    monkeypatch.setattr(loader, "entry_points", lambda group: [*theirs, *ours])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_is_declared_is_what_is_found(kind: Kind[Any]) -> None:
    found = load(kind)

    assert {each.name for each in found.found} == set(DECLARED.get(kind.group, ()))
    assert {each.package for each in found.found} <= {"antiphon"}
    assert found.left_out == ()


def test_a_package_nobody_named_is_left_out_and_not_even_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, IMPORTERS, recipes="nowhere.at.all:importer")

    (left,) = load(IMPORTERS).left_out

    assert (left.name, left.package) == ("recipes", THEIRS)
    assert left.why == "its package is not named in the setting `plugins`"


@pytest.mark.parametrize("spelling", ["antiphon-recipes", "Antiphon_Recipes", " antiphon.recipes "])
def test_every_spelling_of_a_package_is_the_package(monkeypatch: pytest.MonkeyPatch, spelling: str) -> None:
    offer(monkeypatch, CHECKS, other="antiphon.evals.checks.table:calm")

    (left,) = load(CHECKS, [spelling]).left_out

    assert left.why == "it could not be loaded: AttributeError"


def test_one_that_cannot_be_loaded_or_lacks_something_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, IMPORTERS, gone="nowhere.at.all:importer", odd="json:dumps", ends="tests.plugins.ends:value")

    why = {each.name: each.why for each in load(IMPORTERS, [THEIRS]).left_out}

    assert why["gone"] == "it could not be loaded: ModuleNotFoundError"
    assert why["odd"].startswith("it has no ")
    assert why["ends"] == "it could not be loaded: SystemExit"


def test_whoever_takes_one_of_our_names_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, IMPORTERS, aaa="antiphon.importers.formats.claude:importer")

    loaded = load(IMPORTERS, [THEIRS])

    assert [(each.name, each.why) for each in loaded.left_out] == [("claude", "another importer has its name")]
    assert [each.package for each in loaded.found if each.name == "claude"] == ["antiphon"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"api": 2}, "it is written for version 2 of checks, and this is 1"),
        ({"name": "Not A Name"}, "its name must be small letters, digits and hyphens, at most 40"),
        ({"label": "two\nlines"}, "its label must be one line of at most 200 characters"),
        ({"version": "1.0"}, "its version must be a whole number"),
    ],
)
def test_what_it_says_of_itself_must_hold(monkeypatch: pytest.MonkeyPatch, said: dict[str, Any], why: str) -> None:
    offer(monkeypatch, CHECKS, mine="tests.plugins.ends:value")
    whole = {"name": "mine", "label": "Mine", "version": 1, "api": 1, **dict.fromkeys(CHECKS.offers)}
    monkeypatch.setattr(EntryPoint, "load", lambda self: SimpleNamespace(**{**whole, **said}))

    (left,) = [each for each in load(_kind_with_patched_load(), [THEIRS]).left_out if each.package == THEIRS]

    assert left.why == why


def _kind_with_patched_load() -> Kind[Any]:
    """The kind as it is; its way in is looked up when it was made."""
    return Kind(CHECKS.name, CHECKS.api, CHECKS.offers, take=lambda entry: entry.load())
