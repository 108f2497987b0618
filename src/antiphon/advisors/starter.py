"""The five voices everyone starts with."""

import tomllib
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
    advisors = tuple(
        Advisor(AdvisorId(each["id"]), 1, each["name"], each["description"].strip(), each["colour"])
        for each in body["advisor"]
    )
    panel = Panel(PanelId(body["panel"]["id"]), body["panel"]["name"], tuple(each.id for each in advisors))
    return Starter(advisors, panel)
