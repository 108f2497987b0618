"""Begin to ask a panel what somebody once asked."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId, TurnId
from antiphon.conversation.revisit import Revisit
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork
from antiphon.engine.commands.accept_turn import AcceptTurn, Beginning, accept_turn
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import Composed
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.reads.panels import read_default_panel, read_panel
from antiphon.store.reads.revisits import read_questions, read_revisit
from antiphon.store.unit import Unit
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.revisits import begin_revisit
from antiphon.store.writes.work import begin_work

_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class StartRevisit:
    """Whose questions, of which panel (none: the default one), and how many of them (none: all).

    Without a `title` the new conversation has that of the old one.
    """

    source_id: ConversationId
    panel_id: PanelId | None = None
    count: int | None = None
    title: str | None = None


async def start_revisit(
    engine: Engine, principal: Principal, command: StartRevisit, key: UsedKey | None = None
) -> Revisit:
    """The first question is on disk and on its way; the others follow, each when the one before it was answered.

    Refuses a conversation in which nobody asked anything in words, and whatever a first message would be refused for.
    The same key again begins nothing, and returns the same.
    """
    engine.check_open()
    return await do_once(engine.store, principal, key, partial(_start, engine, principal, command, key), read_revisit)


async def _start(engine: Engine, principal: Principal, command: StartRevisit, key: UsedKey | None) -> Revisit:
    source, texts, panel_id = await engine.store.read(principal, _read, command)
    now, revisit_id = datetime.now(UTC), new_id("rv")
    here = ConversationId(new_id("c"))

    def in_same_transaction(unit: Unit, turn_id: TurnId, _composed: Mapping[AdvisorId, Composed]) -> None:
        claim_key(unit, key, revisit_id)
        begin_revisit(unit, Revisit(revisit_id, source.id, here, panel_id, len(texts), 1, turn_id, now))
        begin_work(unit, NewWork(revisit_id, "revisit", now, here))

    title = clean_text(command.title or source.title or source.opening).strip()[:_LONGEST_TITLE]
    question = AcceptTurn(
        conversation_id=here,
        text=texts[0],
        key=name_question(revisit_id, 0),
        choice=choose_usual(engine, principal),
        begins=Beginning(panel_id, title=title),
        in_same_transaction=in_same_transaction,
    )
    await accept_turn(engine, principal, question)
    engine.work.wake(revisit_id)
    return await engine.store.read(principal, read_revisit, revisit_id)


def _read(unit: Unit, command: StartRevisit) -> tuple[ConversationLine, Sequence[str], PanelId]:
    source = read_conversation(unit, command.source_id)
    texts = pick(unit, source.id, read_questions(unit, source.id).texts, command.count)
    panel = read_default_panel(unit) if command.panel_id is None else read_panel(unit, command.panel_id)
    return source, texts, panel.id


def pick(unit: Unit, source_id: ConversationId, texts: Sequence[str], count: int | None) -> Sequence[str]:
    """The first so many of these questions; refused where there is none, or no such conversation."""
    read_conversation(unit, source_id)
    if not texts:
        raise CommandRefused("asking again", "nobody has asked anything in words there")
    return texts if count is None else texts[:count]


def choose_usual(engine: Engine, principal: Principal) -> Choice:
    """The person's usual choice. Nobody is there to answer an advisor that asks back, so each says its view at once."""
    return replace(engine.options_of(principal).choice, phase="last")


def name_question(revisit_id: str, number: int) -> str:
    """The key a question is accepted with: asked twice, it is asked once."""
    return hashlib.sha256(f"revisit {revisit_id} {number}".encode()).hexdigest()
