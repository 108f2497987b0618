"""Questions worth bringing to a panel, offered to people in the menus of other programs."""

from dataclasses import dataclass

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from antiphon.advisors.prompt import HostPrompts, fill
from antiphon.conversation.errors import Malformed, NotFound

_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Offered:
    """A question as it is offered: what it is called, what it wants to know, and what it may know."""

    name: str
    title: str
    description: str
    wants: str
    may_have: str | None = None

    def describe(self) -> Prompt:
        """How it stands in the list of prompts."""
        arguments = [PromptArgument(name=self.wants, required=True)]
        if self.may_have is not None:
            arguments.append(PromptArgument(name=self.may_have, required=False))
        return Prompt(name=self.name, title=self.title, description=self.description, arguments=arguments)


OFFERED = (
    Offered("weigh", "Weigh a decision", "Have a panel weigh a decision", "question", "options"),
    Offered("red_team", "Find what is wrong", "Have a panel look for the holes in a text", "text"),
    Offered("second_opinion", "A second opinion", "Have a panel look at an answer", "answer"),
    Offered("pre_mortem", "How it could fail", "Have a panel imagine that a plan has failed", "plan"),
)


def write_prompt(prompts: HostPrompts, name: str, arguments: dict[str, str]) -> GetPromptResult:
    """The question with what was filled in; `NotFound` or `Malformed` when it cannot be asked like this."""
    offered = next((each for each in OFFERED if each.name == name), None)
    if offered is None:
        raise NotFound("prompt", name)
    if not arguments.get(offered.wants, "").strip():
        raise Malformed(f"{name} needs {offered.wants}")
    if sum(len(each) for each in arguments.values()) > _LONGEST:
        raise Malformed(f"a prompt takes at most {_LONGEST} characters")
    slots = {offered.wants: arguments[offered.wants]}
    if offered.may_have is not None:
        slots[offered.may_have] = arguments.get(offered.may_have, "").strip() or "whatever they see"
    words = fill(str(getattr(prompts, name)), slots)
    return GetPromptResult(
        description=offered.description, messages=[PromptMessage(role="user", content=TextContent(text=words))]
    )
