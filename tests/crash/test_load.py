"""The load that `just load` makes, in small: two nodes, a standby that takes over, and the report."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench.load.__main__ import run
from bench.load.plan import KINDS, Plan
from bench.load.report import write_report

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

_SMALL = Plan(rate=12, minutes=0.08, feeds=12, failover=True, alone_seconds=0, as_a_person_does=False)


def test_nothing_is_lost_or_doubled_when_postgresql_is_lost_under_load(tmp_path: Path) -> None:
    outcome = run(_SMALL)
    figures = write_report(outcome, tmp_path)

    assert outcome.verdict is not None
    assert (outcome.verdict.lost, outcome.verdict.doubled, outcome.verdict.wrong) == ([], [], [])
    assert outcome.verdict.accepted > 0
    assert figures["errors"] == {}
    assert figures["recovery_seconds"], "no node took a message after the loss"
    assert set(figures["latency_ms"]) <= set(KINDS)
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["figures"]["lost"] == 0
    for name in ("latency", "first-word", "memory", "processor", "descriptors", "tables"):
        assert f"({name}.svg)" in (tmp_path / "report.md").read_text(encoding="utf-8")
        assert ET.parse(tmp_path / f"{name}.svg").getroot().findall(".//{*}polyline")
