"""Files for those who run it: what they promise of rights, names and time is in them."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from antiphon import __version__
from antiphon.settings import Settings

OPS = Path(__file__).parents[2] / "ops"
UNIT = OPS / "systemd" / "antiphon@.service"
COMPOSE = OPS / "compose" / "compose.yaml"
KUBERNETES = OPS / "kubernetes" / "antiphon.yaml"
DRAIN = Settings.model_fields["drain_seconds"].default


def load_manifests() -> dict[str, dict[str, Any]]:
    """Every manifest, by its kind."""
    return {each["kind"]: each for each in yaml.safe_load_all(KUBERNETES.read_text(encoding="utf-8"))}


def list_pods() -> list[dict[str, Any]]:
    """What runs, of every kind."""
    return [load_manifests()[kind]["spec"]["template"]["spec"] for kind in ("Job", "Deployment")]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_is_exposed_less_than_two(tmp_path: Path) -> None:
    unit = shutil.copy(UNIT, tmp_path)

    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    )

    found = re.search(r"exposure level for .*?: ([\d.]+)", said.stdout)
    assert found is not None, said.stdout + said.stderr
    assert float(found[1]) < 2.0
    assert "Unknown" not in said.stderr


def test_the_page_shows_the_unit_that_is_here() -> None:
    page = (OPS.parent / "docs" / "how-to" / "host-for-a-team.md").read_text(encoding="utf-8")
    unit = {line for line in UNIT.read_text(encoding="utf-8").splitlines() if "=" in line and not line.startswith("#")}

    shown = re.search(r"```ini\n(.*?)```", page, re.DOTALL)

    assert shown is not None
    assert {line for line in shown[1].splitlines() if "=" in line and not line.startswith("#")} <= unit


def test_everybody_is_given_longer_to_end_than_replies_to_finish() -> None:
    unit = re.search(r"TimeoutStopSec=(\d+)", UNIT.read_text(encoding="utf-8"))
    compose = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["x-node"]["stop_grace_period"]

    assert unit is not None
    assert int(unit[1]) > DRAIN
    assert int(compose.removesuffix("s")) > DRAIN
    assert load_manifests()["Deployment"]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] > DRAIN


def test_every_setting_that_is_named_exists() -> None:
    known = {f"ANTIPHON_{name.upper()}" for name in Settings.model_fields} | {"ANTIPHON_IMAGE", "ANTIPHON_CONFIG"}

    for file in (UNIT, COMPOSE, KUBERNETES, OPS / "compose" / "prepare"):
        assert set(re.findall(r"ANTIPHON_[A-Z_]+", file.read_text(encoding="utf-8"))) <= known, file.name


def test_containers_have_no_rights_and_write_nowhere_but_where_they_must() -> None:
    """Structure alone: whether the schema holds, `just kubernetes-check` says."""
    for pod in list_pods():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        for each in pod["containers"]:
            assert each["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert each["image"].endswith(f":{__version__}")
            writable = {mount["mountPath"] for mount in each["volumeMounts"] if not mount.get("readOnly")}
            assert writable == {"/data", "/tmp"}
    node = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["x-node"]
    assert (node["read_only"], node["cap_drop"], node["user"]) == (True, ["ALL"], "65532:65532")


def test_one_node_always_stays() -> None:
    manifests = load_manifests()

    assert manifests["Deployment"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert manifests["PodDisruptionBudget"]["spec"]["minAvailable"] == 1
    assert manifests["Deployment"]["spec"]["replicas"] >= 2
    labels = manifests["Deployment"]["spec"]["template"]["metadata"]["labels"]
    for kind in ("Service", "PodDisruptionBudget"):
        selector = manifests[kind]["spec"]["selector"]
        assert selector.get("matchLabels", selector) == labels
    assert manifests["Job"]["metadata"]["name"] == f"antiphon-migrate-{__version__.replace('.', '-')}"
