"""The client that waits is the one that is awaited, without `async` and `await`."""

import inspect
from functools import cached_property

from tools.blocking_client import main

from antiphon.client import AsyncClient, Client


def list_calls(kind: type) -> dict[str, list[str]]:
    made = kind()
    nouns = [name for name, value in vars(kind).items() if isinstance(value, cached_property)]
    return {noun: [name for name, _ in inspect.getmembers(getattr(made, noun), inspect.ismethod)] for noun in nouns}


def test_the_files_are_what_the_recipe_writes() -> None:
    assert main(check=True) == 0


def test_both_clients_have_the_same_nouns_and_calls() -> None:
    calls = list_calls(AsyncClient)

    assert calls == list_calls(Client)
    assert "stream" in calls["turns"]
