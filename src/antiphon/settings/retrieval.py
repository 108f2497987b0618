"""How documents are found by their meaning."""

from typing import Self

from pydantic import Field, model_validator

from antiphon.settings.values import OptionalPath, OptionalSecret, SettingsGroup


class RecallSettings(SettingsGroup):
    """Which model finds documents by their meaning. With none of these it is the one that the extra `recall` brings."""

    by_meaning: bool = Field(default=True, description="find documents by their meaning too, not by words alone")
    base_url: str = Field(default="", description="a server with OpenAI's embeddings wire, up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent to that server; absent for local ones")
    model: str = Field(default="", description="the model that server is asked for")
    folder: OptionalPath = Field(
        default=None, description="a folder with a sentence model of your own: model.onnx and tokenizer.json"
    )
    query_prefix: str = Field(default="", description="put before a question; some models want `query: `")
    passage_prefix: str = Field(default="", description="put before a text; some models want `passage: `")

    @model_validator(mode="after")
    def _choose_one(self) -> Self:
        if self.base_url and not self.model:
            raise ValueError("a server for embeddings needs a model")
        if self.base_url and self.folder is not None:
            raise ValueError("either a server or a folder, not both")
        return self


class RetrievalGroup(SettingsGroup):
    """The group `recall`."""

    recall: RecallSettings = Field(default_factory=RecallSettings, description="how documents are searched")
