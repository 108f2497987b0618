"""Hypothesis strategies for the nouns, for every test that wants any of them."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import strategies as st

from antiphon.conversation.event import (
    ConversationCreated,
    ConversationDeleted,
    ConversationRenamed,
    Delta,
    DividerDrawn,
    Event,
    Marks,
    RepliesSending,
    ReplyAdded,
    ReplyChosen,
    ReplyEdited,
    ReplyPictured,
    ReplySettled,
    ReplyUsedTools,
    ReplyWeighed,
    Sending,
    TurnAccepted,
    TurnsMarked,
    TurnsRemoved,
    TurnsRestored,
)
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, ReplyId, TurnId
from antiphon.conversation.part import CodePart, FilePart, ImagePart, Part, TextPart
from antiphon.conversation.picture import Picture
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView

# What a wire may carry before it is cleaned: halves of a surrogate pair, NUL, and everything `str.strip` calls white.
WHITE = "".join(chr(point) for point in range(0x3001) if chr(point).isspace())
_AWKWARD = st.sampled_from(["\ud83d", "\ude00", "\x00", "\ufeff", "\u200d", "😀", "é", "x", *WHITE])
raw_texts = st.text(st.one_of(_AWKWARD, st.characters()), max_size=30)

# What is stored and encoded: no surrogates, no NUL.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)

names = st.text("abcdefghij", min_size=1, max_size=6)
conversation_ids = names.map(lambda name: ConversationId(f"c_{name}"))
turn_ids = names.map(lambda name: TurnId(f"t_{name}"))
reply_ids = names.map(lambda name: ReplyId(f"r_{name}"))
advisor_ids = names.map(AdvisorId)

counts = st.integers(0, 2**31)
seconds = st.floats(0, 1e6)
scores = st.none() | st.floats(0, 1)
# The wire keeps milliseconds.
moments = st.integers(0, 4_000_000_000_000).map(
    lambda ms: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
)

states = st.sampled_from(ReplyState)
terminal_states = st.sampled_from(sorted(TERMINAL))
facts = st.dictionaries(
    names, st.one_of(st.none(), st.booleans(), counts, texts, st.lists(texts, max_size=2)), max_size=3
)
reply_errors = st.builds(ReplyError, code=names, message=texts, facts=facts)
metrics = st.builds(
    Metrics,
    first_token_seconds=st.none() | seconds,
    total_seconds=st.none() | seconds,
    tokens_per_second=st.none() | seconds,
    input_tokens=st.none() | counts,
    output_tokens=st.none() | counts,
    attempts=st.none() | counts,
)
pictures = st.lists(
    st.builds(
        Picture,
        document_id=names.map(DocumentId),
        media_type=names,
        width=st.integers(1, 2048),
        height=st.integers(1, 2048),
        name=texts,
        alt=texts,
        at=st.integers(0, 20),
        round=st.integers(0, 3),
    ),
    max_size=2,
).map(tuple)
tool_uses = st.lists(
    st.builds(
        ToolUse,
        id=names,
        round=st.integers(0, 3),
        at=st.integers(0, 20),
        server=names,
        tool=texts,
        name=names,
        arguments=texts,
        status=st.sampled_from(["asking", "running", "success", "error", "rejected"]),
        epoch=st.integers(1, 3),
        result=texts,
        told=texts,
        allowed=st.none() | texts,
        approval_id=st.none() | names,
        expires_at=st.none() | names,
        seconds=st.none() | seconds,
        pictures=pictures,
    ),
    max_size=3,
    unique_by=lambda use: use.id,
).map(tuple)
replies = st.builds(
    Reply,
    id=reply_ids,
    advisor_id=advisor_ids,
    advisor_version=st.integers(1, 9),
    name=texts,
    colour=texts,
    model=texts,
    state=states,
    epoch=st.integers(0, 3),
    text=texts,
    thinking=texts,
    finish_reason=st.none() | names,
    error=st.none() | reply_errors,
    metrics=st.none() | metrics,
    variant=st.integers(0, 4),
    chosen=st.booleans(),
    changes=st.none() | facts,
    edited=st.none() | texts,
    tools=tool_uses,
    pictures=pictures,
    importance=scores,
    worth=scores,
)
# A path begins with a slash and has no empty name in it; nothing is never marked.
topics = st.lists(names, min_size=1, max_size=3).map(lambda path: "/" + "/".join(path))
tags = st.lists(names, max_size=3, unique=True)
context_marks = st.sampled_from(["in", "out", "pin"])
document_ids = st.integers(1, 99).map(lambda number: DocumentId(f"d_{number}"))
parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(TextPart, text=texts),
    st.builds(
        ImagePart,
        document_id=document_ids,
        media_type=names,
        width=st.integers(1, 9),
        height=st.integers(1, 9),
        name=names,
    ),
    st.builds(CodePart, code=texts, language=names, filename=st.none() | names),
    st.builds(FilePart, document_id=document_ids, name=names, media_type=names),
)
turns = st.builds(
    Turn,
    id=turn_ids,
    conversation_id=conversation_ids,
    position=st.integers(1, 999),
    text=texts,
    created_at=moments,
    replies=st.lists(replies, max_size=3, unique_by=lambda reply: reply.id).map(tuple),
    parts=st.lists(parts, max_size=2).map(tuple),
    stars=st.integers(0, 3),
    colour_flag=st.none() | st.sampled_from(["blue", "grey"]),
    pinned=st.booleans(),
    importance=scores,
    worth=scores,
    topic=st.none() | topics,
    tags=tags.map(lambda each: tuple(sorted(each))),
    marks=st.dictionaries(st.just(AdvisorId("")) | advisor_ids, context_marks, max_size=3),
)
views = st.builds(
    ConversationView,
    id=conversation_ids,
    seq=counts,
    title=texts,
    turns=st.lists(turns, max_size=3).map(tuple),
    has_older=st.booleans(),
    dividers=st.lists(st.integers(0, 99), max_size=3, unique=True).map(lambda each: tuple(sorted(each))),
)
marks: st.SearchStrategy[Marks] = st.fixed_dictionaries(
    {},
    optional={
        "stars": st.integers(0, 3),
        "colour_flag": st.none() | st.sampled_from(["blue", "grey"]),
        "pinned": st.booleans(),
        "worth": scores,
        "topic": st.none() | topics,
        "add_tags": tags,
        "remove_tags": tags,
        "contexts": st.dictionaries(st.just("") | names, st.none() | context_marks, max_size=3),
    },
)  # type: ignore[assignment]  # the keys are those of Marks
_many_turn_ids = st.lists(turn_ids, max_size=3, unique=True).map(tuple)

events: dict[str, st.SearchStrategy[Event]] = {
    "delta": st.builds(
        Delta,
        conversation_id=conversation_ids,
        reply_id=reply_ids,
        epoch=st.integers(1, 3),
        channel=st.sampled_from(["text", "thinking"]),
        offset=counts,
        text=texts,
    ),
    "conversation_created": st.builds(
        ConversationCreated, conversation_id=conversation_ids, seq=counts, title=texts, created_at=moments
    ),
    "conversation_renamed": st.builds(ConversationRenamed, conversation_id=conversation_ids, seq=counts, title=texts),
    "conversation_deleted": st.builds(ConversationDeleted, conversation_id=conversation_ids, seq=counts),
    "turn_accepted": st.builds(TurnAccepted, conversation_id=conversation_ids, seq=counts, turn=turns),
    "replies_sending": st.builds(
        RepliesSending,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        replies=st.lists(st.builds(Sending, reply_id=reply_ids, epoch=st.integers(1, 3)), max_size=3).map(tuple),
    ),
    "reply_settled": st.builds(
        ReplySettled,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        reply_id=reply_ids,
        epoch=st.integers(1, 3),
        state=terminal_states,
        text_length=counts,
        thinking_length=counts,
        finish_reason=st.none() | names,
        error=st.none() | reply_errors,
        metrics=st.none() | metrics,
        importance=scores,
    ),
    "reply_used_tools": st.builds(
        ReplyUsedTools,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        reply_id=reply_ids,
        uses=tool_uses,
    ),
    "reply_pictured": st.builds(
        ReplyPictured,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        reply_id=reply_ids,
        pictures=pictures,
    ),
    "reply_added": st.builds(ReplyAdded, conversation_id=conversation_ids, seq=counts, turn_id=turn_ids, reply=replies),
    "reply_chosen": st.builds(
        ReplyChosen, conversation_id=conversation_ids, seq=counts, turn_id=turn_ids, reply_id=reply_ids
    ),
    "reply_edited": st.builds(
        ReplyEdited,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        reply_id=reply_ids,
        text=st.none() | texts,
        importance=scores,
    ),
    "reply_weighed": st.builds(
        ReplyWeighed,
        conversation_id=conversation_ids,
        seq=counts,
        turn_id=turn_ids,
        reply_id=reply_ids,
        worth=scores,
    ),
    "turns_marked": st.builds(
        TurnsMarked, conversation_id=conversation_ids, seq=counts, turn_ids=_many_turn_ids, marks=marks
    ),
    "turns_removed": st.builds(TurnsRemoved, conversation_id=conversation_ids, seq=counts, turn_ids=_many_turn_ids),
    "turns_restored": st.builds(
        TurnsRestored, conversation_id=conversation_ids, seq=counts, turns=st.lists(turns, max_size=2).map(tuple)
    ),
    "divider_drawn": st.builds(DividerDrawn, conversation_id=conversation_ids, seq=counts, position=st.integers(0, 99)),
}


@st.composite
def splits(draw: st.DrawFn, source: st.SearchStrategy[str] = raw_texts) -> list[str]:
    """A text in pieces, cut anywhere."""
    text = draw(source)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edges = [0, *cuts, len(text)]
    return [text[start:end] for start, end in pairwise(edges)]
