"""Whoever acts: a person, a program with a token, or the system on a workspace's behalf."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from antiphon.conversation.ids import PrincipalId, WorkspaceId

Kind = Literal["person", "service", "system"]
# In one workspace, and in the whole installation.
Role = Literal["owner", "admin", "member", "viewer", "system"]
InstanceRole = Literal["owner", "admin", "auditor", "member"]


@dataclass(frozen=True, slots=True)
class Principal:
    """An identity inside one workspace; every read and write is made on behalf of one.

    `scopes` are what a token was made for, and none sets no limit. `verified_at` is when the person behind a session
    last proved to be there. `has_factor`: more than a password is asked of them, here or where they come from.
    `awaits_factor`: the operator wants one of them, and until they add it they decide nothing for others.
    `proxy_user` is whom a proxy named when the session began. `has_ceiling`: what is started with the token may cost so
    much and no more, or it is not known whether it may.
    """

    id: PrincipalId
    workspace_id: WorkspaceId
    role: Role
    kind: Kind = "person"
    instance_role: InstanceRole = "member"
    session_id: str | None = None
    token_id: str | None = None
    scopes: frozenset[str] | None = None
    verified_at: datetime | None = None
    has_factor: bool = False
    awaits_factor: bool = False
    proxy_user: str | None = None
    has_ceiling: bool = False


LOCAL = Principal(PrincipalId("local"), WorkspaceId("local"), "owner", instance_role="owner")


def system_principal(workspace_id: WorkspaceId) -> Principal:
    """The system, acting inside one workspace for nobody in particular."""
    return Principal(PrincipalId("system"), workspace_id, "system", kind="system")


def on_behalf_of(workspace_id: WorkspaceId, person_id: PrincipalId, token_id: str | None = None) -> Principal:
    """The system, doing what a person set going: a turn or other work that goes on after they have left.

    What was begun with a token is paid for under that token's ceiling to its end.
    """
    started = token_id is not None
    return Principal(person_id, workspace_id, "system", kind="system", token_id=token_id, has_ceiling=started)
