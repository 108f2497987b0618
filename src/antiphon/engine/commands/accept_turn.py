"""Take a human message in and set its replies going."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import EmptyMessage, NoAdvisors, NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.text import clean_text
from antiphon.conversation.turn import Turn
from antiphon.engine import metrics
from antiphon.engine.engine import Engine
from antiphon.engine.failpoint import pull_plug
from antiphon.engine.identity import new_id
from antiphon.store.reads.turns import read_accepted
from antiphon.store.writes.accept_turn import NewTurn
from antiphon.store.writes.accept_turn import accept_turn as write_turn


@dataclass(frozen=True, slots=True)
class AcceptTurn:
    """A message, whom it is for (nobody named: the whole panel), and the key that makes it unique."""

    conversation_id: ConversationId
    text: str
    key: str
    advisor_ids: tuple[AdvisorId, ...] | None = None


@dataclass(frozen=True, slots=True)
class AcceptedTurn:
    """The turn, the fact number it was accepted under, and whether the key had been used before."""

    turn: Turn
    seq: int
    replayed: bool


async def accept_turn(engine: Engine, principal: Principal, command: AcceptTurn) -> AcceptedTurn:
    """When this returns the message is on disk and its replies are on their way.

    The same key and body again returns the same turn. Refuses an empty message, unknown advisors, a key used for
    another body, and a conversation that is still being answered.
    """
    engine.check_open()
    text = clean_text(command.text)
    if not text.strip():
        raise EmptyMessage
    new = NewTurn(
        id=TurnId(new_id("t")),
        conversation_id=command.conversation_id,
        text=text,
        key=command.key,
        body_sha256=_fingerprint(command, text),
        node_id=engine.node_id,
        at=datetime.now(UTC),
    )
    pull_plug("before_commit")
    accepted = await engine.store.write(principal, write_turn, new, lambda line_up: _slots(engine, command, line_up))
    pull_plug("after_commit")
    if accepted.fact is None:
        return await _replay(engine, principal, accepted.turn_id)
    metrics.turns_accepted.inc()
    engine.live.publish(accepted.fact)
    await engine.start_turn(new.id, principal.workspace_id)
    pull_plug("after_start")
    return AcceptedTurn(accepted.fact.turn, accepted.fact.seq, replayed=False)


def choose(line_up: Sequence[Advisor], wanted: tuple[AdvisorId, ...] | None) -> tuple[Advisor, ...]:
    """The advisors asked, in the panel's order; `NotFound` for one that is not in it."""
    if wanted is None:
        asked = tuple(line_up)
    else:
        known = {advisor.id for advisor in line_up}
        for advisor_id in wanted:
            if advisor_id not in known:
                raise NotFound("advisor", advisor_id)
        asked = tuple(advisor for advisor in line_up if advisor.id in set(wanted))
    if not asked:
        raise NoAdvisors
    return asked


async def _replay(engine: Engine, principal: Principal, turn_id: TurnId) -> AcceptedTurn:
    """The turn this key stands for. Should a crash have kept it from starting, recovery starts it, not we."""
    turn, seq = await engine.store.read(principal, read_accepted, turn_id)
    return AcceptedTurn(turn, seq, replayed=True)


def _slots(engine: Engine, command: AcceptTurn, line_up: tuple[Advisor, ...]) -> tuple[Reply, ...]:
    asked = choose(line_up, command.advisor_ids)
    return tuple(_slot(advisor, engine.options.default_model) for advisor in asked)


def _slot(advisor: Advisor, default_model: str) -> Reply:
    return Reply(
        id=ReplyId(new_id("r")),
        advisor_id=advisor.id,
        advisor_version=advisor.version,
        name=advisor.name,
        colour=advisor.colour,
        model=advisor.model or default_model,
    )


def _fingerprint(command: AcceptTurn, text: str) -> str:
    body = {"conversation": command.conversation_id, "text": text, "advisors": command.advisor_ids}
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
