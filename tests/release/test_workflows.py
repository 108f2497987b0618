"""What runs elsewhere on our behalf: every action by its commit, every right by name, only recipes that are here."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# What a job may do besides reading.
WRITES = {
    ("release", "build"): {"id-token", "attestations"},
    ("release", "publish"): {"id-token"},
    ("release", "page"): {"contents"},
}


def load(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def list_jobs() -> list[tuple[str, str, dict[str, Any]]]:
    return [(path.stem, name, job) for path in FILES for name, job in load(path)["jobs"].items()]


def list_runs() -> list[str]:
    return [step["run"] for _, _, job in list_jobs() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_action_is_a_commit_with_its_version_beside_it(path: Path) -> None:
    """SC-01."""
    used = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))

    assert used
    assert [each for each in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


def test_one_action_is_everywhere_the_same_commit() -> None:
    used = {each for path in FILES for each in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))}

    assert len(used) == len({each.partition("@")[0] for each in used})


def test_a_job_may_write_only_what_it_is_there_for() -> None:
    for name, job_name, job in list_jobs():
        writes = {right for right, level in job.get("permissions", {}).items() if level == "write"}
        assert writes == WRITES.get((name, job_name), set()), (name, job_name)
        assert job["timeout-minutes"] <= 350
    assert [load(path)["permissions"] for path in FILES] == [{"contents": "read"}] * len(FILES)


def test_no_secret_is_kept_for_them() -> None:
    """SC-02: publishing is trusted by where it runs, so there is nothing to steal."""
    assert not [path.name for path in FILES if "secrets." in path.read_text(encoding="utf-8")]


def test_nothing_that_others_write_becomes_part_of_a_command() -> None:
    """Names of tags and branches come as variables of the environment, never as text of the script."""
    assert not [each for each in list_runs() if "${{" in each]


def test_they_run_recipes_that_are_here() -> None:
    written = (ROOT / "justfile").read_text(encoding="utf-8")
    recipes = set(re.findall(r"^([a-z][\w-]*)(?: [^:]*)?:", written, re.MULTILINE))
    lines = [each.removeprefix("just ").partition('"')[0] for each in list_runs() if each.startswith("just ")]
    called = {name for line in lines for name in line.split()}

    assert called
    assert called <= recipes
