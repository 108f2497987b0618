"""Whoever acts: a person, or the system on a workspace's behalf."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import PrincipalId, WorkspaceId

Role = Literal["owner", "system"]


@dataclass(frozen=True, slots=True)
class Principal:
    """An identity inside one workspace; every read and write is made on behalf of one."""

    id: PrincipalId
    workspace_id: WorkspaceId
    role: Role


LOCAL = Principal(PrincipalId("local"), WorkspaceId("local"), "owner")


def system_principal(workspace_id: WorkspaceId) -> Principal:
    """The system, acting inside one workspace: a turn going on after its person has left."""
    return Principal(PrincipalId("system"), workspace_id, "system")
