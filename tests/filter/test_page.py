"""Every example on the page people learn the filter line from."""

import re
from pathlib import Path

import pytest

from antiphon.conversation.errors import FilterInvalid
from antiphon.filter.command import COMMANDS, name_of
from antiphon.filter.parse import parse_line
from antiphon.filter.words import VOCABULARY

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "filter.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]


def fenced(kind: str) -> list[str]:
    """The lines of all blocks of this kind."""
    blocks: list[str] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


# The first cell of a row holds examples; a bar inside a cell is written with a backslash.
CELLS = [re.split(r"(?<!\\)\|", row)[1].replace("\\|", "|") for row in ROWS]
FIRST_COLUMNS = [example for cell in CELLS for example in re.findall(r"`([^`]+)`", cell)]
IN_TEXT = ["s2 (r3 | b)", "d<6mo", "star>=2", r"c'2 \* 3'", r"c'it\'s'", "d>1y :delete"]


def test_examples_in_the_text_stand_in_the_text() -> None:
    page = PAGE.replace("\\|", "|")

    assert [example for example in IN_TEXT if f"`{example}`" not in page] == []


def test_every_example_can_be_read() -> None:
    lines = [*fenced("filter"), *FIRST_COLUMNS, *IN_TEXT]

    assert [line for line in lines if not parse_line(line)] == []


@pytest.mark.parametrize("line", fenced("mistake"))
def test_a_mistake_is_one(line: str) -> None:
    with pytest.raises(FilterInvalid):
        parse_line(line)


def test_every_predicate_and_every_command_is_on_the_page() -> None:
    commands = {name_of(command) for line in FIRST_COLUMNS if (command := parse_line(line).command)}

    assert [word.letter for word in VOCABULARY if not any(line.startswith(word.letter) for line in FIRST_COLUMNS)] == []
    assert [word.words[0] for word in VOCABULARY if f"`{word.words[0]}`" not in PAGE] == []
    assert commands == set(COMMANDS)
