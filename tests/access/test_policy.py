"""Who may do what."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from antiphon.access import policy
from antiphon.access.policy import ALLOWED, SCOPES, Policy, Verb, check_allowed, is_allowed, may_decide
from antiphon.access.principal import LOCAL, InstanceRole, Principal, Role, system_principal
from antiphon.conversation.errors import NotAllowed
from antiphon.conversation.ids import PrincipalId, WorkspaceId

SYSTEM = system_principal(WorkspaceId("w_1"))
# A letter for each verb that is allowed.
LETTERS = {
    "r": "read", "m": "manage", "c": "comment", "w": "write", "s": "share", "p": "publish",
    "a": "administer", "t": "transfer", "o": "operate", "u": "audit",
}  # fmt: skip
WORKSPACE: dict[Role, str] = {
    "viewer": "rmc",
    "member": "rmcws",
    "admin": "rmcwspau",
    "owner": "rmcwspatu",
    "system": "rmcwspatou",
}
INSTANCE: dict[InstanceRole, str] = {"member": "", "auditor": "u", "admin": "ou", "owner": "ou"}
EVERYBODY = list(product(WORKSPACE, INSTANCE))


def somebody(role: Role, instance_role: InstanceRole = "member", scopes: frozenset[str] | None = None) -> Principal:
    return Principal(PrincipalId("p"), WorkspaceId("w"), role, instance_role=instance_role, scopes=scopes)


def verbs_of(who: Principal, thing: str = "turn") -> set[Verb]:
    return {verb for verb in Verb if is_allowed(who, Policy(verb, thing))}


def test_every_verb_has_its_letter() -> None:
    assert set(LETTERS.values()) == set(Verb)
    assert set(ALLOWED) == {("workspace", each) for each in WORKSPACE} | {("instance", each) for each in INSTANCE}


@pytest.mark.parametrize(("role", "instance_role"), EVERYBODY)
def test_the_two_roles_together_decide(role: Role, instance_role: InstanceRole) -> None:
    expected = {LETTERS[each] for each in WORKSPACE[role] + INSTANCE[instance_role]}

    assert verbs_of(somebody(role, instance_role)) == expected


def test_whoever_runs_the_machine_alone_may_do_everything() -> None:
    assert verbs_of(LOCAL) == set(Verb)
    assert verbs_of(SYSTEM) == set(Verb)


def test_running_the_installation_opens_no_conversation() -> None:
    """An administrator of the installation who is a viewer in a workspace stays one there."""
    assert verbs_of(somebody("viewer", "owner")) == {Verb.READ, Verb.MANAGE, Verb.COMMENT, Verb.OPERATE, Verb.AUDIT}


def test_refusal_names_the_verb() -> None:
    check_allowed(somebody("member"), Policy(Verb.WRITE, "turn"))

    with pytest.raises(NotAllowed) as refusal:
        check_allowed(somebody("viewer"), Policy(Verb.WRITE, "turn"))

    assert refusal.value.facts == {"verb": Verb.WRITE}


@pytest.mark.parametrize("verb", Verb)
def test_public_things_need_nobody(verb: Verb) -> None:
    assert is_allowed(somebody("viewer", scopes=frozenset()), Policy(verb, "health", public=True))


@pytest.mark.parametrize("role", WORKSPACE)
def test_taking_a_verb_away_allows_nothing_more(monkeypatch: pytest.MonkeyPatch, role: Role) -> None:
    """I-51: whatever may be done with fewer verbs could be done with all of them, and with none nothing may."""
    who = somebody(role)
    held = sorted(verbs_of(who))

    for number in range(len(held) + 1):
        for left in combinations(held, number):
            monkeypatch.setattr(policy, "ALLOWED", {**ALLOWED, ("workspace", role): frozenset(left)})
            assert verbs_of(who) == set(left)


@pytest.mark.parametrize("scopes", [frozenset(), frozenset(("unheard-of",))])
def test_a_token_for_nothing_opens_nothing(scopes: frozenset[str]) -> None:
    for things, _ in SCOPES.values():
        for thing in things:
            assert verbs_of(somebody("owner", "owner", scopes), thing) == set()


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize(("role", "instance_role"), EVERYBODY)
def test_a_scope_never_gives_what_the_role_has_not(scope: str, role: Role, instance_role: InstanceRole) -> None:
    """I-51."""
    whole = somebody(role, instance_role)
    narrowed = somebody(role, instance_role, frozenset((scope,)))
    things, verbs = SCOPES[scope]

    for thing in {*things, "tool", "turn", "people"}:
        opened = verbs if thing in things else frozenset()
        assert verbs_of(narrowed, thing) == verbs_of(whole, thing) & opened


def test_asking_is_not_reading_what_was_asked_before() -> None:
    asking = somebody("member", scopes=frozenset(("ask",)))

    assert Verb.WRITE in verbs_of(asking, "turn")
    assert verbs_of(asking, "conversation") == set()


def test_a_token_for_looking_after_the_installation_changes_no_setting() -> None:
    """It is given to what scrapes metrics."""
    program = somebody("owner", "owner", frozenset(("admin",)))

    assert is_allowed(program, Policy(Verb.READ, "settings"))
    assert Verb.WRITE not in verbs_of(program, "settings")


def test_whoever_owes_a_second_factor_decides_nothing_for_others_until_they_have_it() -> None:
    admin = replace(somebody("admin", "admin"), awaits_factor=True)

    assert is_allowed(admin, Policy(Verb.PUBLISH, "advisor"))
    assert not may_decide(admin, Policy(Verb.PUBLISH, "advisor"))
    assert may_decide(admin, Policy(Verb.WRITE, "advisor"))
    assert may_decide(replace(admin, awaits_factor=False), Policy(Verb.PUBLISH, "advisor"))


def test_policies_are_closed_unless_said_otherwise() -> None:
    assert not Policy(Verb.READ, "turn").public


def test_the_system_acts_inside_one_workspace() -> None:
    assert SYSTEM.workspace_id == "w_1"
    assert SYSTEM.role == SYSTEM.kind == "system"
    assert LOCAL.role == LOCAL.instance_role == "owner"
