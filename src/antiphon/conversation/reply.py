"""One advisor's answer in one turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.conversation.picture import Picture
from antiphon.conversation.state import ReplyState, is_terminal
from antiphon.conversation.tool_use import ToolUse

NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ReplyError:
    """Why a reply ended badly. It is shown beside the text and never becomes part of it."""

    code: str
    message: str
    facts: Mapping[str, object] = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Metrics:
    """What a reply cost and how fast it came; every figure is absent until it was measured or reported."""

    first_token_seconds: float | None = None
    total_seconds: float | None = None
    tokens_per_second: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    attempts: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """Text, thinking, state and error of one advisor in one turn.

    `epoch` counts the times the reply was started: 0 before the first, one more after each crash. An advisor asked
    again about the same turn answers with another `variant`; `changes` says what was different, and one variant is
    `chosen`: it stands for the advisor in what is sent later. `edited` replaces `text` wherever it is shown or sent.
    `importance` is what was reckoned from the words; `worth` is what the person said instead.
    `tools` are the tools it used, in order; they belong to this reply and nobody else sees them. `pictures` are those
    its model made; what tools brought stands with them.
    """

    id: ReplyId
    advisor_id: AdvisorId
    advisor_version: int
    name: str
    colour: str
    model: str
    state: ReplyState = ReplyState.WAITING
    epoch: int = 0
    text: str = ""
    thinking: str = ""
    finish_reason: str | None = None
    error: ReplyError | None = None
    metrics: Metrics | None = None
    variant: int = 0
    chosen: bool = True
    changes: Mapping[str, object] | None = None
    edited: str | None = None
    importance: float | None = None
    worth: float | None = None
    tools: tuple[ToolUse, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def completed(self) -> bool:
        """True once nothing more will come, for better or worse."""
        return is_terminal(self.state)

    @property
    def all_pictures(self) -> tuple[Picture, ...]:
        """Every picture in it, whoever made it."""
        return (*(picture for use in self.tools for picture in use.pictures), *self.pictures)
