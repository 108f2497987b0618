"""What a provider cut off without saying so."""


def is_truncated(reported_prompt_tokens: int, expected_tokens: int) -> bool:
    """True when the provider counted less than half of the prompt that was sent.

    Some servers drop the beginning of a long prompt and answer as if nothing had happened. Half leaves room for an
    estimate that is off. A count of zero is no count: it proves nothing.
    """
    return 0 < reported_prompt_tokens * 2 < expected_tokens
