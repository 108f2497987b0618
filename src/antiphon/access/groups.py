"""Which roles somebody has by the groups they are in elsewhere."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from antiphon.access.principal import InstanceRole, Role

# What a group may give: a role in the workspace, or one in the installation. Nobody owns the installation by a group.
MappedRole = Literal["viewer", "member", "admin", "owner", "instance-auditor", "instance-admin"]
MAPPED_ROLES: tuple[MappedRole, ...] = get_args(MappedRole)
# A group that everybody is in.
EVERYBODY = "*"

_WORKSPACE: tuple[Role, ...] = ("viewer", "member", "admin", "owner")
_INSTANCE: Mapping[str, InstanceRole] = {"instance-auditor": "auditor", "instance-admin": "admin"}


@dataclass(frozen=True, slots=True)
class GivenRoles:
    """What groups give: a role in the workspace, or none and so no place there, and one in the installation."""

    role: Role | None
    instance_role: InstanceRole


def map_groups(groups: Collection[str], role_map: Mapping[str, MappedRole]) -> GivenRoles | None:
    """The highest role of each kind that one of the groups gives; none when groups decide nothing here."""
    if not role_map:
        return None
    given = {role for group, role in role_map.items() if group == EVERYBODY or group in groups}
    here = [role for role in _WORKSPACE if role in given]
    running = [_INSTANCE[role] for role in _INSTANCE if role in given]
    return GivenRoles(here[-1] if here else None, running[-1] if running else "member")
