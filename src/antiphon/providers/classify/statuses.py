"""What a status means, and how far words may refine it.

Status beats message: words choose among the failures of one class and never lead out of it. Servers that answer 500
for what is not their fault are exceptions, listed one by one.
"""

import re

from antiphon.conversation.errors import (
    AuthFailed,
    ContentFiltered,
    ContextOverflow,
    ModelUnknown,
    ProviderUnavailable,
    QuotaExceeded,
    RequestRejected,
)
from antiphon.providers.classify.codes import Kind
from antiphon.providers.classify.words import FILTERED, NO_ACCESS_TO_MODEL, NO_CREDIT, refine_limit

_AMBIGUOUS = frozenset({None, 400, 413, 422})
# llama.cpp: the prompt is longer than its batch.
_BATCH_TOO_SMALL = re.compile(r"too large to process")
# Ollama: the model does not fit this machine. llama.cpp: the window is full and may not slide. Neither will change.
_WILL_NOT_CHANGE = re.compile(r"requires more system memory|context shift is disabled")


def is_ambiguous(status: int | None) -> bool:
    """True where a status leaves everything open and words decide."""
    return status in _AMBIGUOUS


def kind_by_status(status: int | None, words: str) -> Kind | None:
    """The failure this status means; `None` when it could be anything."""
    match status:
        case 401:
            return AuthFailed
        case 402:
            return QuotaExceeded
        case 403:
            return _refine_forbidden(words)
        case 404:
            return ModelUnknown
        case 408 | 409 | 425:
            return ProviderUnavailable
        case 429:
            return refine_limit(words)
        case int() if status >= 500:
            return _refine_fault(words)
        case _:
            return None


def _refine_forbidden(words: str) -> Kind:
    if NO_ACCESS_TO_MODEL.search(words):
        return ModelUnknown
    if NO_CREDIT.search(words):
        return QuotaExceeded
    return ContentFiltered if FILTERED.search(words) else AuthFailed


def _refine_fault(words: str) -> Kind:
    if _BATCH_TOO_SMALL.search(words):
        return ContextOverflow
    return RequestRejected if _WILL_NOT_CHANGE.search(words) else ProviderUnavailable
