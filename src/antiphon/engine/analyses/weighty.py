"""Which claims of a turn a text about it has to speak of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from antiphon.context.importance import Rule, explain_reply
from antiphon.conversation.claim import Claim
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.reply import Reply
from antiphon.conversation.synthesis import Weighty
from antiphon.conversation.turn import Turn

# From here on the person has said that it matters.
_PERSON: Final = 0.85
# A question raises what an answer is worth; a claim asks nothing.
_RULES: Final[tuple[Rule, ...]] = ("constraint", "decision", "priority")


def find_weighty(turn: Turn, claims: Iterable[Claim]) -> tuple[Weighty, ...]:
    """The claims that state a limit, a decision or a priority, or stand in an answer the person called important."""
    replies = {reply.id: reply for reply in turn.replies}
    found = ((claim, next(_find_reasons(claim, replies), None)) for claim in claims)
    return tuple(Weighty(claim.number, *reason) for claim, reason in found if reason is not None)


def _find_reasons(claim: Claim, replies: Mapping[ReplyId, Reply]) -> Iterator[tuple[str, str]]:
    """Why it matters, the person's own word first: the rule and where it was found."""
    for stance in claim.stances:
        if (replies[stance.reply_id].worth or 0.0) >= _PERSON:
            yield "person", replies[stance.reply_id].name
    for text in (claim.text, *(stance.quote for stance in claim.stances)):
        for reason in explain_reply(text):
            if reason.rule in _RULES and reason.span is not None:
                yield reason.rule, text[slice(*reason.span)]
