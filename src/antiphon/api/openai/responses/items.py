"""The items of an answer: one message for every voice, thoughts before it, or one text out of all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from antiphon.analysis.spoken import escape_name
from antiphon.api.openai.responses.places import SPEAKING, SPEAKING_AFTER, THINKING
from antiphon.api.openai.responses.request import MESSAGE, THOUGHT
from antiphon.api.openai.voices import Json, describe_voice, write_ending
from antiphon.conversation.program_request import ProgramRequest
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

Status = Literal["in_progress", "completed", "incomplete"]


@dataclass(frozen=True, slots=True)
class Item:
    """One item as far as it has come. `start` counts the times its reply was begun; `head` stands before its words."""

    kind: Literal["message", "reasoning"]
    id: str
    voice: int
    start: int
    stage: int
    body: str
    head: str = ""
    status: Status = "in_progress"
    facts: Json | None = None

    @property
    def is_ended(self) -> bool:
        """Whether nothing more will come."""
        return self.status != "in_progress"

    @property
    def text(self) -> str:
        """All of it."""
        return self.head + self.body

    def describe(self, status: Status | None = None, text: str | None = None) -> Json:
        """As this wire writes it; `text` is what of it is told, if not all."""
        words = self.text if text is None else text
        content = [write_part(self.kind, words)] if words or status is None else []
        head: Json = {"id": self.id, "type": self.kind, "status": status or self.status, "content": content}
        more: Json = {"summary": []} if self.kind == "reasoning" else {"role": "assistant"}
        return head | more | ({} if self.facts is None else {"antiphon": self.facts})


def write_part(kind: str, text: str) -> Json:
    """The one part that an item has."""
    if kind == "reasoning":
        return {"type": "reasoning_text", "text": text}
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def list_items(
    turn: Turn,
    request: ProgramRequest,
    slugs: Mapping[str, str],
    conclusion: str | None = None,
    *,
    is_alone: bool | None = None,
) -> list[Item]:
    """The items that can be told now, in their order: whoever is behind one that has not ended waits.

    `is_alone` says of one advisor's answer that it was begun without thoughts before it, whatever came since.
    """
    if request.answering == "advisor":
        return _list_alone(turn.replies[0], slugs, is_alone=is_alone)
    kind: Literal["message", "reasoning"] = "message" if request.answering == "panel" else "reasoning"
    items: list[Item] = []
    for voice, reply in enumerate(turn.replies):
        if not (reply.text or reply.completed):
            return items
        items.append(_as_voice(kind, voice, reply, slugs, labels=request.labels or kind == "reasoning"))
        if not reply.completed:
            return items
    if conclusion is not None:
        items.append(
            Item("message", f"{MESSAGE}{turn.id}", len(turn.replies), 0, SPEAKING, conclusion, status="completed")
        )
    return items


def _as_voice(
    kind: Literal["message", "reasoning"], voice: int, reply: Reply, slugs: Mapping[str, str], *, labels: bool
) -> Item:
    ending = write_ending(reply, has_words=bool(reply.text)) if reply.completed else ""
    return Item(
        kind=kind,
        id=f"{MESSAGE if kind == 'message' else THOUGHT}{reply.id}",
        voice=voice,
        start=reply.epoch,
        stage=SPEAKING if kind == "message" else THINKING,
        head=f"## {escape_name(reply.name)}\n\n" if labels else "",
        body=reply.text + (ending if labels else ending.rstrip("\n")),
        status=find_status(reply),
        facts=describe_voice(reply, slugs.get(reply.advisor_id)),
    )


def _list_alone(reply: Reply, slugs: Mapping[str, str], *, is_alone: bool | None) -> list[Item]:
    """One advisor: what it thought, which ends where its words begin, and what it said."""
    facts = describe_voice(reply, slugs.get(reply.advisor_id))
    items: list[Item] = []
    if reply.thinking if is_alone is None else not is_alone:
        thought: Status = "completed" if reply.text or reply.completed else "in_progress"
        items.append(
            Item("reasoning", f"{THOUGHT}{reply.id}", 0, reply.epoch, THINKING, reply.thinking, status=thought)
        )
    if reply.text or reply.completed:
        stage = SPEAKING_AFTER if items else SPEAKING
        status = find_status(reply)
        items.append(
            Item("message", f"{MESSAGE}{reply.id}", 0, reply.epoch, stage, reply.text, status=status, facts=facts)
        )
    return items


def find_status(reply: Reply) -> Status:
    """Whether a voice is speaking, said all it had to say, or did not."""
    if not reply.completed:
        return "in_progress"
    whole = reply.state is ReplyState.COMPLETE and reply.finish_reason != "length"
    return "completed" if whole else "incomplete"
