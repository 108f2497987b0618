"""A message that is not sent leaves nothing behind."""

from pathlib import Path

import pytest

from tests.cli.house import Person, typing_at_a_terminal


@pytest.mark.parametrize("why", [("-m", "typo=openai:x"), ("-f", "(("), ("--attach", "none.txt"), ("-f", "@nobody")])
def test_what_is_refused_begins_no_conversation(person: Person, why: tuple[str, str]) -> None:
    person.talks("Shall I move?")
    before = person.types("conversations").out

    done = person.types("send", "And by the sea?", *why)

    assert done.code == 1, done.err
    assert person.types("conversations").out == before


@pytest.mark.parametrize("kept", [(), ("--not-kept",)])
def test_saying_no_begins_no_conversation(person: Person, kept: tuple[str, ...], tmp_path: Path) -> None:
    person.talks("Shall I move?")
    before = person.types("conversations").out

    with typing_at_a_terminal("n") as stdin:
        done = person.types("send", "And by the sea?", "--checked", *kept, stdin=stdin)

    assert (done.code, "nothing was sent" in done.err) == (1, True)
    assert person.types("conversations").out == before
