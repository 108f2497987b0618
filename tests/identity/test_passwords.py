"""Passwords as they are kept."""

import asyncio
import time

import pytest

from antiphon.conversation.errors import SignInBusy
from antiphon.identity.passwords import Passwords


@pytest.fixture
def passwords() -> Passwords:
    return Passwords(memory_kib=64)


async def test_only_the_password_itself_is_right(passwords: Passwords) -> None:
    """A-16, the hash: Argon2id, salted, and no other."""
    kept = await passwords.hash("correct horse battery")

    assert kept.startswith("$argon2id$")
    assert await passwords.is_right(kept, "correct horse battery")
    assert not await passwords.is_right(kept, "correct horse batterY")
    assert not await passwords.is_right(kept, "")


async def test_a_guess_costs_what_it_should() -> None:
    """A-16, what a guess costs: 46 MiB and a pass, as OWASP lists it. Who wants it cheaper has to say so here."""
    kept = await Passwords().hash("correct horse battery")

    assert kept.split("$")[1:4] == ["argon2id", "v=19", "m=47104,t=1,p=1"]


@pytest.mark.parametrize("kept", [None, "", "!", "$argon2id$broken"])
async def test_where_nothing_was_kept_nothing_is_right(passwords: Passwords, kept: str | None) -> None:
    assert not await passwords.is_right(kept, "nobody has this password")


async def test_the_same_password_is_kept_differently_each_time(passwords: Passwords) -> None:
    assert await passwords.hash("correct horse") != await passwords.hash("correct horse")


async def test_what_was_made_with_weaker_settings_is_outdated(passwords: Passwords) -> None:
    kept = await passwords.hash("correct horse battery")

    assert not passwords.is_outdated(kept)
    assert Passwords().is_outdated(kept)


async def test_so_many_may_wait_and_the_next_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded by two at a time, patience by twenty."""
    passwords = Passwords(memory_kib=64)
    monkeypatch.setattr(passwords, "_compare", lambda kept, password: time.sleep(0.05))

    outcomes = await asyncio.gather(*(passwords.is_right(None, "x") for _ in range(30)), return_exceptions=True)

    assert [type(each) for each in outcomes].count(SignInBusy) == 8
    assert not await Passwords(memory_kib=64).is_right(None, "x")
