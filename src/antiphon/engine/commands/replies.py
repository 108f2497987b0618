"""Ask an advisor about a turn again, choose among its answers, change one, say what one is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from antiphon.access.principal import Principal
from antiphon.context.importance import score_reply
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.event import ReplyAdded, ReplyChosen, ReplyEdited, ReplyWeighed
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.commands.token_ceiling import set_aside_replies
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.selection import write_out
from antiphon.engine.runtime import metrics
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.once import do_once
from antiphon.engine.turns.turn import compose_open
from antiphon.store.reads.facts import read_added
from antiphon.store.reads.syntheses import read_usable_synthesis
from antiphon.store.reads.turns import read_placed_reply, read_reply, read_turn
from antiphon.store.unit import Unit
from antiphon.store.writes.variants import NewVariant, add_variant
from antiphon.store.writes.variants import choose_reply as write_choice
from antiphon.store.writes.variants import edit_reply as write_edit
from antiphon.store.writes.variants import set_importance as write_worth


@dataclass(frozen=True, slots=True)
class Replay:
    """What is different this time; what is not named stays as it was.

    `changes` are parts of the choice: filter, dropping, off, leave_out, take_in.
    """

    changes: Mapping[str, Any] = field(default_factory=dict)
    model: str | None = None
    advisor_version: int | None = None


async def replay(
    engine: Engine, principal: Principal, reply_id: ReplyId, wanted: Replay, key: UsedKey | None = None
) -> ReplyAdded:
    """Ask again with another context, as a variant beside the first answer; which one counts does not change.

    The same key again asks nobody, and returns the same variant.
    """
    return await do_once(
        engine.store, principal, key, partial(_replay, engine, principal, reply_id, wanted, key), _read_added
    )


async def retry(
    engine: Engine, principal: Principal, reply_id: ReplyId, model: str | None = None, key: UsedKey | None = None
) -> ReplyAdded:
    """Ask again, another model if one is named, in place of an answer that failed or was stopped; once for one key."""
    return await do_once(
        engine.store, principal, key, partial(_retry, engine, principal, reply_id, model, key), _read_added
    )


async def _replay(
    engine: Engine, principal: Principal, reply_id: ReplyId, wanted: Replay, key: UsedKey | None
) -> ReplyAdded:
    changes = await engine.store.read(principal, _settle_changes, reply_id, wanted.changes)
    return await _ask(engine, principal, reply_id, replace(wanted, changes=changes), key, chosen=False)


async def _retry(
    engine: Engine, principal: Principal, reply_id: ReplyId, model: str | None, key: UsedKey | None
) -> ReplyAdded:
    reply = await engine.store.read(principal, read_reply, reply_id)
    if not reply.completed or reply.state is ReplyState.COMPLETE:
        raise CommandRefused("retry", "this reply did not fail; replay it to compare")
    if not reply.chosen:
        raise CommandRefused("retry", "another answer stands in its place; replay that one to compare")
    return await _ask(engine, principal, reply_id, Replay(model=model), key, chosen=True)


async def choose_reply(engine: Engine, principal: Principal, reply_id: ReplyId) -> ReplyChosen:
    """Let this variant stand for its advisor from now on."""
    fact = await engine.store.write(principal, write_choice, reply_id)
    metrics.replies_changed.labels("chosen").inc()
    engine.live.publish(fact)
    return fact


async def edit_reply(engine: Engine, principal: Principal, reply_id: ReplyId, text: str | None) -> ReplyEdited:
    """Put other words in place of an advisor's, marked as edited; no words bring its own back."""
    words = None if text is None else clean_text(text).strip()
    if words == "":
        raise CommandRefused("edit", "a reply cannot be edited to nothing; delete the turn or leave it out instead")
    said = (await engine.store.read(principal, read_reply, reply_id)).text if words is None else words
    importance = score_reply(said) if said else None
    fact = await engine.store.write(principal, write_edit, reply_id, words, measure(said), importance)
    metrics.replies_changed.labels("edited").inc()
    engine.live.publish(fact)
    return fact


def _settle_changes(unit: Unit, reply_id: ReplyId, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes as they are kept: refused now or never, and saved filters mean the same for ever."""
    settled = dict(changes)
    if "filter" in settled:
        settled["filter"], _ = write_out(unit, settled["filter"])
    if (ticked := settled.get("synthesis")) is not None:
        place, _ = read_placed_reply(unit, reply_id)
        read_usable_synthesis(unit, place.conversation_id, ticked)
    return settled


def _check_asked(unit: Unit, reply_id: ReplyId) -> None:
    """What an advisor said unasked answers no question that could be put again."""
    place, _ = read_placed_reply(unit, reply_id)
    if read_turn(unit, place.turn_id).origin in ("heartbeat", "review"):
        raise CommandRefused("asking again", "nobody asked for this message; answer it instead")


def _read_added(unit: Unit, reply_id: str) -> ReplyAdded:
    return read_added(unit, ReplyId(reply_id))


async def _ask(
    engine: Engine, principal: Principal, reply_id: ReplyId, wanted: Replay, key: UsedKey | None, *, chosen: bool
) -> ReplyAdded:
    engine.check_open()
    await engine.store.read(principal, _check_asked, reply_id)
    new = NewVariant(
        id=ReplyId(new_id("r")),
        of=reply_id,
        node_id=engine.node_id,
        at=datetime.now(UTC),
        changes=wanted.changes,
        model=wanted.model,
        advisor_version=wanted.advisor_version,
        chosen=chosen,
        key=key,
    )
    added = await engine.store.write(principal, _add, engine, new)
    engine.live.publish(added)
    await engine.start_turn(added.turn_id, principal)
    return added


def _add(unit: Unit, engine: Engine, new: NewVariant) -> ReplyAdded:
    """The variant, unless the token that asks for it may not spend so much."""
    added = add_variant(unit, new)
    if unit.principal.has_ceiling:
        composed = compose_open(unit, engine.composer, added.turn_id)[new.id]
        advisor_id = added.reply.advisor_id
        set_aside_replies(unit, engine, {advisor_id: new.id}, {advisor_id: composed})
    return added


async def set_importance(engine: Engine, principal: Principal, reply_id: ReplyId, worth: float | None) -> ReplyWeighed:
    """Let this count instead of what was reckoned from its words; nothing brings what was reckoned back."""
    fact = await engine.store.write(principal, write_worth, reply_id, worth)
    metrics.replies_changed.labels("weighed").inc()
    engine.live.publish(fact)
    return fact
