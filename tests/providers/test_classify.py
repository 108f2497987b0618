"""What providers' refusals mean, told from 143 bodies they really sent."""

import json
from pathlib import Path
from typing import Any

import pytest

from antiphon.conversation import errors
from antiphon.egress.sse import SseDecoder
from antiphon.providers.classify import classify, classify_in_band, is_truncated
from antiphon.providers.classify.refusal import parse_text
from antiphon.providers.retry import Wait, decide

BODIES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "error_bodies.json").read_text("utf-8"))
OVERFLOWS = ("context_overflow", "context_overflow_output_reserve")

MEANS: dict[str, type[errors.ProviderError]] = {
    "context_overflow": errors.ContextOverflow,
    "context_overflow_output_reserve": errors.ContextOverflow,
    "request_exceeds_tpm": errors.RequestTooLarge,
    "rate_limit": errors.RateLimited,
    "insufficient_quota": errors.QuotaExceeded,
    "auth": errors.AuthFailed,
    "permission": errors.AuthFailed,
    "model_not_found": errors.ModelUnknown,
    "content_filter": errors.ContentFiltered,
    "overloaded": errors.ProviderUnavailable,
    "server_error": errors.ProviderUnavailable,
    "invalid_request": errors.RequestRejected,
    # The answer may not be that long. The request is wrong, not the conversation too long: trimming would not help.
    "output_limit": errors.RequestRejected,
    # Limits in bytes and in a guardrail's own units: not the model's window.
    "request_too_large": errors.RequestRejected,
    "guardrail_input_limit": errors.RequestRejected,
    # The machine is too small, the caller hung up, the model did not call its tool: the same bytes fail again.
    "local_resources": errors.RequestRejected,
    "cancelled": errors.RequestRejected,
    "tool_error": errors.RequestRejected,
}

# Bodies whose kind does not settle their class: who sent it, a few words of it, what it means, and why.
EXCEPTIONS: list[tuple[str, str, type[errors.ProviderError], str]] = [
    ("gemini", "limit: 0, model", errors.QuotaExceeded, "XP02: zero allowed is no access, whatever wait it names"),
    ("bedrock", "You don't have access to the model", errors.ModelUnknown, "XP03: another model is what helps"),
    ("openrouter", "No endpoints available matching", errors.ModelUnknown, "404 beats words: no such model for you"),
    ("llama.cpp", "context shift is disabled", errors.RequestRejected, "a full window does not empty by asking again"),
    ("any_proxy", "captive portal", errors.ProtocolError, "a web page with 200 is no answer of a model"),
]


def read(case: dict[str, Any]) -> errors.ProviderError:
    """The failure of one body, reached the way it came: as an answer, in a stream, or as a reason for stopping."""
    if case["transport"] == "http":
        return classify("p", case["status"], case["body"].encode(), case.get("headers", {}))
    if case["transport"] == "sse" and (events := SseDecoder().feed(case["body"].encode())):
        return classify_in_band("p", json.loads(events[0].data))
    return classify_in_band("p", parse_text(case["body"]))


def meaning(case: dict[str, Any]) -> type[errors.ProviderError]:
    """The class a body has to be given."""
    for sender, words, kind, _ in EXCEPTIONS:
        if case["from"] == sender and words in case["body"]:
            return kind
    return MEANS[case["kind"]]


def describe(case: dict[str, Any]) -> str:
    return f"{case['from']}-{case['status']}-{case['kind']}"


FAILURES = [case for case in BODIES if case["kind"] != "keepalive"]


@pytest.mark.parametrize("case", FAILURES, ids=describe)
def test_every_body_is_given_its_class(case: dict[str, Any]) -> None:
    """XP01 to XP08, XP13."""
    error = read(case)

    assert type(error) is meaning(case)
    if case["transport"] == "http":
        assert error.status == (None if case["status"] == 200 else case["status"])


def test_every_overflow_is_found_and_nothing_else_is() -> None:
    """XP07, W61, reg-22: 41 of 41, and none of the other 102."""
    found = [case["kind"] for case in BODIES if type(read(case)) is errors.ContextOverflow]

    assert len(BODIES) == 143
    assert len(found) == sum(case["kind"] in OVERFLOWS for case in BODIES) == 41
    assert set(found) == set(OVERFLOWS)


def test_every_exception_is_still_needed() -> None:
    """An exception that names no body, or names what its kind means anyway, is stale."""
    for sender, words, kind, _ in EXCEPTIONS:
        kinds = [case["kind"] for case in BODIES if case["from"] == sender and words in case["body"]]

        assert len(kinds) == 1
        assert MEANS[kinds[0]] is not kind


def test_a_comment_that_keeps_the_line_open_is_not_an_event() -> None:
    """XP13: nobody is asked what it means."""
    (case,) = [case for case in BODIES if case["kind"] == "keepalive"]

    assert SseDecoder().feed(case["body"].encode()) == []


@pytest.mark.parametrize("case", FAILURES, ids=describe)
def test_only_what_may_pass_is_sent_again(case: dict[str, Any]) -> None:
    """D21, XP02, XP04 to XP07: before any output, waiting is chosen where it can help and only there."""
    may_pass = not case["retry"].startswith("never") and case["kind"] != "tool_error"
    if case["from"] == "openrouter" and "Provider returned" in case["body"]:
        assert "rate-limited upstream" in read(case).provider_message

    verdict = decide(read(case), attempt=1, waited=0, output_seen=False, chance=0.5)

    assert isinstance(verdict, Wait) == may_pass


PHRASES = [
    "context_length",
    "maximum context length",
    "too many tokens",
    "context too long",
    "exceeds context window",
    "request too large",
    "too large for",
]
CASES = [str.lower, str.upper, str.title]


@pytest.mark.parametrize("spell", CASES, ids=["lower", "upper", "title"])
@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("status", [400, 413, 422, 200])
def test_seven_phrases_mean_overflow(phrase: str, spell: Any, status: int) -> None:
    """W60, reg-22: one test per phrase and case, where the status leaves it open or is absent."""
    body = json.dumps({"error": {"message": f"Sorry: {spell(phrase)} (this one)."}})

    assert type(classify("p", status, body.encode(), {})) is errors.ContextOverflow


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("status", [401, 402, 403, 404, 408, 429, 500, 503, 529])
def test_status_beats_the_phrases(phrase: str, status: int) -> None:
    """W61, reg-22: a 429 does not trim, nor does any other status that speaks for itself."""
    body = json.dumps({"error": {"message": f"Sorry: {phrase}."}})

    assert type(classify("p", status, body.encode(), {})) is not errors.ContextOverflow


@pytest.mark.parametrize("status", [400, 413, 429, 200])
def test_too_large_for_a_minute_is_not_too_large_for_the_window(status: int) -> None:
    """XP06: it holds a phrase of overflow and is something else."""
    body = b"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 36278."

    assert type(classify("p", status, body, {})) is errors.RequestTooLarge


@pytest.mark.parametrize("status", [429, 400, 200])
def test_a_throttle_that_speaks_of_tokens_is_a_throttle(status: int) -> None:
    """XP05: "too many tokens", as the one provider means it that also says to wait."""
    body = b'{"message": "Too many tokens, please wait before trying again."}'

    assert type(classify("p", status, body, {})) is errors.RateLimited


@pytest.mark.parametrize("status", [429, 403])
def test_a_suspended_account_is_told_by_its_code(status: int) -> None:
    """Words of a quota would leave room for coming back; nobody does without paying."""
    said = {"message": "Your account <ak-1> is suspended.", "type": "exceeded_current_quota_error"}

    assert type(classify("p", status, json.dumps({"error": said}).encode(), {})) is errors.QuotaExceeded


def test_a_code_in_a_header_is_heard() -> None:
    headers = {"X-Amzn-ErrorType": "ThrottlingException:http://internal.amazon.com/coral/"}

    assert type(classify("p", 400, b'{"message": "slow down"}', headers)) is errors.RateLimited


@pytest.mark.parametrize(("status", "kind"), [(502, errors.RateLimited), (400, errors.RequestRejected)])
def test_a_number_in_the_body_counts_against_a_gateway_only(status: int, kind: type[errors.ProviderError]) -> None:
    """XP05: a gateway's 5xx may hide a 429; a 400 that mentions 429 stays a 400."""
    assert type(classify("p", status, b'{"error": {"code": 429, "message": "no"}}', {})) is kind


@pytest.mark.parametrize("status", [400, 405, 407, 413, 418, 422])
def test_what_nobody_knows_is_rejected_with_its_words(status: int) -> None:
    """W61: not trimmed, not sent again, and shown without the key."""
    error = classify("p", status, b'{"error": "The bees of sk-abcdef12 are angry"}', {})

    assert type(error) is errors.RequestRejected
    assert error.provider_message == "The bees of [redacted] are angry"


def test_a_body_without_any_known_field_is_shown_as_it_is() -> None:
    assert classify("p", 400, b'{"bees": "angry"}', {}).provider_message == '{"bees": "angry"}'


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (403, "Your chosen model requires moderation and your input was flagged", errors.ContentFiltered),
        (403, "Insufficient credits", errors.QuotaExceeded),
        (403, "Your newly created team doesn't have any credits or licenses yet.", errors.QuotaExceeded),
        (403, "Key limit exceeded (total limit). Manage it using https://openrouter.ai/keys", errors.QuotaExceeded),
        (400, "You have reached your specified API usage limits. You will regain access on X.", errors.QuotaExceeded),
        (400, "You have reached your specified workspace API usage limits.", errors.QuotaExceeded),
        (429, "Server is temporarily limiting requests (not your usage limit)", errors.RateLimited),
        (429, "Rate limit reached on requests per day (RPD): Limit 200. Try again in 7m12s.", errors.RateLimited),
        (429, "Rate limit reached on requests per day (RPD): Limit 200.", errors.QuotaExceeded),
        (400, "Model Not Exist", errors.ModelUnknown),
        (400, "The model `m` has been decommissioned and is no longer supported.", errors.ModelUnknown),
        (400, "User location is not supported for the API use.", errors.RequestRejected),
        (400, "max_tokens: 100000 > 64000, the maximum allowed number of output tokens", errors.RequestRejected),
        (
            400,
            (
                "`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than "
                "the `context_window` for this model"
            ),
            errors.RequestRejected,
        ),
        (400, "The 1M context window is not available for this subscription.", errors.RequestRejected),
        (413, "<html><h1>413 Request Entity Too Large</h1></html>", errors.RequestRejected),
    ],
)
def test_wordings_beyond_the_collection(status: int, body: str, kind: type[errors.ProviderError]) -> None:
    """XP02, XP03, XP06: the neighbours of what was collected fall on the right side too."""
    assert type(classify("p", status, json.dumps({"error": {"message": body}}).encode(), {})) is kind


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"code": 429, "message": "slow"}, errors.RateLimited),
        ({"code": "502", "message": "bad gateway"}, errors.ProviderUnavailable),
        ({"type": "overloaded_error"}, errors.ProviderUnavailable),
        ({"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}, errors.RequestRejected),
        ({"error": {"code": "context_length_exceeded"}}, errors.ContextOverflow),
        ({"error": {"code": 400, "message": "prompt is too long"}}, errors.ContextOverflow),
        ("the model runner has stopped", errors.ProviderUnavailable),
        ("the bees are angry", errors.RequestRejected),
        (None, errors.ProviderUnavailable),
        ({}, errors.ProviderUnavailable),
        ({"code": "error"}, errors.ProviderUnavailable),
        ({"code": "network_error"}, errors.ProviderUnavailable),
        ({"code": "model_context_window_exceeded"}, errors.ContextOverflow),
        ({"code": "SAFETY"}, errors.ContentFiltered),
        ({"code": "refusal"}, errors.ContentFiltered),
    ],
)
def test_failures_inside_a_stream_are_understood(body: object, kind: type[errors.ProviderError]) -> None:
    """XP08, XP13: the request had been accepted, so silence is the provider's fault and strange words are not."""
    assert type(classify_in_band("p", body)) is kind


@pytest.mark.parametrize(
    ("reported", "expected", "cut"),
    [(2048, 9000, True), (4499, 9000, True), (4500, 9000, False), (9100, 9000, False), (0, 9000, False), (1, 0, False)],
)
def test_a_prompt_counted_at_less_than_half_was_cut_off(reported: int, expected: int, cut: bool) -> None:
    """XP07: some servers shorten the prompt and say nothing; no count at all proves nothing."""
    assert is_truncated(reported, expected) is cut
