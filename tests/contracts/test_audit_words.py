"""Whatever the server writes down has words in every language that the browser speaks."""

import json
import re
from pathlib import Path

import pytest

from antiphon.access.audit import AuditAction

WEB = Path(__file__).parents[2] / "web" / "src"
LOCALES = sorted(path.parent.name for path in WEB.glob("locales/*/accounts.json"))


def read_keys() -> dict[str, str]:
    """By what was done, the key of its sentence, as the page has them."""
    text = (WEB / "views" / "accounts" / "useSentence.ts").read_text(encoding="utf-8")
    table = re.search(r"const DEEDS = {\n(.*?)\n} as const", text, re.DOTALL)
    assert table is not None
    return dict(re.findall(r"'([\w.]+)': '(\w+)'", table[1]))


def test_the_page_knows_every_deed_and_no_other() -> None:
    assert set(read_keys()) == {each.value for each in AuditAction}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_deed_has_words(locale: str) -> None:
    said = json.loads((WEB / "locales" / locale / "accounts.json").read_text(encoding="utf-8"))["deed"]

    assert [action for action, key in read_keys().items() if not said.get(key, "").strip()] == []


def test_the_languages_were_looked_for() -> None:
    assert {"ar", "de", "en", "es", "fr", "ja", "zh"} <= set(LOCALES)
