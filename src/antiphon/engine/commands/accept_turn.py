"""Take a human message in and set its replies going."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.context.attached import attach
from antiphon.context.choice import Choice
from antiphon.context.importance import score_human
from antiphon.conversation.errors import EmptyMessage, NoAdvisors, NotFound, PreviewStale, UserPromptTooLarge
from antiphon.conversation.event import ConversationCreated
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, PanelId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import measure
from antiphon.conversation.text import clean_text
from antiphon.conversation.turn import Origin, Surface, Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.commands.token_ceiling import set_aside_replies
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.attachments import Attached, read_attached
from antiphon.engine.payloads.compose import Composed, ComposeRequest, kept_under
from antiphon.engine.runtime import metrics
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.turns.prepared import Composeds
from antiphon.engine.turns.turn import Claimed
from antiphon.store.reads.advisors import read_seated
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.reads.turn_snapshot import OpenSlots, build_slot
from antiphon.store.reads.turns import read_accepted
from antiphon.store.unit import Unit
from antiphon.store.writes.accept_turn import (
    Accepted,
    Kept,
    MessageContent,
    NewTurn,
    Planned,
    take_number,
    write_turn,
)
from antiphon.store.writes.conversations import create_conversation
from antiphon.store.writes.keys import take_key
from antiphon.store.writes.rounds import end_runs

# A preview may be looked at for a while before it is sent; what it was stamped with stays true that long.
_PREVIEW_MINUTES = 30

# What else is written when a turn is accepted, given its id and what each advisor will be sent; it may refuse.
InSameTransaction = Callable[[Unit, TurnId, Mapping[AdvisorId, Composed]], None]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A conversation that begins with a turn, with this panel or the default one: both are written, or neither.

    One that is not kept is deleted at `kept_until`.
    """

    panel_id: PanelId | None = None
    kept_until: datetime | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class AcceptTurn:
    """A message, whom it is for (nobody named: the whole panel), and the key that makes it unique.

    `expect` holds the fingerprints a preview showed and `at` the moment it was stamped with: then exactly that is
    sent, or nothing. `replaces` is a turn that is asked again: the newest, worded anew, or one that failed.
    `attachments` are documents that go along. With `begins` the conversation is not there yet. `origin` is who set it
    going, `surface` the wire of a program that asks, and `in_same_transaction` happens with it or keeps it from
    happening. With `beyond_panel` the advisors named need not sit on the conversation's panel.
    """

    conversation_id: ConversationId
    text: str
    key: str
    advisor_ids: tuple[AdvisorId, ...] | None = None
    choice: Choice | None = None
    at: datetime | None = None
    expect: Mapping[AdvisorId, str] = field(default_factory=dict)
    pinned: bool | None = None
    replaces: TurnId | None = None
    attachments: tuple[DocumentId, ...] = ()
    begins: Beginning | None = None
    origin: Origin = "person"
    surface: Surface | None = None
    beyond_panel: bool = False
    in_same_transaction: InSameTransaction | None = None


@dataclass(frozen=True, slots=True)
class AcceptedTurn:
    """The turn, the fact number it was accepted under, and whether the key had been used before."""

    turn: Turn
    seq: int
    replayed: bool


async def accept_turn(engine: Engine, principal: Principal, command: AcceptTurn) -> AcceptedTurn:
    """When this returns the message is on disk and its replies are on their way.

    The same key and body again returns the same turn. Refuses an empty message, also one that only names documents, one
    that fits no advisor's window, documents that are not to be had here, unknown advisors, a key used for another body,
    a preview that no longer holds, a conversation that is still being answered, and what might cost more than the token
    it comes with may spend.
    """
    engine.check_open()
    text = clean_text(command.text)
    if not text.strip() and not command.attachments:
        raise EmptyMessage
    now = datetime.now(UTC)
    new = NewTurn(
        id=TurnId(new_id("t")),
        conversation_id=command.conversation_id,
        text=text,
        key=UsedKey(principal.id, command.key, _fingerprint(command, text)),
        node_id=engine.node_id,
        at=now,
        stamped_at=choose_stamp(command.at, now),
        importance=score_human(text),
        origin=command.origin,
        surface=command.surface,
        pinned=command.pinned,
        replaces=command.replaces,
    )
    failpoint("before_commit")
    begun, accepted, claimed = await engine.store.write(principal, _begin_and_accept, engine, command, new)
    failpoint("after_commit" if command.origin == "person" else f"{command.origin}_accepted")
    if accepted.accepted is None:
        return await _replay(engine, principal, accepted.turn_id)
    metrics.turns_accepted.inc()
    if begun is not None:
        engine.live.publish(begun)
    for fact in accepted.facts:
        engine.live.publish(fact)
    await engine.start_turn(new.id, principal, claimed)
    failpoint("after_start")
    return AcceptedTurn(accepted.accepted.turn, accepted.accepted.seq, replayed=False)


def choose_stamp(shown: datetime | None, now: datetime) -> datetime:
    """The moment to stamp a message with: the preview's, unless it is too old or in the future."""
    try:
        is_fresh = shown is not None and timedelta(0) <= now - shown <= timedelta(minutes=_PREVIEW_MINUTES)
    except OverflowError:
        # A moment at the end of time, in a zone beyond it.
        is_fresh = False
    return shown if shown is not None and is_fresh else now


def _begin_and_accept(
    unit: Unit, engine: Engine, command: AcceptTurn, new: NewTurn
) -> tuple[ConversationCreated | None, Accepted, Claimed | None]:
    """All of it in one transaction, once for one key: the conversation if it begins with this turn, and the turn."""
    earlier = take_key(unit, new.key, new.id)
    if earlier is not None:
        return None, Accepted(TurnId(earlier), ()), None
    begun = None
    if command.begins is not None:
        begins = command.begins
        begun = create_conversation(unit, new.conversation_id, begins.title, begins.panel_id, new.at, begins.kept_until)
    return begun, *_accept(unit, engine, command, new)


def _accept(unit: Unit, engine: Engine, command: AcceptTurn, new: NewTurn) -> tuple[Accepted, Claimed]:
    """The turn as it is written, and what each advisor is sent, claimed with receipts."""
    asked = _read_asked(unit, command)
    head = take_number(unit, new, len(asked))
    attached = read_attached(unit, command.attachments, new.conversation_id)
    if not new.text.strip() and attached.is_empty:
        raise EmptyMessage
    choice = command.choice or engine.options_of(unit.principal).choice
    composing = engine.composer.compose(unit, _request(command, choice, new, asked, attached, head.seq - 1))
    composed = composing.advisors
    _check_preview(command.expect, composed)
    _check_size(composed)
    if command.origin == "person" and composing.present.runs:
        # Whoever speaks has the floor: nobody goes on answering the others.
        end_runs(unit, new.conversation_id, "person", new.at)
    if command.in_same_transaction is not None:
        command.in_same_transaction(unit, new.id, composed)
    chosen = composing.selection.choice
    held = chosen.newest_model if composing.context.topic_model is None else None
    replies = tuple(_slot(each, composed[each.id].composition.seat.model, chosen, held) for each in asked)
    set_aside_replies(unit, engine, {each.advisor_id: each.id for each in replies}, composed)
    content = MessageContent(attached.parts, attached.text, measure(attach(new.text, attached.text)))
    open_slots = tuple(build_slot(slot, reply) for slot, reply in enumerate(replies))
    slots = OpenSlots(new.id, new.conversation_id, open_slots)
    claimed = engine.prepare_turn(unit.principal, slots, composed, new.origin)
    voids = command.origin == "person" and composing.present.heartbeats
    planned = Planned(replies, _kept(composed), chosen.encode(), content, claimed.receipts, voids=voids)
    return write_turn(unit, new, head, planned), claimed


def _read_asked(unit: Unit, command: AcceptTurn) -> tuple[Advisor, ...]:
    seated = read_panel_advisors(unit, command.conversation_id)
    if command.beyond_panel and command.advisor_ids is not None:
        seated = read_seated(unit, command.advisor_ids)
    return choose(seated, command.advisor_ids)


def _request(
    command: AcceptTurn, choice: Choice, new: NewTurn, asked: tuple[Advisor, ...], attached: Attached, seq: int
) -> ComposeRequest:
    return ComposeRequest(
        conversation_id=new.conversation_id,
        asked=asked,
        human_text=new.text,
        at=new.stamped_at,
        choice=choice,
        seq=seq,
        without=command.replaces,
        attached=attached,
        origin=command.origin,
    )


def _check_size(composed: Composeds) -> None:
    """A message that fits nobody is refused; one that fits somebody is sent to them."""
    too_large = [one.problem for one in composed.values() if isinstance(one.problem, UserPromptTooLarge)]
    if len(too_large) == len(composed):
        raise too_large[0]


def _check_preview(expect: Mapping[AdvisorId, str], composed: Mapping[AdvisorId, Composed]) -> None:
    """What is sent is what was shown."""
    if not expect:
        return
    found = {each: one.request.sha256 for each, one in composed.items() if one.request is not None}
    stale = sorted(each for each in expect.keys() | found.keys() if expect.get(each) != found.get(each))
    if stale:
        raise PreviewStale(tuple(stale))


def _kept(composed: Mapping[AdvisorId, Composed]) -> dict[AdvisorId, Kept]:
    """Where sticky histories begin from now on."""
    compositions = {each: one.composition for each, one in composed.items()}
    return {
        each: Kept(one.boundary.kept_from, kept_under(one.frame_input.choice, one.seat.model))
        for each, one in compositions.items()
        if one.frame_input.choice.dropping == "sticky"
    }


def choose(seated: Sequence[Advisor], wanted: tuple[AdvisorId, ...] | None) -> tuple[Advisor, ...]:
    """The advisors asked, in the panel's order; `NotFound` for one that is not in it."""
    if wanted is None:
        asked = tuple(seated)
    else:
        known = {advisor.id for advisor in seated}
        for advisor_id in wanted:
            if advisor_id not in known:
                raise NotFound("advisor", advisor_id)
        asked = tuple(advisor for advisor in seated if advisor.id in set(wanted))
    if not asked:
        raise NoAdvisors
    return asked


async def _replay(engine: Engine, principal: Principal, turn_id: TurnId) -> AcceptedTurn:
    """The turn this key stands for. Should a crash have kept it from starting, recovery starts it, not we."""
    turn, seq = await engine.store.read(principal, read_accepted, turn_id)
    return AcceptedTurn(turn, seq, replayed=True)


def _slot(advisor: Advisor, model: str, choice: Choice, held: str | None) -> Reply:
    """An empty reply; a model that was picked for this message, or for one before and is held to, is told with it."""
    is_picked = choice.find_model(advisor.id) is not None or (advisor.model is None and model == held)
    return Reply(
        id=ReplyId(new_id("r")),
        advisor_id=advisor.id,
        advisor_version=advisor.version,
        name=advisor.name,
        colour=advisor.colour,
        model=model,
        changes={"model": model} if is_picked else None,
    )


def _fingerprint(command: AcceptTurn, text: str) -> str:
    where = command.conversation_id if command.begins is None else {"panel": command.begins.panel_id}
    body: dict[str, Any] = {"conversation": where, "text": text, "advisors": command.advisor_ids}
    if command.choice is not None:
        body["choice"] = command.choice.encode()
    if command.replaces is not None:
        body["replaces"] = command.replaces
    if command.pinned is not None:
        body["pinned"] = command.pinned
    if command.attachments:
        body["attachments"] = command.attachments
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
