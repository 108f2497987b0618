"""What an answer says, as its wire reads it: nothing but outputs comes through."""

from collections.abc import Iterable
from typing import Final

from antiphon.conversation.errors import ProtocolError, ProviderError
from antiphon.conversation.text import clean_text
from antiphon.egress.sse import Event
from antiphon.providers.plugged.wire import Listener
from antiphon.providers.provider import AnswerText, CalledTool, Finished, Output, Outputs, Thought, Used

_LONGEST_REASON: Final = 300


class PluggedFrames:
    """Hands the pieces of one answer to its listener. Whatever that does wrong is a failure of the answer."""

    __slots__ = ("_listener", "_provider", "done", "failure", "finished", "ran_on")

    def __init__(self, provider: str, listener: Listener) -> None:
        self._provider = provider
        self._listener = listener
        self.finished = False
        self.done = False
        self.ran_on = False
        self.failure: ProviderError | None = None

    def read(self, events: Iterable[Event]) -> Outputs:
        """What these events say, up to the first that cannot be read."""
        outputs: list[Output] = []
        for event in events:
            outputs += self._hear(event.name, event.data)
            if self.failure is not None:
                break
        return tuple(outputs)

    def read_whole(self, body: bytes) -> Outputs:
        """What a body says that came in one piece."""
        self.done = True
        return tuple(self._hear("", body))

    def _hear(self, name: str, data: bytes) -> list[Output]:
        try:
            said = list(self._listener.hear(name, data))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's code may fail in any way
            self._fail(f"{type(error).__name__}: {error}")
            return []
        if not all(map(_is_output, said)):
            self._fail("its plug-in said something that is no output")
            return []
        return [each for each in said if self._keep(each)]

    def _keep(self, output: Output) -> bool:
        """After the finish reason only the count of tokens belongs to the answer."""
        if isinstance(output, Used):
            return True
        if self.finished:
            self.ran_on = True
            return False
        self.finished = isinstance(output, Finished)
        return True

    def _fail(self, reason: str) -> None:
        self.failure = ProtocolError(self._provider, provider_message=clean_text(reason)[:_LONGEST_REASON])


def _is_output(said: object) -> bool:
    match said:
        case AnswerText(text) | Thought(text):
            return isinstance(text, str)
        case CalledTool() | Used() | Finished():
            return True
        case _:
            return False
