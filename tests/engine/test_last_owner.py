"""Whatever people do to each other's roles, the installation is never without somebody who owns it."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable

from antiphon.access.groups import GivenRoles
from antiphon.conversation.errors import LastOwner, NotAllowed
from antiphon.engine.accounts.accounts import Accounts, begin_deed
from antiphon.engine.accounts.people import change_roles, restore, suspend
from antiphon.store.reads.people import read_people
from antiphon.store.writes.identities import Vouched, admit, link_identity
from tests.engine.test_accounts import HOME, SYSTEM, join, own
from tests.engine.test_accounts import accounts as accounts

STEPS = 200
Deed = Callable[[Accounts, str], Awaitable[object]]


async def put_out(accounts: Accounts, person_id: str) -> object:
    return await suspend(accounts, SYSTEM, person_id, HOME)


async def let_in(accounts: Accounts, person_id: str) -> object:
    return await restore(accounts, SYSTEM, person_id, HOME)


async def demote(accounts: Accounts, person_id: str) -> object:
    return await change_roles(accounts, SYSTEM, person_id, "member", "viewer", HOME)


async def promote(accounts: Accounts, person_id: str) -> object:
    return await change_roles(accounts, SYSTEM, person_id, "owner", "owner", HOME)


async def arrive_without_groups(accounts: Accounts, person_id: str) -> object:
    """Their provider says that they are in none of the groups any more."""
    return await accounts.store.write(SYSTEM, admit, _vouch(person_id), begin_deed(HOME), may_create=False)


def _vouch(person_id: str) -> Vouched:
    nothing = GivenRoles(None, "member")
    return Vouched(
        "company", "https://id.example.org", person_id, "Somebody", None, nothing, person_id, f"i_{person_id}"
    )


async def test_there_is_always_an_owner(accounts: Accounts) -> None:
    """T-02: by roles, by suspending and by groups elsewhere, in any order; two at once are told beside the accounts."""
    chance = random.Random(18)
    ada = await own(accounts)
    bob = await join(accounts, ada, "bob@example.org", "owner", "owner")
    for each in (ada, bob):
        await accounts.store.write(each, link_identity, _vouch(each.id), begin_deed(HOME))
    deeds: tuple[Deed, ...] = (put_out, let_in, demote, promote, arrive_without_groups)
    refused: Counter[str] = Counter()

    for _ in range(STEPS):
        deed = chance.choice(deeds)
        try:
            await deed(accounts, chance.choice((ada.id, bob.id)))
        except (LastOwner, NotAllowed) as error:
            refused[f"{deed.__name__} {error.code}"] += 1
        people = await accounts.store.read(SYSTEM, read_people)
        assert [each for each in people if each.instance_role == "owner" and each.state == "active"]

    assert refused["put_out last_owner"] > 5
    assert refused["demote last_owner"] > 5
