"""What is read of a file that was written for promptfoo, key by key; anything else is refused."""

from typing import Annotated, Final

from pydantic import ConfigDict, Discriminator, Field, JsonValue, Tag

from antiphon.evals.suites.schema import Closed, Name, Share, name_keys, tell_shape


class PromptEntry(Closed):
    """A prompt with a name."""

    raw: str
    id: str = ""
    label: str = ""


class ProviderEntry(Closed):
    """A model with its settings, of which only the name is read."""

    model_config = ConfigDict(extra="allow")

    id: Name


class CheckEntry(Closed):
    """One assertion as promptfoo writes it."""

    type: Name
    value: JsonValue = None
    threshold: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    weight: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    metric: str = ""
    provider: str | None = None


class OptionsEntry(Closed):
    """How the prompts of a test are changed, and who judges it."""

    prefix: str = ""
    suffix: str = ""
    provider: str | None = None


class MetadataEntry(Closed):
    """What is known about a test; one key of it is read."""

    model_config = ConfigDict(extra="allow")

    conversation_id: str = Field(default="", alias="conversationId")


class TestFields(Closed):
    """What a test says, or every test."""

    vars: dict[str, JsonValue] = Field(default_factory=dict, max_length=200)
    checks: list[CheckEntry] = Field(default_factory=list, alias="assert")
    options: OptionsEntry = Field(default_factory=lambda: OptionsEntry.model_validate({}))
    metadata: MetadataEntry = Field(default_factory=lambda: MetadataEntry.model_validate({}))
    threshold: Share | None = None


class TestEntry(TestFields):
    """One test."""

    description: str = ""


OnePrompt = Annotated[Annotated[str, Tag("<text>")] | Annotated[PromptEntry, Tag("<keys>")], Discriminator(tell_shape)]
OneProvider = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[ProviderEntry, Tag("<keys>")], Discriminator(tell_shape)
]


class PromptfooSuite(Closed):
    """A file of promptfoo's."""

    description: str = ""
    prompts: list[OnePrompt] = Field(min_length=1, max_length=1000)
    providers: Annotated[
        Annotated[str, Tag("<text>")] | Annotated[list[OneProvider], Tag("<list>")], Discriminator(tell_shape)
    ] = Field(default_factory=list)
    default_test: TestFields = Field(default_factory=lambda: TestFields.model_validate({}), alias="defaultTest")
    tests: list[TestEntry] = Field(min_length=1)


KNOWN: Final = name_keys(
    {
        "": PromptfooSuite,
        "prompts": PromptEntry,
        "providers": ProviderEntry,
        "defaultTest": TestEntry,
        "tests": TestEntry,
        "assert": CheckEntry,
        "options": OptionsEntry,
        "metadata": MetadataEntry,
    }
)
