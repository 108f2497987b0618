"""Every setting that can be changed in the browser has words there, in a part of its own."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from antiphon.settings import EDITABLE, GROUPS, Settings

WEB = Path(__file__).parents[2] / "web" / "src"
WORDS: dict[str, dict[str, Any]] = json.loads((WEB / "locales" / "en" / "settings.json").read_text("utf-8"))
PARTS = (WEB / "views" / "settings" / "sections.ts").read_text("utf-8").partition("PARTS")[2]
SCHEMA = Settings.model_json_schema()["properties"]


@pytest.mark.parametrize("name", sorted(EDITABLE))
def test_a_setting_has_a_name_and_a_sentence_and_so_has_each_of_its_choices(name: str) -> None:
    choices = [each for option in SCHEMA[name].get("anyOf", [SCHEMA[name]]) for each in option.get("enum", ())]

    assert name in WORDS["name"]
    assert name in WORDS["help"]
    assert set(choices) <= set(WORDS["choice"].get(name, {}))


def test_every_setting_of_the_long_section_stands_in_one_of_its_parts() -> None:
    long = EDITABLE - {*GROUPS["spending"], *GROUPS["models"]}

    assert long == set(re.findall(r"'([a-z_]+)'", PARTS)) & EDITABLE
