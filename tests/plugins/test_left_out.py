"""Plug-ins that are not named, or fail: the server starts, and says which and why."""

import json

import pytest

from tests.plugins.environment import Environment

pytestmark = pytest.mark.timeout(180)

OLD = """\
from antiphon.evals.checks.check import AnswerCheck

old = AnswerCheck("old", "Written for another version.", print, api=7)
"""


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("broken")).make()


def list_plugins(environment: Environment) -> dict[str, dict[str, object]]:
    """What the terminal says of each package but ours, by name."""
    return {each["name"]: each for each in json.loads(environment.types("antiphon plugins --json"))["items"]}


def test_nothing_of_a_package_runs_before_it_is_named(environment: Environment) -> None:
    traces = environment.folder / "was-imported"
    code = f'open({str(traces)!r}, "w").close()\nraise RuntimeError("no")\n'
    folder = environment.write_package("antiphon-trap", {"__init__.py": code}, tools={"trap": "antiphon_trap:trap"})
    environment.types(f"pip install {folder}")

    listed = list_plugins(environment)["antiphon-trap"]
    environment.types("antiphon doctor")

    assert not traces.exists()
    assert listed["named"] is False
    assert listed["plugins"] == [
        {
            "kind": "tool",
            "name": "trap",
            "label": "",
            "version": None,
            "why_not": "its package is not named in the setting `plugins`",
        }
    ]


def test_failing_ones_are_named_and_the_server_starts_without_them(environment: Environment) -> None:
    folder = environment.write_package(
        "antiphon-broken",
        {"__init__.py": "", "raises.py": "raise RuntimeError", "ends.py": "import sys; sys.exit(1)", "old.py": OLD},
        tools={"raises": "antiphon_broken.raises:tools"},
        providers={"ends": "antiphon_broken.ends:wire"},
        checks={"old": "antiphon_broken.old:old"},
        packs={"empty": "antiphon_broken"},
    )
    environment.types(f"pip install {folder}")
    environment.settings |= {
        "ANTIPHON_PLUGINS": "antiphon-broken,antiphon-absent",
        "ANTIPHON_PROVIDERS__MINE__KIND": "plugin:ends",
        "ANTIPHON_PROVIDERS__MINE__MODEL": "m",
    }

    node = environment.serve()
    said = environment.types("antiphon plugins")
    answered = environment.types('antiphon send "Does it still answer?"')
    looked = environment.types("antiphon doctor", code=1)
    node.close()

    assert "provider ends: left out: it could not be loaded: SystemExit" in said
    assert "tool raises: left out: it could not be loaded: RuntimeError" in said
    assert "check old: left out: it is written for version 7 of checks, and this is 1" in said
    assert "pack empty: left out: pack.toml cannot be read: No such file or directory" in said
    assert "antiphon-absent: it is named in the setting `plugins`" in said
    assert "5 of 5 answered" in answered
    assert "plug-in antiphon-absent" in looked
    for name in ("raises", "ends", "old", "empty", "antiphon-absent"):
        assert f"{name}" in node.log
    assert node.log.count("plugin_left_out") == 5
    assert "provider_left_out" in node.log


def test_the_hash_is_of_the_files_and_changes_with_them(environment: Environment) -> None:
    folder = environment.write_package("antiphon-calm", {"__init__.py": "one = 1\n"}, tools={"calm": "antiphon_calm:x"})
    install = f"pip install --reinstall {folder}"
    environment.types(install)
    first = list_plugins(environment)["antiphon-calm"]["sha256"]
    environment.types(install)
    again = list_plugins(environment)["antiphon-calm"]["sha256"]
    environment.write("antiphon-calm/antiphon_calm/__init__.py", "one = 2\n")
    environment.types(install)
    changed = list_plugins(environment)["antiphon-calm"]["sha256"]
    environment.types(f"pip install --reinstall --editable {folder}")
    pointing = list_plugins(environment)["antiphon-calm"]["sha256"]

    assert first == again
    assert first != changed
    assert pointing is None
