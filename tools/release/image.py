"""`python -m tools.release.image WHEEL BASE.tar FOLDER`: an OCI image without a daemon, as a layout in a folder.

The base is a root file system made by mmdebstrap (`just image`). The same base, wheel and lock give the same bytes.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.release.build import read_moment
from tools.release.shipped import LOCK
from tools.release.version import ROOT

# Nobody on any machine, by the habit of such images.
NOBODY = 65532
OCI = "application/vnd.oci.image."
# What the installer notes of the machine it ran on.
NOTES = ("direct_url.json", "uv_cache.json", ".lock")
# What Python runs at every start, whoever put it there.
STARTERS = re.compile(r"(?:^|/)(?:(?:site|user)customize(?:\.py|\.pyc|/.*)?|[^/]*\.pth)$")


def write_layer(folder: Path, moment: int, made: dict[str, int]) -> bytes:
    """A tree as a layer: in order, of root, at one moment. `made` are further folders with their owners."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for file in sorted(folder.rglob("*")):
            if file.name in NOTES:
                continue
            entry = tar.gettarinfo(file, str(file.relative_to(folder)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime = moment
            entry.mode = 0o755 if file.is_dir() or entry.mode & 0o100 else 0o644
            with file.open("rb") if file.is_file() else io.BytesIO() as opened:
                tar.addfile(entry, opened if entry.isreg() else None)
        for name, owner in made.items():
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime, entry.uid, entry.gid = tarfile.DIRTYPE, 0o700, moment, owner, owner
            tar.addfile(entry)
    return out.getvalue()


def write_image(into: Path, layers: list[bytes], version: str, moment: int) -> str:
    """The layout, from nothing; returns the digest of the image."""
    shutil.rmtree(into, ignore_errors=True)
    (into / "blobs" / "sha256").mkdir(parents=True)
    packed = [_put(into, gzip.compress(each, 6, mtime=0), "layer.v1.tar+gzip") for each in layers]
    config = _put(into, _dump(_describe(layers, version, moment)), "config.v1+json")
    manifest = {"schemaVersion": 2, "mediaType": f"{OCI}manifest.v1+json", "config": config, "layers": packed}
    listed = _put(into, _dump(manifest), "manifest.v1+json")
    named = {**listed, "annotations": {"org.opencontainers.image.ref.name": version}}
    (into / "index.json").write_bytes(_dump({"schemaVersion": 2, "manifests": [named]}))
    (into / "oci-layout").write_bytes(_dump({"imageLayoutVersion": "1.0.0"}))
    return str(listed["digest"])


def find_starters(layers: list[bytes]) -> list[str]:
    """Files that would run at every start of Python."""
    found: list[str] = []
    for layer in layers:
        with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
            found += [each.name for each in tar if not each.isdir() and STARTERS.search(each.name)]
    return found


def _describe(layers: list[bytes], version: str, moment: int) -> dict[str, Any]:
    return {
        "architecture": "amd64",
        "os": "linux",
        "created": datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "config": {
            "User": f"{NOBODY}:{NOBODY}",
            "Env": ["PYTHONPATH=/opt/antiphon", "PYTHONDONTWRITEBYTECODE=1", "ANTIPHON_DATA_DIR=/data", "HOME=/data"],
            "Entrypoint": ["/usr/bin/tini", "--", "/usr/bin/python3", "-m", "antiphon"],
            "Cmd": ["serve", "--no-browser"],
            "Volumes": {"/data": {}},
            "ExposedPorts": {"8642/tcp": {}},
            "Labels": {
                "org.opencontainers.image.title": "antiphon",
                "org.opencontainers.image.version": version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(each).hexdigest()}" for each in layers]},
    }


def _dump(document: object) -> bytes:
    return json.dumps(document, indent=1, sort_keys=True).encode()


def _put(into: Path, data: bytes, kind: str) -> dict[str, Any]:
    digest = hashlib.sha256(data).hexdigest()
    (into / "blobs" / "sha256" / digest).write_bytes(data)
    return {"mediaType": OCI + kind, "digest": f"sha256:{digest}", "size": len(data)}


def install(wheel: Path, into: Path) -> None:
    """The locked packages, checked by their hashes, and the wheel, for the base's Python.

    Nothing can be written in the image, so what Python would compile at every start is compiled here, by what the
    sources say and not by when they were written.
    """
    uv = shutil.which("uv") or "uv"
    place = ["--quiet", "--target", str(into), "--python-version", "3.11", "--python-platform", "x86_64-manylinux_2_36"]
    locked = ["--only-binary", ":all:", "--require-hashes", "--requirement", str(LOCK)]
    subprocess.run([uv, "pip", "install", *place, *locked], cwd=ROOT, check=True)
    subprocess.run([uv, "pip", "install", *place, "--no-deps", str(wheel)], cwd=ROOT, check=True)
    named = ["-s", str(into), "-p", "/opt/antiphon", "--invalidation-mode", "unchecked-hash"]
    # A package may hold files for other Pythons, which do not compile here and are not needed.
    subprocess.run([sys.executable, "-m", "compileall", "-qq", *named, str(into)], check=False)


def run(wheel: Path, base: Path, into: Path) -> None:
    """Build it and say what it is."""
    found = re.match(r"antiphon-([^-]+)-", wheel.name)
    if found is None:
        sys.exit(f"{wheel} is no wheel of ours")
    moment = read_moment()
    with tempfile.TemporaryDirectory() as folder:
        install(wheel, Path(folder, "opt", "antiphon"))
        layers = [base.read_bytes(), write_layer(Path(folder), moment, {"data": NOBODY})]
    if starters := find_starters(layers):
        sys.exit(f"this would run at every start of Python: {', '.join(starters)}")
    digest = write_image(into, layers, found[1], moment)
    size = sum(each.stat().st_size for each in into.rglob("*") if each.is_file()) / 1e6
    sys.stdout.write(f"{digest}  {into}  {size:.0f} MB\n")


if __name__ == "__main__":
    run(*(Path(each) for each in sys.argv[1:4]))
