"""The numbers in an overflow: the window, the prompt, and what was set aside for the answer.

A number is read only where the words around it say what it is. Trimming is steered by these counts, so a wrong one is
worse than none: totals that may include the answer, lower bounds ("at least"), characters and batch sizes are left
alone, and counts that contradict the overflow they came with are dropped.
"""

import re
from typing import NamedTuple

from antiphon.providers.classify.refusal import Refusal


class Counts(NamedTuple):
    """`window` is the limit the provider measured against; some give the whole window, some the part for prompts."""

    window: int | None = None
    prompt: int | None = None
    output: int | None = None


# Not the beginning of a longer number, of "128k" or of "131.072".
_N = r"([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?![.,]?\w)"
_PLAIN = r"[0-9]{1,12}"


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(pattern.replace("N", _N).replace("#", _PLAIN) for pattern in patterns))


_WINDOW = _any_of(
    r"# \+ # > N",
    r"maximum context length(?: is|:) N",
    r"context (?:window|length|limit) of N",
    r"with N maximum context length",
    r"configured limit of N tokens",
    r"maximum (?:allowed )?input length (?:is|of) N tokens",
    r"tokens > N maximum",
    r"maximum number of tokens allowed \(?N",
    r"only supports up to N",
    r"context (?:size|length) \(N",
    r"configured context size is N",
    r"context length of only N",
    r"maximum prompt length is N",
    r"maximum model length of N",
    r"model token limit: N",
    r"while limit is N",
    r"prompt token count of # exceeds the limit of N",
    r"max_new_tokens must be <= N",
    r"inputs must have less than N tokens",
    r"max input tokens: N",
    r"range of input length should be \[#, N",
    r"n_ctx \(N\)",
    r"max_model_len=N",
)
_PROMPT = _any_of(
    r"\bN \+ # > #",
    r"messages resulted in N tokens",
    r"prompt is too long: N(?: tokens|, model)",
    r"input token count \(N\)",
    r"input token count is N",
    r"request input token count: N",
    r"prompt token count of N",
    r"prompt tokens \(N\)",
    r"prompt (?:contains|has) N (?:input )?tokens",
    r"request (?:contains|has) N (?:input )?tokens",
    r"(?:request|input) \(N tokens\)",
    r"prompt \(length N\)",
    r"given: N inputs tokens",
    r"\bN tokens from the input messages",
    r"less than # tokens\. given: N",
)
_OUTPUT = _any_of(
    r"# \+ N > #",
    r"requested N output tokens",
    r"max_(?:completion_)?tokens is too large: N",
    r"inputs tokens and N max_new_tokens",
    r"input messages and N tokens for the completion",
    r"max_tokens=N cannot",
)
# "you requested 131134 tokens (122942 in the messages, 8192 in the completion)"
_BREAKDOWN = _any_of(r"requested (?:about )?N tokens \(([^()]{1,200})\)")
_PART = re.compile(rf"(?:and )?{_N} (?:in|of|for) (?:the |your )?(\w{{1,20}})(?: input)?")
_ANSWER = frozenset({"completion", "output"})
_ASKED = frozenset({"messages", "prompt", "text", "tool", "image", "audio", "functions", "tools"})


def read_counts(refusal: Refusal) -> Counts:
    """The provider's own counts, as far as they are beyond doubt."""
    parts = _read_breakdown(refusal.words)
    counts = Counts(
        window=refusal.counts.get("n_ctx") or _read(_WINDOW, refusal.words),
        prompt=refusal.counts.get("n_prompt_tokens") or parts.prompt or _read(_PROMPT, refusal.words),
        output=parts.output or _read(_OUTPUT, refusal.words),
    )
    return Counts() if _is_contradictory(counts) else counts


def _read(pattern: re.Pattern[str], words: str) -> int | None:
    found = pattern.search(words)
    return None if found is None else _number(next(filter(None, found.groups())))


def _number(digits: str) -> int | None:
    return int(digits.replace(",", "")) or None


def _read_breakdown(words: str) -> Counts:
    """What a total is made of; nothing unless every part is understood and the parts add up."""
    found = _BREAKDOWN.search(words)
    if found is None:
        return Counts()
    parts = [_PART.fullmatch(part.strip()) for part in re.split(r"[,;] ", found[2])]
    named = [(part[2], _number(part[1]) or 0) for part in parts if part is not None]
    prompt = sum(number for name, number in named if name in _ASKED)
    output = sum(number for name, number in named if name in _ANSWER)
    if prompt + output != _number(found[1]):
        return Counts()
    return Counts(prompt=prompt or None, output=output or None)


def _is_contradictory(counts: Counts) -> bool:
    """True for counts that would have fitted: they were misread, or count something else."""
    if counts.window is None or counts.prompt is None:
        return False
    return counts.window <= 0 or counts.prompt <= 0 or counts.prompt + (counts.output or 0) <= counts.window
