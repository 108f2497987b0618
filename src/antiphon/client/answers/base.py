"""What all answers have in common."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationError

from antiphon.client.errors import UnexpectedAnswer


class Answer(BaseModel):
    """Something the server said; what this version does not know of it is left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    _raw: Mapping[str, Any] = PrivateAttr(default_factory=dict)

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> Self:
        """The answer in this JSON object; `UnexpectedAnswer` when it is of another form."""
        try:
            made = cls.model_validate(said)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(each) for each in first["loc"])
            raise UnexpectedAnswer(cls.__name__, f"{where}: {first['msg']}") from error
        made._raw = said
        return made

    @property
    def raw(self) -> Mapping[str, Any]:
        """The JSON object as the server gave it; empty for what is part of another answer."""
        return self._raw


class Failure(Answer):
    """Why something did not come about."""

    code: str
    message: str


class Forecast(Answer):
    """What an analysis may take before it is begun: calls and tokens, and what they may cost at most."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class AdvisorName(Answer):
    """Somebody by name."""

    advisor_id: str = ""
    name: str
