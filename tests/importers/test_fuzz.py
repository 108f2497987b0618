"""Thousands of damaged exports, and nothing happens."""

import json
import subprocess
import sys

import pytest

from tests.shape.house import ROOT


@pytest.mark.timeout(900)
@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(7_200)])])
def test_damaged_exports_are_read_or_refused_by_a_sentence(count: int) -> None:
    command = [sys.executable, "-m", "tests.importers.fuzzing", str(count)]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    print(report)
    assert sum(report["outcomes"].values()) == count
    assert set(report["outcomes"]) <= {"end", "refused"}
    assert report["outcomes"]["end"] > count // 10
    assert report["faults"] == {}
    assert report["peak_mib"] < 300
