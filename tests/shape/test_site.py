"""The documentation as a site: every page is in its navigation, and every link leads somewhere."""

import os
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from tools.site.build import VERSION, SiteBroken, build_site
from tools.site.navigation import read_ways
from tools.site.pages import BESIDE, list_pages, write_page

FRONT = "index.md"
OUTSIDE = re.compile(r"^(?:[a-z]+:)?//|^[a-z]+:")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once."""
    return build_site(tmp_path_factory.mktemp("site"))


def find_attributes(text: str, tag: str, name: str) -> list[str]:
    """The values of an attribute, of all such tags."""
    return [unescape(each) for each in re.findall(rf"<{tag}\b[^>]*?\s{name}=[\"']?([^\"'\s>]+)", text)]


def test_every_page_is_in_the_navigation_once() -> None:
    front = next(write_page(page, address) for page, address in list_pages() if address == FRONT)

    listed = [page for way in read_ways(front) for page in way.pages]

    pages = {address for _, address in list_pages()} - {FRONT}
    assert pages - set(listed) == set(), "name them on docs/index.md"
    assert set(listed) - pages == set()
    assert len(listed) == len(set(listed))
    assert set(BESIDE) <= pages


def test_every_way_in_has_a_short_name() -> None:
    front = next(write_page(page, address) for page, address in list_pages() if address == FRONT)

    assert [way.name for way in read_ways(front)] == [
        "Start",
        "Decide",
        "Test prompts",
        "Operate",
        "Integrate",
        "Develop",
    ]


def test_every_link_and_every_anchor_leads_somewhere(site: Path) -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in site.rglob("*.html") if file.name != "404.html"}
    anchors = {file: set(find_attributes(text, r"\w+", "id")) for file, text in texts.items()}
    dead, seen = list[str](), 0

    for file, text in texts.items():
        for link in find_attributes(text, "a", "href") + find_attributes(text, "img", "src"):
            if OUTSIDE.match(link):
                continue
            path, _, anchor = link.partition("#")
            target = Path(os.path.normpath(file.parent / unquote(path))) if path else file
            target = target / "index.html" if target.is_dir() else target
            seen += 1
            if not target.exists() or (anchor and unquote(anchor) not in anchors.get(target, set())):
                dead.append(f"{file.relative_to(site)}: {link}")

    assert sorted(set(dead)) == []
    assert seen > 10 * len(texts)


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    found = [
        f"{file.relative_to(site)}: {each}"
        for file in site.rglob("*.html")
        for tag, name in (("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"))
        for each in find_attributes(file.read_text(encoding="utf-8"), tag, name)
        if OUTSIDE.match(each) and not each.startswith("data:")
    ]

    assert found == []


def test_versions_stand_beside_each_other_newest_first(site: Path) -> None:
    older = site.parent / "0.0.9"
    older.mkdir()
    (older / "index.html").write_text("earlier", encoding="utf-8")
    (site.parent / "0.0.10").mkdir()
    (site.parent / "0.0.10" / "index.html").write_text("earlier", encoding="utf-8")

    build_site(site.parent)

    listed = re.findall(r'"version": "([^"]+)"', (site.parent / "versions.json").read_text(encoding="utf-8"))
    assert listed == [VERSION, "0.0.10", "0.0.9"]
    assert f"url={VERSION}/" in (site.parent / "index.html").read_text(encoding="utf-8")
    assert (older / "index.html").read_text(encoding="utf-8") == "earlier"


def test_a_link_to_a_page_that_is_not_there_refuses_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(page: Path, address: str) -> str:
        return write_page(page, address) + ("\n[gone](how-to/gone.md)\n" if address == FRONT else "")

    monkeypatch.setattr("tools.site.build.write_page", write)

    with pytest.raises(SiteBroken, match=r"gone\.md"):
        build_site(tmp_path)
    assert list(tmp_path.iterdir()) == []
