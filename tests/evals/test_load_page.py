"""What the reference page shows is what the loader reads."""

import re
import shutil
from pathlib import Path

import pytest

from antiphon.evals.assertion_types import TYPES
from antiphon.evals.suites.files import find_patterns
from antiphon.evals.suites.load import load_suite
from antiphon.evals.suites.schema import CaseEntry, SuiteEntry

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "evals.md").read_text(encoding="utf-8")
SUITES = Path(__file__).parent / "files" / "suites"
SNIPPETS: list[str] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WHOLE = [each for each in SNIPPETS if re.search("^(evalcases|tests):", each, re.MULTILINE)]
LISTS = [each for each in SNIPPETS if each.startswith("- ")]
REST = [each for each in SNIPPETS if each not in WHOLE + LISTS]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place with the files the page speaks of."""
    shutil.copytree(SUITES, tmp_path / "suites")
    return tmp_path / "suites"


@pytest.mark.parametrize("text", WHOLE)
def test_suites_on_the_page_are_read(folder: Path, text: str) -> None:
    (folder / "page.yaml").write_text(text, encoding="utf-8")

    assert load_suite(folder / "page.yaml").cases


@pytest.mark.parametrize("text", LISTS)
def test_assertions_on_the_page_are_read(folder: Path, text: str) -> None:
    listed = "".join(f"      {line}\n" for line in text.splitlines())
    (folder / "page.yaml").write_text(f"tests:\n  - id: a\n    input: b\n    assert:\n{listed}", encoding="utf-8")

    assert len(load_suite(folder / "page.yaml").cases[0].asserts) == text.count("\n")


def test_the_configuration_on_the_page_is_read(tmp_path: Path) -> None:
    (text,) = REST
    (tmp_path / ".antiphon").mkdir()
    (tmp_path / ".antiphon" / "config.yaml").write_text(text, encoding="utf-8")

    assert find_patterns(tmp_path, tmp_path) == ("**/*.instructions.md", "**/instructions/**")


def test_the_page_names_everything() -> None:
    fields = [(field.alias or name) for model in (SuiteEntry, CaseEntry) for name, field in model.model_fields.items()]

    missing = [name for name in (*fields, *TYPES) if f"`{name}`" not in PAGE]
    assert missing == []
