"""What may be changed about an advisor, and what an advisor is after it."""

from dataclasses import replace
from typing import TypedDict

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.text import clean_text, on_one_line
from antiphon.conversation.thinking import Thinking


class Changes(TypedDict, total=False):
    """Some of what a person can say about an advisor; what is missing stays as it is."""

    name: str
    description: str
    tagline: str
    colour: str
    model: str | None
    temperature: float | None
    max_tokens: int | None
    voice: str | None
    tools: tuple[str, ...]
    thinking: Thinking | None


def tidy(changes: Changes) -> Changes:
    """The same, storable: names on one line and no blanks at the ends; `Malformed` for a blank name.

    A blank model or voice means none, as an absent one does in a file.
    """
    tidied = changes.copy()
    if "name" in changes:
        tidied["name"] = on_one_line(changes["name"])
        if not tidied["name"]:
            raise Malformed("an advisor needs a name")
    if "description" in changes:
        tidied["description"] = clean_text(changes["description"]).strip()
    if "tagline" in changes:
        tidied["tagline"] = on_one_line(changes["tagline"])
    if "model" in changes:
        tidied["model"] = clean_text(changes["model"] or "").strip() or None
    if "voice" in changes:
        tidied["voice"] = on_one_line(changes["voice"] or "") or None
    if "tools" in changes:
        tidied["tools"] = tuple(sorted({on_one_line(each) for each in changes["tools"]} - {""}))
    return tidied


def apply(changes: Changes, advisor: Advisor) -> Advisor:
    """The advisor with these changes, still under its old version."""
    return replace(advisor, **changes)


def build_advisor(advisor_id: AdvisorId, content: Changes) -> Advisor:
    """The first version of an advisor; what is not said has its usual value, and the colour is empty."""
    return apply(content, Advisor(advisor_id, 1, "", "", ""))


def differs(one: Advisor, other: Advisor) -> bool:
    """Whether two versions say anything different."""
    return replace(one, version=other.version) != other
