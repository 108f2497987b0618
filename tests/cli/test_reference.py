"""The reference page is what the commands say of themselves."""

from pathlib import Path

from antiphon.cli.reference import render

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"


def test_reference_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run: python -m antiphon.cli.reference > docs/reference/cli.md"
