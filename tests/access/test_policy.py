"""Who may do what."""

from itertools import combinations

import pytest

from antiphon.access import policy
from antiphon.access.policy import Policy, Verb, check_allowed, is_allowed
from antiphon.access.principal import LOCAL, Principal, Role, system_principal
from antiphon.conversation.errors import NotAllowed
from antiphon.conversation.ids import PrincipalId, WorkspaceId

SYSTEM = system_principal(WorkspaceId("w_1"))

TABLE = [
    (LOCAL, Verb.READ, True),
    (LOCAL, Verb.WRITE, True),
    (LOCAL, Verb.OPERATE, True),
    (SYSTEM, Verb.READ, True),
    (SYSTEM, Verb.WRITE, True),
    (SYSTEM, Verb.OPERATE, True),
]
cells = pytest.mark.parametrize(("principal", "verb", "may"), TABLE, ids=lambda cell: getattr(cell, "role", str(cell)))


def test_the_table_is_complete() -> None:
    assert {verb for _, verb, _ in TABLE} == set(Verb)
    assert len(TABLE) == 2 * len(Verb)


@cells
def test_role_decides_which_verbs_are_allowed(principal: Principal, verb: Verb, may: bool) -> None:
    assert is_allowed(principal, Policy(verb, "turn")) is may


@cells
def test_refusal_names_the_verb(principal: Principal, verb: Verb, may: bool) -> None:
    asked = Policy(verb, "turn")

    if may:
        check_allowed(principal, asked)
    else:
        with pytest.raises(NotAllowed) as refusal:
            check_allowed(principal, asked)
        assert refusal.value.facts == {"verb": verb}


@pytest.mark.parametrize("verb", Verb)
def test_public_things_need_nobody(verb: Verb) -> None:
    assert is_allowed(LOCAL, Policy(verb, "health", public=True))


@pytest.mark.parametrize("role", ["owner", "system"])
def test_taking_a_verb_away_allows_nothing_more(monkeypatch: pytest.MonkeyPatch, role: Role) -> None:
    """I-51: whatever may be done with fewer verbs could be done with all of them, and with none nothing may."""
    who = Principal(PrincipalId("p"), WorkspaceId("w"), role)
    everything = {verb for verb in Verb if is_allowed(who, Policy(verb, "turn"))}

    for number in range(len(Verb) + 1):
        for left in combinations(Verb, number):
            monkeypatch.setitem(policy._ALLOWED, role, frozenset(left))
            allowed = {verb for verb in Verb if is_allowed(who, Policy(verb, "turn"))}
            assert allowed <= everything
            assert allowed == set(left)


def test_policies_are_closed_unless_said_otherwise() -> None:
    assert not Policy(Verb.READ, "turn").public


def test_the_system_acts_inside_one_workspace() -> None:
    assert SYSTEM.workspace_id == "w_1"
    assert SYSTEM.role == "system"
    assert LOCAL.role == "owner"
