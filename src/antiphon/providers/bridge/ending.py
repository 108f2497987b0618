"""How an answer ended, as far as the library knows."""

from pydantic_ai.models import StreamedResponse

from antiphon.conversation.errors import ProviderError
from antiphon.providers.bridge.family import Family
from antiphon.providers.classify import classify_in_band
from antiphon.providers.provider import Finished, Outputs, Used


class FinishWatch:
    """Looks at the library's stream for a finish reason; there is none before the stream is watched."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._stream: StreamedResponse | None = None

    def watch(self, stream: StreamedResponse) -> None:
        """From now on, this is the stream to look at."""
        self._stream = stream

    @property
    def raw(self) -> str:
        """The reason as the provider wrote it; empty as long as there is none."""
        details = (self._stream.provider_details if self._stream is not None else None) or {}
        return str(details.get("finish_reason") or details.get("block_reason") or "")

    @property
    def has_come(self) -> bool:
        """True once the provider has said that the answer is over."""
        return bool(self.raw)

    def build_outputs(self, *, called_tools: bool) -> Outputs:
        """The count of tokens and the end; only to be asked when the answer did not fail."""
        reason = self._family.reasons[self.raw]
        if called_tools and reason == "stop":
            reason = "tool_calls"
        return (*self.build_used(), Finished(reason, self.raw))

    def find_failure(self, provider: str) -> ProviderError | None:
        """The failure behind a reason that is none of the good ones."""
        if self.raw in self._family.reasons:
            return None
        return classify_in_band(provider, {"code": self.raw})

    def build_used(self) -> tuple[Used, ...]:
        """The count of tokens so far; nothing before there is one."""
        if self._stream is None:
            return ()
        usage = self._stream.usage
        if not usage.input_tokens and not usage.output_tokens:
            return ()
        return (
            Used(
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cached_tokens=usage.cache_read_tokens,
                reasoning_tokens=usage.output_reasoning_tokens,
                cache_write_tokens=usage.cache_write_tokens,
            ),
        )
