"""What providers' refusals mean, told from bodies they really sent."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from antiphon.conversation import errors
from antiphon.providers.classify import classify, classify_in_band
from antiphon.providers.redact import redact
from antiphon.providers.retry_after import parse_retry_after

BODIES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "error_bodies.json").read_text("utf-8"))
NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize("case", BODIES, ids=lambda case: f"{case['from']}-{case['status']}-{case['means']}")
def test_real_bodies_are_understood(case: dict[str, Any]) -> None:
    """XP01 to XP08."""
    error = classify("p", case["status"], case["body"].encode(), {})

    assert type(error).__name__ == case["means"]
    assert error.status == case["status"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"code": 429, "message": "slow"}, errors.RateLimited),
        ({"code": "502", "message": "bad gateway"}, errors.ProviderUnavailable),
        ({"type": "overloaded_error"}, errors.ProviderUnavailable),
        ({"error": {"code": "context_length_exceeded"}}, errors.ContextOverflow),
        ("the model runner stopped", errors.ProviderUnavailable),
        (None, errors.ProviderUnavailable),
        ([[[[[[[{"message": "deep"}]]]]]]], errors.ProviderUnavailable),
    ],
)
def test_errors_inside_a_stream_are_understood(body: object, kind: type[errors.ProviderError]) -> None:
    """XP13."""
    assert type(classify_in_band("p", body)) is kind


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "2"}, 2),
        ({"retry-after": "2.5"}, 2.5),
        ({"Retry-After-Ms": "494", "Retry-After": "1"}, 0.494),
        ({"Retry-After": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30),
        ({"Retry-After": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0),
        ({"Retry-After": "86400"}, 86400),
        ({"Retry-After": "-5"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": ""}, None),
        ({}, None),
    ],
)
def test_waits_are_read_from_headers(headers: dict[str, str], seconds: float | None) -> None:
    """XP05."""
    assert parse_retry_after(headers, "", NOW) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Please try again in 494ms.", 0.494),
        ("Please try again in 4.77s. Need more?", 4.77),
        ("Please retry after 86400 seconds.", 86400),
        ("Please try again in 2 minutes", 120),
        ("Please try again later.", None),
    ],
)
def test_waits_are_read_from_words(text: str, seconds: float | None) -> None:
    """XP05."""
    assert parse_retry_after({}, text, NOW) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abc123DEF456. See the docs.",
        "Incorrect API key provided: sk-ab***************6789.",
        "header was: Authorization: Bearer abc.def-123",
        '{"api_key": "abc123DEF456"}',
        "key gsk_abc123DEF456 is not active",
        "key AIzaSyA-abc123DEF456_7890 is not active",
        "token 0123456789abcdef0123456789abcdef is unknown",
    ],
)
def test_keys_are_taken_out(text: str) -> None:
    """XP01: the key is never echoed."""
    safe = redact(text)

    assert "[redacted]" in safe
    assert not any(secret in safe for secret in ("abc123", "6789", "abc.def", "0123456789abcdef"))


def test_our_own_key_is_taken_out_whatever_it_looks_like() -> None:
    """XP01."""
    assert "hunter2" not in redact("you sent hunter2!", "hunter2")


def test_words_are_kept_short_and_clean() -> None:
    long = redact("<html><style>b{}</style><h1>502\n Bad</h1>\0\ud83d " + "word " * 500)

    assert long.startswith("502 Bad \ufffd word")
    assert len(long) == 500


def test_ordinary_words_are_left_alone() -> None:
    text = "The model `gpt-5.2-proo` does not exist or you do not have access to it."

    assert redact(text) == text
