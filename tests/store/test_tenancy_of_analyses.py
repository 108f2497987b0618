"""What was read out of a conversation is as far from others as the conversation itself (I-50)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.conversation.analysis import Analysis, AnalysisCall
from antiphon.conversation.errors import NotFound
from antiphon.conversation.heartbeat import Heartbeat, HeartbeatRun
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, TurnId
from antiphon.conversation.round import Round, RoundRun
from antiphon.conversation.turn import Turn
from antiphon.conversation.work import NewWork
from antiphon.store.reads.analyses import is_open, list_analyses, read_analysis, read_newest, read_reach
from antiphon.store.reads.claims import read_claim, read_map, read_newest_map
from antiphon.store.reads.heartbeat_runs import read_heartbeat_run, read_heartbeat_runs
from antiphon.store.reads.heartbeats import read_heartbeat, read_heartbeats
from antiphon.store.reads.journal import read_decision, read_decisions_of, search_decisions
from antiphon.store.reads.reviews import DueReview, is_still_due
from antiphon.store.reads.rounds import has_open_run, read_looks_since, read_run, read_runs
from antiphon.store.reads.search_claims import search_claims
from antiphon.store.reads.syntheses import read_sent_synthesis, read_synthesis, read_usable_synthesis
from antiphon.store.reads.work import list_work, read_answers, read_work
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis, write_calls
from antiphon.store.writes.claims import dispute_claim
from antiphon.store.writes.heartbeat_runs import (
    fire_heartbeat_run,
    mark_heartbeat_run_read,
    retake_review,
    skip_heartbeat_run,
    take_heartbeat_run,
)
from antiphon.store.writes.heartbeats import advance_heartbeat, save_heartbeat, void_heartbeats
from antiphon.store.writes.journal import (
    NewDecision,
    change_decision,
    put_off_review,
    release_reviews,
    remove_decision,
    restore_decision,
    write_decision,
)
from antiphon.store.writes.rounds import begin_run, end_runs, stop_run
from antiphon.store.writes.seed import seed
from antiphon.store.writes.work import begin_work, keep_answer, stop_work
from tests.store.deeds import NOON, OTHER, answer, begin
from tests.store.test_claims import draw
from tests.store.test_syntheses import write

SKEPTIC = AdvisorId("skeptic")
OTHER_NODE = NodeId("n_x")
CALL = AnalysisCall("claims", "fake", "m", "http://here", "0" * 64, "2026-01-01T00:00:00Z", "my secret", answer="mine")
FORGED = AnalysisCall("claims", "fake", "m", "http://there", "1" * 64, "2026-01-01T00:00:00Z", "mine now")
DONE = AnalysisEnding("failed", {}, {}, NOON)


@dataclass(frozen=True, slots=True)
class Things:
    """What the local person has; or names of things that nobody has."""

    conversation: ConversationId
    turn: TurnId
    map: str = "an_map"
    text: str = "an_text"
    running: str = "an_running"
    run: str = "rr_1"
    beat: str = "b_1"
    decision: str = "d_1"


NOTHING = Things(ConversationId("c_none"), TurnId("t_none"), *(f"none_{number}" for number in range(6)))

Call = Callable[[Store, Principal, Things], Awaitable[object]]


def heartbeat(it: Things, who: Principal = LOCAL) -> Heartbeat:
    return Heartbeat(
        who.workspace_id, it.conversation, SKEPTIC, who.id, enabled=True, every_minutes=60, next_at=NOON, generation=1
    )


def run_of(it: Things) -> RoundRun:
    return RoundRun(it.run, it.conversation, LOCAL.id, 3, "my secret", NOON, rounds=(Round(1, it.turn, 0.1),))


def beat_of(it: Things) -> HeartbeatRun:
    return HeartbeatRun(it.beat, it.conversation, SKEPTIC, "review", NOON, 0, "taken", NOON, decision_id=it.decision)


def due_of(it: Things) -> DueReview:
    return DueReview(
        LOCAL.workspace_id, LOCAL.id, it.decision, it.conversation, SKEPTIC, NOON, "?", "my secret", 70, "", NOON
    )


def is_due_for(unit: Unit, it: Things) -> bool:
    """Whether this principal's own decision of that name is due."""
    return is_still_due(unit, due_of(it)._replace(workspace_id=unit.workspace_id))


READS: dict[str, Call] = {
    "look": lambda store, who, it: store.read(who, read_analysis, it.map),
    "work": lambda store, who, it: store.read(who, read_work, it.running),
    "all work": lambda store, who, it: store.read(who, list_work),
    "answers": lambda store, who, it: store.read(who, read_answers, it.running),
    "looks": lambda store, who, it: store.read(who, list_analyses, it.conversation),
    "newest look": lambda store, who, it: store.read(who, read_newest, it.turn, "map"),
    "open look": lambda store, who, it: store.read(who, is_open, it.running),
    "looked to": lambda store, who, it: store.read(who, read_reach, it.conversation, "map"),
    "looks since": lambda store, who, it: store.read(who, read_looks_since, [it.turn], NOON),
    "map": lambda store, who, it: store.read(who, read_map, it.turn),
    "newest map": lambda store, who, it: store.read(who, read_newest_map, it.turn),
    "claim": lambda store, who, it: store.read(who, read_claim, it.map, 1),
    "claims by words": lambda store, who, it: store.read(who, search_claims, "secret", 5, it.conversation),
    "synthesis": lambda store, who, it: store.read(who, read_synthesis, it.turn),
    "usable synthesis": lambda store, who, it: store.read(who, read_usable_synthesis, it.conversation, it.text),
    "sent synthesis": lambda store, who, it: store.read(who, read_sent_synthesis, it.conversation, it.text),
    "run": lambda store, who, it: store.read(who, read_run, it.run),
    "runs": lambda store, who, it: store.read(who, read_runs, it.conversation),
    "open run": lambda store, who, it: store.read(who, has_open_run, it.conversation),
    "heartbeat": lambda store, who, it: store.read(who, read_heartbeat, it.conversation, SKEPTIC),
    "heartbeats": lambda store, who, it: store.read(who, read_heartbeats, it.conversation),
    "beat": lambda store, who, it: store.read(who, read_heartbeat_run, it.beat),
    "beats": lambda store, who, it: store.read(who, read_heartbeat_runs, it.conversation),
    "due review": lambda store, who, it: store.read(who, is_due_for, it),
    "decision": lambda store, who, it: store.read(who, read_decision, it.decision),
    "decisions of a turn": lambda store, who, it: store.read(who, read_decisions_of, [it.turn]),
    "decisions by words": lambda store, who, it: store.read(who, search_decisions, "secret", 5, it.conversation),
}
WRITES: dict[str, Call] = {
    "write a call": lambda store, who, it: store.write(who, write_calls, it.map, {0: FORGED}),
    "end a look": lambda store, who, it: store.write(who, end_analysis, it.running, DONE, {}),
    "dispute": lambda store, who, it: store.write(who, dispute_claim, it.map, 1, SKEPTIC, disputed=True),
    "stop work": lambda store, who, it: store.write(who, stop_work, it.running),
    "stop a run": lambda store, who, it: store.write(who, stop_run, it.run, NOON),
    "end runs": lambda store, who, it: store.write(who, end_runs, it.conversation, "person", NOON),
    "advance": lambda store, who, it: store.write(who, advance_heartbeat, heartbeat(it), NOON + timedelta(days=1)),
    "void": lambda store, who, it: store.write(who, void_heartbeats, it.conversation),
    "read a beat": lambda store, who, it: store.write(who, mark_heartbeat_run_read, it.beat),
    "skip a beat": lambda store, who, it: store.write(who, skip_heartbeat_run, it.beat, "failed", "mine now", None),
    "fire a beat": lambda store, who, it: store.write(who, fire_heartbeat_run, it.beat, "mine now", it.map, it.turn),
    "retake a review": lambda store, who, it: store.write(who, retake_review, beat_of(it)),
    "change a decision": lambda store, who, it: store.write(
        who, change_decision, it.decision, {"outcome": "right"}, NOON
    ),
    "take a decision out": lambda store, who, it: store.write(who, remove_decision, it.decision, NOON),
    "put a decision back": lambda store, who, it: store.write(who, restore_decision, it.decision),
    "put off": lambda store, who, it: store.write(who, put_off_review, due_of(it), NOON + timedelta(days=1)),
    "release": lambda store, who, it: store.write(who, release_reviews, it.conversation, SKEPTIC),
}


def fill(unit: Unit, turn: Turn, it: Things) -> None:
    """Everything there can be about one turn."""
    draw(unit, turn, it.map, text="my secret")
    write_calls(unit, it.map, {0: CALL})
    begin_analysis(unit, Analysis(it.running, it.conversation, "scan", "fake:m", "running", 1, 1, NOON), it.running)
    begin_work(unit, NewWork(it.running, "memory", NOON, it.conversation))
    keep_answer(unit, read_work(unit, it.running), "step", "0" * 64, 1, {"answer": "my secret"})
    write(unit, turn, it.text, "my secret")
    begin_run(unit, run_of(it))
    save_heartbeat(unit, heartbeat(it), NOON)
    write_decision(unit, NewDecision(it.decision, turn.id, ("my secret",), "my secret", 70, review_at=NOON), NOON)
    take_heartbeat_run(unit, beat_of(it))


async def own_things(store: Store) -> Things:
    """A conversation of the local person in which all of it has happened; the other workspace exists too."""
    await store.write(OTHER, seed, load_starter(), NOON)
    turn = await answer(store, await begin(store), "my secret", "Yes.")
    things = Things(turn.conversation_id, turn.id)
    await store.write(LOCAL, fill, turn, things)
    return things


async def outcome(call: Call, store: Store, it: Things, who: Principal = OTHER) -> object:
    """What the other principal is answered, without the ids it asked for."""
    try:
        return await call(store, who, it)
    except NotFound as error:
        return NotFound, error.kind


@pytest.mark.parametrize("name", READS)
async def test_others_read_nothing(store: Store, name: str) -> None:
    """I-50: foreign and missing are told apart by nothing."""
    things = await own_things(store)

    foreign = await outcome(READS[name], store, things)

    assert foreign == await outcome(READS[name], store, NOTHING)
    assert "secret" not in repr(foreign)
    assert await READS[name](store, LOCAL, things)


@pytest.mark.parametrize("name", WRITES)
async def test_others_write_nothing(store: Store, name: str) -> None:
    """I-50: the same answer as for a missing thing, and no trace."""
    things = await own_things(store)
    before = [await READS[each](store, LOCAL, things) for each in READS]

    foreign = await outcome(WRITES[name], store, things)

    assert foreign == await outcome(WRITES[name], store, NOTHING)
    assert [await READS[each](store, LOCAL, things) for each in READS] == before
