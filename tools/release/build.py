"""Builds what is released, twice, and refuses when the two differ."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.release.version import ROOT, NotReady

CLIENT = ROOT / "src" / "antiphon" / "browser"


def ask_git(*words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def read_moment() -> int:
    """When the commit was made: the clock of everything that is built from it."""
    return int(ask_git("log", "-1", "--format=%ct"))


def build_client() -> None:
    """The browser client from nothing, so that nothing of an earlier build is in it."""
    shutil.rmtree(CLIENT, ignore_errors=True)
    npm = shutil.which("npm") or "npm"
    subprocess.run([npm, "run", "--silent", "build"], cwd=ROOT / "web", check=True, stdout=subprocess.DEVNULL)


def build_packages(into: Path, moment: int) -> dict[str, str]:
    """Wheel and source archive, each with its SHA-256. A wheel without the browser client is refused."""
    if not (CLIENT / "index.html").exists():
        raise NotReady("the browser client is not built; run: just web-build")
    uv = shutil.which("uv") or "uv"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
    for kind in ("--wheel", "--sdist"):
        subprocess.run([uv, "build", "--quiet", kind, "--out-dir", str(into)], cwd=ROOT, env=environment, check=True)
    (into / ".gitignore").unlink(missing_ok=True)
    return {each.name: digest(each) for each in sorted(into.iterdir())}


def build_twice(into: Path, moment: int) -> dict[str, str]:
    """Everything from nothing, two times; what comes of the first is kept.

    Refuses when a byte differs, with the names of what does.
    """
    build_client()
    first = build_packages(into, moment)
    build_client()
    with tempfile.TemporaryDirectory() as again:
        second = build_packages(Path(again), moment)
    if first != second:
        names = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
        raise NotReady(f"two builds of one commit differ: {', '.join(names)}")
    return first


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
