"""The README, followed word by word in a clean clone by somebody with nothing but Python, and later with Node.

This is the one test that leaves the machine: pip and npm fetch what they do not have. pip is held to the locked
versions, so that what others publish tomorrow does not decide about us. `just test-install` runs it.
"""

import os
import re
import shlex
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = ("node", "npm", "npx", "corepack", "nodejs")
START_SECONDS = 60

pytestmark = [pytest.mark.install, pytest.mark.timeout(1200)]


@dataclass(frozen=True)
class Stranger:
    """Somebody in front of a clone, with what the machine has."""

    clone: Path
    environment: dict[str, str]

    def types(self, lines: str) -> str:
        """Everything a shell says to these lines; they must all succeed."""
        done = subprocess.run(
            ["bash", "-e"],
            input=lines,
            cwd=self.clone,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    @contextmanager
    def starts(self, command: str) -> Iterator[tuple[str, str]]:
        """A command that runs until Ctrl-C: its address, and the page that is there."""
        program = self.clone / ".venv" / "bin" / command
        process = subprocess.Popen([program], env=self.environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            address = next(word for word in said.split() if word.startswith("http://"))
            with urllib.request.urlopen(address, timeout=START_SECONDS) as answer:
                yield address, answer.read().decode()
        finally:
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=START_SECONDS)
        assert process.returncode == 0, rest


def read_blocks(page: Path, heading: str) -> list[str]:
    """The blocks of shell below a heading."""
    section = page.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)


def build_environment(folder: Path, *, node: bool) -> dict[str, str]:
    """This machine's, without our settings and without a display; on request without Node."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANTIPHON_", "VIRTUAL_ENV"))}
    kept |= {"ANTIPHON_DATA_DIR": str(folder / "data"), "ANTIPHON_PORT": "0", "CI": "true", "COLUMNS": "120"}
    kept |= {"ANTIPHON_DETECT_LOCAL_MODELS": "false", "PIP_CONSTRAINT": str(write_versions(folder / "versions.txt"))}
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        kept.pop(name, None)
    return kept if node else kept | {"PATH": str(hide_node(folder / "programs"))}


def write_versions(file: Path) -> Path:
    """The locked versions as pip takes them for packages it was not asked for: without hashes."""
    locked = (ROOT / "requirements" / "antiphon.txt").read_text(encoding="utf-8")
    file.write_text("\n".join(re.findall(r"^([\w.-]+==[^\\\n]+)", locked, re.MULTILINE)), encoding="utf-8")
    return file


def hide_node(folder: Path) -> Path:
    """A folder with every program of this machine but Node's."""
    folder.mkdir()
    for each in os.environ["PATH"].split(os.pathsep):
        for program in Path(each).glob("*"):
            link = folder / program.name
            if program.name not in NODE and not link.is_symlink():
                link.symlink_to(program)
    return folder


def test_the_readme_leads_from_a_clean_clone_to_an_answer(tmp_path: Path) -> None:
    """Without Node first: what is missing is said, and doing what is said mends it."""
    clone = tmp_path / "antiphon"
    subprocess.run(["git", "-c", "safe.directory=*", "clone", "--quiet", ROOT, clone], check=True)
    [install, *_] = read_blocks(clone / "README.md", "Install")
    [start, ask, go_on] = read_blocks(clone / "README.md", "The first five minutes")
    assert read_blocks(clone / "docs/tutorial/first-panel.md", "Install")[0].startswith(install)
    without = Stranger(clone, build_environment(tmp_path, node=False))

    without.types(install)
    with without.starts(start.strip()) as (_, page):
        assert "no workbench for the browser" in page
        answers = without.types(f". .venv/bin/activate\n{ask}")
    looked = without.types(". .venv/bin/activate\nantiphon doctor")

    assert "5 of 5 answered" in answers
    assert "rehearsal" in answers
    assert "run `pip install .` in the checkout again" in " ".join(looked.split())

    whole = Stranger(clone, build_environment(tmp_path, node=True))
    whole.types(". .venv/bin/activate\npip install .")
    with whole.starts(start.strip()) as (address, page):
        [script] = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page)
        with urllib.request.urlopen(address + script, timeout=START_SECONDS) as answer:
            assert len(answer.read()) > 10_000
        said = whole.types(". .venv/bin/activate\n" + fill(whole, go_on))

    assert "5 of 5 answered" in said
    assert "1 of 1 answered" in said
    assert "sha256" in said.lower()
    assert subprocess.run(["git", "status", "--porcelain"], cwd=clone, capture_output=True, check=True).stdout == b""


def fill(stranger: Stranger, block: str) -> str:
    """The block with ids in place of the words in capitals."""
    ids = stranger.types(". .venv/bin/activate\nantiphon conversations\nantiphon show --ids")
    known = {"CONVERSATION_ID": re.search(r"\bc_\w+", ids), "REPLY_ID": re.search(r"\br_\w+", ids)}
    for name, found in known.items():
        assert found, ids
        block = block.replace(name, shlex.quote(found[0]))
    return block
