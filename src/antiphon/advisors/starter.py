"""The five voices everyone starts with."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.panel import Panel
from antiphon.conversation.ids import AdvisorId, PanelId


@dataclass(frozen=True, slots=True)
class Starter:
    """A panel and its advisors, as a new workspace receives them."""

    advisors: tuple[Advisor, ...]
    panel: Panel


def load_starter() -> Starter:
    """Read the starter panel that ships with Antiphon."""
    body = tomllib.loads((resources.files("antiphon.advisors") / "starter.toml").read_text(encoding="utf-8"))
    advisors = tuple(_build_advisor(each, tuple(body["panel"]["tools"])) for each in body["advisor"])
    panel = Panel(PanelId(body["panel"]["id"]), body["panel"]["name"], tuple(each.id for each in advisors))
    return Starter(advisors, panel)


def _build_advisor(body: Mapping[str, str], tools: tuple[str, ...]) -> Advisor:
    description = " ".join(body["description"].split())
    return Advisor(
        AdvisorId(body["id"]), 1, body["name"], description, body["colour"], tagline=body["tagline"], tools=tools
    )
