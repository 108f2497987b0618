"""Ask an advisor about a turn again: in place of an answer that failed, or beside one to compare."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from antiphon.access.principal import Principal
from antiphon.context.importance import score_reply
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.event import ReplyAdded, ReplyChosen, ReplyEdited
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.filter.parse import parse_filter
from antiphon.store.reads.syntheses import read_usable_synthesis
from antiphon.store.reads.turns import read_placed_reply, read_reply, read_turn
from antiphon.store.unit import Unit
from antiphon.store.writes.variants import NewVariant, add_variant
from antiphon.store.writes.variants import choose_reply as write_choice
from antiphon.store.writes.variants import edit_reply as write_edit


@dataclass(frozen=True, slots=True)
class Replay:
    """What is different this time; what is not named stays as it was.

    `changes` are parts of the choice: filter, dropping, off, leave_out, take_in.
    """

    changes: Mapping[str, Any] = field(default_factory=dict)
    model: str | None = None
    advisor_version: int | None = None


async def replay(engine: Engine, principal: Principal, reply_id: ReplyId, wanted: Replay) -> ReplyAdded:
    """Ask again with another context, as a variant beside the first answer; which one counts does not change."""
    if "filter" in wanted.changes:
        parse_filter(wanted.changes["filter"])
    if (ticked := wanted.changes.get("synthesis")) is not None:
        await engine.store.read(principal, _check_synthesis, reply_id, ticked)
    return await _ask(engine, principal, reply_id, wanted, chosen=False)


async def retry(engine: Engine, principal: Principal, reply_id: ReplyId) -> ReplyAdded:
    """Ask again as it was asked, in place of an answer that failed or was stopped (D26)."""
    reply = await engine.store.read(principal, read_reply, reply_id)
    if not reply.completed or reply.state is ReplyState.COMPLETE:
        raise CommandRefused("retry", "this reply did not fail; replay it to compare")
    if not reply.chosen:
        raise CommandRefused("retry", "another answer stands in its place; replay that one to compare")
    return await _ask(engine, principal, reply_id, Replay(), chosen=True)


async def choose_reply(engine: Engine, principal: Principal, reply_id: ReplyId) -> ReplyChosen:
    """Let this variant stand for its advisor from now on."""
    fact = await engine.store.write(principal, write_choice, reply_id)
    engine.live.publish(fact)
    return fact


async def edit_reply(engine: Engine, principal: Principal, reply_id: ReplyId, text: str | None) -> ReplyEdited:
    """Put other words in place of an advisor's, marked as edited; no words bring its own back (D27)."""
    words = None if text is None else clean_text(text).strip()
    if words == "":
        raise CommandRefused("edit", "a reply cannot be edited to nothing; delete the turn or leave it out instead")
    said = (await engine.store.read(principal, read_reply, reply_id)).text if words is None else words
    importance = score_reply(said) if said else None
    fact = await engine.store.write(principal, write_edit, reply_id, words, measure(said), importance)
    engine.live.publish(fact)
    return fact


def _check_synthesis(unit: Unit, reply_id: ReplyId, analysis_id: str) -> None:
    place, _ = read_placed_reply(unit, reply_id)
    read_usable_synthesis(unit, place.conversation_id, analysis_id)


def _check_asked(unit: Unit, reply_id: ReplyId) -> None:
    """What an advisor said unasked answers no question that could be put again."""
    place, _ = read_placed_reply(unit, reply_id)
    if read_turn(unit, place.turn_id).origin in ("heartbeat", "review"):
        raise CommandRefused("asking again", "nobody asked for this message; answer it instead")


async def _ask(engine: Engine, principal: Principal, reply_id: ReplyId, wanted: Replay, *, chosen: bool) -> ReplyAdded:
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
    )
    added = await engine.store.write(principal, add_variant, new)
    engine.live.publish(added.fact)
    await engine.start_turn(added.fact.turn_id, principal.workspace_id, round_=added.round)
    return added.fact
