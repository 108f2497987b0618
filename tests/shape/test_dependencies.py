"""Few dependencies, each with a reason."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.shape.house import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REASONS = ROOT / "docs" / "explanation" / "dependencies.md"


def names(requirements: list[str]) -> list[str]:
    """The bare names, without extras, versions and markers."""
    return [re.split(r"[\[<>=!~; ]", each, maxsplit=1)[0].lower() for each in requirements]


BROUGHT = {"lxml", "markdown-it-py", "starlette"}
DIRECT = names(PROJECT["dependencies"])
EXTRAS = names([each for group in PROJECT["optional-dependencies"].values() for each in group])


def test_everyone_installs_at_most_twenty_five_and_three_that_others_bring() -> None:
    """What another brings is named too where an old version would have a known hole, or it is used here as well."""
    assert len(set(DIRECT) - BROUGHT) <= 25
    assert len(set(DIRECT)) == len(DIRECT)


def test_extras_are_few() -> None:
    """Ten, two for accounts (one encrypts, one checks signatures of others), and the wire format of traces."""
    assert len(set(EXTRAS)) <= 13


@pytest.mark.parametrize("name", sorted(set(DIRECT + EXTRAS)))
def test_every_dependency_has_a_line_of_reason(name: str) -> None:
    lines = REASONS.read_text(encoding="utf-8").lower().splitlines()

    assert any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]).*\w+ \w+", line) for line in lines), (
        f"say in {REASONS.relative_to(ROOT)} why {name} is needed"
    )


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda lock: lock.stem)
def test_every_locked_package_has_its_hashes_and_no_address(lock: Path) -> None:
    """SC-03: exactly one version each, checked by hash, from whichever registry the reader uses."""
    text = lock.read_text(encoding="utf-8")
    packages = [each for each in re.split(r"\n(?=\S)", text) if re.match(r"[\w.-]+", each)]

    assert packages
    assert [
        each for each in packages if not re.match(r"[\w.\[\],-]+==\S+.*?--hash=sha256:[0-9a-f]{64}", each, re.DOTALL)
    ] == []
    assert not re.search(r"https?://|--(?:extra-)?index-url|--find-links", text)
