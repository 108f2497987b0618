"""One conversation from its past to its receipts: look, look again, send, compare."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from tests.fakes.model_server import Received
from tests.fakes.wires import Format
from tests.journeys.wires.attempts import check_attempts, plan_attempts
from tests.journeys.wires.checks import Tally
from tests.journeys.wires.house import FORMAT_OF, House
from tests.journeys.wires.past import Answer, Asked, Talk
from tests.journeys.wires.reckoning import Due, Fixed, reckon
from tests.journeys.wires.sending import Fate, Sending, Usage
from tests.journeys.wires.servers import reported_by, script_of
from tests.journeys.wires.talks import Example, number_sending, number_talk
from tests.journeys.wires.write import write_talk

Json = dict[str, Any]


def travel(house: House, example: Example, tally: Tally) -> None:
    """Write the past, then send every message of the example and check all that was received for it."""
    talk = number_talk(example.talk, next(house.numbers), datetime.now(UTC))
    write_talk(house.database, talk)
    house.forget()
    tally.conversations += 1
    for sending in example.sendings:
        talk = _round(house, talk, number_sending(sending, talk, len(talk.turns) + 1), tally)


def _round(house: House, talk: Talk, sending: Sending, tally: Tally) -> Talk:
    """One message; returns the conversation with the turn it became."""
    preview = look(house, talk, sending, tally)
    at = datetime.fromisoformat(preview["at"])
    due = reckon(talk, sending, at, _read_fixed(house, talk, sending, preview))
    for voice in sending.asked:
        wire, tokens = FORMAT_OF[talk.voices[voice].provider], talk.voices[voice].max_tokens
        house.scripts[talk.number, voice].extend(script_of(wire, sending.fates[voice], tokens))
    if all(each.too_large for each in due.values()):
        check_refused(house, talk, sending, preview, tally)
        return talk
    turn = send(house, talk, sending, preview)
    received = house.received(talk)
    for voice, one in due.items():
        reply = _reply_of(talk, turn, voice)
        _check_voice(house, talk, sending, one, preview, reply, received[voice], tally)
    return replace(talk, turns=(*talk.turns, _as_past(talk, sending, turn, at)))


def look(house: House, talk: Talk, sending: Sending, tally: Tally) -> Json:
    """I-25: two previews of one state are the same; I-32: typing does not move the boundary."""
    path, draft = f"/v1/conversations/{talk.id}/preview", sending.draft(talk)
    status, first = house.post(path, draft)
    assert status == 200, first
    _, again = house.post(path, draft | {"at": first["at"]})
    assert _fingerprints(again) == _fingerprints(first), "I-25: a second look shows other bytes"
    _, typed = house.post(path, draft | {"text": sending.text + " more", "details": False})
    assert typed["counter"] == first["counter"], "I-32: typing moved the boundary"
    spans = [each["spans"] for each in typed["advisors"]]
    assert spans == [each["spans"] for each in first["advisors"]], "I-32: typing moved the boundary"
    tally.checks.update(("I-25", "I-32"))
    return first


def _fingerprints(preview: Json) -> dict[str, str]:
    return {each["advisor_id"]: each["sha256"] for each in preview["advisors"] if each["sha256"] is not None}


def _read_fixed(house: House, talk: Talk, sending: Sending, preview: Json) -> dict[int, Fixed]:
    """The texts of the house, as the preview shows them; that they are what is sent is checked on the wire.

    A boundary is drawn before a filter that speaks of it hides anything, the block included.
    """
    if sending.filter.boundary:
        whole = replace(sending, filter=replace(sending.filter, boundary=""))
        _, preview = house.post(f"/v1/conversations/{talk.id}/preview", whole.draft(talk))
    found = {}
    for voice in sending.asked:
        shown = next(each for each in preview["advisors"] if each["advisor_id"] == talk.advisor_id(voice))
        said = {message["kind"]: message["content"] for message in shown["messages"]}
        found[voice] = Fixed(said["system"], tuple(said[kind] for kind in ("reference", "state") if kind in said))
    return found


def send(house: House, talk: Talk, sending: Sending, preview: Json) -> Json:
    """I-26: send exactly what was shown, and wait until everybody has ended."""
    body = sending.draft(talk) | {"at": preview["at"], "expect": _fingerprints(preview)}
    key = f"{talk.id} {len(talk.turns)}"
    status, accepted = house.post(f"/v1/conversations/{talk.id}/turns", body, **{"Idempotency-Key": key})
    assert status == 202, accepted
    return house.settled(accepted["turn"]["id"])


def check_refused(house: House, talk: Talk, sending: Sending, preview: Json, tally: Tally) -> None:
    """I-31: a message that fits nobody is refused, and nobody is called."""
    problems = [each["problem"] and each["problem"]["code"] for each in preview["advisors"]]
    assert set(problems) == {"user_prompt_too_large"}, f"I-31: {problems}"
    key = {"Idempotency-Key": f"{talk.id} large"}
    status, refusal = house.post(f"/v1/conversations/{talk.id}/turns", sending.draft(talk), **key)
    assert (status, refusal["code"]) == (422, "user_prompt_too_large"), refusal
    assert not house.received(talk), "I-31: somebody was called"
    tally.checks["I-31"] += 1


def _check_voice(
    house: House,
    talk: Talk,
    sending: Sending,
    due: Due,
    preview: Json,
    reply: Json,
    received: Sequence[Received],
    tally: Tally,
) -> None:
    shown = next(each for each in preview["advisors"] if each["advisor_id"] == reply["advisor_id"])
    receipts = house.get(f"/v1/replies/{reply['id']}/receipts")["items"]
    if due.too_large:
        assert (reply["state"], reply["error"]["code"]) == ("error", "user_prompt_too_large"), "I-31"
        assert not received, "I-31: called although the message does not fit"
        assert not receipts, "I-31: a receipt of nothing"
        tally.checks["I-31"] += 1
        return
    assert received, "nobody was called"
    sent = received[0].body
    assert hashlib.sha256(sent).hexdigest() == shown["sha256"], "I-26: sent something else than was shown"
    assert sent == shown["body"].encode(), "I-26: sent something else than was shown"
    tally.checks["I-26"] += 1
    fate = sending.fates[due.voice.number]
    planned, delivered = plan_attempts(talk, sending, due, fate)
    check_attempts(talk, planned, received, receipts, tally)
    check_usage(FORMAT_OF[due.voice.provider], fate, receipts, tally, delivered=delivered)
    if not delivered:
        assert reply["error"]["code"] == "context_overflow_after_trimming", reply


def check_usage(
    wire: Format, fate: Fate, receipts: Sequence[Mapping[str, Any]], tally: Tally, *, delivered: bool
) -> None:
    """I-35: what the server reported, once, on the attempt it reported it for."""
    *earlier, last = [receipt["usage"] for receipt in receipts]
    assert earlier == [None] * len(earlier), "I-35: usage nobody reported"
    due = reported_by(wire, fate) if delivered else None
    found = last and Usage(last["input_tokens"], last["output_tokens"], last["cached_tokens"])
    assert found == due, f"I-35: {last} instead of {due}"
    tally.checks["I-35"] += 1


def _reply_of(talk: Talk, turn: Json, voice: int) -> Json:
    return next(each for each in turn["replies"] if each["advisor_id"] == talk.advisor_id(voice))


def _as_past(talk: Talk, sending: Sending, turn: Json, at: datetime) -> Asked:
    """The turn that has just been made, as the past of the next one."""
    answers = []
    for voice in sending.asked:
        reply = _reply_of(talk, turn, voice)
        error = reply["error"]["message"] if reply["error"] else None
        name = talk.voices[voice].name
        answers.append(Answer(voice, name, reply["state"], reply["text"], reply["thinking"], error=error))
    number = len(talk.turns) + 1
    return Asked(number, turn["text"], at, tuple(answers), pinned=turn["pinned"], importance=0.5, id=turn["id"])
