"""Feeds as a client receives them, written with the real codec.

`python -m tests.contracts.record` writes `feeds/*.jsonl`, one event per line as `{"event": …, "data": …}`, and
`feeds/expected.json`, the view each feed adds up to. Every client folds the same files, whatever its language.

The expected views are written out here by hand rather than folded, so that they can disagree with the fold.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from antiphon.conversation.event import (
    Channel,
    ConversationCreated,
    ConversationDeleted,
    ConversationRenamed,
    Delta,
    DividerDrawn,
    Event,
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
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, ReplyId, TurnId
from antiphon.conversation.picture import Picture
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import encode_view

FEEDS = Path(__file__).parent / "feeds"

HERE = ConversationId("c_1")
TURN = TurnId("t_1")
SKEPTIC, BUILDER = ReplyId("r_skeptic"), ReplyId("r_builder")
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
STREAMING, COMPLETE, STOPPED = ReplyState.STREAMING, ReplyState.COMPLETE, ReplyState.STOPPED

Line = dict[str, Any]


@dataclass(frozen=True)
class Recording:
    """What arrives, and what is on the screen afterwards."""

    lines: list[Line]
    expected: ConversationView


def waiting(reply_id: ReplyId) -> Reply:
    name = reply_id.removeprefix("r_")
    return Reply(reply_id, AdvisorId(name), 1, f"The {name.title()}", "#2f6f4f", "echo:small")


ASKED = Turn(TURN, HERE, 1, "Should I take the offer? 🤔", NOON, (waiting(SKEPTIC), waiting(BUILDER)))
CREATED = ConversationCreated(HERE, 1, "An offer", NOON)
ACCEPTED = TurnAccepted(HERE, 2, ASKED)
EMPTY = ConversationView(HERE, 1, "An offer")


def sending(seq: int, *reply_ids: ReplyId, epoch: int = 1) -> RepliesSending:
    return RepliesSending(HERE, seq, TURN, tuple(Sending(each, epoch) for each in reply_ids))


def said(by: ReplyId, offset: int, text: str, *, epoch: int = 1, channel: Channel = "text") -> Delta:
    return Delta(HERE, by, epoch, channel, offset, text)


def settled(seq: int, reply: Reply) -> ReplySettled:
    """The fact that this reply ended as it stands here."""
    return ReplySettled(
        HERE,
        seq,
        TURN,
        reply.id,
        reply.epoch,
        reply.state,
        len(reply.text),
        len(reply.thinking),
        reply.finish_reason,
        reply.error,
        reply.metrics,
        reply.importance,
    )


def snapshot(view: ConversationView) -> Line:
    return {"event": "snapshot", "data": encode_view(view)}


def gap(reason: str) -> Line:
    return {"event": "gap", "data": {"conversation_id": HERE, "reason": reason}}


def lines(events: Iterable[Event]) -> list[Line]:
    return [{"event": event.kind, "data": encode_event(event)} for event in events]


def view(seq: int, *replies: Reply, title: str = "An offer") -> ConversationView:
    return ConversationView(HERE, seq, title, (replace(ASKED, replies=replies),))


def done(reply_id: ReplyId, text: str, **more: Any) -> Reply:
    ended = {"state": COMPLETE, "epoch": 1, "finish_reason": "stop"} | more
    return replace(waiting(reply_id), text=text, **ended)


def plain_turn() -> Recording:
    """Two advisors answer at the same time; one thinks first, both speak beyond the basic plane."""
    skeptic = done(
        SKEPTIC, "Who says so? 🧐 Ask.", metrics=Metrics(first_token_seconds=0.25, output_tokens=7, attempts=1)
    )
    builder = done(BUILDER, "Try a week. 👩‍👩‍👧", thinking="Costs? 日本")
    events = [
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        said(SKEPTIC, 0, "Who says"),
        said(BUILDER, 0, "Costs?", channel="thinking"),
        said(SKEPTIC, 8, " so? 🧐"),
        said(BUILDER, 6, " 日本", channel="thinking"),
        said(BUILDER, 0, "Try a week."),
        said(SKEPTIC, 14, " Ask."),
        settled(4, skeptic),
        said(BUILDER, 11, " 👩‍👩‍👧"),
        settled(5, builder),
        ConversationRenamed(HERE, 6, "The offer"),
    ]
    return Recording([snapshot(EMPTY), *lines(events)], view(6, skeptic, builder, title="The offer"))


def pictures() -> Recording:
    """A model shows a picture, is cut off, and shows another in its place when it is asked again."""
    first = Picture(DocumentId("d_1"), "image/png", 640, 400, "The Skeptic 1.png", at=5)
    second = replace(first, document_id=DocumentId("d_2"), alt="A hill")
    skeptic = done(SKEPTIC, "Look.", epoch=2, pictures=(second,))
    builder = done(BUILDER, "Try.")
    events = [
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        said(SKEPTIC, 0, "Look."),
        ReplyPictured(HERE, 4, TURN, SKEPTIC, (first,)),
        said(BUILDER, 0, "Try."),
        settled(5, builder),
        sending(6, SKEPTIC, epoch=2),
        ReplyPictured(HERE, 7, TURN, SKEPTIC, ()),
        said(SKEPTIC, 0, "Look.", epoch=2),
        ReplyPictured(HERE, 8, TURN, SKEPTIC, (second,)),
        settled(9, skeptic),
    ]
    return Recording([snapshot(EMPTY), *lines(events)], view(9, skeptic, builder))


def crash() -> Recording:
    """The node dies in mid-answer; another starts the reply again, and late words of the first attempt are void."""
    skeptic = done(SKEPTIC, "Look at the contract.", epoch=2, metrics=Metrics(attempts=2))
    builder = done(BUILDER, "Start small.")
    events = [
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        said(BUILDER, 0, "Start small."),
        said(SKEPTIC, 0, "Look first, "),
        settled(4, builder),
        said(SKEPTIC, 12, "then"),
        sending(5, SKEPTIC, epoch=2),
        said(SKEPTIC, 16, " leap."),
        said(SKEPTIC, 0, "Look at", epoch=2),
        said(SKEPTIC, 7, "gone", epoch=1),
        said(SKEPTIC, 7, " the contract.", epoch=2),
        settled(6, skeptic),
    ]
    return Recording([snapshot(EMPTY), *lines(events)], view(6, skeptic, builder))


def reconnect() -> Recording:
    """The connection breaks twice: once the facts are told again, once a fresh snapshot takes the place of all."""
    skeptic = done(SKEPTIC, "Wait 🕰️ a month.")
    builder = done(BUILDER, "Sign it.")
    halfway = view(
        4,
        replace(waiting(SKEPTIC), state=STREAMING, epoch=1, text="Wait 🕰️ a"),
        builder,
    )
    before = [ACCEPTED, sending(3, SKEPTIC, BUILDER), said(SKEPTIC, 0, "Wait 🕰️"), said(BUILDER, 0, "Sign it.")]
    told_again = [
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        said(SKEPTIC, 0, "Wait"),
        said(SKEPTIC, 4, " 🕰️ a"),
        said(BUILDER, 4, " it."),
        settled(4, builder),
    ]
    after = [
        said(SKEPTIC, 2, "it 🕰️ a"),
        settled(4, builder),
        said(SKEPTIC, 7, " a month."),
        said(SKEPTIC, 7, " a month."),
        settled(5, skeptic),
        said(SKEPTIC, 0, "Wait"),
    ]
    reconnected = {"event": "reconnect", "data": {}}
    return Recording(
        [
            snapshot(EMPTY),
            *lines(before),
            reconnected,
            *lines(told_again),
            gap("too_old"),
            snapshot(halfway),
            *lines(after),
        ],
        view(5, skeptic, builder),
    )


def stop() -> Recording:
    """The person has heard enough: what was said stays, what was not yet begun is empty, one had failed before."""
    skeptic = done(SKEPTIC, "First of all", state=STOPPED, finish_reason=None)
    error = ReplyError("rate_limited", "echo: too many requests (HTTP 429)", {"provider": "echo", "status": 429})
    builder = done(BUILDER, "", state=ReplyState.RATE_LIMITED, finish_reason=None, error=error)
    events = [
        CREATED,
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        settled(4, builder),
        said(SKEPTIC, 0, "First of all"),
        settled(5, skeptic),
        said(SKEPTIC, 12, ", no."),
    ]
    return Recording([snapshot(ConversationView(HERE)), *lines(events)], view(5, skeptic, builder))


LATER = TurnId("t_2")


def shaping() -> Recording:
    """The person marks, deletes and restores turns, asks again, chooses, edits, draws a line, and weighs."""
    failed = done(SKEPTIC, "", state=ReplyState.ERROR, finish_reason=None)
    builder = done(BUILDER, "Start small.")
    retried = done(SKEPTIC, "Who pays? 🧐", id=ReplyId("r_retry"), variant=1, changes={}, importance=0.85)
    replayed = done(
        BUILDER, "Start at once.", id=ReplyId("r_replay"), variant=1, changes={"filter": "p", "off": ["reference"]}
    )
    answer = done(BUILDER, "A week, at most.", id=ReplyId("r_later"), importance=0.9)
    question = Turn(LATER, HERE, 2, "How long?", NOON, (replace(waiting(BUILDER), id=answer.id),))
    answered = replace(question, replies=(answer,))
    before = view(5, failed, builder)
    events = [
        TurnsMarked(HERE, 6, (TURN,), {"stars": 3, "topic": "/plans/offers", "add_tags": ["money", "later"]}),
        ReplyAdded(
            HERE,
            7,
            TURN,
            replace(retried, state=ReplyState.WAITING, epoch=0, text="", finish_reason=None, importance=None),
        ),
        sending(8, retried.id),
        said(retried.id, 0, "Who pays?"),
        said(retried.id, 9, " 🧐"),
        settled(9, retried),
        TurnAccepted(HERE, 10, question),
        RepliesSending(HERE, 11, LATER, (Sending(answer.id, 1),)),
        said(answer.id, 0, "A week, at most."),
        replace(settled(12, answer), turn_id=LATER),
        DividerDrawn(HERE, 13, 2),
        TurnsRemoved(HERE, 14, (TURN, LATER)),
        TurnsMarked(HERE, 15, (), {"pinned": True}),
        TurnsRestored(HERE, 16, (answered,)),
        TurnsRestored(
            HERE,
            17,
            (
                replace(
                    ASKED,
                    replies=(replace(failed, chosen=False), builder, retried),
                    stars=3,
                    topic="/plans/offers",
                    tags=("later", "money"),
                ),
            ),
        ),
        ReplyAdded(
            HERE,
            18,
            TURN,
            replace(replayed, state=ReplyState.WAITING, epoch=0, text="", finish_reason=None, chosen=False),
        ),
        sending(19, replayed.id),
        said(replayed.id, 0, "Start at once."),
        settled(20, replayed),
        ReplyChosen(HERE, 21, TURN, replayed.id),
        ReplyEdited(HERE, 22, TURN, retried.id, "Who pays for it? 💶", 0.85),
        ReplyEdited(HERE, 23, LATER, answer.id, "A week.", 0.5),
        ReplyEdited(HERE, 24, LATER, answer.id, None, 0.9),
        TurnsMarked(
            HERE,
            25,
            (TURN, LATER),
            {
                "colour_flag": "blue",
                "pinned": True,
                "remove_tags": ["later"],
                "contexts": {"": "out", "skeptic": "in", "builder": None},
            },
        ),
        TurnsMarked(HERE, 26, (LATER,), {"contexts": {"": None}, "colour_flag": None}),
        DividerDrawn(HERE, 27, 2),
        TurnsMarked(HERE, 28, (TURN, LATER), {"worth": 0.35}),
        TurnsMarked(HERE, 29, (LATER,), {"worth": None}),
        ReplyWeighed(HERE, 30, TURN, retried.id, 1.0),
        ReplyWeighed(HERE, 31, LATER, answer.id, 0.05),
        ReplyWeighed(HERE, 32, LATER, answer.id, None),
    ]
    first = replace(
        ASKED,
        replies=(
            replace(failed, chosen=False),
            replace(builder, chosen=False),
            replace(retried, edited="Who pays for it? 💶", worth=1.0),
            replayed,
        ),
        stars=3,
        colour_flag="blue",
        pinned=True,
        worth=0.35,
        topic="/plans/offers",
        tags=("money",),
        marks={AdvisorId(""): "out", AdvisorId("skeptic"): "in"},
    )
    second = replace(answered, pinned=True, marks={AdvisorId("skeptic"): "in"})
    expected = ConversationView(HERE, 32, "An offer", (first, second), dividers=(2,))
    return Recording([snapshot(before), *lines(events)], expected)


def used(seq: int, *uses: ToolUse) -> ReplyUsedTools:
    return ReplyUsedTools(HERE, seq, TURN, SKEPTIC, uses)


def tools() -> Recording:
    """An advisor reads, asks to write, waits through a crash, and goes on; another has a call refused."""
    read = ToolUse("call_1", 0, 14, "notes", "list_notes", "notes__list_notes", "{}", "running")
    asked = ToolUse(
        "call_2",
        1,
        14,
        "notes",
        "add_note",
        "notes__add_note",
        '{"text": "call 🧐"}',
        "asking",
        approval_id="q_1",
        expires_at="2030-01-01T12:15:00.000Z",
    )
    known = replace(read, status="success", result="<b>milk</b>\n", seconds=0.2)
    allowed = replace(asked, status="running", epoch=2, allowed='{"text":"call"}')
    noted = replace(allowed, status="success", result="noted: call", told="[changed]\n\nnoted: call", seconds=1.5)
    refused = ToolUse(
        "call_3", 0, 0, "notes", "burn", "notes__burn", "{}", "rejected", result="Not in writing.", told="[no]"
    )
    skeptic = done(SKEPTIC, "Let me look 🧐.\n\nDone.", epoch=2, tools=(known, noted))
    builder = done(BUILDER, "Then not.", tools=(refused,))
    events = [
        ACCEPTED,
        sending(3, SKEPTIC, BUILDER),
        said(SKEPTIC, 0, "Let me look 🧐."),
        used(4, read),
        replace(used(5, replace(refused, status="running", result="", told="")), reply_id=BUILDER),
        used(6, known),
        used(7, asked),
        replace(used(8, refused), reply_id=BUILDER),
        said(BUILDER, 0, "Then not."),
        settled(9, builder),
        sending(10, SKEPTIC, epoch=2),
        said(SKEPTIC, 0, "Let me look 🧐.", epoch=2),
        used(11, replace(asked, epoch=2)),
        used(12, allowed),
        used(13, noted),
        said(SKEPTIC, 14, "\n\nDone.", epoch=2),
        settled(14, skeptic),
    ]
    return Recording([snapshot(EMPTY), *lines(events)], view(14, skeptic, builder))


def deleted() -> Recording:
    """Somebody deletes the conversation for good while another looks on: nothing of it is left on the screen."""
    events = [ACCEPTED, sending(3, SKEPTIC, BUILDER), said(SKEPTIC, 0, "Look"), ConversationDeleted(HERE, 4)]
    return Recording([snapshot(EMPTY), *lines(events)], ConversationView(HERE, 4))


RECORDINGS = {
    "plain-turn": plain_turn(),
    "pictures": pictures(),
    "crash": crash(),
    "reconnect": reconnect(),
    "stop": stop(),
    "shaping": shaping(),
    "tools": tools(),
    "deleted": deleted(),
}


def render() -> dict[str, str]:
    """Each file by name, as it should stand in `feeds/`."""
    pages = {
        f"{name}.jsonl": "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in recording.lines)
        for name, recording in RECORDINGS.items()
    }
    expected = {name: encode_view(recording.expected) for name, recording in RECORDINGS.items()}
    return pages | {"expected.json": json.dumps(expected, indent=2, ensure_ascii=False) + "\n"}


if __name__ == "__main__":
    for name, text in render().items():
        (FEEDS / name).write_text(text, encoding="utf-8")
