"""Ask in the conversation that a program on a stateless wire means, and know it again the next time."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from antiphon.access.policy import Policy, Verb, check_allowed
from antiphon.access.principal import Principal
from antiphon.conversation.errors import KeyReused, NotFound, TurnInFlight
from antiphon.conversation.ids import ConversationId, PanelId, TurnId
from antiphon.conversation.outside import Place, Told, find_place, fingerprint, place_after
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.accept_turn import AcceptedTurn, Beginning
from antiphon.engine.commands.ask_for_program import ProgramQuestion, ask_for_program
from antiphon.engine.commands.conversations import branch_conversation
from antiphon.engine.commands.turns import remove_turns
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.outside import read_fingerprint, read_outside_thread
from antiphon.store.reads.turns import StandingTurn, read_accepted, read_standing_turns
from antiphon.store.unit import Unit
from antiphon.store.writes.outside import leave_fingerprint, name_outside, put_away_at

# A program that lost its answer asks again within minutes; one that shows a key may take as long as any key lives.
_RETRY_MINUTES = 10
_KEY_HOURS = 24
_BUSY_SECONDS = 60.0
_POLL_SECONDS = 0.25
# The source of a name that is the id of a conversation here.
OWN_ID = "antiphon"


class OutsideName(NamedTuple):
    """What a program calls a conversation, and where it said so."""

    source: str
    name: str


@dataclass(frozen=True, slots=True)
class OutsideQuestion:
    """A question on a stateless wire: what was said before it, and what it may be known by.

    `names` stand for the conversation, the surest first. `request_sha256` is of all that was sent; `is_retry` says that
    the program has sent it before, `key` that it wants to be known by this instead. `write_question` makes the question
    for a conversation, given how much of the history was never said here. One that is not `kept` is deleted soon.
    """

    names: tuple[OutsideName, ...]
    history: tuple[Told, ...]
    text: str
    request_sha256: str
    write_question: Callable[[ConversationId, int], ProgramQuestion]
    key: str | None = None
    is_retry: bool = False
    panel_id: PanelId | None = None
    kept: bool = True


class AskedOutside(NamedTuple):
    """The turn, the fact it was accepted as, and what became of the program's idea of the conversation.

    `joined` when the question had been asked already; `diverged` when the history fits nothing that is here.
    """

    turn: Turn
    seq: int
    joined: bool = False
    diverged: bool = False


class _Found(NamedTuple):
    conversation_id: ConversationId | None = None
    place: Place = Place(0)
    turns: Sequence[StandingTurn] = ()
    by_name: bool = False
    diverged: bool = False


async def ask_outside(engine: Engine, principal: Principal, question: OutsideQuestion) -> AskedOutside:
    """When this returns the question is on disk, once: a request that is repeated joins the turn it made before.

    Goes on with the conversation the program means, in which later turns may be removed (they can be restored) and one
    may be asked again; or begins one. `TurnInFlight` after a minute in which it was being answered.
    """
    engine.check_open()
    request = _Request(question, datetime.now(UTC))
    if (known := await engine.store.read(principal, request.read_known)) is not None:
        return known
    found = await engine.store.read(principal, _find, question)
    try:
        return await _ask(engine, principal, question, request, found)
    except KeyReused:
        # Two came with one key at the same moment; the other was quicker.
        if (known := await engine.store.read(principal, request.read_known)) is None:
            raise
        return known


async def remember_answer(engine: Engine, principal: Principal, turn: Turn, prints: Sequence[str]) -> None:
    """Let histories that end with the answer to this turn be known again."""
    await engine.store.write(principal, _leave, turn, prints, datetime.now(UTC))


def print_answers(question: OutsideQuestion, answers: Sequence[str]) -> list[str]:
    """Fingerprints of the history as it stands after this question got one of these answers."""
    asked = (*question.history, Told("user", question.text))
    return [fingerprint((*asked, Told("assistant", each))) for each in answers]


class _Request:
    """What a request is known again by."""

    def __init__(self, question: OutsideQuestion, now: datetime) -> None:
        self._question = question
        self._now = now
        said = f"key {question.key}" if question.key is not None else f"body {question.request_sha256}"
        self.fingerprint = hashlib.sha256(said.encode()).hexdigest()

    @property
    def key(self) -> str:
        """The key the turn is accepted with: one of its own for every request that shows none."""
        return new_id("k") if self._question.key is None else f"outside {self.fingerprint}"

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


def _find(unit: Unit, question: OutsideQuestion) -> _Found:
    """The conversation that is meant, and where in it the question belongs."""
    for source, name in question.names:
        conversation_id = _find_named(unit, source, name)
        if conversation_id is not None:
            turns = read_standing_turns(unit, conversation_id)
            place = find_place(question.history, question.text, [each.text for each in turns])
            if place is None:
                return _Found(by_name=True, diverged=True)
            return _Found(conversation_id, place, turns, by_name=True)
    if question.names or not question.history:
        return _Found(by_name=bool(question.names))
    return _find_by_history(unit, question)


def _find_named(unit: Unit, source: str, name: str) -> ConversationId | None:
    if (named := read_outside_thread(unit, source, name)) is not None or source != OWN_ID:
        return named
    try:
        found = read_conversation(unit, ConversationId(name)).id
    except NotFound:
        return None
    check_allowed(unit.principal, Policy(Verb.WRITE, "conversation"))
    return found


def _find_by_history(unit: Unit, question: OutsideQuestion) -> _Found:
    long_ago = datetime.fromtimestamp(0, UTC)
    known = read_fingerprint(unit, "history", fingerprint(question.history), long_ago)
    if known is None:
        return _Found()
    turns = read_standing_turns(unit, known.conversation_id)
    kept = next((number for number, each in enumerate(turns, 1) if each.id == known.turn_id), None)
    if kept is None:
        return _Found()
    place = place_after(question.history, [each.text for each in turns], kept)
    return _Found(known.conversation_id, place, turns)


async def _ask(
    engine: Engine, principal: Principal, question: OutsideQuestion, request: _Request, found: _Found
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
        for source, name in question.names:
            name_outside(unit, source, name, conversation_id)
        request.leave(unit, conversation_id, turn_id)
        if found.conversation_id is None or not found.by_name:
            put_away_at(unit, conversation_id, away)

    again = found.turns[found.place.kept].id if found.place.asked_again else None
    asked = replace(asked, key=request.key, replaces=again, begins=begins, in_same_transaction=remember)
    accepted = await _ask_when_free(engine, principal, asked)
    return AskedOutside(accepted.turn, accepted.seq, accepted.replayed, found.diverged)


async def _make_room(engine: Engine, principal: Principal, question: OutsideQuestion, found: _Found) -> _Found:
    """Take away what the program no longer knows of; where somebody is being answered there, go another way."""
    if found.conversation_id is None or not found.place.asked_again:
        return found
    behind = found.turns[found.place.kept :]
    if not found.by_name and any(each.is_open for each in behind):
        # The same history goes on in two ways at once: that is nobody's correction.
        branch = await branch_conversation(engine, principal, found.turns[found.place.kept - 1].id)
        return _Found(branch.id, replace(found.place, asked_again=False))
    if len(behind) > 1:
        later = tuple(each.id for each in behind[1:])
        await remove_turns(engine, principal, found.conversation_id, later)
    return found


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
