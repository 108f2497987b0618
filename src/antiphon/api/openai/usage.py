"""What an answer took, summed over every request that was made for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from antiphon.conversation.reply import Reply
from antiphon.store.reads.usage import ReplyUsage

# English prose has about four characters to a token. Only where a provider said nothing.
_CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens; `is_estimated` where somebody did not say."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    reasoning: int = 0
    is_estimated: bool = False

    def plus(self, other: "Usage") -> "Usage":
        """Both together."""
        return Usage(
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.cached + other.cached,
            self.reasoning + other.reasoning,
            self.is_estimated or other.is_estimated,
        )

    def describe(self) -> dict[str, Any]:
        """In the words of this wire."""
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": self.completion,
            "total_tokens": self.prompt + self.completion,
            "prompt_tokens_details": {"cached_tokens": self.cached},
            "completion_tokens_details": {"reasoning_tokens": self.reasoning},
        }


def count_reply(reply: Reply, used: ReplyUsage | None) -> Usage:
    """What one reply took; its words are counted where its provider did not say."""
    if used is None:
        return Usage()
    if used.reported:
        return Usage(used.input_tokens, used.output_tokens, used.cached_tokens, used.reasoning_tokens)
    said = used.output_tokens or -(-len(reply.text + reply.thinking) // _CHARS_PER_TOKEN)
    return Usage(used.input_tokens, said, used.cached_tokens, used.reasoning_tokens, is_estimated=True)


def add_up(parts: Iterable[Usage]) -> Usage:
    """All of them together."""
    total = Usage()
    for part in parts:
        total = total.plus(part)
    return total
