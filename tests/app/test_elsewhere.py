"""Nothing at import or start belongs to one system alone: it works, with less, where much is missing."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from antiphon.app.system import list_lacks
from antiphon.store.alone import lock_alone

ROOT = Path(__file__).parents[2]
ELSEWHERE = (sys.executable, "-m", "tests.fakes.elsewhere")


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on that other system."""
    command, given = [*ELSEWHERE, *words], environment(tmp_path)
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=140, check=False)


def environment(tmp_path: Path) -> dict[str, str]:
    """Nothing configured but where things lie and the port."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ANTIPHON_")}
    return {**kept, "ANTIPHON_DATA_DIR": str(tmp_path), "ANTIPHON_PORT": "0"}


@pytest.mark.timeout(300)
def test_everything_can_be_imported(tmp_path: Path) -> None:
    done = run(tmp_path, "--import-all")

    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 500


@pytest.mark.timeout(300)
def test_a_server_starts_answers_and_ends(tmp_path: Path) -> None:
    command, given = [*ELSEWHERE, "serve", "--no-browser"], environment(tmp_path)
    server = subprocess.Popen(command, cwd=ROOT, env=given, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        assert "http://127.0.0.1:" in server.stdout.readline()

        asked = run(tmp_path, "send", "Should I take the offer?")
        backup = run(tmp_path, "backup", "--to", str(tmp_path / "kept"))
    finally:
        server.send_signal(signal.SIGINT)
        code = server.wait(60)
        server.stdout.close()

    assert asked.returncode == 0, asked.stderr[-2000:]
    assert "rehearsal" in asked.stdout + asked.stderr
    assert backup.returncode == 0, backup.stderr[-2000:]
    assert code == 0


@pytest.mark.timeout(300)
def test_the_doctor_says_what_the_system_lacks(tmp_path: Path) -> None:
    done = run(tmp_path, "doctor", "--json")

    seen = next(each for each in json.loads(done.stdout)["checks"] if each["name"] == "system")["detail"]
    for each in ("locks on files", "several processes", "limits on open files", "uvloop", "name on disk"):
        assert each in seen


@pytest.mark.skipif(sys.platform != "linux", reason="it is about Linux")
def test_on_linux_nothing_is_missing() -> None:
    assert list_lacks() == []


def test_a_file_is_for_one_process_where_there_are_locks(tmp_path: Path) -> None:
    with (tmp_path / "file").open("ab") as first, (tmp_path / "file").open("ab") as second:
        lock_alone(first)

        with pytest.raises(OSError, match=r"."):
            lock_alone(second)
