"""Ask in the conversation that a program on a stateless wire means, and know it again the next time."""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import KeyReused, TurnInFlight
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.outside import Told, fingerprint
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.accept_turn import AcceptedTurn, Beginning
from antiphon.engine.commands.ask_for_program import ProgramQuestion, ask_for_program
from antiphon.engine.commands.conversations import branch_conversation
from antiphon.engine.commands.outside_places import OWN_ID, Found, OutsideQuestion, find
from antiphon.engine.commands.turns import remove_turns
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.outside import read_fingerprint
from antiphon.store.reads.turns import read_accepted, read_standing_turns
from antiphon.store.unit import Unit
from antiphon.store.writes.outside import (
    keep_program_request,
    leave_fingerprint,
    name_outside,
    put_away_at,
    put_off,
)

# A program that lost its answer asks again within minutes; one that shows a key may take as long as any key lives.
_RETRY_MINUTES = 10
_KEY_HOURS = 24
_BUSY_SECONDS = 60.0
_POLL_SECONDS = 0.25


class AskedOutside(NamedTuple):
    """The turn, the fact it was accepted as, and what became of the program's idea of the conversation.

    `joined` when the question had been asked already; `diverged` when the history fits nothing that is here.
    """

    turn: Turn
    seq: int
    joined: bool = False
    diverged: bool = False


class _Moved(Exception):
    """Somebody else went on from the same turn in the meantime."""


async def ask_outside(engine: Engine, principal: Principal, question: OutsideQuestion) -> AskedOutside:
    """When this returns the question is on disk, once: a request that is repeated joins the turn it made before.

    Goes on with the conversation the program means, in which later turns may be removed (they can be restored) and one
    may be asked again; or begins one. `TurnInFlight` after a minute in which it was being answered.
    """
    engine.check_open()
    request = _Request(question, principal.token_id or "", datetime.now(UTC))
    if (known := await engine.store.read(principal, request.read_known)) is not None:
        return known
    try:
        return await _find_and_ask(engine, principal, question, request)
    except KeyReused:
        # Two came with one key at the same moment; the other was quicker.
        if (known := await engine.store.read(principal, request.read_known)) is None:
            raise
        return known


async def _find_and_ask(
    engine: Engine, principal: Principal, question: OutsideQuestion, request: "_Request"
) -> AskedOutside:
    while True:
        found = await engine.store.read(principal, find, question)
        try:
            return await _ask(engine, principal, question, request, found)
        except _Moved:
            # Then there is a turn behind the one it goes on from, and the next look finds it.
            continue


async def remember_answer(engine: Engine, principal: Principal, turn: Turn, prints: Sequence[str]) -> None:
    """Let histories that end with the answer to this turn be known again."""
    await engine.store.write(principal, _leave, turn, prints, datetime.now(UTC))


def print_answers(question: OutsideQuestion, *answers: Sequence[str]) -> list[str]:
    """Fingerprints of the history as it stands after this question got one of these answers, in so many messages."""
    asked = (*question.history, Told("user", question.text, question.images))
    return [fingerprint((*asked, *(Told("assistant", each) for each in messages))) for messages in answers]


class _Request:
    """What a request is known again by."""

    def __init__(self, question: OutsideQuestion, token_id: str, now: datetime) -> None:
        self._question = question
        self._token_id = token_id
        self._now = now
        said = f"key {question.key}" if question.key is not None else f"body {question.request_sha256}"
        self.fingerprint = hashlib.sha256(said.encode()).hexdigest()

    @property
    def key(self) -> str:
        """The key the turn is accepted with: one of its own for every request that shows none.

        Such keys are a person's, and two programs of one person know nothing of each other: both may count from 1.
        """
        if self._question.key is None:
            return new_id("k")
        shown = f"{self._token_id} key {self._question.key}"
        return f"outside {hashlib.sha256(shown.encode()).hexdigest()}"

    def read_known(self, unit: Unit) -> AskedOutside | None:
        """The turn this request made before."""
        lives = timedelta(minutes=_RETRY_MINUTES) if self._question.key is None else timedelta(hours=_KEY_HOURS)
        if self._question.key is None and not self._question.is_retry:
            return None
        known = read_fingerprint(unit, "request", self.fingerprint, self._now - lives)
        if known is None:
            return None
        if known.body_sha256 != self._question.request_sha256:
            raise KeyReused(self._question.key or "")
        turn, seq = read_accepted(unit, known.turn_id)
        return AskedOutside(turn, seq, joined=True)

    def leave(self, unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> None:
        """Be known again by it."""
        body = self._question.request_sha256
        leave_fingerprint(unit, "request", self.fingerprint, conversation_id, turn_id, self._now, body)


async def _ask(
    engine: Engine, principal: Principal, question: OutsideQuestion, request: _Request, found: Found
) -> AskedOutside:
    found = await _make_room(engine, principal, question, found)
    now, options = datetime.now(UTC), engine.options_of(principal)
    conversation_id, foreign, begins = found.conversation_id, found.place.foreign, None
    if conversation_id is None:
        kept_until = None if question.kept else now + timedelta(seconds=options.unkept_seconds)
        begins = Beginning(question.panel_id, kept_until)
        conversation_id, foreign = ConversationId(new_id("c")), len(question.history)
    asked = question.write_question(conversation_id, foreign)
    away = None if question.names else now + timedelta(seconds=options.programs_seconds)

    def remember(unit: Unit, turn_id: TurnId, _composed: object) -> None:
        if found.turns and question.after is not None:
            _check_last(unit, conversation_id, found.turns[-1].id)
        if question.request is not None:
            keep_program_request(unit, conversation_id, turn_id, question.request)
            name_outside(unit, OWN_ID, conversation_id, conversation_id)
        for source, name in question.names:
            name_outside(unit, source, name, conversation_id)
        request.leave(unit, conversation_id, turn_id)
        if begins is not None or found.is_new:
            put_away_at(unit, conversation_id, away)
        elif not found.by_name and away is not None:
            put_off(unit, conversation_id, away)

    again = found.turns[found.place.kept].id if found.place.asked_again else None
    asked = replace(asked, key=request.key, replaces=again, begins=begins, in_same_transaction=remember)
    accepted = await _ask_when_free(engine, principal, asked)
    return AskedOutside(accepted.turn, accepted.seq, accepted.replayed, found.diverged)


async def _make_room(engine: Engine, principal: Principal, question: OutsideQuestion, found: Found) -> Found:
    """Take away what the program no longer knows of; where somebody is being answered there, go another way."""
    if found.branches:
        branch = await branch_conversation(engine, principal, found.turns[found.place.kept - 1].id)
        return Found(branch.id, found.place, is_new=True)
    if found.conversation_id is None or not found.place.asked_again:
        return found
    behind = found.turns[found.place.kept :]
    if not found.by_name and any(each.is_open for each in behind):
        # The same history goes on in two ways at once: that is nobody's correction.
        branch = await branch_conversation(engine, principal, found.turns[found.place.kept - 1].id)
        return Found(branch.id, replace(found.place, asked_again=False), is_new=True)
    if len(behind) > 1:
        later = tuple(each.id for each in behind[1:])
        await remove_turns(engine, principal, found.conversation_id, later)
    return found


def _check_last(unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> None:
    """`_Moved` unless nobody has asked anything behind this turn."""
    standing = read_standing_turns(unit, conversation_id)
    if not standing or standing[-1].id != turn_id:
        raise _Moved


async def _ask_when_free(engine: Engine, principal: Principal, asked: ProgramQuestion) -> AcceptedTurn:
    """Wait for whoever is being answered there, for a while."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _BUSY_SECONDS
    while True:
        try:
            return await ask_for_program(engine, principal, asked)
        except TurnInFlight:
            if loop.time() > until:
                raise
            await asyncio.sleep(_POLL_SECONDS)


def _leave(unit: Unit, turn: Turn, prints: Sequence[str], at: datetime) -> None:
    for each in prints:
        leave_fingerprint(unit, "history", each, turn.conversation_id, turn.id, at)
