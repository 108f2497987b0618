"""What a provider's refusal means.

Providers agree on little: the same failure comes as a code, as a status or only as a sentence. So codes are
asked first, then sentences whose meaning contradicts their status (no credit sent as 429, overflow sent as
500), then the status. Every rule was written against bodies that providers really sent; the tests hold
them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from antiphon.conversation.errors import (
    AuthFailed,
    ContentFiltered,
    ContextOverflow,
    ModelUnknown,
    ProtocolError,
    ProviderError,
    ProviderUnavailable,
    QuotaExceeded,
    RateLimited,
    RequestRejected,
)
from antiphon.providers.redact import redact
from antiphon.providers.retry_after import parse_retry_after

Kind = type[ProviderError]
TEXT_LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """What can be read out of an error body, whatever its shape."""

    status: int
    codes: frozenset[str]
    text: str


# A request that alone exceeds the per-minute limit fails for ever, and is not longer than the window.
_TOO_LARGE_FOR_LIMIT = re.compile(r"request too large.*tokens per min|tokens per min.*must be reduced", re.I | re.S)
_OUTPUT_LIMIT = re.compile(
    r"maximum tokens you requested exceeds|max_tokens .*exceeds model's maximum output"
    r"|maximum input size in text units",
    re.I,
)
_QUOTA = re.compile(
    r"credit balance|usage credits|insufficient balance|requires more credits|more credits are required"
    r"|tokens per day|\blimit: 0\b|billing[_ ]hard[_ ]limit|monthly limit"
    r"|exceeded your current quota(?!.*retry in \d)",
    re.I | re.S,
)
_OVERFLOW = re.compile(
    r"maximum context length|context[_ ]length|context window|context size|context limit|max context"
    r"|prompt is too long|prompt too long|input is too long|maximum prompt length|model token limit"
    r"|input token count|prompt token count|input tokens exceed|maximum input length|range of input length"
    r"|reduce the length of the messages|too large to process|max_new_tokens|greater than the context"
    r"|n_ctx|too large for model",
    re.I,
)
_AUTH = re.compile(
    r"api[ _]key not (valid|found)|invalid api key|incorrect api key|organization has been disabled"
    r"|security token|invalid x-api-key",
    re.I,
)
_MODEL = re.compile(
    r"models?\b.{0,200}\b(not found|does not exist|not a valid|is invalid|isn.t supported|access is denied)"
    r"|not a valid model|model identifier is invalid|no endpoints found|access to the model|^model: ",
    re.I | re.S,
)
_FILTERED = re.compile(r"content management policy|content filtering policy|violating our usage policy", re.I)
_OVERLOADED = re.compile(r"overloaded|capacity exceeded|server busy|high demand", re.I)

_BY_CODE: Mapping[str, Kind] = {
    "insufficient_quota": QuotaExceeded,
    "billing_hard_limit_reached": QuotaExceeded,
    "billing_error": QuotaExceeded,
    "context_length_exceeded": ContextOverflow,
    "exceed_context_size_error": ContextOverflow,
    "model_context_window_exceeded": ContextOverflow,
    "invalid_api_key": AuthFailed,
    "api_key_invalid": AuthFailed,
    "authentication_error": AuthFailed,
    "permission_error": AuthFailed,
    "model_not_found": ModelUnknown,
    "deploymentnotfound": ModelUnknown,
    "content_filter": ContentFiltered,
    "content_policy_violation": ContentFiltered,
    "invalid_prompt": ContentFiltered,
    "overloaded_error": ProviderUnavailable,
    "unavailable_error": ProviderUnavailable,
    "rate_limit_exceeded": RateLimited,
    "rate_limit_error": RateLimited,
    "rate_limited": RateLimited,
    "server_error": ProviderUnavailable,
    "internalservererror": ProviderUnavailable,
    "upstream_error": ProviderUnavailable,
}


def classify(
    provider: str, status: int, body: bytes, headers: Mapping[str, str], *, secret: str | None = None
) -> ProviderError:
    """The failure behind an answer that is not 200."""
    refusal = read_refusal(status, parse_body(body))
    return _build_error(provider, refusal, headers, secret)


def classify_in_band(provider: str, error: object, *, secret: str | None = None) -> ProviderError:
    """The failure reported inside a stream that had begun well."""
    refusal = read_refusal(200, error)
    return _build_error(provider, refusal, {}, secret)


def parse_body(body: bytes) -> object:
    """The JSON in an error body, or the body as text."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "replace")


def read_refusal(status: int, body: object) -> Refusal:
    """Gather codes and words from wherever they are kept; a status inside the body stands in for a 200."""
    codes = frozenset(str(value).lower() for value in _values(body, _CODE_KEYS))
    texts = dict.fromkeys(str(value) for value in _values(body, _TEXT_KEYS))
    text = " ".join(texts) if not isinstance(body, str) else body
    if status == 200:
        status = next((int(code) for code in codes if re.fullmatch("[45][0-9][0-9]", code)), 200)
    return Refusal(status, codes, text[:TEXT_LIMIT])


_CODE_KEYS = frozenset({"code", "type", "reason", "status"})
_TEXT_KEYS = frozenset({"message", "error", "detail", "raw"})


def _values(body: Any, keys: frozenset[str], depth: int = 0) -> Iterator[str | int]:
    """Every plain value under one of these keys, a few levels down."""
    if depth > 5:
        return
    if isinstance(body, list):
        for each in body[:20]:
            yield from _values(each, keys, depth + 1)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, dict | list):
                yield from _values(value, keys, depth + 1)
            elif key in keys and isinstance(value, str | int):
                yield value


def _build_error(provider: str, refusal: Refusal, headers: Mapping[str, str], secret: str | None) -> ProviderError:
    return kind_of(refusal)(
        provider,
        status=refusal.status if refusal.status != 200 else None,
        retry_after=parse_retry_after(headers, refusal.text),
        provider_message=redact(refusal.text, secret),
    )


def kind_of(refusal: Refusal) -> Kind:
    """Which branch of the tree this refusal is."""
    return _kind_by_words(refusal) or _kind_by_code(refusal) or _kind_by_status(refusal)


def _kind_by_words(refusal: Refusal) -> Kind | None:
    """Sentences that overrule both code and status, strongest first."""
    status, text = refusal.status, refusal.text
    if _TOO_LARGE_FOR_LIMIT.search(text) or _OUTPUT_LIMIT.search(text):
        return RequestRejected
    if status in (200, 400, 402, 403, 429) and _QUOTA.search(text):
        return QuotaExceeded
    if status in (200, 400, 413, 422, 500) and _OVERFLOW.search(text) and "context shift" not in text:
        return ContextOverflow
    if status in (200, 400) and _AUTH.search(text):
        return AuthFailed
    if status in (200, 400, 403, 404) and _MODEL.search(text):
        return ModelUnknown
    return ContentFiltered if _FILTERED.search(text) else None


def _kind_by_code(refusal: Refusal) -> Kind | None:
    return next((kind for code, kind in _BY_CODE.items() if code in refusal.codes), None)


def _kind_by_status(refusal: Refusal) -> Kind:
    match refusal.status:
        case 401 | 403:
            return AuthFailed
        case 402:
            return QuotaExceeded
        case 413 if not refusal.text:
            return ContextOverflow
        case 429:
            return ProviderUnavailable if _OVERLOADED.search(refusal.text) else RateLimited
        case 408 | 409 | 425 | 499:
            return ProviderUnavailable
        case status if status >= 500:
            return ProviderUnavailable
        case status if status >= 400:
            return RequestRejected
        case 200:
            return ProviderUnavailable
        case _:
            return ProtocolError
