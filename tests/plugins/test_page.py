"""The page that teaches how to write a plug-in, done step by step."""

import re
from pathlib import Path

import pytest

from tests.plugins.environment import ROOT, Environment

PAGE = ROOT / "docs" / "how-to" / "plug-ins.md"
STEP = re.compile(
    r"^`(?P<file>[\w./-]+)`:\n\n```\w+\n(?P<text>.*?)^```|^```sh\n(?P<shell>.*?)^```", re.DOTALL | re.MULTILINE
)


@pytest.mark.timeout(180)
def test_every_step_of_the_page_works(tmp_path: Path) -> None:
    environment = Environment(tmp_path).make()
    said: list[str] = []
    lines = ""

    for step in STEP.finditer(PAGE.read_text(encoding="utf-8")):
        if step["file"]:
            environment.write(step["file"], step["text"])
        else:
            said.append(environment.types(lines + step["shell"]))
            lines += "".join(line + "\n" for line in step["shell"].splitlines() if line.startswith("export "))

    installed, named, played = said
    assert "antiphon-calm 1.0.0: not used" in installed
    assert "check calm: left out: its package is not named in the setting `plugins`" in installed
    assert "antiphon-calm 1.0.0: used" in named
    assert "check calm, version 1: The answer stays calm." in named
    assert "1 passed" in played or "1 of 1" in played, played


def test_the_page_names_every_kind_and_what_it_must_have() -> None:
    from antiphon.app.plugins import KINDS

    page = PAGE.read_text(encoding="utf-8")

    assert [kind.group for kind in KINDS if f"`{kind.group}`" not in page] == []
