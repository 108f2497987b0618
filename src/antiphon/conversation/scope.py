"""Whose a setting is, and what was saved of them."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

# Whoever runs the server, everybody in one workspace, or one person in it.
Scope = Literal["instance", "workspace", "person"]

# The widest first: what is said closer to a person counts more.
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

# Saved values by name, for each scope that has any.
Saved = Mapping[Scope, Mapping[str, object]]


def is_within(scope: Scope, widest: Scope) -> bool:
    """Whether a scope is this one, or lies inside it."""
    return SCOPES.index(scope) >= SCOPES.index(widest)
