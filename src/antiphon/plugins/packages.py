"""Installed packages, and whether their files are the ones somebody looked at."""

import hashlib
from importlib.metadata import Distribution, PackagePath
from typing import Final

# Of what an installer writes about a package, the part that is the package's own.
_ITS_OWN: Final = frozenset({"METADATA", "entry_points.txt"})


def hash_files(package: Distribution) -> str | None:
    """One fingerprint of all files of a package, in hex; the same wherever it is installed.

    None for one that only points at a folder: its files can be others the next moment.
    """
    files = sorted((each for each in package.files or () if _counts(each)), key=str)
    if not files or any(each.suffix == ".pth" for each in files):
        return None
    whole = hashlib.sha256()
    for each in files:
        whole.update(f"{each}\0".encode())
        whole.update(_hash(each))
    return whole.hexdigest()


def _counts(file: PackagePath) -> bool:
    """Not what Python or the installer makes of it: compiled files, records, and scripts with this machine's paths."""
    if "__pycache__" in file.parts or ".." in file.parts:
        return False
    return not file.parts[0].endswith(".dist-info") or file.name in _ITS_OWN


def _hash(file: PackagePath) -> bytes:
    try:
        return hashlib.sha256(file.read_binary()).digest()
    except OSError:
        return b"missing"
