"""Settings as JSON: each with its kind, its source and whether it can be changed here."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from antiphon.conversation.errors import NotFound, SettingDecided, SettingFixed, SettingRefused, SettingsInvalid
from antiphon.conversation.scope import Scope, is_within
from antiphon.conversation.text import clean_text
from antiphon.engine.runtime.usable_settings import PutAside, find_reason
from antiphon.settings import (
    GROUPS,
    SCOPE_OF,
    HeaderSsoSettings,
    Loaded,
    McpServerSettings,
    ModelSettings,
    OidcSettings,
    ProviderSettings,
    RecallSettings,
    Settings,
    SpeechSettings,
    default_data_dir,
    reload_settings,
)

Grouped = (
    HeaderSsoSettings
    | McpServerSettings
    | ModelSettings
    | OidcSettings
    | ProviderSettings
    | RecallSettings
    | Settings
    | SpeechSettings
)
Aside = Mapping[str, PutAside]
# For whom somebody may change settings.
Decides = Collection[Scope]

_KINDS = {"boolean": "boolean", "integer": "integer", "number": "number"}
_GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
_ADDED = "added while it ran; change or remove it where models are connected"
_OPERATED = "decided by whoever runs the server"
_OTHERS: dict[Scope, str] = {
    "instance": _OPERATED,
    "workspace": "decided by whoever looks after the workspace",
    "person": "you may look at this workspace, and change nothing in it",
}
_INNER: dict[str, type[Grouped]] = {
    "header_sso": HeaderSsoSettings,
    "oidc": OidcSettings,
    "recall": RecallSettings,
    "speech": SpeechSettings,
}
_READ_ONCE = "read once, at the start; set it in the environment or in antiphon.toml"


def describe_settings(loaded: Loaded, aside: Aside, decides: Decides) -> list[dict[str, Any]]:
    """Every setting, in the order of `config show`, with the saved value that was put aside, if one was.

    Whoever does not operate the instance is told of those that can be changed while it runs, and not where files lie.
    """
    return [
        _describe(name, value, source, aside, decides)
        for name, value, source in loaded.values()
        if "instance" in decides or name in SCOPE_OF
    ]


def describe_setting(loaded: Loaded, name: str, aside: Aside, decides: Decides) -> dict[str, Any]:
    """One setting, or `NotFound`."""
    for each, value, source in loaded.values():
        if each == name:
            return _describe(each, value, source, aside, decides)
    raise NotFound("setting", name)


def check_editable(loaded: Loaded, name: str) -> None:
    """Refuse what is not there and what is read once."""
    if name in SCOPE_OF:
        return
    if any(each == name for each, _, _ in loaded.values()):
        raise SettingFixed(name)
    raise NotFound("setting", name)


def choose_scope(name: str, wanted: Scope | None) -> Scope:
    """For whom it is changed: whose it is, or a wider circle it is to be the usual value for; never a narrower one."""
    own = SCOPE_OF[name]
    if wanted is not None and not is_within(own, wanted):
        raise SettingRefused(name, f"it is decided for the whole {own}, not for each {wanted}")
    return wanted or own


def check_undecided(loaded: Loaded, name: str, decides: Decides) -> None:
    """Refuse what the environment, a file or the start has decided already."""
    operates = "instance" in decides
    source, place = _split(loaded.sources.get(name, "default"))
    if reason := _why_decided(source, place, operates=operates):
        raise SettingDecided(name, source, place if operates and place else "", reason)


def read_value(settings: Settings, name: str, value: object) -> object:
    """The value as the setting takes it, ready to be kept; `SettingRefused` when it does not."""
    said = clean_text(value) if isinstance(value, str) else value
    try:
        loaded = reload_settings(settings, {SCOPE_OF[name]: {name: said}})
    except SettingsInvalid as error:
        raise SettingRefused(name, find_reason(name, error)) from error
    taken: object = loaded.settings.model_dump(mode="json")[name]
    return taken


def _describe(name: str, value: Any, source: str, aside: Aside, decides: Decides) -> dict[str, Any]:
    kind, place = _split(source)
    shape = _find_shape(name)
    operates = "instance" in decides
    scope, is_fixed = SCOPE_OF.get(name, "instance"), name not in SCOPE_OF
    why_not = (_ADDED if kind == "added" else _READ_ONCE) if is_fixed else None
    why_not = why_not or _why_decided(kind, place, operates=operates)
    if why_not is None and scope not in decides:
        why_not = _OTHERS[scope]
    return {
        "name": name,
        "value": value,
        "source": kind,
        "place": place if operates or kind == "database" else None,
        "scope": scope,
        **shape,
        "group": _GROUP_OF[name.partition(".")[0]],
        "editable": why_not is None,
        "why_not": why_not,
        "needs_restart": is_fixed and kind != "added",
        "put_aside": _describe_aside(aside[name]) if name in aside else None,
    }


def _describe_aside(aside: PutAside) -> dict[str, str]:
    """Whatever was saved, as text: it may be of a kind the setting no longer has."""
    return {"value": str(aside.value), "reason": aside.reason}


def _split(source: str) -> tuple[str, str | None]:
    """`file /a/b` is a file, and where it lies."""
    kind, _, place = source.partition(" ")
    return kind, place or None


def _why_decided(source: str, place: str | None, *, operates: bool) -> str | None:
    if source in ("environment", "file", "start") and not operates:
        return _OPERATED
    if source == "environment":
        return f"decided by {place or 'a key'} in the environment"
    if source == "file":
        return f"decided by the file {place}"
    return "decided by whoever started the server" if source == "start" else None


def _find_shape(name: str) -> dict[str, Any]:
    """What the setting may be. Names of providers and models may have dots in them; fields have none."""
    group, _, inner = name.partition(".")
    if not inner:
        return _shapes(Settings)[name]
    if group == "mcp_servers":
        return _find_server_shape(name)
    if group == "providers":
        return _shapes(ModelSettings if ".models." in name else ProviderSettings)[name.rpartition(".")[2]]
    # Names of groups of people are theirs, too.
    field = "role_map" if ".role_map." in name else name.rpartition(".")[2]
    return _shapes(_INNER[group])[field]


def _find_server_shape(name: str) -> dict[str, Any]:
    """Variables and headers have names of their own, and values that are secret."""
    shapes = _shapes(McpServerSettings)
    for field in ("env", "headers"):
        if f".{field}." in name:
            return {**shapes[field], "kind": "secret"}
    return shapes[name.rpartition(".")[2]]


@cache
def _shapes(model: type[Grouped]) -> dict[str, dict[str, Any]]:
    """The fields of a model, out of the schema it makes of itself."""
    return {name: _shape(name, said) for name, said in model.model_json_schema()["properties"].items()}


def _shape(name: str, said: dict[str, Any]) -> dict[str, Any]:
    options = said.get("anyOf", [said])
    first = next(each for each in options if each.get("type") != "null")
    choices = first.get("enum")
    kind = "secret" if first.get("format") == "password" else _KINDS.get(first.get("type", ""), "text")
    return {
        "default": str(default_data_dir()) if name == "data_dir" else _default(said),
        "description": said.get("description", ""),
        "kind": "choice" if choices else kind,
        "optional": len(options) > 1,
        "choices": choices,
        "minimum": first.get("minimum"),
        "above": first.get("exclusiveMinimum"),
        "maximum": first.get("maximum"),
    }


def _default(said: dict[str, Any]) -> Any:
    """A list is shown as it is written in the environment."""
    default = said.get("default")
    return ", ".join(default) if isinstance(default, list) else default
