"""Pages that are made from the code are what the code says today."""

from pathlib import Path

import pytest
from tools.shape import measure_files, measure_functions, report

from antiphon.settings import ProviderSettings, Settings
from tests.shape.house import ROOT
from tools import http_reference, openapi, settings_reference


def test_settings_page_is_current() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")

    assert page == settings_reference.render(), "run: python -m tools.settings_reference > docs/reference/settings.md"


def test_openapi_document_is_current() -> None:
    """S-11: a route or a field that comes, goes or changes is seen in review."""
    assert openapi.SNAPSHOT.read_text(encoding="utf-8") == openapi.render(), "run: python -m tools.openapi"


def test_page_of_the_api_is_current() -> None:
    page = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")

    assert page == http_reference.render(), "run: python -m tools.http_reference > docs/reference/http.md"


@pytest.mark.parametrize("model", [Settings, ProviderSettings], ids=lambda model: model.__name__)
def test_every_setting_says_what_it_means(model: type[Settings]) -> None:
    assert [name for name, field in model.model_fields.items() if not field.description] == []


def test_shape_report_counts_lines(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "__init__.py").write_text('"""A sign."""\n', encoding="utf-8")
    (tmp_path / "room" / "deed.py").write_text(
        '"""A deed."""\n\n\ndef do() -> int:\n    """Promise."""\n    one = 1\n    return one\n', encoding="utf-8"
    )

    assert [*measure_files(tmp_path)] == [("room/deed.py", 7)]
    assert [*measure_functions(tmp_path)] == [("room/deed.py:4 do", 2)]
    assert "functions: 1, median 2, p95 2, max 2" in report(tmp_path)
