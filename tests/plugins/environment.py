"""An environment of its own: everything that is installed here, and packages of a test beside it."""

import os
import subprocess
import sys
import sysconfig
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import antiphon
from tests.fakes.launched import clean_environment
from tests.fakes.nodes import Node

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "antiphon-example"


@dataclass(slots=True)
class Environment:
    """Somebody's virtual environment, and their folder beside it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    @property
    def variables(self) -> Mapping[str, str]:
        """Nothing of this process but where programs are; the settings of the person."""
        path = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        usual = {"PATH": path, "COLUMNS": "200", "ANTIPHON_DETECT_LOCAL_MODELS": "false", "ANTIPHON_PORT": "0"}
        data = {"ANTIPHON_DATA_DIR": str(self.folder / "data")}
        return clean_environment() | usual | data | self.settings

    def make(self) -> "Environment":
        """An empty one in which what is installed here is found, `antiphon` and `pip` among it.

        `pip` fetches nothing: whatever a package needs is here already.
        """
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.folder / "venv"], check=True)
        (site,) = (self.folder / "venv" / "lib").glob("python*/site-packages")
        ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), str(Path(antiphon.__file__).parents[1])}
        (site / "ours.pth").write_text("\n".join(sorted(ours)) + "\n", encoding="utf-8")
        self._write_program("antiphon", f'exec {self.python} -m antiphon "$@"')
        install = f"exec {sys.executable} -m uv pip install --quiet --python {self.python}"
        self._write_program("pip", f'shift\n{install} --offline --no-deps --no-build-isolation "$@"')
        return self

    def types(self, lines: str, *, code: int = 0) -> str:
        """All that a shell says to these lines, which must end so."""
        done = subprocess.run(
            ["bash", "-e"],
            input=lines,
            cwd=self.folder,
            env=dict(self.variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout
        return done.stdout

    def write(self, name: str, text: str) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def write_package(self, name: str, files: Mapping[str, str], **groups: Mapping[str, str]) -> Path:
        """A package of Python that offers these entry points: `checks={"calm": "module:value"}`."""
        module = name.replace("-", "_")
        lines = [
            '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"',
            f'[project]\nname = "{name}"\nversion = "0.1"',
            f'[tool.hatch.build.targets.wheel]\npackages = ["{module}"]',
        ]
        for group, offered in groups.items():
            said = "\n".join(f'{each} = "{value}"' for each, value in offered.items())
            lines.append(f'[project.entry-points."antiphon.{group}"]\n{said}')
        folder = self.write(f"{name}/pyproject.toml", "\n".join(lines)).parent
        for path, text in files.items():
            self.write(f"{name}/{module}/{path}", text)
        return folder

    def serve(self, **settings: str) -> Node:
        """A server of this environment, started and ready."""
        variables = {**self.variables, **settings}
        return Node(self.folder / "data", variables, python=str(self.python), as_a_person_does=True).start()

    def _write_program(self, name: str, line: str) -> None:
        program = self.python.parent / name
        program.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        program.chmod(0o755)
