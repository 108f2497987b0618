"""What was read elsewhere, as it will stand here: turns of the person, replies of guests."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from antiphon.access.principal import Principal
from antiphon.advisors.palette import Colour
from antiphon.context.importance import score_human, score_reply
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.imports import ImportId
from antiphon.conversation.past import EVERYBODY
from antiphon.conversation.reply import Reply, ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.text import on_one_line
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn, is_pinned_by_default
from antiphon.engine.runtime.identity import derive_id, new_id
from antiphon.importers.fold import FoldedConversation, FoldedReply, FoldedTurn
from antiphon.importers.frame import encode_conversation
from antiphon.store.reads.imports import WaitingItem
from antiphon.store.writes.imported import Guest, ImportedTurn, NewImported

_LONGEST_NAME: Final = 80
_LONGEST_TAG: Final = 100
# What advisors here may not have: an advisor of another program speaks with no version of ours before its first.
_VERSION: Final = 1


def digest_of(folded: FoldedConversation) -> str:
    """What changes when anything in it does."""
    return hashlib.sha256(encode_conversation(replace(folded, left=(), branch=0))).hexdigest()


def build_imported(
    principal: Principal,
    import_id: ImportId,
    importer: str,
    item: WaitingItem,
    folded: FoldedConversation,
    at: datetime,
) -> NewImported:
    """The conversation with ids of its own; what says no time is taken for said when it began, or now."""
    conversation_id = ConversationId(new_id("c"))
    guests: dict[str, Guest] = {}
    began = folded.created_at or at
    turns = tuple(
        _build_turn(principal, importer, conversation_id, position, turn, guests, turn.at or began)
        for position, turn in enumerate(folded.turns, start=1)
    )
    return NewImported(
        import_id=import_id,
        number=item.number,
        importer=importer,
        source_key=item.source_key,
        digest=item.digest,
        conversation_id=conversation_id,
        title=title_of(folded),
        created_at=began,
        updated_at=max(folded.updated_at or began, began),
        turns=turns,
        guests=tuple(guests.values()),
        topic="/" + "/".join(name.replace("/", "∕") for name in folded.path) if folded.path else None,  # noqa: RUF001
    )


def title_of(folded: FoldedConversation) -> str:
    """Its title; of a branch, with its number behind it."""
    if not folded.branch or not folded.title:
        return folded.title
    return f"{folded.title} · branch {folded.branch + 1}"


def _build_turn(
    principal: Principal,
    importer: str,
    conversation_id: ConversationId,
    position: int,
    turn: FoldedTurn,
    guests: dict[str, Guest],
    at: datetime,
) -> ImportedTurn:
    replies = tuple(_build_reply(_take_guest(principal, importer, each, guests), each) for each in turn.replies)
    marks: Mapping[AdvisorId, str] = {EVERYBODY: "out"} if turn.out else {}
    return ImportedTurn(
        key=turn.key,
        turn=Turn(
            id=TurnId(new_id("t")),
            conversation_id=conversation_id,
            position=position,
            text=turn.text,
            created_at=at,
            replies=replies,
            stars=turn.stars,
            colour_flag=turn.flag,
            pinned=is_pinned_by_default(position, turn.pinned or None),
            importance=score_human(turn.text),
            tags=tuple(dict.fromkeys(on_one_line(tag)[:_LONGEST_TAG] for tag in turn.tags if tag.strip())),
            marks=marks,  # type: ignore[arg-type] # one of the marks there are
            origin="imported",
        ),
        attached=turn.attached,
        size=measure("\n\n".join(each for each in (turn.text, turn.attached) if each)),
        settled=tuple(each.at or at for each in turn.replies),
        reply_sizes=tuple(measure(each.text) for each in turn.replies),
    )


def _take_guest(principal: Principal, importer: str, reply: FoldedReply, guests: dict[str, Guest]) -> Guest:
    """The advisor that stands for an author: the same one in all imports of a person."""
    author = reply.author
    if author.key not in guests:
        guest_id = derive_id("a", principal.workspace_id, principal.id, importer, author.key)
        name = on_one_line(author.name)[:_LONGEST_NAME] or importer
        guests[author.key] = Guest(AdvisorId(guest_id), name, on_one_line(author.model)[:200], _colour_of(importer))
    return guests[author.key]


def _colour_of(importer: str) -> str:
    """One colour for everybody of one program."""
    colours = list(Colour)
    return str(colours[hashlib.sha256(importer.encode()).digest()[0] % len(colours)])


def _build_reply(guest: Guest, reply: FoldedReply) -> Reply:
    state = ReplyState(reply.state)
    has_failed = state is ReplyState.ERROR
    return Reply(
        id=ReplyId(new_id("r")),
        advisor_id=guest.id,
        advisor_version=_VERSION,
        name=guest.name,
        colour=guest.colour,
        model=guest.model,
        state=state,
        epoch=1,
        text=reply.text,
        thinking=reply.thinking,
        error=ReplyError("imported", reply.error or "it had failed where it was imported from") if has_failed else None,
        variant=reply.variant,
        chosen=reply.chosen,
        importance=score_reply(reply.text) if reply.text else None,
        tools=tuple(
            ToolUse(
                id=f"call_{number}",
                round=0,
                at=0,
                server="",
                tool=on_one_line(tool.name)[:100],
                name=on_one_line(tool.name)[:100],
                arguments=tool.arguments.replace("\x00", ""),
                status="error" if tool.failed else "success",
                result=tool.result.replace("\x00", ""),
            )
            for number, tool in enumerate(reply.tools, start=1)
        ),
    )
