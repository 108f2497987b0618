"""Every command on the pages about evals runs as it stands there, in the order of the page, without a key."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from antiphon.cli.main import app

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("how-to/evals.md", "how-to/test-in-ci.md")
_SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
# A file is named in the sentence above it.
_FILE = re.compile(r"`([\w./-]+\.ya?ml)`:\n\n```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where somebody works who has configured nothing."""
    for name in [each for each in os.environ if each.startswith("ANTIPHON_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ANTIPHON_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ANTIPHON_DETECT_LOCAL_MODELS", "false")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def lay_out(page: str, folder: Path) -> None:
    """The files the page shows, where it says they are."""
    for name, text in _FILE.findall(read(page)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def type_in(lines: Iterable[str]) -> list[str]:
    """Give one command after the other; those that did not end with 0, and what they said."""
    failed = []
    for line in lines:
        words = shlex.split(line, comments=True)
        if words[:1] == ["antiphon"]:
            done = CliRunner().invoke(app, words[1:], catch_exceptions=False)
            code, said = done.exit_code, done.output
        else:
            ran = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
            code, said = ran.returncode, ran.stdout + ran.stderr
        if code:
            failed.append(f"{line}: {code}\n{said}")
    return failed


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_the_page_runs(page: str, folder: Path) -> None:
    lay_out(page, folder)
    lines = [line for block in _SHELL.findall(read(page)) for line in block.splitlines()]

    failed = type_in(lines)

    assert len(lines) > 8
    assert failed == []


def test_the_workflow_of_the_page_runs(folder: Path) -> None:
    lay_out("how-to/test-in-ci.md", folder)
    workflow = yaml.safe_load((folder / ".github/workflows/advisors.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["evals"]["steps"] if "run" in step]
    recorded = type_in(["antiphon eval record evals --tape evals/answers.tape"])

    failed = type_in(step for step in steps if step.startswith("antiphon"))

    assert (len(steps), recorded, failed) == (3, [], [])
    assert (folder / "runs" / "junit.xml").read_text(encoding="utf-8").startswith("<?xml")
    assert (folder / "runs" / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("page", [*PAGES, "explanation/evals.md", "decisions/0018-evals-below-the-engine.md"])
def test_links_of_the_page_lead_somewhere(page: str) -> None:
    here = DOCS / page
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", here.read_text(encoding="utf-8"))

    assert [link for link in links if not (here.parent / link).exists()] == []
