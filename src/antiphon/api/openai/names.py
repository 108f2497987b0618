"""What there is to choose on this wire: panels, syntheses of panels and advisors, by names that stay."""

import difflib
from dataclasses import dataclass
from typing import Any, Final, Literal

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.api.dependencies import Dependencies
from antiphon.conversation.errors import ModelNotOffered
from antiphon.conversation.synthesis import Mode
from antiphon.engine.commands.line_up import LineUp, NamedPanel, read_line_up

Kind = Literal["panel", "synthesis", "advisor", "scribe"]
OWNER: Final = "antiphon"
SCRIBE: Final = f"{OWNER}/scribe"
_MODES: Final[dict[str, Mode]] = {"fuse": "fuse", "compare": "compare", "checklist": "checklist"}
_NEAREST: Final = 3


@dataclass(frozen=True, slots=True)
class Target:
    """Who answers under a name: these advisors, each for itself, or one text out of them; nobody for the scribe."""

    kind: Kind
    id: str
    name: str
    advisors: tuple[Advisor, ...] = ()
    panel: NamedPanel | None = None
    mode: Mode = "fuse"


async def find_target(deps: Dependencies, caller: Principal, model: str) -> Target:
    """Who answers under this name; `ModelNotOffered` names those that come nearest."""
    if _strip(model) == "scribe":
        return Target("scribe", SCRIBE, "Scribe")
    line_up = await read_line_up(deps.engine, caller)
    found = _find(line_up, model)
    if found is None:
        raise ModelNotOffered(model, _find_nearest(line_up, model))
    return found


def list_targets(line_up: LineUp) -> list[Target]:
    """Everything that can be asked, in the order people have it."""
    panels = [_as_panel("panel", each) for each in line_up.panels]
    syntheses = [_as_panel("synthesis", each) for each in line_up.panels if len(each.advisors) > 1]
    advisors = [
        Target("advisor", f"{OWNER}/advisor/{each.slug}", each.advisor.name, (each.advisor,))
        for each in line_up.advisors
    ]
    return [*panels, *syntheses, *advisors, Target("scribe", SCRIBE, "Scribe")]


def describe_model(deps: Dependencies, line_up: LineUp, target: Target, default_model: str) -> dict[str, Any]:
    """One entry of the list; what no other server of this wire says stands under `antiphon`."""
    seen = [deps.engine.calibration.facts(each.model or default_model) for each in target.advisors]
    windows = [facts.window for facts in seen if facts.window]
    created = line_up.find_created(target.panel, target.advisors)
    entry: dict[str, Any] = {
        "id": target.id,
        "object": "model",
        "created": int(created.timestamp()) if created else 0,
        "owned_by": OWNER,
        "name": target.name,
        "antiphon": {
            "kind": target.kind,
            "panel_id": None if target.panel is None else target.panel.panel.id,
            "advisors": [
                {"id": each.id, "name": each.name, "model": each.model or default_model, "version": each.version}
                for each in target.advisors
            ],
            "vision": bool(seen) and all(bool(facts.sees) for facts in seen),
            "tools": False,
        },
    }
    if windows:
        entry["context_length"] = min(windows)
    return entry


def _as_panel(kind: Literal["panel", "synthesis"], each: NamedPanel, mode: Mode = "fuse") -> Target:
    name = each.panel.name if kind == "panel" else f"{each.panel.name}, one text"
    return Target(kind, f"{OWNER}/{kind}/{each.slug}", name, each.advisors, each, mode)


def _strip(model: str) -> str:
    return model.strip().removeprefix("openai/").removeprefix(f"{OWNER}/")


def _find(line_up: LineUp, model: str) -> Target | None:
    kind, _, name = _strip(model).partition("/")
    if kind == "advisor":
        found = line_up.find_advisor(name)
        return None if found is None else Target("advisor", model, found.name, (found,))
    if kind not in ("panel", "synthesis"):
        return None
    name, _, suffix = name.partition(":")
    if suffix and (kind == "panel" or suffix not in _MODES):
        return None
    panel = line_up.find_panel(name)
    if panel is None:
        return None
    return _as_panel("synthesis" if kind == "synthesis" else "panel", panel, _MODES.get(suffix, "fuse"))


def _find_nearest(line_up: LineUp, model: str) -> tuple[str, ...]:
    known = [each.id for each in list_targets(line_up)]
    return tuple(difflib.get_close_matches(model, known, _NEAREST, cutoff=0.3)) or tuple(known[:_NEAREST])
