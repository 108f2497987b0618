"""A real Prometheus with the rules that ship, or as quick ones as a test can wait for."""

import json
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.fakes.servers import Plan, find_free_port, make_folder, run_server
from tests.shape.house import ROOT

RULES = ROOT / "ops" / "prometheus" / "alerts.yml"
DASHBOARD = ROOT / "ops" / "grafana" / "antiphon.json"
ALARMS = ROOT / "docs" / "how-to" / "alarms.md"


def list_questions() -> dict[str, str]:
    """Every expression of the dashboard, by the title of its panel."""
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return {each["title"]: target["expr"] for each in panels for target in each.get("targets", ())}


@contextmanager
def run_prometheus(*ports: int, patience: str | None = None) -> Iterator[str]:
    """It scrapes nodes on these ports every second; its address. With `patience` every rule waits that long."""
    program = shutil.which("prometheus")
    if program is None:
        pytest.skip("prometheus is not installed")
    rules = RULES.read_text(encoding="utf-8")
    with make_folder() as folder:
        (folder / "alerts.yml").write_text(
            rules if patience is None else re.sub(r"for: \S+", f"for: {patience}", rules)
        )
        job = {"job_name": "antiphon", "static_configs": [{"targets": [f"127.0.0.1:{port}" for port in ports]}]}
        pace = {"scrape_interval": "1s", "evaluation_interval": "1s"}
        config = {"global": pace, "rule_files": ["alerts.yml"], "scrape_configs": [job]}
        (folder / "prometheus.yml").write_text(json.dumps(config))
        port = find_free_port()
        command = [program, f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
        with run_server(Plan([*command, f"--web.listen-address=127.0.0.1:{port}"], port, folder)):
            address = f"http://127.0.0.1:{port}"
            _wait_until_ready(f"{address}/-/ready")
            yield address


def ask(address: str, path: str, **query: str) -> Any:
    """What it answers."""
    with urllib.request.urlopen(f"{address}{path}?{urllib.parse.urlencode(query)}", timeout=10) as response:
        return json.load(response)["data"]


def query(address: str, expression: str) -> list[Any]:
    """The series of an expression now."""
    return list(ask(address, "/api/v1/query", query=expression)["result"])


def _wait_until_ready(address: str) -> None:
    """It listens a while before it answers questions."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except urllib.error.URLError:
            assert time.monotonic() < deadline, f"{address} does not become ready"
            time.sleep(0.2)
