"""People come, sign in and go; each deed leaves its line, and the last owner stays."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Table, update

from antiphon.access.policy import Verb
from antiphon.access.principal import LOCAL, InstanceRole, Principal, Role, system_principal
from antiphon.access.throttle import MOST_FROM_ONE_ADDRESS
from antiphon.access.tokens import hash_token, is_token
from antiphon.conversation.errors import (
    AddressTaken,
    LastOwner,
    LinkGone,
    Malformed,
    NotAllowed,
    NotFound,
    NotSignedIn,
    PasswordRefused,
    SignInRefused,
    StoreUnavailable,
    TooManyAttempts,
)
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed
from antiphon.engine.accounts.attempts import Attempts
from antiphon.engine.accounts.devices import begin_device
from antiphon.engine.accounts.invitations import accept_invitation, invite, revoke_invitation
from antiphon.engine.accounts.people import (
    break_glass,
    change_roles,
    find_person,
    make_reset_link,
    reset_password,
    restore,
    suspend,
)
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.set_up import create_account, is_set_up, make_setup_link, set_up
from antiphon.engine.accounts.sign_in import change_password, sign_in, sign_out, sign_out_everywhere, verify
from antiphon.engine.accounts.tokens import create_token, revoke_token
from antiphon.engine.accounts.watch import OpenStream, Watch
from antiphon.identity.passwords import Passwords
from antiphon.store.reads.audit import AuditLine, read_audit
from antiphon.store.reads.credentials import read_invitations, read_sessions, read_tokens
from antiphon.store.reads.people import read_people
from antiphon.store.reads.token_uses import Ceilings
from antiphon.store.tables import sessions, tokens
from antiphon.store.unit import Store
from antiphon.store.writes.credentials import write_ceilings
from tests.conftest import open_store

SYSTEM = system_principal(LOCAL.workspace_id)
HOME = Visit("192.0.2.7", "a browser")
GOOD, BETTER = "correct horse battery", "staple of another horse"
ADA, BOB = "ada@example.org", "bob@example.org"


@pytest.fixture
async def accounts(store: Store) -> AsyncIterator[Accounts]:
    made = Accounts(store, Passwords(memory_kib=64), SYSTEM)
    yield made
    made.passwords.close()


async def own(accounts: Accounts) -> Principal:
    """Ada, who has set the installation up, signed in."""
    await set_up(accounts, await make_setup_link(accounts), "Ada", ADA, GOOD, HOME)
    return await enter(accounts, ADA)


async def enter(accounts: Accounts, email: str, password: str = GOOD) -> Principal:
    """Whoever this is, signed in on a node that believes nothing yet."""
    return await Recogniser(accounts).find_by_cookie((await sign_in(accounts, email, password, HOME)).value)


async def join(
    accounts: Accounts, owner: Principal, email: str, instance_role: InstanceRole = "member", role: Role = "member"
) -> Principal:
    """Somebody who was invited and has come."""
    link = await invite(accounts, owner, None, instance_role, role, HOME)
    await accept_invitation(accounts, link.token, email.partition("@")[0], email, GOOD, HOME)
    return await enter(accounts, email)


async def actions(accounts: Accounts) -> list[tuple[str, str | None, str]]:
    """What was written down, oldest first."""
    lines = await accounts.store.read(SYSTEM, read_audit, 100)
    return [(line.action, line.actor_id, line.outcome) for line in reversed(lines)]


async def last_line(accounts: Accounts) -> AuditLine:
    return (await accounts.store.read(SYSTEM, read_audit, 1))[0]


async def test_the_first_owner_is_whoever_was_here_alone(accounts: Accounts) -> None:
    assert not await is_set_up(accounts)

    ada = await own(accounts)

    assert await is_set_up(accounts)
    assert (ada.id, ada.workspace_id, ada.role, ada.instance_role) == (LOCAL.id, LOCAL.workspace_id, "owner", "owner")
    assert await actions(accounts) == [("account.created", "local", "ok"), ("session.created", "local", "ok")]
    assert (await last_line(accounts)).address == HOME.address


async def test_a_link_for_the_first_owner_counts_once_and_a_newer_one_takes_its_place(accounts: Accounts) -> None:
    old, new = await make_setup_link(accounts), await make_setup_link(accounts)

    for link in (old, "", "x" * 43):
        with pytest.raises(LinkGone):
            await set_up(accounts, link, "Eve", "eve@example.org", GOOD, HOME)
    outcomes = await asyncio.gather(
        *(set_up(accounts, new, name, f"{name}@example.org", GOOD, HOME) for name in ("ada", "eve")),
        return_exceptions=True,
    )

    assert sorted(type(each).__name__ for each in outcomes) == ["LinkGone", "str"]
    assert len(await accounts.store.read(SYSTEM, read_people)) == 1


async def test_what_is_refused_leaves_the_link_as_it_was(accounts: Accounts) -> None:
    link = await make_setup_link(accounts)

    for name, email, password in (("", ADA, GOOD), ("Ada", "ada", GOOD)):
        with pytest.raises(Malformed):
            await set_up(accounts, link, name, email, password, HOME)
    with pytest.raises(PasswordRefused):
        await set_up(accounts, link, "Ada", ADA, "short", HOME)

    assert await set_up(accounts, link, "Ada", ADA, GOOD, HOME) == "local"


@pytest.mark.parametrize("password", ["", "   ", "\0", "wrong horse battery", GOOD + " ", "x" * 5000])
async def test_nothing_but_the_password_opens(accounts: Accounts, password: str) -> None:
    """An empty password, a blank one and one with a NUL are compared with nobody's."""
    await own(accounts)

    with pytest.raises(SignInRefused) as known:
        await sign_in(accounts, ADA, password, HOME)
    with pytest.raises(SignInRefused) as unknown:
        await sign_in(accounts, "nobody@example.org", password, HOME)

    assert (str(known.value), known.value.facts) == (str(unknown.value), unknown.value.facts)
    assert (await actions(accounts))[-2:] == [("session.refused", "system", "refused")] * 2


async def test_an_address_is_the_same_in_capitals(accounts: Accounts) -> None:
    await own(accounts)

    assert (await enter(accounts, " ADA@Example.org")).id == "local"


async def test_whoever_guesses_waits_whether_the_name_is_known_or_not(accounts: Accounts) -> None:
    """A-17, the waiting."""
    await own(accounts)
    waits = []

    for name in (ADA, "nobody@example.org"):
        for _ in range(5):
            with pytest.raises(SignInRefused):
                await sign_in(accounts, name, "wrong horse battery", Visit())
        with pytest.raises(TooManyAttempts) as refusal:
            await sign_in(accounts, name, GOOD, Visit())
        waits.append(refusal.value.wait_seconds)

    assert waits == [1, 1]


def test_many_at_once_from_one_address_are_many() -> None:
    now = 0.0
    attempts = Attempts(lambda: now)

    for number in range(30):
        attempts.begin(f"name {number}", "2001:db8::1")
    with pytest.raises(TooManyAttempts):
        attempts.begin("another", "2001:db8::2")

    attempts.begin("another", "2001:db8:1::1")
    for number in range(40):
        attempts.begin(f"through a proxy {number}", "127.0.0.1")
    now = 900.0
    attempts.begin("another", "2001:db8::2")


async def test_a_cookie_is_kept_as_a_hash_only(accounts: Accounts) -> None:
    await own(accounts)

    cookie = await sign_in(accounts, ADA, GOOD, HOME)

    def read_all(unit: object) -> str:
        tables = ("people", "sessions", "tokens", "one_time", "audit", "auth_changes")
        rows = [unit.connection.exec_driver_sql(f"SELECT * FROM {each}").all() for each in tables]  # type: ignore[attr-defined]
        return str(rows)

    kept = await accounts.store.read(SYSTEM, read_all)
    assert hash_token(cookie.value) in kept
    assert cookie.value not in kept
    assert GOOD not in kept


async def test_signing_out_ends_this_session_and_everywhere_ends_all(accounts: Accounts) -> None:
    await own(accounts)
    here, there = [await sign_in(accounts, ADA, GOOD, HOME) for _ in range(2)]
    ada = await Recogniser(accounts).find_by_cookie(here.value)

    await sign_out(accounts, ada, here.session_id, HOME)
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(here.value)
    ada = await Recogniser(accounts).find_by_cookie(there.value)
    await sign_out_everywhere(accounts, ada, HOME)

    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(there.value)
    assert await accounts.store.read(ada, read_sessions, datetime.now(UTC)) == ()


async def test_nobody_ends_the_session_of_another(accounts: Accounts) -> None:
    ada = await own(accounts)
    bob = await join(accounts, ada, BOB)

    with pytest.raises(NotFound):
        await sign_out(accounts, bob, ada.session_id or "", HOME)

    assert len(await accounts.store.read(ada, read_sessions, datetime.now(UTC))) == 1


async def test_proving_oneself_again_changes_the_cookie(accounts: Accounts) -> None:
    await own(accounts)
    cookie = await sign_in(accounts, ADA, GOOD, HOME)
    ada = await Recogniser(accounts).find_by_cookie(cookie.value)

    with pytest.raises(SignInRefused):
        await verify(accounts, ada, "wrong horse battery", HOME)
    renewed = await verify(accounts, ada, GOOD, HOME)

    again = await Recogniser(accounts).find_by_cookie(renewed)
    assert again.session_id == ada.session_id
    assert again.verified_at is not None
    assert ada.verified_at is not None
    assert again.verified_at >= ada.verified_at
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)


async def test_another_password_ends_every_other_session(accounts: Accounts) -> None:
    await own(accounts)
    here, there = [await sign_in(accounts, ADA, GOOD, HOME) for _ in range(2)]
    ada = await Recogniser(accounts).find_by_cookie(here.value)

    with pytest.raises(SignInRefused):
        await change_password(accounts, ada, "wrong horse battery", BETTER, HOME)
    renewed = await change_password(accounts, ada, GOOD, BETTER, HOME)

    assert (await Recogniser(accounts).find_by_cookie(renewed)).session_id == here.session_id
    for gone in (here, there):
        with pytest.raises(NotSignedIn):
            await Recogniser(accounts).find_by_cookie(gone.value)
    assert (await enter(accounts, ADA, BETTER)).id == "local"
    with pytest.raises(SignInRefused):
        await sign_in(accounts, ADA, GOOD, HOME)


async def test_an_invitation_gives_its_roles_once(accounts: Accounts) -> None:
    ada = await own(accounts)
    link = await invite(accounts, ada, "Bob@Example.org", "auditor", "viewer", HOME)

    with pytest.raises(Malformed, match="another address"):
        await accept_invitation(accounts, link.token, "Bob", "somebody@example.org", GOOD, HOME)
    bob = await accept_invitation(accounts, link.token, "Bob", "BOB@example.org", GOOD, HOME)

    assert (bob.email, bob.instance_role, bob.role) == (BOB, "auditor", "viewer")
    with pytest.raises(LinkGone):
        await accept_invitation(accounts, link.token, "Eve", "eve@example.org", GOOD, HOME)


async def test_an_invitation_that_was_taken_back_counts_no_more(accounts: Accounts) -> None:
    ada = await own(accounts)
    link = await invite(accounts, ada, None, "member", "member", HOME)
    assert [each.id for each in await accounts.store.read(ada, read_invitations, datetime.now(UTC))] == [link.id]

    await revoke_invitation(accounts, ada, link.id, HOME)

    with pytest.raises(LinkGone):
        await accept_invitation(accounts, link.token, "Bob", BOB, GOOD, HOME)
    with pytest.raises(NotFound):
        await revoke_invitation(accounts, ada, link.id, HOME)
    assert await accounts.store.read(ada, read_invitations, datetime.now(UTC)) == ()


async def test_an_address_that_is_taken_leaves_the_invitation_for_another(accounts: Accounts) -> None:
    ada = await own(accounts)
    link = await invite(accounts, ada, None, "member", "member", HOME)

    with pytest.raises(AddressTaken):
        await accept_invitation(accounts, link.token, "Not Ada", ADA, GOOD, HOME)

    assert (await accept_invitation(accounts, link.token, "Bob", BOB, GOOD, HOME)).email == BOB


async def test_nobody_gives_more_than_they_have(accounts: Accounts) -> None:
    ada = await own(accounts)
    admin = await join(accounts, ada, BOB, "admin", "admin")

    with pytest.raises(NotAllowed) as refusal:
        await invite(accounts, admin, None, "owner", "member", HOME)
    with pytest.raises(NotAllowed):
        await invite(accounts, admin, None, "member", "owner", HOME)
    with pytest.raises(NotAllowed):
        await change_roles(accounts, admin, admin.id, "owner", "admin", HOME)
    for deed in (suspend, make_reset_link):
        with pytest.raises(NotAllowed):
            await deed(accounts, admin, ada.id, HOME)

    assert refusal.value.facts == {"verb": Verb.OPERATE}


async def test_the_last_owner_cannot_go(accounts: Accounts) -> None:
    """Neither by a role nor by being suspended, whoever asks."""
    ada = await own(accounts)

    for who in (ada, SYSTEM):
        with pytest.raises(LastOwner):
            await suspend(accounts, who, ada.id, HOME)
        with pytest.raises(LastOwner):
            await change_roles(accounts, who, ada.id, "admin", "owner", HOME)
    bob = await join(accounts, ada, BOB, "owner", "owner")
    await suspend(accounts, ada, bob.id, HOME)
    with pytest.raises(LastOwner):
        await suspend(accounts, ada, ada.id, HOME)
    await restore(accounts, ada, bob.id, HOME)

    assert (await suspend(accounts, SYSTEM, ada.id, HOME)).state == "suspended"


async def test_two_owners_who_demote_each_other_at_once_leave_one(database_url: str) -> None:
    stores = [await open_store(database_url) for _ in range(2)]
    nodes = [Accounts(each, Passwords(memory_kib=64), SYSTEM) for each in stores]
    ada = await own(nodes[0])
    bob = await join(nodes[0], ada, BOB, "owner", "owner")

    for _ in range(5):
        outcomes = await asyncio.gather(
            change_roles(nodes[0], SYSTEM, bob.id, "member", "member", HOME),
            change_roles(nodes[1], SYSTEM, ada.id, "member", "member", HOME),
            return_exceptions=True,
        )
        people = await stores[0].read(SYSTEM, read_people)
        assert [each.instance_role for each in people].count("owner") == 1
        assert [type(each) for each in outcomes].count(LastOwner) == 1
        for person in people:
            await change_roles(nodes[0], SYSTEM, person.id, "owner", "owner", HOME)
    for each in stores:
        await each.close()


async def test_another_role_is_another_session(accounts: Accounts) -> None:
    ada = await own(accounts)
    await join(accounts, ada, BOB)
    cookie = await sign_in(accounts, BOB, GOOD, HOME)
    bob = await Recogniser(accounts).find_by_cookie(cookie.value)

    changed = await change_roles(accounts, ada, bob.id, "auditor", "admin", HOME)

    assert (changed.instance_role, changed.role) == ("auditor", "admin")
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)
    line = await last_line(accounts)
    assert (line.action, line.actor_name, line.target_name) == ("account.role_changed", "Ada", "bob")
    assert (line.before, line.after) == (
        {"instance_role": "member", "role": "member"},
        {"instance_role": "auditor", "role": "admin"},
    )


async def test_whoever_is_suspended_is_nobody_until_restored(accounts: Accounts) -> None:
    ada = await own(accounts)
    bob = await join(accounts, ada, BOB)
    cookie = await sign_in(accounts, BOB, GOOD, HOME)
    token = await create_token(accounts, bob, "a program", ["ask"], 1, HOME)

    await suspend(accounts, ada, bob.id, HOME)

    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_token(token.token)
    with pytest.raises(SignInRefused):
        await sign_in(accounts, BOB, GOOD, HOME)
    await restore(accounts, ada, bob.id, HOME)
    assert (await enter(accounts, BOB)).id == bob.id
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)


async def demote(accounts: Accounts, who: Principal, person_id: str, visit: Visit) -> object:
    return await change_roles(accounts, who, person_id, "member", "member", visit)


@pytest.mark.parametrize("deed", [suspend, demote])
async def test_links_end_with_who_made_them(accounts: Accounts, deed: Callable[..., Awaitable[object]]) -> None:
    ada = await own(accounts)
    admin = await join(accounts, ada, BOB, "admin", "admin")
    eve = await join(accounts, ada, "eve@example.org")
    back = await invite(accounts, admin, None, "admin", "admin", HOME)
    reset = await make_reset_link(accounts, admin, eve.id, HOME)
    kept = await invite(accounts, ada, None, "member", "member", HOME)

    await deed(accounts, ada, admin.id, HOME)

    with pytest.raises(LinkGone):
        await accept_invitation(accounts, back.token, "Bob again", "again@example.org", GOOD, HOME)
    with pytest.raises(LinkGone):
        await reset_password(accounts, reset, BETTER, HOME)
    assert [each.id for each in await accounts.store.read(ada, read_invitations, datetime.now(UTC))] == [kept.id]


async def test_a_link_for_a_members_password_opens_no_owners_account(accounts: Accounts) -> None:
    ada = await own(accounts)
    bob = await join(accounts, ada, BOB)
    link = await make_reset_link(accounts, ada, bob.id, HOME)

    await change_roles(accounts, ada, bob.id, "owner", "owner", HOME)

    with pytest.raises(LinkGone):
        await reset_password(accounts, link, BETTER, HOME)
    assert (await enter(accounts, BOB)).instance_role == "owner"


async def test_a_token_stands_for_its_person_and_its_scopes(accounts: Accounts) -> None:
    ada = await own(accounts)

    made = await create_token(accounts, ada, "a program", ["history:read", "ask"], 30, HOME)

    assert is_token(made.token)
    found = await Recogniser(accounts).find_by_token(made.token)
    assert (found.id, found.token_id, found.session_id) == (ada.id, made.id, None)
    assert found.scopes == {"ask", "history:read"}
    (line,) = await accounts.store.read(ada, read_tokens, datetime.now(UTC))
    assert (line.name, line.last4, line.scopes) == ("a program", made.token[-4:], ["ask", "history:read"])
    assert line.last_used_at is not None
    await revoke_token(accounts, ada, made.id, HOME)
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_token(made.token)


@pytest.mark.parametrize(("scopes", "days"), [([], 1), (["everything"], 1), (["ask"], 0), (["ask"], 366)])
async def test_no_token_is_for_everything_or_for_ever(accounts: Accounts, scopes: list[str], days: int) -> None:
    ada = await own(accounts)

    with pytest.raises(Malformed):
        await create_token(accounts, ada, "a program", scopes, days, HOME)


async def test_nobody_revokes_the_token_of_another(accounts: Accounts) -> None:
    ada = await own(accounts)
    bob = await join(accounts, ada, BOB)
    made = await create_token(accounts, ada, "a program", ["ask"], 1, HOME)

    with pytest.raises(NotFound):
        await revoke_token(accounts, bob, made.id, HOME)

    assert (await Recogniser(accounts).find_by_token(made.token)).id == ada.id


@pytest.mark.parametrize("credential", ["", "x", "ap_" + "0" * 49, "' OR 1=1 --", "\0", "é" * 100])
async def test_what_is_no_credential_is_nobody(accounts: Accounts, credential: str) -> None:
    """There is a principal or there is a refusal."""
    await own(accounts)

    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(credential)
    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_token(credential)


async def test_a_session_that_nobody_uses_ends(store: Store) -> None:
    accounts = Accounts(store, Passwords(memory_kib=64), SYSTEM, session_days=0)
    await set_up(accounts, await make_setup_link(accounts), "Ada", ADA, GOOD, HOME)

    cookie = await sign_in(accounts, ADA, GOOD, HOME)

    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)


async def test_a_lost_password_is_replaced_by_a_link_that_counts_once(accounts: Accounts) -> None:
    """Whoever has no link learns nothing, and whoever has one uses it once."""
    ada = await own(accounts)
    bob = await join(accounts, ada, BOB)
    cookie = await sign_in(accounts, BOB, GOOD, HOME)
    link = await make_reset_link(accounts, ada, bob.id, HOME)

    with pytest.raises(PasswordRefused):
        await reset_password(accounts, link, "", HOME)
    await reset_password(accounts, link, BETTER, HOME)

    with pytest.raises(NotSignedIn):
        await Recogniser(accounts).find_by_cookie(cookie.value)
    assert (await enter(accounts, BOB, BETTER)).id == bob.id
    said = set()
    for gone in (link, "", "x" * 43):
        with pytest.raises(LinkGone) as refusal:
            await reset_password(accounts, gone, GOOD, HOME)
        said.add(str(refusal.value))
    assert len(said) == 1


async def test_whoever_has_the_database_can_help_the_only_owner(accounts: Accounts) -> None:
    await own(accounts)

    link = await break_glass(accounts, ADA)
    await reset_password(accounts, link, BETTER, Visit())

    assert (await enter(accounts, ADA, BETTER)).id == "local"
    assert ("account.break_glass", "system", "ok") in await actions(accounts)
    with pytest.raises(NotFound):
        await break_glass(accounts, "nobody@example.org")


async def test_whoever_has_the_database_can_add_people(accounts: Accounts) -> None:
    first = await create_account(accounts, "Ada", ADA, GOOD, is_owner=True)
    second = await create_account(accounts, "Bob", BOB, GOOD, is_owner=False)

    assert first == LOCAL.id
    assert (await find_person(accounts, BOB)).id == second
    assert (await enter(accounts, BOB)).instance_role == "member"


async def test_another_node_hears_of_it_at_its_next_look(database_url: str) -> None:
    """Whatever ends a credential ends what another node believes, and the streams it holds."""
    stores = [await open_store(database_url) for _ in range(2)]
    here, there = [Accounts(each, Passwords(memory_kib=64), SYSTEM) for each in stores]
    ada = await own(here)
    bob = await join(here, ada, BOB)
    cookie = await sign_in(here, BOB, GOOD, HOME)
    token = await create_token(here, bob, "a program", ["ask"], 1, HOME)
    recogniser = Recogniser(there)
    watch = Watch(there, recogniser)
    await watch.look()
    by_cookie = await recogniser.find_by_cookie(cookie.value)
    by_token = await recogniser.find_by_token(token.token)

    with watch.hold_stream(by_cookie) as first, watch.hold_stream(by_token) as second, watch.hold_stream(ada) as third:
        await revoke_token(here, bob, token.id, HOME)
        await watch.look()
        assert [has_ended(each) for each in (first, second, third)] == [False, True, False]
        with pytest.raises(NotSignedIn):
            await recogniser.find_by_token(token.token)

        assert (await recogniser.find_by_cookie(cookie.value)).id == bob.id
        await suspend(here, ada, bob.id, HOME)
        await watch.look()
        assert [has_ended(each) for each in (first, second, third)] == [True, True, False]
        with pytest.raises(NotSignedIn):
            await recogniser.find_by_cookie(cookie.value)
    for each in stores:
        await each.close()


async def test_a_stream_ends_with_a_token_or_a_session_that_runs_out(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is changed by that, so whoever reads is asked about once a minute."""
    ada = await own(accounts)
    token = await create_token(accounts, ada, "a program", ["ask"], 1, HOME)
    recogniser = Recogniser(accounts)
    watch = Watch(accounts, recogniser)
    program = await recogniser.find_by_token(token.token)

    with watch.hold_stream(ada) as browser, watch.hold_stream(program) as answer:
        await watch.look()
        await run_out(accounts, tokens, program.token_id)
        await watch.look()
        assert not has_ended(answer)
        monkeypatch.setattr("antiphon.engine.accounts.watch._ASK_SECONDS", 0)
        await watch.look()
        assert (has_ended(browser), has_ended(answer)) == (False, True)

        await run_out(accounts, sessions, ada.session_id)
        await watch.look()
        assert has_ended(browser)


def has_ended(stream: OpenStream) -> bool:
    """Whether its reader was signed out."""
    return isinstance(stream.reason, NotSignedIn)


async def run_out(accounts: Accounts, credentials: Table, credential_id: str | None) -> None:
    """As it is when its time has come."""
    gone = update(credentials).where(credentials.c.id == credential_id).values(expires_at=datetime.now(UTC))
    await accounts.store.write(SYSTEM, lambda unit: unit.connection.execute(gone))


async def test_nobody_is_signed_out_because_the_database_is_away(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows who may still read, so all must ask again; and are told why."""
    ada = await own(accounts)
    watch = Watch(accounts, Recogniser(accounts))
    monkeypatch.setattr("antiphon.engine.accounts.watch._BLIND_SECONDS", 0)

    async def be_away() -> None:
        raise StoreUnavailable

    monkeypatch.setattr(watch, "look", be_away)
    with watch.hold_stream(ada) as stream:
        watching = asyncio.create_task(watch.run_for_ever())

        with pytest.raises(StoreUnavailable):
            await asyncio.wait_for(stream.wait_for(asyncio.Event().wait), 5)

    watching.cancel()
    await asyncio.wait({watching})


async def test_a_stream_that_was_just_being_opened_when_its_token_was_revoked_ends(accounts: Accounts) -> None:
    ada = await own(accounts)
    token = await create_token(accounts, ada, "a program", ["ask"], 1, HOME)
    watch = Watch(accounts, Recogniser(accounts))
    program = await Recogniser(accounts).find_by_token(token.token)
    await revoke_token(accounts, ada, token.id, HOME)
    await watch.look()

    with watch.hold_stream(program) as stream:
        await watch.look()

        assert has_ended(stream)


async def test_one_address_does_not_take_every_place_of_programs_that_wait(accounts: Accounts) -> None:
    """Whoever comes from elsewhere begins as before."""
    for _ in range(MOST_FROM_ONE_ADDRESS):
        await begin_device(accounts, "a terminal", ["ask"], HOME)

    with pytest.raises(TooManyAttempts):
        await begin_device(accounts, "a terminal", ["ask"], HOME)

    assert (await begin_device(accounts, "a terminal", ["ask"], Visit("198.51.100.9"))).user_code


async def test_a_link_that_has_run_out_counts_no_more(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antiphon.engine.accounts.set_up._LINK_HOURS", 0)

    with pytest.raises(LinkGone):
        await set_up(accounts, await make_setup_link(accounts), "Ada", ADA, GOOD, HOME)


async def test_a_token_that_has_run_out_is_limited_no_more(accounts: Accounts) -> None:
    ada = await own(accounts)
    made = await create_token(accounts, ada, "a program", ["ask"], 1, HOME)
    deed = begin_deed(HOME)
    tomorrow = replace(deed, at=deed.at + timedelta(days=2))

    with pytest.raises(NotFound):
        await accounts.store.write(ada, write_ceilings, made.id, Ceilings(1.0, None), tomorrow)
    await accounts.store.write(ada, write_ceilings, made.id, Ceilings(1.0, None), deed)

    assert [action for action, _, _ in await actions(accounts)].count("token.limited") == 1


async def test_a_workspace_admin_sees_no_deeds_of_elsewhere(accounts: Accounts) -> None:
    await own(accounts)
    stranger = Principal(LOCAL.id, type(LOCAL.workspace_id)("elsewhere"), "admin")

    assert await accounts.store.read(stranger, read_audit, 10) == ()
    newest, older = await accounts.store.read(SYSTEM, read_audit, 2)
    assert await accounts.store.read(SYSTEM, read_audit, 1, newest.id) == (older,)
    assert newest.at >= older.at - timedelta(seconds=1)
