"""Every file the glossary names is there: a noun that is moved or renamed takes its line along."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.shape.house import ROOT, SOURCE

GLOSSARY = ROOT / "docs" / "explanation" / "glossary.md"


def read_rows() -> list[list[str]]:
    """The table of places, cell by cell, its head first."""
    places = GLOSSARY.read_text(encoding="utf-8").partition("\n| noun |")
    lines = [line for line in "".join(places[1:]).splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not set("".join(row)) <= {"-"}]


def find_places() -> Iterator[tuple[str, Path]]:
    """Each path the table names, with the noun it stands beside."""
    head, *rows = read_rows()
    rooms = [name.strip("`") for name in head[2:]]
    for noun, _, *cells in rows:
        for room, cell in zip(rooms, cells, strict=True):
            folder = ROOT / "web" / "src" if room == "web" else SOURCE / room
            for name in re.findall(r"`([^`]+)`", cell):
                yield noun.strip("*"), folder / name


def test_every_path_of_the_glossary_exists() -> None:
    missing = [f"{noun}: {path.relative_to(ROOT)}" for noun, path in find_places() if not path.exists()]

    assert missing == []


def test_every_noun_has_a_sentence_and_a_place_in_the_engine() -> None:
    _, *rows = read_rows()

    assert [row[0] for row in rows if not row[1]] == []
    assert [row[0] for row in rows if not row[4] and row[0] != "**search**" and row[0] != "**importance**"] == []
