"""What is said about an answer beside its words: who spoke, what it took, and what was not honoured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.synthesis import Conclusion
from antiphon.api.openai.usage import Usage, add_up, count_reply
from antiphon.api.openai.voices import Json, describe_voice
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.usage import ReplyUsage, read_usage


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about an answer when it has ended."""

    usage: Usage
    facts: Json


async def tell(
    deps: Dependencies,
    caller: Principal,
    turn: Turn,
    slugs: Mapping[str, str],
    ignored: Sequence[str],
    conclusion: Conclusion | None = None,
) -> Told:
    """All there is to say about the answer to a turn."""
    used = await deps.engine.store.read(caller, read_usage, [reply.id for reply in turn.replies])
    parts = {reply.id: count_reply(reply, used.get(reply.id)) for reply in turn.replies}
    total = add_up((*parts.values(), *(() if conclusion is None else (conclusion.usage,))))
    facts = {
        "conversation_id": turn.conversation_id,
        "turn_id": turn.id,
        "quorum": {"asked": len(turn.replies), "answered": _count_answered(turn)},
        "voices": [
            _describe(reply, slugs.get(reply.advisor_id), used.get(reply.id), parts[reply.id]) for reply in turn.replies
        ],
        "ignored": list(ignored),
        "usage_estimated": total.is_estimated,
    }
    if conclusion is not None:
        facts["synthesis"] = conclusion.analysis_id
    return Told(total, facts)


def _describe(reply: Reply, slug: str | None, used: ReplyUsage | None, usage: Usage) -> Json:
    return describe_voice(reply, slug) | {
        "finish_reason": reply.finish_reason,
        "usage": {"prompt_tokens": usage.prompt, "completion_tokens": usage.completion},
        "receipt_sha256": None if used is None else used.sha256,
    }


def _count_answered(turn: Turn) -> int:
    return sum(reply.state is ReplyState.COMPLETE for reply in turn.replies)
