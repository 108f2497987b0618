"""The numbers in an overflow: right, or absent."""

import json
from typing import Any

import pytest

from antiphon.conversation.errors import ContextOverflow
from antiphon.providers.classify import classify
from tests.providers.test_classify import BODIES, OVERFLOWS, describe, read

Counts = tuple[int | None, int | None, int | None]

# Window, prompt, answer of every collected overflow, in the order of the collection, read by eye. Absent on purpose:
# "at least" (a lower bound), characters, totals that may include the answer, tokens to keep, batch sizes, excesses.
COUNTS: list[Counts] = [
    (8192, 8227, None),
    (None, None, None),
    (272000, 509178, None),
    (8192, None, None),
    (200000, 207791, None),
    (200000, 178959, 64000),
    (None, None, None),
    (None, None, None),
    (1048575, 2800010, None),
    (1048576, None, None),
    (131072, 300000, None),
    (4096, None, 512),
    (4096, None, 512),
    (65536, 67311, None),
    (4096, 9000, None),
    (None, 9000, None),
    (65536, 80010, None),
    (None, None, None),
    (None, None, None),
    (None, None, None),
    (16384, 94307, None),
    (131072, 71349, 64000),
    (262000, 1390, 262000),
    (4096, 10007, None),
    (None, None, None),
    (None, None, None),
    (200000, 200049, None),
    (None, None, None),
    (131072, 122942, 8192),
    (131072, 537812, None),
    (262144, None, None),
    (40000, None, None),
    (None, None, None),
    (None, None, None),
    (128000, 140000, None),
    (4096, None, None),
    (129024, None, None),
    (32768, None, None),
    (None, None, None),
    (7424, None, None),
    (None, None, None),
]
COLLECTED = [case for case in BODIES if case["kind"] in OVERFLOWS]


def overflow(message: str, **fields: object) -> ContextOverflow:
    """The overflow behind a 400 with this message."""
    error = classify("p", 400, json.dumps({"error": {"message": message, **fields}}).encode(), {})
    assert isinstance(error, ContextOverflow)
    return error


def counts_of(error: object) -> Counts:
    assert isinstance(error, ContextOverflow)
    return error.window, error.prompt_tokens, error.output_tokens


@pytest.mark.parametrize(
    ("case", "counts"),
    [pytest.param(case, counts, id=describe(case)) for case, counts in zip(COLLECTED, COUNTS, strict=True)],
)
def test_counts_of_every_collected_overflow(case: dict[str, Any], counts: Counts) -> None:
    """XP07: the provider's own numbers, and none that means something else."""
    assert counts_of(read(case)) == counts


def fits_with_shorter_answer(error: ContextOverflow) -> bool:
    """True when the counts say that the prompt alone fits."""
    if error.window is None or error.prompt_tokens is None or error.output_tokens is None:
        return False
    return error.prompt_tokens < error.window < error.prompt_tokens + error.output_tokens


@pytest.mark.parametrize("case", COLLECTED, ids=describe)
def test_a_shorter_answer_is_tried_first_where_that_is_enough(case: dict[str, Any]) -> None:
    """XP07, I-33: lowering the reserve loses nothing; trimming never mends a reserve as large as the window."""
    error = read(case)

    assert isinstance(error, ContextOverflow)
    if fits_with_shorter_answer(error):
        assert case["action"] in ("lower_max_tokens_first", "lower_max_tokens_then_trim")
    else:
        assert case["kind"] != "context_overflow_output_reserve"


@pytest.mark.parametrize(
    ("message", "counts"),
    [
        (
            (
                "This model's maximum context length is 12047 tokens. However, you requested 12048 tokens (12031 in "
                "the messages, 17 in the completion). Please reduce the length of the messages or completion."
            ),
            (12047, 12031, 17),
        ),
        (
            (
                "This model's maximum context length is 4097 tokens, however you requested 4141 tokens (141 in your "
                "prompt; 4000 for the completion). Please reduce your prompt; or completion length."
            ),
            (4097, 141, 4000),
        ),
        (
            (
                "This model's maximum context length is 8192 tokens. However, you requested 8500 tokens (7000 in the "
                "messages, 500 in the functions, and 1000 in the completion)."
            ),
            (8192, 7500, 1000),
        ),
        (
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is "
                "4096 tokens and your request has 1000 input tokens (5000 > 4096 - 1000)."
            ),
            (4096, 1000, 5000),
        ),
        ("The decoder prompt (length 5000) is longer than the maximum model length of 4096.", (4096, 5000, None)),
        ("The prompt is too long: 40000, model maximum context length: 32767", (32767, 40000, None)),
        ("Too many input tokens. Max input tokens: 8192, request input token count: 9000", (8192, 9000, None)),
        (
            "The input token count is 1049000 but model only supports up to 1048576. Reduce it and try again.",
            (1048576, 1049000, None),
        ),
        (
            "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 200 `max_new_tokens`",
            (4096, 4000, 200),
        ),
        ("`inputs` must have less than 4096 tokens. Given: 5000", (4096, 5000, None)),
        ("Input (9,001 tokens) is longer than the model's context length (8,192 tokens).", (8192, 9001, None)),
        ("prompt has 9001 tokens, but the configured context size is 8192 tokens", (8192, 9001, None)),
        ("prompt is too long: 1,200,000 tokens > 1,000,000 maximum", (1000000, 1200000, None)),
        (
            (
                "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a "
                "total of 5000 tokens: 4500 tokens from the input messages and 500 tokens for the completion."
            ),
            (4096, 4500, 500),
        ),
        ("max_tokens=5000 cannot be greater than max_model_len=4096", (4096, None, 5000)),
        ("Your input exceeds the context window of 272000 tokens", (272000, None, None)),
    ],
)
def test_counts_of_wordings_beyond_the_collection(message: str, counts: Counts) -> None:
    """XP07."""
    assert counts_of(overflow(message)) == counts


@pytest.mark.parametrize(
    ("message", "counts"),
    [
        ("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.", (8192, None, None)),
        ("This model's maximum context length is 128k tokens.", (None, None, None)),
        ("This model's maximum context length is 131.072 tokens.", (None, None, None)),
        ("This model's maximum context length is 1234567890123456 tokens.", (None, None, None)),
        # The parts do not add up to the total, so something else was counted.
        (
            (
                "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the "
                "messages, 1000 in the completion)."
            ),
            (8192, None, None),
        ),
        # It would have fitted: these are not the counts of this overflow.
        ("prompt is too long: 1000 tokens > 200000 maximum", (None, None, None)),
        ("prompt is too long: 0 tokens > 0 maximum", (None, None, None)),
    ],
)
def test_a_doubtful_number_is_no_number(message: str, counts: Counts) -> None:
    """XP07: trimming by a wrong number is worse than trimming without one."""
    assert counts_of(overflow(message)) == counts


def test_structured_counts_come_before_words() -> None:
    error = overflow(
        "request (1 tokens) exceeds the available context size (2 tokens)", n_ctx=4096, n_prompt_tokens=9000
    )

    assert counts_of(error) == (4096, 9000, None)


@pytest.mark.parametrize("count", [-5, 0, True, "many", None, 1.5])
def test_structured_counts_that_are_none_are_not_used(count: object) -> None:
    assert counts_of(overflow("the context length was exceeded", n_ctx=count)) == (None, None, None)
