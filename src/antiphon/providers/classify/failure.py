"""From an answer that is not an answer to the failure it reports."""

from collections.abc import Mapping

from antiphon.conversation.errors import ContextOverflow, ProviderError
from antiphon.providers.classify.counts import read_counts
from antiphon.providers.classify.kind import kind_of
from antiphon.providers.classify.refusal import Refusal, read_object, read_response
from antiphon.providers.redact import redact
from antiphon.providers.retry_after import parse_retry_after


def classify(
    provider: str, status: int, body: bytes, headers: Mapping[str, str], *, secret: str | None = None
) -> ProviderError:
    """The failure behind an answer that is not 200. Total: any bytes and any headers have one."""
    return _build_error(provider, read_response(status, body, headers), headers, secret)


def classify_in_band(provider: str, error: object, *, secret: str | None = None) -> ProviderError:
    """The failure reported inside a stream that had begun well; `error` is a parsed frame, or `{"code": reason}`."""
    return _build_error(provider, read_object(error), {}, secret)


def _build_error(provider: str, refusal: Refusal, headers: Mapping[str, str], secret: str | None) -> ProviderError:
    kind = kind_of(refusal)
    status = refusal.status
    retry_after = parse_retry_after(headers, refusal.words)
    message = redact(refusal.text, secret)
    if kind is not ContextOverflow:
        return kind(provider, status=status, retry_after=retry_after, provider_message=message)
    counts = read_counts(refusal)
    return ContextOverflow(
        provider,
        status=status,
        retry_after=retry_after,
        provider_message=message,
        window=counts.window,
        prompt_tokens=counts.prompt,
        output_tokens=counts.output,
    )
