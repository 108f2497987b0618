"""Few dependencies, each with a reason."""

import re
import tomllib

import pytest

from tests.shape.house import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REASONS = ROOT / "docs" / "explanation" / "dependencies.md"


def names(requirements: list[str]) -> list[str]:
    """The bare names, without extras, versions and markers."""
    return [re.split(r"[\[<>=!~; ]", each, maxsplit=1)[0].lower() for each in requirements]


DIRECT = names(PROJECT["dependencies"])
EXTRAS = names([each for group in PROJECT["optional-dependencies"].values() for each in group])


def test_everyone_installs_at_most_twenty_five() -> None:
    assert len(DIRECT) <= 25
    assert len(set(DIRECT)) == len(DIRECT)


def test_extras_are_few() -> None:
    assert len(set(EXTRAS)) <= 10


@pytest.mark.parametrize("name", sorted(set(DIRECT + EXTRAS)))
def test_every_dependency_has_a_line_of_reason(name: str) -> None:
    lines = REASONS.read_text(encoding="utf-8").lower().splitlines()

    assert any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]).*\w+ \w+", line) for line in lines), (
        f"say in {REASONS.relative_to(ROOT)} why {name} is needed"
    )
