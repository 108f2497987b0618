"""Files for those who run it: what they promise of rights, names and time is in them."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from starlette.responses import PlainTextResponse
from tools.release.image import NOBODY

from antiphon import __version__
from antiphon.api.guard import LocalOnly, build_public_name
from antiphon.secrets.keeper import create_key_file
from antiphon.settings import Settings

OPS = Path(__file__).parents[2] / "ops"
UNIT = OPS / "systemd" / "antiphon@.service"
COMPOSE = OPS / "compose" / "compose.yaml"
CADDY = OPS / "compose" / "Caddyfile"
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


def list_health_checks() -> Iterator[tuple[str, str, str]]:
    """Every one that is there: where it stands, what it asks for, and by which name."""
    caddy = CADDY.read_text(encoding="utf-8")
    host = re.search(r"health_headers \{\s*Host (\S+)\s*\}", caddy)
    yield "Caddy", re.findall(r"health_uri (\S+)", caddy)[0], host[1] if host else ""
    for each in load_manifests()["Deployment"]["spec"]["template"]["spec"]["containers"]:
        for name in ("readinessProbe", "livenessProbe", "startupProbe"):
            asked = each[name]["httpGet"]
            headers = {header["name"]: header["value"] for header in asked.get("httpHeaders", ())}
            yield name, asked["path"], headers.get("Host", "")
    for page in sorted((OPS.parent / "docs" / "how-to").glob("*.md")):
        for path, host_sent in re.findall(r"http-check send meth GET uri (\S+)(?: hdr Host (\S+))?", page.read_text()):
            yield f"HAProxy, {page.name}", path, host_sent


async def test_every_health_check_asks_by_a_name_that_is_answered() -> None:
    """With accounts on a node has one name of its own, and that of the proxy's other side is not it."""
    checks = [*list_health_checks()]
    door = LocalOnly(PlainTextResponse("come in"), build_public_name("https://antiphon.example.org"))

    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://node-1:8642") as client:
        answers = {where: await client.get(path, headers={"Host": host}) for where, path, host in checks}

    assert {"Caddy", "readinessProbe", "livenessProbe", "startupProbe", "HAProxy, host-for-a-team.md"} <= set(answers)
    assert {where: answer.status_code for where, answer in answers.items() if answer.status_code != 200} == {}


def test_the_cluster_adds_no_variables_that_a_node_would_refuse() -> None:
    """A Service of our name is announced as `ANTIPHON_SERVICE_HOST` and more of the kind."""
    assert [pod.get("enableServiceLinks") for pod in list_pods()] == [False, False]


def test_the_key_is_handed_to_the_nodes_and_to_nobody_else() -> None:
    """What a node refuses and what it takes, `tests/secrets` says."""
    for pod in list_pods():
        (key,) = [each["secret"] for each in pod["volumes"] if each["name"] == "key"]
        assert key["defaultMode"] == 0o440
        assert pod["securityContext"]["fsGroup"] == NOBODY


def run_prepare(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a folder that has a key already, so that it asks no daemon for one."""
    script = shutil.copy(OPS / "compose" / "prepare", folder)
    if not (folder / "secrets").exists():
        (folder / "secrets").mkdir(mode=0o700)
        create_key_file(folder / "secrets" / "antiphon.key")
    return subprocess.run([script], capture_output=True, text=True, check=False, env=os.environ | environment)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_compose_hands_over_belongs_to_the_nodes(tmp_path: Path) -> None:
    done = [run_prepare(tmp_path) for _ in range(2)]

    assert [each.returncode for each in done] == [0, 0], done[0].stderr
    for name, owner, mode in (("antiphon.key", NOBODY, 0o400), ("environment", 0, 0o600), ("database", 0, 0o600)):
        found = (tmp_path / "secrets" / name).stat()
        assert (found.st_uid, found.st_mode & 0o777) == (owner, mode), name


def test_who_cannot_hand_the_key_over_is_told_how(tmp_path: Path) -> None:
    """Whoever runs this may be root; the script is told that they are not."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "bin" / "id").chmod(0o700)

    done = run_prepare(tmp_path, PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")

    assert done.returncode == 1
    assert f"sudo chown {NOBODY}" in done.stderr


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
