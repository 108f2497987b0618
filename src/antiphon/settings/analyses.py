"""Models asked about a conversation instead of in it (titles, maps, syntheses, memories), and tests of advisors."""

from typing import Annotated, Literal

from pydantic import Field

from antiphon.settings.values import PERSON, WORKSPACE, OptionalText, SettingsGroup


class AnalysesGroup(SettingsGroup):
    """Which analyses are made, by whom, and how large they may be."""

    memory_scan: Literal["off", "manual", "after_turn"] = Field(
        "manual", description="when conversations are read for things to remember", json_schema_extra=PERSON
    )
    analysis_model: OptionalText = Field(
        None,
        description="provider:model that looks at conversations; absent: the default model",
        json_schema_extra=WORKSPACE,
    )
    analysis_tokens: Annotated[int, Field(ge=0)] = Field(
        200_000,
        description="tokens one look at a conversation may take, sent and answered; 0 sets no limit",
        json_schema_extra=WORKSPACE,
    )
    eval_tokens: Annotated[int, Field(ge=0)] = Field(
        500_000,
        description="tokens one run of an advisor's cases may take, judging included; 0 sets no limit",
        json_schema_extra=WORKSPACE,
    )
    titles: Literal["words", "model"] = Field(
        "words",
        description="what a conversation is called: by its first words, or as a model names it after them",
        json_schema_extra=PERSON,
    )
    map_after_turn: Literal["off", "on"] = Field(
        "off",
        description="draw the map of who agrees and who does not after every turn several have answered",
        json_schema_extra=PERSON,
    )
    synthesis_after_turn: Literal["off", "fuse", "compare", "checklist"] = Field(
        "off",
        description="write one text out of the answers after every turn that several have answered",
        json_schema_extra=PERSON,
    )
