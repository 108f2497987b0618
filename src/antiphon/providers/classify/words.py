"""What providers say in sentences, where the status leaves it open.

Words arrive in lower case, with single spaces and without quotation marks (`refusal.py`). Every gap in a pattern is
bounded, so that no body can make one slow. The order of the rules matters: what merely sounds like an overflow
(a limit per minute, a throttle, a limit on the answer) is asked for before the overflow is.
"""

import re

from antiphon.conversation.errors import (
    AuthFailed,
    ContentFiltered,
    ContextOverflow,
    ModelUnknown,
    ProviderUnavailable,
    QuotaExceeded,
    RateLimited,
    RequestRejected,
    RequestTooLarge,
)
from antiphon.providers.classify.codes import Kind
from antiphon.providers.retry_after import parse_wait


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


# One request above the limit per minute fails for ever, and is not longer than the window.
TOO_LARGE_FOR_MINUTE = _any_of(r"request too large.{0,400}?tokens per min", r"tokens per min.{0,400}?must be reduced")
NO_CREDIT = _any_of(
    r"credit balance",
    r"usage credits",
    r"insufficient (?:balance|credits|funds|quota)",
    r"requires more credits",
    r"more credits are required",
    r"billing[_ ]hard[_ ]limit",
    r"monthly (?:spend(?:ing)? )?limit",
    r"(?:not|dont|doesnt) have any credits",
    r"specified (?:\w{1,20} ){0,2}usage limits",
    r"key limit exceeded",
)
FILTERED = _any_of(
    r"content (?:management|filter(?:ing)?) polic",
    r"violat(?:ing|es|ed|ion of) (?:our |the )?(?:usage|content|safety) (?:polic|guideline)",
    r"(?:input|prompt|content) was flagged",
    r"requires moderation",
)
NO_ACCESS_TO_MODEL = _any_of(r"(?:not|dont) have access to (?:the |this )?model")
# A quota that names no wait comes back tomorrow or never; with a wait it is an ordinary limit.
_SPENT = _any_of(r"exceeded your current quota", r"(?:tokens|requests) per day")
# Zero allowed is no access, even where a wait is named.
_ZERO_ALLOWED = _any_of(r"\blimit: 0\b")
_CAPACITY = _any_of(r"overloaded", r"capacity exceeded")
_THROTTLED = _any_of(r"too many (?:tokens|requests), please wait", r"please wait before trying again", r"\bthrottl")
_AUTH = _any_of(
    r"api[ _-]key (?:is )?(?:not valid|not found|invalid|missing|expired)",
    r"(?:invalid|incorrect|missing|expired) (?:x-)?api[ _-]key",
    r"organization has been disabled",
    r"security token .{0,40}(?:invalid|expired)",
    r"no auth credentials",
    r"\bunauthorized\b",
    r"is not authorized to",
)
_MODEL = _any_of(
    r"\bmodels?\b.{0,120}?\b(?:not found|(?:does )?not exist|on-demand throughput isnt supported)",
    r"\bmodel \S{1,100} is (?:not supported|not available|deprecated|retired)",
    r"\bmodel \S{1,100} has been (?:removed|deprecated|decommissioned|retired)",
    r"not a valid model",
    r"model identifier is invalid",
    r"\b(?:unknown|unsupported|invalid|no such) model\b",
    r"no endpoints (?:found|available)",
    NO_ACCESS_TO_MODEL.pattern,
)
# The answer may not be that long, or a guardrail cannot read that much: dropping history would not help.
_OTHER_LIMIT = _any_of(
    r"maximum tokens you requested exceeds",
    r"exceeds (?:the )?models maximum output",
    r"maximum (?:allowed )?number of output tokens",
    r"at most [0-9]{1,12} completion tokens",
    r"max(?:_completion|_output)?_tokens must be less than or equal",
    r"maximum input size in text units",
)
_EXCEEDS = r"(?:exceed(?:s|ed|ing)?|longer than|larger than|greater than)"
_CONTEXT = r"context (?:window|length|size|limit)"
_OVERFLOW = _any_of(
    # The seven phrases that mean overflow.
    r"context_length",
    r"maximum context length",
    r"too many tokens",
    r"context too long",
    r"exceeds context window",
    r"request too large",
    r"too large for",
    # And what else providers call it.
    rf"{_EXCEEDS} .{{0,60}}?{_CONTEXT}",
    rf"{_CONTEXT} (?:was |is |has been )?exceed",
    r"context length of only",
    r"(?:prompt|input) (?:is )?too (?:long|large)",
    r"prompt exceeds max",
    r"too many input tokens",
    r"(?:input|prompt) token count .{0,40}?(?:exceeds|only supports)",
    r"(?:input|prompt) tokens exceed",
    r"number of input tokens exceeds",
    r"maximum (?:prompt|model) length",
    r"maximum (?:allowed )?input length (?:is|of) [0-9,]{1,15} token",
    r"range of input length",
    r"model token limit",
    r"\btoken limit exceeded",
    r"tokens in request more than max",
    r"max input limit",
    r"contextwindowexceeded",
    r"reduce the length of the (?:messages|prompt|input)",
    r"too large to process",
    r"max_new_tokens must be <=",
    r"inputs must have less than",
    r"configured context size",
    r"\bn_ctx\b",
    r"\bmax_model_len\b",
)
_LIMITED = _any_of(r"rate[ -]limit", r"too many requests", r"resource (?:has been )?exhausted", r"capacity exceeded")
_FAULT = _any_of(
    r"(?:server|service|internal|model) (?:\w{1,20} )?error",
    r"had an error",
    r"runner .{0,40}?(?:stopped|terminated|crashed)",
    r"overloaded|out of capacity|unavailable|server busy|high demand|bad gateway|unexpected eof",
    r"disconnected|connection (?:reset|closed|refused|lost)",
    r"timed out|timeout",
    r"(?:please )?try again later",
)


def kind_by_words(status: int | None, words: str) -> Kind | None:
    """The failure these words describe, strongest first; `None` when they say nothing known.

    Without a status a limit or a fault of the server may be all they describe; after 400 it is never one of those.
    """
    for pattern, kind in _RULES if status is not None else _RULES + _RULES_WITHOUT_STATUS:
        if pattern.search(words):
            return refine_limit(words) if kind is RateLimited else kind
    return None


def refine_limit(words: str) -> Kind:
    """Of those who sent too much: who may come back, who must pay, and who must send less."""
    if TOO_LARGE_FOR_MINUTE.search(words):
        return RequestTooLarge
    if NO_CREDIT.search(words) or _ZERO_ALLOWED.search(words):
        return QuotaExceeded
    if _SPENT.search(words) and parse_wait(words) is None:
        return QuotaExceeded
    return ProviderUnavailable if _CAPACITY.search(words) else RateLimited


_RULES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (TOO_LARGE_FOR_MINUTE, RequestTooLarge),
    (NO_CREDIT, QuotaExceeded),
    (_THROTTLED, RateLimited),
    (_AUTH, AuthFailed),
    (_OTHER_LIMIT, RequestRejected),
    (_OVERFLOW, ContextOverflow),
    (_MODEL, ModelUnknown),
    (FILTERED, ContentFiltered),
)
_RULES_WITHOUT_STATUS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_LIMITED, RateLimited),
    (_FAULT, ProviderUnavailable),
)
