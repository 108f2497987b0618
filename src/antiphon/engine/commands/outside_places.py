"""Which conversation a program on a stateless wire means, and where in it its question belongs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.access.policy import Policy, Verb, check_allowed, is_allowed
from antiphon.conversation.errors import AnswerUnknown, NotFound
from antiphon.conversation.ids import ConversationId, PanelId, TurnId
from antiphon.conversation.outside import Place, Told, count_foreign, find_place, fingerprint, place_after
from antiphon.conversation.program_request import ProgramRequest
from antiphon.engine.commands.ask_for_program import ProgramQuestion
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.outside import KeptRequest, read_fingerprint, read_outside_thread, read_program_request
from antiphon.store.reads.turns import StandingTurn, read_standing_turns
from antiphon.store.unit import Unit

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
    `after` is the turn it goes on from, whatever came behind that one; with `appends` it is never one asked again.
    `tells_again` says that the history before it is what was said here up to there; otherwise it was said elsewhere.
    `request` is kept beside the question.
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
    images: tuple[str, ...] = ()
    after: TurnId | None = None
    tells_again: bool = False
    appends: bool = False
    request: ProgramRequest | None = None


class Found(NamedTuple):
    """A conversation and the place in it; no conversation where a new one is to begin."""

    conversation_id: ConversationId | None = None
    place: Place = Place(0)
    turns: Sequence[StandingTurn] = ()
    by_name: bool = False
    diverged: bool = False
    # Others have gone on from the same turn: this one goes another way.
    branches: bool = False
    is_new: bool = False


def find_answer(unit: Unit, turn_id: TurnId, verb: Verb = Verb.READ) -> KeptRequest:
    """What was asked for with an answer of the same program; `AnswerUnknown` for any other.

    Whoever may do so much with every conversation need not be the program that asked.
    """
    kept = read_program_request(unit, turn_id)
    if kept is None:
        raise AnswerUnknown(turn_id)
    is_own = kept.token_id == (unit.principal.token_id or "")
    if not is_own and not is_allowed(unit.principal, Policy(verb, "conversation")):
        raise AnswerUnknown(turn_id)
    return kept


def find(unit: Unit, question: OutsideQuestion) -> Found:
    """The conversation that is meant, and where in it the question belongs."""
    if question.after is not None:
        return _find_after(unit, question, question.after)
    for source, name in question.names:
        conversation_id = _find_named(unit, source, name)
        if conversation_id is not None:
            turns = read_standing_turns(unit, conversation_id)
            place = Place(len(turns)) if question.appends else _find_place(question, turns)
            if place is None:
                return Found(by_name=True, diverged=True)
            return Found(conversation_id, place, turns, by_name=True)
    if question.names or not question.history:
        return Found(by_name=bool(question.names))
    return _find_by_history(unit, question)


def _find_after(unit: Unit, question: OutsideQuestion, after: TurnId) -> Found:
    """Behind a turn that was named; what else the program tells was said elsewhere."""
    kept = find_answer(unit, after, Verb.WRITE)
    turns = read_standing_turns(unit, kept.conversation_id)
    place = next((number for number, each in enumerate(turns, 1) if each.id == after), None)
    if place is None:
        raise AnswerUnknown(after)
    foreign = count_foreign(question.history, place) if question.tells_again else len(question.history)
    where = Place(place, foreign=foreign)
    return Found(kept.conversation_id, where, turns, branches=place < len(turns))


def _find_place(question: OutsideQuestion, turns: Sequence[StandingTurn]) -> Place | None:
    return find_place(question.history, question.text, [each.text for each in turns])


def _find_named(unit: Unit, source: str, name: str) -> ConversationId | None:
    if (named := read_outside_thread(unit, source, name)) is not None or source != OWN_ID:
        return named
    try:
        found = read_conversation(unit, ConversationId(name)).id
    except NotFound:
        return None
    check_allowed(unit.principal, Policy(Verb.WRITE, "conversation"))
    return found


def _find_by_history(unit: Unit, question: OutsideQuestion) -> Found:
    long_ago = datetime.fromtimestamp(0, UTC)
    known = read_fingerprint(unit, "history", fingerprint(question.history), long_ago)
    if known is None:
        return Found()
    turns = read_standing_turns(unit, known.conversation_id)
    kept = next((number for number, each in enumerate(turns, 1) if each.id == known.turn_id), None)
    if kept is None:
        return Found()
    place = place_after(question.history, [each.text for each in turns], kept)
    return Found(known.conversation_id, place, turns)
