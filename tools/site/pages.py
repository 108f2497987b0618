"""Pages of the repository as pages of the site.

In the repository they are read as they lie there: links lead to files, some outside `docs`. On the site everything lies
in one folder, links to files that are no page fall away and leave their words, and lists are set apart as the renderer
wants them.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# Pages that lie beside `docs`, where people look for them in a repository.
BESIDE = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELIABILITY.md", "SECURITY.md", "STYLE.md")
# Whoever follows a link to it on the site means the front page.
README = "README.md"
# Files that a page offers for taking along.
TAKEN_ALONG = (".json", ".png", ".svg", ".webp")

# Proofs by the hundred, which would stand before every page in a search. It is found in the navigation.
NOT_SEARCHED = ("reference/requirements.md",)

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^(\s*)(?:[-*+]|\d+\.) ")


def list_pages() -> Iterator[tuple[Path, str]]:
    """Every page, with the address it has on the site."""
    for name in BESIDE:
        yield ROOT / name, name
    for page in sorted(DOCS.rglob("*.md")):
        yield page, page.relative_to(DOCS).as_posix()


def list_files() -> Iterator[tuple[Path, str]]:
    """Everything else in `docs` that pages show or offer."""
    for file in sorted(DOCS.rglob("*")):
        if file.suffix in TAKEN_ALONG:
            yield file, file.relative_to(DOCS).as_posix()


def find_address(page: Path, link: str) -> str | None:
    """Where a link of this page leads on the site, seen from its root; nothing when no page lies there."""
    target = PurePosixPath(os.path.normpath(page.parent.relative_to(ROOT) / link))
    if target == PurePosixPath(README):
        return "index.md"
    if target.parts[:1] == ("docs",):
        inside = PurePosixPath(*target.parts[1:]).as_posix()
        return inside if inside.endswith((".md", *TAKEN_ALONG)) else None
    return target.as_posix() if target.as_posix() in BESIDE else None


def write_page(page: Path, address: str) -> str:
    """The page as the site's renderer reads it."""
    lines, fenced = ["---", "search:", "  exclude: true", "---"] if address in NOT_SEARCHED else list[str](), False
    before = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            if ITEM.match(line) and before.strip() and not ITEM.match(before) and not before.startswith(" "):
                lines.append("")
            line = _write_line(line, page, address)
        lines.append(line)
        before = line
    return "\n".join([*lines, ""])


def _write_line(line: str, page: Path, address: str) -> str:
    if line.startswith("|"):
        # Here a bar inside of code is no border.
        line = re.sub(r"`[^`]+`", lambda code: code[0].replace("\\|", "|"), line)
    # Four spaces make an item belong to another; the pages use two or three.
    if (item := ITEM.match(line)) and item[1]:
        line = "    " * max(1, len(item[1]) // 2) + line.lstrip()
    return LINK.sub(lambda link: _write_link(link, page, address), line)


def _write_link(link: re.Match[str], page: Path, address: str) -> str:
    mark, words, target = link.groups()
    if re.match(r"[a-z]+:|#", target):
        return link[0]
    path, _, anchor = target.partition("#")
    found = find_address(page, path)
    if found is None:
        return words
    # A picture that is not there, too, is named as it is, so that the build says what is missing.
    near = os.path.relpath(found, PurePosixPath(address).parent)
    words = LINK.sub(lambda inner: _write_link(inner, page, address), words)
    return f"{mark}[{words}]({near}{'#' + anchor if anchor else ''})"
