"""One voice's attempts in a row: what may go between two of them, and what the receipts say about each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from tests.fakes.model_server import Received
from tests.journeys.wires.bodies import Seen
from tests.journeys.wires.checks import Tally, check_body
from tests.journeys.wires.house import FORMAT_OF
from tests.journeys.wires.past import Talk
from tests.journeys.wires.reckoning import Due, estimate, least_worth
from tests.journeys.wires.sending import Fate, Sending
from tests.journeys.wires.servers import ROOM, names_room
from tests.journeys.wires.thread import has_opener, is_strict

_MOST_TRIMS = 10


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one attempt must hold: how many turns went so far, whether the block went, the longest answer."""

    due: Due
    trimmed: tuple[str, ...]
    dropped_block: bool
    max_tokens: int


def plan_attempts(talk: Talk, sending: Sending, due: Due, fate: Fate) -> tuple[list[Attempt], bool]:
    """W53, D17, D20, I-30, I-33: every attempt that must be made, and whether the last one can be delivered."""
    attempts = [Attempt(due, (), dropped_block=False, max_tokens=due.voice.max_tokens)]
    lowered = False
    wire = FORMAT_OF[due.voice.provider]
    for overflow in fate.overflows:
        now = attempts[-1]
        if names_room(wire, overflow) and not lowered and now.max_tokens > ROOM:
            lowered = True
            attempts.append(replace(now, max_tokens=ROOM))
        elif (smaller := _shrink(talk, sending, now)) is not None:
            attempts.append(smaller)
        else:
            return attempts, False
    return attempts, True


def _shrink(talk: Talk, sending: Sending, now: Attempt) -> Attempt | None:
    due = now.due
    if len(now.trimmed) == _MOST_TRIMS:
        return None
    if due.turns:
        least = sending.dropping == "importance"
        gone = least_worth(due.turns, due.voice.number) if least else due.turns[0]
        left = tuple(turn for turn in due.turns if turn != gone)
        return replace(now, due=replace(due, turns=left), trimmed=(*now.trimmed, talk.turn_id(gone)))
    if due.quotes:
        return replace(now, due=replace(due, quotes=()), dropped_block=True)
    return None


def check_attempts(
    talk: Talk,
    planned: Sequence[Attempt],
    received: Sequence[Received],
    receipts: Sequence[dict[str, Any]],
    tally: Tally,
) -> None:
    """I-30, I-33, I-34: each attempt is what it had to be, and its receipt says so."""
    assert len(received) == len(planned), f"I-30: {len(received)} requests instead of {len(planned)}"
    assert len(receipts) == len(planned), "I-34: not one receipt per request"
    records = [receipt["telemetry"] for receipt in receipts]
    for attempt, request, receipt in zip(planned, received, receipts, strict=True):
        assert receipt["body"].encode() == request.body, "I-26, I-34: the receipt holds other bytes than were sent"
        seen = check_body(request.body, talk, attempt.due, tally)
        assert seen.max_tokens == attempt.max_tokens, "I-33: another longest answer than is due"
        check_record(talk, attempt, planned[0], seen, receipt["telemetry"])
        tally.checks["I-34"] += 1
    check_shrinking(records)
    if len(planned) > 1:
        tally.checks.update(("I-30", "I-33"))


def check_record(talk: Talk, attempt: Attempt, first: Attempt, seen: Seen, record: dict[str, Any]) -> None:
    """I-34: sent = predicted - trimmed, and the record describes the body that was received."""
    due = attempt.due
    assert record["predicted_count"] == len(first.due.turns), "I-34: predicted"
    assert tuple(record["trimmed"]) == attempt.trimmed, "I-30: another turn went than had to"
    assert record["trimmed_count"] == len(attempt.trimmed)
    assert record["sent_count"] == len(due.turns) == record["predicted_count"] - record["trimmed_count"], "I-34: sent"
    assert record["dropped_reference"] == attempt.dropped_block
    assert record["max_tokens"] == attempt.max_tokens
    assert [each["turn_id"] for each in record["selection"]] == [talk.turn_id(turn) for turn in due.turns], "I-34"
    assert _lengths(record, due) == _seen_lengths(seen, due), "I-34: the record tells of other messages than were sent"
    assert record["request_tokens"] == estimate(due.message), "I-34: AUT"
    history = sum(each["tokens"] for each in record["selection"])
    assert record["attempt_history_tokens"] == history
    assert record["attempt_total_tokens"] == history + record["fixed_tokens"] + record["request_tokens"]


def _lengths(record: dict[str, Any], due: Due) -> list[tuple[str, int]]:
    """Role and length of every text and result, joined as the wire joins them."""
    texts = [each for each in record["messages"] if (each["kind"], each["role"]) != ("tool", "assistant")]
    atoms: list[list[Any]] = []
    apart = True
    for each in record["messages"]:
        if each not in texts:
            apart = True
            continue
        role, chars = each["role"], each["chars"]
        if not apart and is_strict(due.voice.provider) and role != "tool" and atoms and atoms[-1][0] == role:
            atoms[-1][1] += 2 + chars
        else:
            atoms.append([role, chars])
        apart = False
    return [(role, chars) for role, chars in atoms]


def _seen_lengths(seen: Seen, due: Due) -> list[tuple[str, int]]:
    """The same, read off the body. A server's own wish for an opener is no message of the payload."""
    thread = [atom for atom in seen.atoms if atom.kind != "call"]
    if has_opener(due):
        thread = thread[1:]
    return [("system", len(seen.system[0])), *((atom.role, len(atom.text)) for atom in thread)]


def check_shrinking(records: Sequence[dict[str, Any]]) -> None:
    """I-30, I-34, W49, W51: what was predicted stays, and every attempt is smaller than the one before."""
    first = records[0]
    assert first["attempt_total_tokens"] == (
        first["predicted_total_tokens"] + first["request_tokens"] - first["request_allowance"]
    ), "W49"
    for one, other in pairwise(records):
        for name in ("predicted_count", "predicted_history_tokens", "predicted_total_tokens"):
            assert one[name] == other[name], f"W51: {name} changed between two attempts"
        smaller = other["attempt_total_tokens"] < one["attempt_total_tokens"]
        assert smaller or other["max_tokens"] < one["max_tokens"], "I-30: an attempt that is no smaller"
        assert set(one["trimmed"]) <= set(other["trimmed"]), "I-30: a turn came back"
        kept = [each["turn_id"] for each in one["selection"]]
        left = [each["turn_id"] for each in other["selection"]]
        assert [each for each in kept if each in left] == left, "I-30: the order changed"
