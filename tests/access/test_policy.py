"""Who may do what."""

import pytest

from antiphon.access.policy import Policy, Verb, check_allowed, is_allowed
from antiphon.access.principal import LOCAL, Principal, system_principal
from antiphon.conversation.errors import NotAllowed
from antiphon.conversation.ids import WorkspaceId

SYSTEM = system_principal(WorkspaceId("w_1"))

TABLE = [
    (LOCAL, Verb.READ, True),
    (LOCAL, Verb.WRITE, True),
    (LOCAL, Verb.OPERATE, False),
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
    policy = Policy(verb, "turn")

    if may:
        check_allowed(principal, policy)
    else:
        with pytest.raises(NotAllowed) as refusal:
            check_allowed(principal, policy)
        assert refusal.value.facts == {"verb": verb}


@pytest.mark.parametrize("verb", Verb)
def test_public_things_need_nobody(verb: Verb) -> None:
    assert is_allowed(LOCAL, Policy(verb, "health", public=True))


def test_policies_are_closed_unless_said_otherwise() -> None:
    assert not Policy(Verb.READ, "turn").public


def test_the_system_acts_inside_one_workspace() -> None:
    assert SYSTEM.workspace_id == "w_1"
    assert SYSTEM.role == "system"
    assert LOCAL.role == "owner"
