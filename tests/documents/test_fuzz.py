"""Thousands of hostile names and files, and nothing happens."""

import json
import subprocess
import sys
from typing import Any

import pytest

from antiphon.documents.confine import MEMORY
from antiphon.documents.door import WALL_SECONDS
from antiphon.documents.limits import MIB
from tests.documents.fuzzing import SECONDS_EACH
from tests.shape.house import ROOT


def run(module: str, *arguments: str) -> dict[str, Any]:
    """What a process of its own reports; it fails if anything in it does."""
    command = [sys.executable, "-m", f"tests.documents.{module}", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    print(module, {name: value for name, value in report.items() if name != "thrown"})
    return report


@pytest.mark.timeout(300)
@pytest.mark.measured
def test_five_thousand_damaged_files_under_hostile_names_are_read_or_refused() -> None:
    """F-01, F-02, F-03, D-02, D-05: only named outcomes, no file written, none opened but our own code."""
    report = run("fuzzing", "5000")

    assert report["asked"] == []
    assert sum(report["outcomes"].values()) == 5_000
    assert report["outcomes"]["read"] > 500
    assert report["slowest"] < SECONDS_EACH
    assert report["peak_mib"] < MEMORY / MIB


@pytest.mark.timeout(600)
@pytest.mark.parametrize("damaged", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_no_bomb_costs_more_than_one_child(damaged: int) -> None:
    """F-03, D-02: each through the real door; a bomb ends in an answer, and memory stays within its limit."""
    report = run("bombing", str(damaged))

    assert len(report["thrown"]) > damaged + 50
    assert report["child_peak_mib"] <= 1_024
    assert [title for title, _, seconds, _ in report["thrown"] if seconds > WALL_SECONDS + 5] == []
    assert [title for title, _, _, grown in report["thrown"] if grown > 128] == []
    outcomes = {title: outcome for title, outcome, _, _ in report["thrown"]}
    assert {why for title, why in outcomes.items() if "laughs" in title or "outside in" in title} == {
        "its XML defines entities"
    }
    assert {title for title, why in outcomes.items() if "endless" in title and "million pixels" not in why} == set()
