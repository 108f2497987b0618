"""Listening to a provider to the end, whatever the end is."""

from dataclasses import dataclass, field

from antiphon.conversation.errors import ProviderError
from antiphon.conversation.payload import Payload
from antiphon.providers.provider import AnswerText, CalledTool, Finished, Output, Provider, Thought, Used

KEY = "sk-test-0123456789abcdef"


@dataclass(slots=True)
class Heard:
    """All outputs of one answer, and the error that ended it, if one did."""

    outputs: list[Output] = field(default_factory=list)
    yields: int = 0
    error: ProviderError | None = None

    @property
    def text(self) -> str:
        return "".join(each.text for each in self.outputs if isinstance(each, AnswerText))

    @property
    def thinking(self) -> str:
        return "".join(each.text for each in self.outputs if isinstance(each, Thought))

    @property
    def finish(self) -> str | None:
        return next((each.reason for each in self.outputs if isinstance(each, Finished)), None)

    @property
    def used(self) -> Used | None:
        return next((each for each in self.outputs if isinstance(each, Used)), None)

    @property
    def calls(self) -> list[CalledTool]:
        return [each for each in self.outputs if isinstance(each, CalledTool)]

    @property
    def code(self) -> str:
        return self.error.code if self.error else ""


async def hear(provider: Provider, payload: Payload) -> Heard:
    """Send the payload once and keep all that comes back."""
    heard = Heard()
    try:
        async for outputs in provider.stream(provider.encode(payload)):
            heard.outputs += outputs
            heard.yields += 1
    except ProviderError as error:
        heard.error = error
    return heard
