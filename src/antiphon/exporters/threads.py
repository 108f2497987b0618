"""What one advisor was asked and answered, in order: what a model can be trained on.

Nobody else's words stand in it, as in everything that is sent: an answer is its own advisor's and of no other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.exporters.protocol import ConversationDocument


@dataclass(slots=True)
class Thread:
    """One advisor in one conversation: how it was described, and each question with its answer."""

    conversation_id: ConversationId
    advisor_id: AdvisorId
    system: str
    pairs: list[tuple[str, str]] = field(default_factory=list)

    @property
    def messages(self) -> list[dict[str, str]]:
        """As chat completions have it; without a description there is no system message."""
        said = [{"role": "system", "content": self.system}] if self.system else []
        for asked, answered in self.pairs:
            said += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
        return said


@dataclass(frozen=True, slots=True)
class Preference:
    """Two answers of one advisor to one question, and the messages before them; the person took the first."""

    messages: list[dict[str, str]]
    preferred: str
    other: str


def walk_threads(conversation: ConversationDocument) -> Iterator[Thread]:
    """Every advisor that has answered something in full, in the order they first spoke."""
    threads: dict[AdvisorId, Thread] = {}
    for turn in conversation.walk():
        _go_on(threads, conversation, turn)
    yield from (each for each in threads.values() if each.pairs)


def walk_preferences(conversation: ConversationDocument) -> Iterator[Preference]:
    """Every choice the person made between answers, and every answer they put into other words."""
    threads: dict[AdvisorId, Thread] = {}
    for turn in conversation.walk():
        for reply in _chosen(turn):
            thread = _take(threads, conversation, reply)
            before = [*thread.messages, {"role": "user", "content": turn.text}]
            yield from (Preference(before, words_of(reply), other) for other in _list_others(turn, reply))
        _go_on(threads, conversation, turn)


def words_of(reply: Reply) -> str:
    """The words that stand for it: the person's where they changed them."""
    return reply.text if reply.edited is None else reply.edited


def _go_on(threads: dict[AdvisorId, Thread], conversation: ConversationDocument, turn: Turn) -> None:
    for reply in _chosen(turn):
        _take(threads, conversation, reply).pairs.append((turn.text, words_of(reply)))


def _take(threads: dict[AdvisorId, Thread], conversation: ConversationDocument, reply: Reply) -> Thread:
    """The thread of this advisor; its description is the one it spoke under last."""
    described = conversation.descriptions.get((reply.advisor_id, reply.advisor_version), "")
    thread = threads.setdefault(reply.advisor_id, Thread(conversation.id, reply.advisor_id, described))
    thread.system = described
    return thread


def _chosen(turn: Turn) -> Iterator[Reply]:
    """Answers that stand, to a question that has words."""
    return (each for each in turn.replies if each.chosen and _is_whole(each) and turn.text.strip())


def _list_others(turn: Turn, reply: Reply) -> Iterator[str]:
    """What this one was preferred to. A first answer stands until another is chosen: that tells nothing."""
    mine = [each for each in turn.replies if each.advisor_id == reply.advisor_id and _is_whole(each)]
    others = [each.text for each in mine if each.id != reply.id] if reply.variant else []
    if reply.edited is not None:
        others.append(reply.text)
    yield from dict.fromkeys(each for each in others if each.strip() and each != words_of(reply))


def _is_whole(reply: Reply) -> bool:
    return reply.state is ReplyState.COMPLETE and bool(words_of(reply).strip())
