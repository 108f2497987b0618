"""What a file of evals may say, key by key. Unknown keys are refused; nothing is read as something it is not.

These models are the JSON Schema that is published for editors, too.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag

from antiphon.advisors.panel import MOST_SEATS
from antiphon.advisors.phase import MOST_PHASES
from antiphon.conversation.payload import Role

VERSION: Final = "antiphon-eval-v1"
AGENTV: Final = "agentv-eval-v2"

Name = Annotated[str, Field(min_length=1, max_length=200)]
# Not for agentv, whose targets are names in a file of its own.
ModelName = Annotated[str, Field(min_length=1, max_length=300)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=1_000_000_000)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Closed(BaseModel):
    """Keys that are all known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def tell_shape(value: object) -> str:
    """Which of several shapes was written, for places where text stands for the simplest case."""
    if isinstance(value, str):
        return "<text>"
    return "<list>" if isinstance(value, list) else "<keys>"


class BudgetEntry(Closed):
    """How much may be used before no further case is begun."""

    tokens: Count | None = Field(default=None, description="tokens of prompts and answers together")
    dollars: Amount | None = Field(default=None, description="US dollars, where prices are known")
    seconds: Amount | None = Field(default=None, description="seconds on the clock")


class PartEntry(Closed):
    """A piece of a message: words, or a file."""

    type: Literal["text", "file"]
    value: str = Field(
        description="the words, or a path relative to this file; one that begins with / is from the root"
    )


Content = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[list[PartEntry], Tag("<list>")], Discriminator(tell_shape)
]


class MessageEntry(Closed):
    """One message in the role it is sent with."""

    role: Role
    content: Content


Messages = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[list[MessageEntry], Field(min_length=1), Tag("<list>")],
    Discriminator(tell_shape),
]


class AssertionEntry(BaseModel):
    """One thing an answer must hold. What stands beside these keys belongs to the type, and is checked with it."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    type: Name
    value: JsonValue = None
    name: str = Field(default="", description="what reports call it")
    weight: Amount = Field(default=1.0, description="how much it counts in the mean of the case")
    required: bool | Share | None = Field(
        default=None,
        description="the case fails below this score; true is 0.8; contamination, payload and trim are 1 unless false",
    )
    negate: bool = Field(default=False, description="the opposite must hold")
    advisor: Name | None = Field(default=None, description="whose answers it looks at; everybody's without it")


OneAssertion = Annotated[
    Annotated[str, Field(min_length=1), Tag("<text>")] | Annotated[AssertionEntry, Tag("<keys>")],
    Discriminator(tell_shape),
]
Assertions = list[OneAssertion]
Panel = Annotated[
    Annotated[Name, Tag("<text>")] | Annotated[list[Name], Field(min_length=1, max_length=MOST_SEATS), Tag("<list>")],
    Discriminator(tell_shape),
]
Command = Annotated[Annotated[str, Tag("<text>")] | Annotated[list[str], Tag("<list>")], Discriminator(tell_shape)]


class EvaluatorEntry(Closed):
    """A judge or a program, as agentv names them."""

    name: Name
    type: Literal["code", "llm_judge"]
    script: Command | None = Field(default=None, description="the program and what it is given")
    cwd: str | None = Field(default=None, description="the folder it runs in; that of this file without it")
    prompt: str | None = Field(default=None, description="a file with the judge's prompt")
    model: ModelName | None = None


class ExecutionEntry(Closed):
    """Who answers, and who judges."""

    target: ModelName | None = None
    evaluators: list[EvaluatorEntry] = Field(default_factory=list)


class TurnEntry(Closed):
    """One message to everybody."""

    input: Annotated[str, Field(min_length=1)]
    asserts: Assertions = Field(default_factory=list, alias="assert")
    replies: dict[str, str] = Field(default_factory=dict, description="answers by advisor; nobody is asked for these")
    planted: dict[str, list[Annotated[str, Field(min_length=1)]]] = Field(
        default_factory=dict, description="facts by advisor that may show in no other thread"
    )


class PhaseEntry(Closed):
    """How many of its turns an advisor is in a phase, and what it is told meanwhile."""

    name: Name
    turns: Count | None = None
    prompt: str = Field(default="ongoing", description="`early`, `ongoing`, or a text")
    note: str = ""


class CaseFields(Closed):
    """What every case may say, whoever it was written for."""

    outcome: str = Field(default="", description="what a good answer achieves; judged when nothing else is asked for")
    note: str = Field(default="", description="for people")
    conversation_id: str = ""
    advisor: Name | None = Field(default=None, description="who answers: an advisor's id or name")
    panel: Panel | None = Field(default=None, description="who answers: `starter`, a panel's name, or advisors")
    advisor_description: str = Field(
        default="", description="the advisor's when the messages were taken; its present one takes its place"
    )
    system_prompt: str = Field(default="", description="stands before everything else in the system message")
    target: ModelName | None = Field(default=None, description="the model that answers, as provider:model")
    input: Messages | None = Field(default=None, description="what the person says, or messages")
    input_messages: list[MessageEntry] | None = Field(default=None, min_length=1)
    turns: list[TurnEntry] | None = Field(default=None, min_length=1, max_length=200)
    phases: list[PhaseEntry] = Field(default_factory=list, max_length=MOST_PHASES)
    expected_messages: list[MessageEntry] | None = None
    expected_output: str | None = None
    asserts: Assertions | None = Field(default=None, alias="assert")
    aggregation: Literal["mean", "min", "max"] = "mean"
    on_turn_failure: Literal["continue", "stop"] = "continue"
    repeat: Annotated[int, Field(ge=1, le=100)] | None = Field(default=None, description="how often it is asked")
    threshold: Share | None = Field(default=None, description="the score that counts as passed; 0.8 without it")
    budget: BudgetEntry | None = None
    window: Count | None = Field(default=None, description="the model's window in tokens, as this case wants it")
    max_tokens: Count | None = Field(default=None, description="the longest answer in tokens")
    execution: ExecutionEntry | None = None
    skip_defaults: bool = Field(default=False, description="without the assertions in `defaults`")


class CaseEntry(CaseFields):
    """One test."""

    id: Name


class DefaultsEntry(Closed):
    """What holds for every case that does not say otherwise."""

    # Every case has these: more would make a small file a large suite.
    asserts: Assertions = Field(default_factory=list, alias="assert", max_length=50)
    threshold: Share | None = None
    repeat: Annotated[int, Field(ge=1, le=100)] | None = None


class AdvisorEntry(Closed):
    """An advisor of the file itself."""

    description: Annotated[str, Field(min_length=1)]
    model: ModelName | None = None
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = 0.7
    max_tokens: Count | None = None


class SuiteFields(Closed):
    """What every file may say, whoever it was written for."""

    description: str = Field(default="", description="what this suite watches over")
    panel: Panel | None = Field(default=None, description="who answers where a case does not say")
    advisor: Name | None = Field(default=None, description="who answers where a case does not say")
    advisors: dict[Name, AdvisorEntry] = Field(
        default_factory=dict, max_length=100, description="advisors of this file, by name"
    )
    target: ModelName | None = Field(default=None, description="the model that answers, as provider:model")
    judge: ModelName | None = Field(default=None, description="the model that judges, as provider:model")
    budget: BudgetEntry | None = None
    guideline_patterns: list[Name] | None = Field(
        default=None, max_length=100, description="files that are guidelines, as globs"
    )
    defaults: DefaultsEntry = Field(default_factory=lambda: DefaultsEntry.model_validate({}))


class SuiteEntry(SuiteFields):
    """A file of evals."""

    version: Literal["antiphon-eval-v1"] = Field(default=VERSION, alias="$schema")
    evalcases: list[CaseEntry] | None = Field(default=None, min_length=1)
    tests: list[CaseEntry] | None = Field(default=None, min_length=1, description="means the same as evalcases")


class ConfigEntry(BaseModel):
    """What is read from a configuration that is found beside or above a suite; the rest of it is not ours."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    guideline_patterns: list[Name] = Field(max_length=100)


def name_keys(models: Mapping[str, type[BaseModel]]) -> dict[str, tuple[str, ...]]:
    """The keys that are known below each key."""
    return {
        above: tuple(field.alias or name for name, field in model.model_fields.items())
        for above, model in models.items()
    }


_BELOW: Final[Mapping[str, type[BaseModel]]] = {
    "": SuiteEntry,
    "evalcases": CaseEntry,
    "tests": CaseEntry,
    "turns": TurnEntry,
    "phases": PhaseEntry,
    "budget": BudgetEntry,
    "defaults": DefaultsEntry,
    "advisors": AdvisorEntry,
    "input": MessageEntry,
    "input_messages": MessageEntry,
    "expected_messages": MessageEntry,
    "content": PartEntry,
    "execution": ExecutionEntry,
    "evaluators": EvaluatorEntry,
}
KNOWN_KEYS: Final = name_keys(_BELOW)


def describe_entry(model: type[BaseModel] = SuiteEntry) -> dict[str, Any]:
    """The JSON Schema of a file."""
    return model.model_json_schema(by_alias=True)
