"""A question before something happens."""

import asyncio
import io
import sys

import pytest

from antiphon.cli.confirm import confirm
from antiphon.conversation.errors import Malformed
from tests.cli.house import typing_at_a_terminal


@pytest.mark.parametrize(
    ("typed", "meant"), [("y", True), ("YES ", True), ("", False), ("n", False), ("yesterday", False)]
)
async def test_only_yes_is_yes(typed: str, meant: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with typing_at_a_terminal(typed) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)

        assert await confirm("Delete?", yes=False) is meant


async def test_loop_goes_on_and_can_be_left_while_the_person_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may be running on the same loop, and Ctrl-C cancels the question."""
    with typing_at_a_terminal(None) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(confirm("Delete?", yes=False), 0.1)

        assert asyncio.get_running_loop().remove_reader(stdin.fileno()) is False


async def test_nobody_to_ask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))

    with pytest.raises(Malformed, match="no terminal to ask on"):
        await confirm("Delete?", yes=False)
    beforehand = await confirm("Delete?", yes=True)

    assert beforehand
