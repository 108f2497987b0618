"""Who said which setting: layers of nested groups, and how they are laid over each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antiphon.conversation.scope import Saved


@dataclass(frozen=True, slots=True)
class Layers:
    """Who said what, kept with the settings it became; `start` is whoever started the program, as with `--port`.

    `locked` names providers whose key was found and whose extra is not installed. `added` are providers by name, out of
    the file beside the database.
    """

    path: Path
    added: Mapping[str, Any] = field(default_factory=dict, repr=False)
    keys: Mapping[str, Any] = field(default_factory=dict, repr=False)
    database: Saved = field(default_factory=dict)
    file: Mapping[str, Any] = field(default_factory=dict, repr=False)
    environment: Mapping[str, Any] = field(default_factory=dict, repr=False)
    start: Mapping[str, Any] = field(default_factory=dict, repr=False)
    variables: Mapping[str, str] = field(default_factory=dict)
    locked: tuple[str, ...] = ()


def put(values: dict[str, Any], path: list[str], value: object) -> None:
    """Put a value into its group. A name that is value and group at once stays a group, which validation refuses."""
    for part in path[:-1]:
        if not isinstance(values.get(part), dict):
            values[part] = {}
        values = values[part]
    if not isinstance(values.get(path[-1]), dict):
        values[path[-1]] = value


def nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as groups in groups."""
    values: dict[str, Any] = {}
    for name, value in flat.items():
        put(values, name.split("."), value)
    return values


def merge(base: dict[str, Any], over: Mapping[str, Any]) -> None:
    """Lay one layer over another, group by group."""
    for name, value in over.items():
        if not isinstance(value, Mapping):
            base[name] = value
            continue
        if not isinstance(base.get(name), dict):
            base[name] = {}
        merge(base[name], value)


def flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Groups in groups as dotted names."""
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
