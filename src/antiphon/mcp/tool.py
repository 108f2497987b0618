"""What a tool is, what a call of it has at hand, and how it answers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from mcp_types import CallToolResult, ContentBlock, ResourceLink, TextContent, ToolAnnotations
from mcp_types import Tool as ToolEntry
from pydantic import BaseModel, ConfigDict, ValidationError

from antiphon.client import AsyncClient
from antiphon.conversation.errors import CommandRefused, Malformed
from antiphon.mcp.answers import describe_shape

# Changes nothing: a program may call it without asking anybody.
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# Sets something going that is kept and may cost money; nothing is lost by it.
ASKS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True)
STOPS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class ReportProgress(Protocol):
    """Tells whoever waits how far it is; nothing happens when they did not want to know."""

    async def __call__(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """So much of so much, and a sentence."""


@dataclass(frozen=True, slots=True)
class Call:
    """What one call has at hand: our API as the caller may use it, its patience, and how to tell of progress.

    `url` is where people open what they are told of; `is_ours` when an advisor of ours calls, who may not ask others.
    When the server `is_leaving`, nobody waits any longer.
    """

    client: AsyncClient
    url: str
    wait_seconds: float
    report: ReportProgress
    is_ours: bool = False
    is_leaving: Callable[[], bool] = lambda: False

    def check_may_ask(self) -> None:
        """An advisor that asks a panel that asks an advisor would come to no end."""
        if self.is_ours:
            raise CommandRefused("the call", "an advisor may not ask a panel itself")

    def patience(self, wanted: float | None) -> float:
        """How long to wait at most: as was said, or as is usual."""
        return self.wait_seconds if wanted is None else wanted

    def link(self, conversation_id: str) -> str:
        """Where a person opens a conversation."""
        return f"{self.url}/c/{conversation_id}"


class Arguments(BaseModel):
    """What a tool is called with; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Said:
    """What a tool answers: values for programs, the same in words, and the turn it is about."""

    values: BaseModel
    words: str
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as it is offered, and what it does with its arguments."""

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    answer: type[BaseModel]
    annotations: ToolAnnotations
    run: Callable[[Call, Any], Awaitable[Said]]

    def describe(self) -> ToolEntry:
        """How it stands in the list of tools."""
        return ToolEntry(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=describe_shape(self.arguments),
            output_schema=describe_shape(self.answer),
            annotations=self.annotations,
        )

    async def call(self, call: Call, arguments: dict[str, Any] | None) -> CallToolResult:
        """The answer to these arguments; `Malformed` when they are not what the tool takes."""
        try:
            wanted = self.arguments.model_validate(arguments or {})
        except ValidationError as error:
            raise Malformed(_say_wrong(error)) from None
        return build_result(await self.run(call, wanted))


def build_result(said: Said) -> CallToolResult:
    """The answer as the protocol has it: words for programs that show only those, values, and a link to the turn."""
    content: list[ContentBlock] = [TextContent(text=said.words)]
    if said.turn_id is not None:
        content.append(
            ResourceLink(uri=f"antiphon://turns/{said.turn_id}", name="This turn", mime_type="text/markdown")
        )
    return CallToolResult(content=content, structured_content=said.values.model_dump(mode="json"))


def build_refusal(sentence: str) -> CallToolResult:
    """A failure that a model can act on: a sentence, never a protocol error."""
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)


def _say_wrong(error: ValidationError) -> str:
    """Which argument is wrong and why, without repeating what was sent."""
    problems = error.errors(include_url=False, include_input=False)
    named = ("; ".join(f"{'.'.join(str(each) for each in one['loc'])}: {one['msg']}" for one in problems)).strip()
    return f"the arguments are not what this tool takes: {named}"
