"""Builds the site of one version beside those of earlier ones."""

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from tools.site.navigation import read_ways, write_toml
from tools.site.pages import ROOT, list_files, list_pages, write_page

CONFIG = ROOT / "ops" / "site"
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
LATEST = "latest"


class SiteBroken(Exception):
    """Zensical would not build it, or warned of a link."""


def build_site(into: Path, version: str = VERSION) -> Path:
    """Build `into/VERSION`, add it to the list of versions, and lead whoever comes without one to the newest.

    What is there of other versions stays. Refuses a page with a link or an anchor that leads nowhere.
    """
    into.mkdir(parents=True, exist_ok=True)
    built = into / version
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        _lay_out(stage)
        said = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict"],
            cwd=stage,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if said.returncode:
            raise SiteBroken(re.sub(r"\x1b\[[0-9;]*m", "", said.stdout))
        shutil.rmtree(built, ignore_errors=True)
        shutil.copytree(stage / "site", built)
    _list_versions(into)
    return built


def _lay_out(stage: Path) -> None:
    pages = stage / "docs"
    for page, address in list_pages():
        _put(pages / address, write_page(page, address))
    for file, address in list_files():
        (pages / address).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, pages / address)
    for each in CONFIG.glob("*.css"):
        _put(pages / "assets" / each.name, each.read_text(encoding="utf-8"))
    shutil.copy(ROOT / "web" / "public" / "icon.svg", pages / "assets" / "icon.svg")
    front = (pages / "index.md").read_text(encoding="utf-8")
    config = (CONFIG / "zensical.toml").read_text(encoding="utf-8")
    _put(stage / "zensical.toml", config.replace("# navigation #\n", write_toml(read_ways(front))))


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _list_versions(into: Path) -> None:
    """What the selector of versions reads, newest first, and the page that leads to the newest."""
    found = sorted((each.parent.name for each in into.glob("*/index.html")), key=_order, reverse=True)
    listed = [{"version": each, "title": each, "aliases": [LATEST] if each == found[0] else []} for each in found]
    _put(into / "versions.json", json.dumps(listed, indent=2) + "\n")
    newest = html.escape(found[0])
    _put(
        into / "index.html",
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Antiphon</title>\n'
        f'<meta http-equiv="refresh" content="0; url={newest}/">\n'
        f'<a href="{newest}/">Documentation of {newest}</a></html>\n',
    )


def _order(version: str) -> list[int]:
    return [int(part) if part.isdigit() else -1 for part in version.replace("-", ".").split(".")]


def run(into: Path) -> None:
    """Build, and say where it lies and how long it took."""
    began = time.monotonic()
    try:
        built = build_site(into)
    except SiteBroken as broken:
        sys.exit(f"The site was not built.\n{broken}")
    count = sum(1 for _ in list_pages())
    size = sum(file.stat().st_size for file in built.rglob("*") if file.is_file()) / 1e6
    sys.stdout.write(f"{built}: {count} pages, {size:.1f} MB, in {time.monotonic() - began:.1f} s\n")
