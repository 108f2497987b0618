"""The same refusal in other clothes, and bodies that are none at all."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from antiphon.conversation.errors import ContextOverflow, ProtocolError, ProviderError, RequestRejected
from antiphon.providers.classify import classify, classify_in_band
from antiphon.providers.classify.refusal import parse_text
from tests.fakes.pace import time_bare_work
from tests.providers.test_classify import BODIES, FAILURES, describe, read

WORDS = "This model\u2019s maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens."


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": WORDS}},
        {"error": WORDS},
        {"message": WORDS},
        {"detail": WORDS},
        {"detail": {"message": WORDS}},
        {"detail": [{"msg": WORDS, "type": "value_error", "loc": ["body"]}]},
        {"error": {"error": {"message": WORDS, "code": 400}, "code": 400}},
        {
            "error": {
                "message": "Provider returned error",
                "metadata": {"raw": json.dumps({"error": {"message": WORDS}})},
            }
        },
        {"errors": [WORDS]},
        [{"error": {"message": WORDS}}],
        [WORDS],
    ],
    ids=lambda body: json.dumps(body)[:30],
)
def test_words_are_found_in_every_shape(body: Any) -> None:
    """XP07: object, string, array, error within an error, detail, JSON within JSON; U+2019 throughout."""
    answered = classify("p", 400, json.dumps(body).encode(), {})
    in_band = classify_in_band("p", body)

    for error in (answered, in_band):
        assert isinstance(error, ContextOverflow)
        assert (error.window, error.prompt_tokens) == (8192, 8227)


@pytest.mark.parametrize(
    "body",
    [
        WORDS,
        json.dumps(WORDS),
        f"<html><body><h1>400</h1><p>{WORDS}</p></body></html>",
        f"event: error\ndata: {json.dumps({'error': {'message': WORDS}})}\n\n",
        f"data:{json.dumps({'error': {'message': WORDS}})}\r\n\r\ndata: [DONE]\r\n\r\n",
        json.dumps({"done": False}) + "\n" + json.dumps({"error": WORDS}) + "\n",
        "\ufeff" + json.dumps({"error": WORDS}),
        json.dumps({"error": WORDS + " \ud83d"}),
        json.dumps({"error": WORDS})[:-1],
    ],
    ids=["text", "string", "page", "event", "events", "lines", "mark", "half a pair", "cut off"],
)
def test_words_are_found_in_what_is_not_quite_json(body: str) -> None:
    """XP07, XP13, XP16."""
    error = classify("p", 400, body.encode("utf-8", "surrogatepass"), {})

    assert isinstance(error, ContextOverflow)
    assert (error.window, error.prompt_tokens) == (8192, 8227)


@pytest.mark.parametrize("body", [b"", b" \r\n", b"{}", b"[]", b"null", b"\xff\xfe", b"0", b"{", b'""'])
def test_an_empty_body_is_what_its_status_says(body: bytes) -> None:
    assert type(classify("p", 400, body, {})) is RequestRejected


@pytest.mark.parametrize("status", [0, 100, 204, 301, 307, 399])
def test_what_is_no_refusal_is_no_answer_either(status: int) -> None:
    """XP21: a redirect is not followed and not understood."""
    assert type(classify("p", status, b"moved", {})) is ProtocolError


@pytest.mark.parametrize("key", ["input", "messages", "request", "body", "failed_generation"])
def test_words_of_people_that_a_server_repeats_mean_nothing(key: str) -> None:
    """W61: somebody who writes about long prompts has not written one."""
    body = {"detail": [{"msg": "Field required", key: {"message": WORDS, "code": "context_length_exceeded"}}]}

    assert type(classify("p", 422, json.dumps(body).encode(), {})) is RequestRejected


def wrap(change: Callable[[str], str], value: Any) -> Any:
    """The same structure with every text in it changed, codes and keys left alone."""
    if isinstance(value, dict):
        return {key: wrap(change, each) if key not in ("code", "type") else each for key, each in value.items()}
    if isinstance(value, list):
        return [wrap(change, each) for each in value]
    return change(value) if isinstance(value, str) else value


VARIATIONS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "spaces": lambda text: text.replace(" ", " \u00a0\n\t "),
    "curly": lambda text: text.replace("'", "\u2019").replace("`", "\u2018"),
    "straight": lambda text: text.replace("\u2019", "'").replace("`", "'"),
    "back": lambda text: text.replace("\u2019", "`").replace("'", "`"),
}


@pytest.mark.parametrize("name", VARIATIONS)
def test_case_spaces_and_quotes_change_nothing(name: str) -> None:
    """Every collected body again, in other typography: the same class and the same counts."""
    for case in FAILURES:
        parsed = parse_text(case["body"])
        if case["transport"] == "stop_reason" or "<html>" in case["body"]:
            continue
        varied = wrap(VARIATIONS[name], parsed)
        body = varied if isinstance(varied, str) else json.dumps(varied)

        before = classify("p", case["status"], case["body"].encode(), {})
        after = classify("p", case["status"], body.encode(), {})

        assert type(after) is type(before), describe(case)
        assert {**after.facts, "provider_message": ""} == {**before.facts, "provider_message": ""}, describe(case)


def test_every_collected_body_means_the_same_twice() -> None:
    for case in FAILURES:
        assert read(case).facts == read(case).facts


def mutate(rng: random.Random, body: bytes) -> bytes:
    """A few bytes changed, taken out, doubled or moved."""
    mutated = bytearray(body or b"{}")
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(mutated) + 1)
        match rng.randrange(4):
            case 0:
                mutated[place:place] = rng.randbytes(rng.randint(1, 4))
            case 1:
                del mutated[place : place + rng.randint(1, 20)]
            case 2:
                mutated[place:place] = mutated[place : place + rng.randint(1, 60)]
            case _:
                mutated[place : place + 1] = rng.choice([b'"', b"{", b"}", b"[", b"]", b"\\", b"\x00", b":", b"9" * 40])
    return bytes(mutated)


def invent(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON, fond of the keys errors use."""
    keys = ["error", "message", "code", "type", "detail", "n_ctx", "n_prompt_tokens", "raw", "status", "reason", "x"]
    match rng.randrange(8 if depth < 6 else 6):
        case 0:
            return rng.choice([None, True, False])
        case 1:
            return rng.choice([0, -1, 429, 500, 10**18, 1.5, 1e308, -(2**63)])
        case 2:
            return rng.choice(["context_length_exceeded", "rate_limit_error", "429", "safety", "", "9" * 30])
        case 3 | 4 | 5:
            words = [
                "prompt is too long:",
                "1 + 2 > 3",
                "tokens",
                "(",
                ")",
                "maximum context length is",
                "9" * 20,
                "\ud83d",
            ]
            return " ".join(rng.choices(words, k=rng.randint(0, 6)))
        case 6:
            return [invent(rng, depth + 1) for _ in range(rng.randint(0, 4))]
        case _:
            return {rng.choice(keys): invent(rng, depth + 1) for _ in range(rng.randint(0, 4))}


HEADERS = [
    {},
    {"Retry-After": "Thu, 01 Jan 99999999999 12:00:30 GMT"},
    {"retry-after-ms": "1e999"},
    {"RETRY-AFTER": "-"},
]
STATUSES = [200, 400, 401, 402, 403, 404, 408, 413, 422, 429, 499, 500, 503, 529, 307]


def test_ten_thousand_broken_bodies_all_mean_something() -> None:
    """Total: collected bodies damaged, noise, and any JSON; each has a class, short clean words and sane counts."""
    rng = random.Random(20260815)
    seeds = [case["body"].encode() for case in BODIES]

    for number in range(10_000):
        invented = invent(rng)
        body = (
            mutate(rng, rng.choice(seeds)),
            rng.randbytes(rng.randint(0, 200)),
            json.dumps(invented).encode(),
        )[number % 3]
        answered = classify("p", rng.choice(STATUSES), body, rng.choice(HEADERS))
        for error in (answered, classify_in_band("p", invented)):
            check(error)


def check(error: ProviderError) -> None:
    assert len(error.provider_message) <= 500
    error.provider_message.encode("utf-8")
    if isinstance(error, ContextOverflow):
        counts = (error.window, error.prompt_tokens, error.output_tokens)
        assert all(count is None or count > 0 for count in counts)


MEGABYTE = 1 << 20
HOSTILE = {
    "digits": b"1" * MEGABYTE,
    "sums": b"1 + 2 > " * (MEGABYTE // 8),
    "models": b"model models " * (MEGABYTE // 13),
    "exceed": b"exceed exceeds " * (MEGABYTE // 15),
    "too large": b"request too large " * (MEGABYTE // 18),
    "per minute": b"tokens per min " * (MEGABYTE // 15),
    "waits": b"try again in 1 s and 1 s and " * (MEGABYTE // 29),
    "requested": b"requested about 1 tokens (1 in, " * (MEGABYTE // 32),
    "tags": b"<script " * (MEGABYTE // 8),
    "angles": b"<" * MEGABYTE,
    "spaces": b" " * MEGABYTE,
    "keys": b"key " * (MEGABYTE // 4),
    "braces": b"{" * MEGABYTE,
    "brackets": b"[" * MEGABYTE,
    "lines": b"data: {\n" * (MEGABYTE // 8),
    "one line": b"data: " + b'{"a":' * (MEGABYTE // 5),
    "objects": b"[" + b",".join([b'{"message":"model"}'] * (MEGABYTE // 20)) + b"]",
    "fields": b"{" + b",".join(b'"k%d":1' % n for n in range(MEGABYTE // 12)) + b"}",
    "strings": json.dumps({"message": ["{" * 1000] * 1000}).encode(),
    "escapes": b'{"message":"' + b"\\u0041" * (MEGABYTE // 6) + b'"}',
    "almost": json.dumps({"message": "context " * (MEGABYTE // 8)}).encode()[:-1],
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.measured
def test_a_megabyte_of_malice_is_read_at_once(name: str) -> None:
    """Linear: whatever a server sends, the loop is not held up. The best of five, beside what bare parsing takes."""
    body = HOSTILE[name]
    took = []

    for _ in range(5):
        started = time.perf_counter()
        classify("p", 400, body, {}, secret="not-in-there")
        took.append(time.perf_counter() - started)

    assert min(took) < max(0.05, 40 * time_bare_work())
