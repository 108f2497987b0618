"""The rules and the dashboard that ship name figures that are there, and a real Prometheus takes them."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tools.metrics_reference import find_metrics, name_metric, render

from tests.fakes.nodes import Node
from tests.ops.prometheus import ALARMS, DASHBOARD, RULES, ask, list_questions, query, run_prometheus
from tests.shape.house import ROOT

pytestmark = [pytest.mark.timeout(120)]

METRICS = ROOT / "docs" / "reference" / "metrics.md"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    started = Node(tmp_path_factory.mktemp("node"), {"ANTIPHON_DETECT_LOCAL_MODELS": "false"})
    try:
        yield started.start()
    finally:
        started.close()


def list_names(text: str) -> set[str]:
    """Our figures in a text, histograms by their own name."""
    return {re.sub(r"_bucket$", "", each) for each in re.findall(r"\bantiphon_[a-z_]+", text)}


def test_the_page_of_figures_is_current() -> None:
    assert METRICS.read_text(encoding="utf-8") == render(), "run: just docs"


def test_every_figure_of_the_page_is_in_a_scrape_and_none_is_missing(node: Node) -> None:
    """One with labels has its type there before it was ever counted."""
    with node.look("/metrics") as response:
        scraped = response.read().decode()

    kinds = dict(re.findall(r"^# TYPE (antiphon_\w+) (\w+)$", scraped, re.MULTILINE))
    there = {name for name in kinds if not name.endswith("_created")}
    assert there == {name_metric(each) for each in find_metrics()}


def test_rules_and_dashboard_name_only_figures_that_are_there() -> None:
    known = {name_metric(each) for each in find_metrics()}

    asked = list_names(RULES.read_text(encoding="utf-8")) | list_names(" ".join(list_questions().values()))
    assert asked - known == set()
    assert len(asked) >= 12


def test_the_page_explains_every_alarm() -> None:
    rules = re.findall(r"- alert: (\w+)", RULES.read_text(encoding="utf-8"))

    explained = ALARMS.read_text(encoding="utf-8").partition("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", explained, re.MULTILINE) == rules


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    said = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    panels = said["panels"]

    assert (said["uid"], said["title"]) == ("antiphon", "Antiphon")
    assert len({each["id"] for each in panels}) == len(panels)
    assert {each["type"] for each in panels} == {"row", "timeseries"}
    assert all(each["gridPos"]["x"] + each["gridPos"]["w"] <= 24 for each in panels)
    [source] = said["templating"]["list"]
    drawn = [each for each in panels if each["type"] == "timeseries"]
    assert {each["datasource"]["uid"] for each in drawn} == {f"${{{source['name']}}}"}


@pytest.fixture(scope="module")
def prometheus(node: Node) -> Iterator[str]:
    """A real one with our rules, which scrapes the node every second; its address."""
    with run_prometheus(node.port) as address:
        yield address


def wait_for(address: str, expression: str) -> list[Any]:
    """The answer of Prometheus, once there is one."""
    deadline = time.monotonic() + 60
    while not (found := query(address, expression)) and time.monotonic() < deadline:
        time.sleep(0.5)
    return found


def test_a_real_prometheus_takes_the_rules_and_answers_every_question(prometheus: str, node: Node) -> None:
    """Rules are evaluated without an error, questions have no fault, and a node that dies raises the alarm."""
    up = wait_for(prometheus, 'up{job="antiphon"} == 1')
    writable = wait_for(prometheus, "antiphon_store_writable")
    time.sleep(3)
    groups = ask(prometheus, "/api/v1/rules")["groups"]
    answers = {title: ask(prometheus, "/api/v1/query", query=asked) for title, asked in list_questions().items()}
    node.kill()
    down = wait_for(prometheus, 'ALERTS{alertname="AntiphonNodeDown"}')

    rules = [rule for group in groups for rule in group["rules"]]
    assert len(up) == 1
    assert writable[0]["value"][1] == "1"
    assert {rule["health"] for rule in rules} == {"ok"}
    assert [rule["name"] for rule in rules if rule["state"] != "inactive"] == []
    assert {each["resultType"] for each in answers.values()} == {"vector"}
    assert answers["Nodes that answer"]["result"][0]["value"][1] == "1"
    assert down[0]["metric"]["alertstate"] in ("pending", "firing")


def test_the_rules_pass_prometheus_own_check() -> None:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("prometheus is not installed")

    done = subprocess.run([program, "check", "rules", str(RULES)], check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 rules found" in done.stdout
