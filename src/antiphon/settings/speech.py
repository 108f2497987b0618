"""Who can speak."""

from pathlib import Path
from typing import Self

from pydantic import Field, field_validator, model_validator

from antiphon.settings.values import Names, OptionalSecret, Paths, SettingsGroup


class SpeechSettings(SettingsGroup):
    """Who can speak beside the browser itself. Programs are started as they are named here, never by a request."""

    base_url: str = Field(default="", description="an endpoint with OpenAI's speech wire, up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent to that endpoint; absent for local servers")
    model: str = Field(default="", description="the model that endpoint speaks with")
    voices: Names = Field(default=(), description="the voices that endpoint has")
    piper: str = Field(default="piper", description="how Piper is started, such as /opt/piper/bin/python -m piper")
    piper_voices: Paths = Field(default=(), description="files of Piper voices (.onnx, with the .onnx.json beside it)")
    espeak: bool = Field(default=True, description="offer the voices of espeak-ng when it is installed")

    @model_validator(mode="after")
    def _know_whom_to_ask(self) -> Self:
        if self.base_url and not (self.model and self.voices):
            raise ValueError("an endpoint for speech needs a model and at least one voice")
        return self

    @field_validator("piper_voices")
    @classmethod
    def _find_the_files(cls, files: tuple[Path, ...]) -> tuple[Path, ...]:
        for file in files:
            if not file.is_file():
                raise ValueError(f"there is no file {file}")
        return files


class SpeechGroup(SettingsGroup):
    """The group `speech`."""

    speech: SpeechSettings = Field(default_factory=SpeechSettings, description="who can speak")
