"""`antiphon doctor` finds every fault that was planted, calls it by its name and says what to do."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from antiphon.app.faults import ADVICE
from tests.crash.faults import PLANTS, Patient, build_patient
from tests.fakes.commands import run_command
from tests.fakes.launched import ROOT, clean_environment
from tests.fakes.model_server import ModelServer

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

# Nobody can plant these here: a kernel that cannot cut a process off, and a database that fails in some other way.
UNPLANTED = {"reader_unconfined", "database_unusable"}
PAGE = ROOT / "docs" / "how-to" / "doctor.md"


@pytest.fixture
def patient(sqlite_template: Path, postgresql_url: str, tmp_path: Path) -> Iterator[Patient]:
    with ExitStack() as stack, ModelServer() as models:
        yield build_patient(tmp_path, sqlite_template, postgresql_url, models, stack)


def examine(patient: Patient) -> tuple[int, list[dict[str, Any]]]:
    """The exit code, and every check."""
    if not patient.environment:
        code, said = run_command("doctor", "--json", **patient.settings)
    else:
        given = {f"ANTIPHON_{name}": value for name, value in patient.settings.items()}
        done = subprocess.run(
            [sys.executable, "-m", "antiphon", "doctor", "--json"],
            env=clean_environment() | given | patient.environment,
            stdout=subprocess.PIPE,
            check=False,
            text=True,
        )
        code, said = done.returncode, done.stdout
    assert "{" in said, said
    return code, json.loads(said[said.index("{") :])["checks"]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_an_installation_that_is_well_has_no_fault(patient: Patient, database: str) -> None:
    if database == "postgresql":
        patient.use_postgresql()

    code, checks = examine(patient)

    assert [each["detail"] for each in checks if not each["ok"]] == []
    assert code == 0


@pytest.mark.parametrize("fault", PLANTS)
def test_a_planted_fault_is_found_named_and_answered(patient: Patient, fault: str) -> None:
    PLANTS[fault](patient)

    code, checks = examine(patient)

    found = {each["fault"]: each for each in checks if not each["ok"]}
    assert fault in found, [each["detail"] for each in checks]
    assert code == 1
    assert found[fault]["detail"].startswith(f"{fault}: ")
    assert found[fault]["detail"].endswith(ADVICE[fault])


def test_every_fault_that_can_be_planted_is() -> None:
    assert set(PLANTS) | UNPLANTED == set(ADVICE)
    assert len(PLANTS) >= 20


def test_the_page_has_every_fault_with_the_same_advice() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert dict(rows) == dict(ADVICE)
