"""The number of a release, and its part of the changelog."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHANGELOG = ROOT / "CHANGELOG.md"
# Where the number stands, and how.
PLACES = ((ROOT / "pyproject.toml", 'version = "{}"'), (ROOT / "src/antiphon/__init__.py", '__version__ = "{}"'))
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?")
UNRELEASED = "## [Unreleased]\n"


class NotReady(Exception):
    """Why there can be no release of this number."""


def find_missing(version: str) -> list[str]:
    """The files in which another number stands."""
    if not SEMANTIC.fullmatch(version):
        raise NotReady(f"{version} is no version: three numbers, as in 0.2.0")
    return [
        str(file.relative_to(ROOT))
        for file, line in PLACES
        if line.format(version) not in file.read_text(encoding="utf-8").splitlines()
    ]


def has_section(changelog: str, version: str) -> bool:
    """Whether the changelog says, with a date, what is in this version."""
    return re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE) is not None


def cut_changelog(changelog: str, version: str, day: str) -> str:
    """The changelog with what was not released under this version; above it, room for what comes next.

    A section of this version without a date is one that was begun: it keeps what it has, below what is new.
    """
    if has_section(changelog, version):
        raise NotReady(f"the changelog has {version} already")
    head, found, rest = changelog.partition(UNRELEASED)
    news, *older = re.split(r"^(?=## \[)", rest, flags=re.MULTILINE)
    if not found or not news.strip():
        raise NotReady("the changelog has nothing under [Unreleased]")
    begun = [each for each in older if each.startswith(f"## [{version}]")]
    kept = "".join(each.partition("\n")[2].lstrip("\n") for each in begun)
    others = "".join(each for each in older if each not in begun)
    return f"{head}{UNRELEASED}\n## [{version}] - {day}\n\n{news.strip()}\n\n{kept}{others}"


def write_version(version: str) -> None:
    """Put the number into every place."""
    for file, line in PLACES:
        pattern = re.escape(line).replace(r"\{\}", r"[^\"]+")
        text = re.sub(
            rf"^{pattern}$", line.format(version), file.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE
        )
        file.write_text(text, encoding="utf-8")
