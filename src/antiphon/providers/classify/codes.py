"""What providers say in a code.

Two kinds of code are told apart. A precise one means one thing whatever the status and the words are. A coarse one
says no more than a status would ("rate_limit_error" covers an empty account as well), so it stands in for a status
and is refined like one.
"""

from collections.abc import Iterable, Mapping

from antiphon.conversation.errors import (
    AuthFailed,
    ContentFiltered,
    ContextOverflow,
    ModelUnknown,
    ProviderError,
    QuotaExceeded,
    RequestRejected,
)

Kind = type[ProviderError]

_PRECISE: Mapping[str, Kind] = {
    "context_length_exceeded": ContextOverflow,
    "exceed_context_size_error": ContextOverflow,
    "context_exceeded": ContextOverflow,
    "context_window_exceeded": ContextOverflow,
    "model_context_window_exceeded": ContextOverflow,
    "insufficient_quota": QuotaExceeded,
    "exceeded_current_quota_error": QuotaExceeded,
    "billing_hard_limit_reached": QuotaExceeded,
    "billing_not_active": QuotaExceeded,
    "billing_error": QuotaExceeded,
    "servicequotaexceededexception": QuotaExceeded,
    "invalid_api_key": AuthFailed,
    "api_key_invalid": AuthFailed,
    "unrecognizedclientexception": AuthFailed,
    "expiredtokenexception": AuthFailed,
    "model_not_found": ModelUnknown,
    "deploymentnotfound": ModelUnknown,
    "content_filter": ContentFiltered,
    "moderation_blocked": ContentFiltered,
    "content_policy_violation": ContentFiltered,
    "responsibleaipolicyviolation": ContentFiltered,
    "invalid_prompt": ContentFiltered,
    # Why an answer stopped.
    "refusal": ContentFiltered,
    "sensitive": ContentFiltered,
    "safety": ContentFiltered,
    "prohibited_content": ContentFiltered,
    "blocklist": ContentFiltered,
    "recitation": ContentFiltered,
    "spii": ContentFiltered,
    # Bytes, not tokens: the window has nothing to do with it.
    "request_too_large": RequestRejected,
}

_COARSE: Mapping[str, int] = {
    "authentication_error": 401,
    "unauthenticated": 401,
    "permission_error": 403,
    "permission_denied": 403,
    "accessdeniedexception": 403,
    "not_found_error": 404,
    "resourcenotfoundexception": 404,
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "rate_limited": 429,
    "ratelimitexceeded": 429,
    "resource_exhausted": 429,
    "throttlingexception": 429,
    "too_many_requests": 429,
}

# Gateways put these on refusals of every status, so they count only where there is no status.
_FAULTS: Mapping[str, int] = {
    "overloaded_error": 529,
    "unavailable": 503,
    "unavailable_error": 503,
    "serviceunavailableexception": 503,
    "timeout_error": 504,
    "deadline_exceeded": 504,
    "server_error": 500,
    "internalservererror": 500,
    "internalserverexception": 500,
    "modelstreamerrorexception": 500,
    "api_error": 500,
    "internal": 500,
    "upstream_error": 502,
    # Why an answer stopped.
    "network_error": 502,
    "insufficient_system_resource": 503,
}


def kind_by_code(codes: Iterable[str]) -> Kind | None:
    """The failure one of these codes names beyond doubt."""
    return next((_PRECISE[code] for code in codes if code in _PRECISE), None)


def status_by_code(codes: tuple[str, ...], status: int | None) -> int | None:
    """The status these codes stand for, else the one the answer had; `None` when nobody gave one.

    A number in the body speaks for a failure inside a stream. Against a status it counts in one case: a gateway
    that answers 5xx because it was itself told 429.
    """
    named = next((_COARSE[code] for code in codes if code in _COARSE), None)
    if named is not None:
        return named
    if status is not None:
        return 429 if status >= 500 and "429" in codes else status
    number = next((int(code) for code in codes if _is_failure_status(code)), None)
    return number or next((_FAULTS[code] for code in codes if code in _FAULTS), None)


def _is_failure_status(code: str) -> bool:
    return len(code) == 3 and code.isascii() and code.isdigit() and code[0] in "45"
