"""Checksums of a release, and a signature over them."""

import shutil
import subprocess
from pathlib import Path

from tools.release.build import digest

SUMS = "SHA256SUMS"
# Said when it is signed and again when it is checked, so that a signature for something else is none for this.
PURPOSE = "antiphon-release"


def write_sums(folder: Path) -> Path:
    """`SHA256SUMS`, as `sha256sum --check` reads it."""
    files = sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith(SUMS))
    sums = folder / SUMS
    sums.write_text("".join(f"{digest(each)}  {each.name}\n" for each in files), encoding="utf-8")
    return sums


def sign(sums: Path, key: Path) -> Path:
    """`SHA256SUMS.sig` by this SSH key, which `ssh-keygen -Y verify` checks. An earlier signature is replaced."""
    signature = sums.with_name(f"{sums.name}.sig")
    signature.unlink(missing_ok=True)
    program = shutil.which("ssh-keygen") or "ssh-keygen"
    subprocess.run([program, "-q", "-Y", "sign", "-n", PURPOSE, "-f", str(key), str(sums)], check=True)
    return signature
