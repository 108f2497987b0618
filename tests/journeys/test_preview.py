"""What you see is what you send."""

import hashlib
import json
from typing import Any

import pytest

from tests.fakes.model_server import answer, fail
from tests.journeys.conftest import House, reply_of

ONE = {"advisor_ids": ["skeptic"]}


async def look(house: House, conversation: str, text: str = "And now?", **more: Any) -> dict[str, Any]:
    """A preview that must succeed."""
    status, body = await house.post(f"/v1/conversations/{conversation}/preview", {"text": text, **more})
    assert status == 200, body
    return body


def expectation(preview: dict[str, Any]) -> dict[str, Any]:
    """What to hand back so that exactly this is sent."""
    return {"at": preview["at"], "expect": {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}}


async def talk(house: House, turns: int, **more: Any) -> str:
    """A conversation of so many turns."""
    conversation = await house.converse()
    for number in range(turns):
        await house.ask(f"question {number + 1}", conversation=conversation, **more)
    return conversation


def sent_text(house: House, voice: str, index: int = -1) -> str:
    """All that an advisor was sent, as one text."""
    return house.voices.requests(voice)[index].body.decode()


@pytest.mark.both_databases
async def test_what_was_previewed_is_what_was_sent(house: House) -> None:
    """I-26, reg-27, U-02: preview, wire and receipt hold the same bytes, for every advisor."""
    conversation = await talk(house, 2)

    preview = await look(house, conversation, "Should I take it?")
    turn = await house.ask("Should I take it?", conversation=conversation, **expectation(preview))

    for each in preview["advisors"]:
        received = house.voices.requests(each["advisor_id"])[-1].body
        receipts = await house.get(f"/v1/replies/{reply_of(turn, each['advisor_id']).id}/receipts")
        assert hashlib.sha256(received).hexdigest() == each["sha256"]
        assert received.decode() == each["body"] == receipts["items"][0]["body"]
        assert receipts["items"][0]["sha256"] == each["sha256"]


@pytest.mark.both_databases
async def test_another_model_for_one_message_is_previewed_sent_and_told(house: House) -> None:
    """For everybody, and another one still for a single advisor; the message after it is as usual when that is said."""
    conversation = await talk(house, 1)
    choice = {"model": "fake:other", "models": {"builder": "fake:third", "stranger": "fake:nobody"}}

    preview = await look(house, conversation, "Should I?", choice=choice)
    turn = await house.ask("Should I?", conversation=conversation, choice=choice, **expectation(preview))
    after = await house.ask("And now?", conversation=conversation, choice={"usual_models": True})

    assert preview["choice"]["models"] == choice["models"]
    for each in preview["advisors"]:
        model = "fake:third" if each["advisor_id"] == "builder" else "fake:other"
        reply = reply_of(turn, each["advisor_id"])
        receipts = await house.get(f"/v1/replies/{reply.id}/receipts")
        asked, usual = house.voices.requests(each["advisor_id"])[-2:]
        assert each["model"] == reply.model == model
        assert reply.changes == {"model": model}
        assert asked.body.decode() == each["body"] == receipts["items"][0]["body"]
        assert (asked.json["model"], usual.json["model"]) == (model.partition(":")[2], "m")
    assert [each.changes for each in after.replies] == [None] * len(after.replies)


async def test_a_preview_that_no_longer_holds_is_not_sent(house: House) -> None:
    """I-26: 409 preview_stale names whose payload changed, and nothing is left behind."""
    conversation = await talk(house, 2)
    preview = await look(house, conversation)
    first = (await house.get(f"/v1/conversations/{conversation}"))["turns"][0]["id"]
    marks = {"turn_ids": [first], "contexts": {"builder": "out"}}
    await house.post(f"/v1/conversations/{conversation}/marks", marks)

    status, refusal = await house.api.send_raw(house.url, conversation, "And now?", "k-stale", **expectation(preview))
    view = await house.get(f"/v1/conversations/{conversation}")

    assert (status, refusal["code"]) == (409, "preview_stale")
    assert refusal["facts"]["advisor_ids"] == ["builder"]
    assert len(view["turns"]) == 2


async def test_keystrokes_draw_no_boundary(house: House) -> None:
    """W40, I-32, reg-25: only the first look computes; the counter and the turns inside stay as they were."""
    conversation = await talk(house, 2)
    first = await look(house, conversation, "S")

    later = [await look(house, conversation, "Should I take it?"[: n + 1]) for n in range(5)]

    assert first["recomputed"]
    assert not any(each["recomputed"] for each in later)
    assert {each["counter"] for each in [first, *later]} == {"2 / 2"}


@pytest.mark.parametrize(
    ("deed", "moves"),
    [
        ("reply", True),
        ("mark out", True),
        ("delete", True),
        ("edit", True),
        ("star", True),
        ("pin", True),
        ("flag", False),
        ("rename", False),
        ("divider", False),
    ],
)
async def test_what_draws_the_boundary_anew(house: House, deed: str, moves: bool) -> None:
    """W39, W40, W4: each listed trigger does, and a mark the filter does not use does not."""
    conversation = await talk(house, 2, **ONE)
    choice = {"choice": {"filter": "s>=0"}, **ONE}
    await look(house, conversation, **choice)
    turns = (await house.get(f"/v1/conversations/{conversation}"))["turns"]
    here, ids = f"/v1/conversations/{conversation}", [turns[0]["id"]]
    deeds = {
        "reply": lambda: house.ask("more", conversation=conversation, **ONE),
        "mark out": lambda: house.post(f"{here}/marks", {"turn_ids": ids, "contexts": {"": "out"}}),
        "delete": lambda: house.post(f"{here}/turns/remove", {"turn_ids": ids}),
        "edit": lambda: house.api.patch(f"{house.url}/v1/replies/{turns[0]['replies'][0]['id']}", {"text": "other"}),
        "star": lambda: house.post(f"{here}/marks", {"turn_ids": ids, "stars": 2}),
        "pin": lambda: house.post(f"{here}/marks", {"turn_ids": ids, "pinned": False}),
        "flag": lambda: house.post(f"{here}/marks", {"turn_ids": ids, "colour_flag": "blue"}),
        "rename": lambda: house.api.patch(house.url + here, {"title": "Other"}),
        "divider": lambda: house.post(f"{here}/divider"),
    }

    await deeds[deed]()
    again = await look(house, conversation, **choice)

    assert again["recomputed"] is moves


@pytest.mark.parametrize(
    ("deed", "shows"),
    [
        ("early turns", None),
        ("prelude", "We hire slowly."),
        ("topic model", '"model":"other"'),
        ("advisor", "You doubt gently."),
        ("temperature", '"temperature":0.125'),
        ("other topic", "Salt water only."),
        ("other panel", None),
    ],
)
async def test_what_is_changed_elsewhere_is_seen_here(house: House, deed: str, shows: str | None) -> None:
    """I-26, W39: what shapes a payload and is no fact of the conversation is not remembered past its change."""
    conversation = await talk(house, 1, **ONE)
    here = f"{house.url}/v1/conversations/{conversation}"
    await house.api.patch(here, {"topic": "/Work"})
    topic = (await house.get("/v1/topics"))["items"][0]["id"]
    _, sea = await house.post("/v1/topics", {"path": "/Sea"})
    await house.api.patch(f"{house.url}/v1/topics/{sea['id']}", {"prelude": "Salt water only."})
    _, panel = await house.post("/v1/panels", {"name": "P", "advisor_ids": ["skeptic"], "early_turns": 0})
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "early turns": (f"{house.url}/v1/panels/starter", {"early_turns": 0}),
        "prelude": (f"{house.url}/v1/topics/{topic}", {"prelude": "We hire slowly."}),
        "topic model": (f"{house.url}/v1/topics/{topic}", {"model": "fake:other"}),
        "advisor": (f"{house.url}/v1/advisors/skeptic", {"description": "You doubt gently."}),
        "temperature": (f"{house.url}/v1/advisors/skeptic", {"parameters": {"temperature": 0.125}}),
        "other topic": (here, {"topic": "/Sea"}),
        "other panel": (here, {"panel_id": panel["id"]}),
    }
    first = await look(house, conversation, **ONE)

    status, refusal = await house.api.patch(*changes[deed])
    again = await look(house, conversation, at=first["at"], **ONE)

    assert status == 200, refusal
    assert again["advisors"][0]["sha256"] != first["advisors"][0]["sha256"]
    assert (shows or "") in again["advisors"][0]["body"]


@pytest.mark.both_databases
async def test_a_filter_by_topic_sees_the_topic_renamed(house: House) -> None:
    """W39, W40: a path that is no more shows nothing; until it goes, keystrokes draw no boundary."""
    conversation = await house.converse()
    await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"topic": "/Work"})
    await house.ask("question 1", conversation=conversation, **ONE)
    topic = (await house.get("/v1/topics"))["items"][0]["id"]
    choice: dict[str, Any] = {"choice": {"filter": "t'/Work'"}, **ONE}
    first, again = [await look(house, conversation, text, **choice) for text in ("S", "Sh")]

    await house.api.patch(f"{house.url}/v1/topics/{topic}", {"name": "Craft"})
    renamed = await look(house, conversation, **choice)

    assert [each["counter"] for each in (first, again, renamed)] == ["1 / 1", "1 / 1", "0 / 0"]
    assert (first["recomputed"], again["recomputed"], renamed["recomputed"]) == (True, False, True)


async def test_what_the_filter_hides_is_not_sent(house: House) -> None:
    """W1, W3, I-27, D18: hidden turns are absent from the bytes; a hidden pin is mentioned, not obeyed."""
    conversation = await talk(house, 4)
    turns = (await house.get(f"/v1/conversations/{conversation}"))["turns"]
    starred = {"turn_ids": [turns[1]["id"]], "stars": 3}
    await house.post(f"/v1/conversations/{conversation}/marks", starred)

    preview = await look(house, conversation, choice={"filter": "s3"})
    await house.ask("And now?", conversation=conversation, choice={"filter": "s3"})

    assert preview["counter"] == "1 / 1"
    assert preview["hidden_pins"] == 2
    for voice in ("skeptic", "builder"):
        sent = sent_text(house, voice)
        assert "question 2" in sent
        assert not any(f"question {number}" in sent for number in (1, 3, 4))
        assert "For reference" not in sent, "the last turn is hidden, and so is what was said in it"


async def test_the_person_decides_turn_by_turn_and_voice_by_voice(house: House) -> None:
    """D3, U-04: out for everybody, out for one, back in for one; the ledger says whose doing it is."""
    conversation = await talk(house, 3)
    turns = (await house.get(f"/v1/conversations/{conversation}"))["turns"]
    contexts = {"": "out", "builder": "in"}
    await house.post(f"/v1/conversations/{conversation}/marks", {"turn_ids": [turns[0]["id"]], "contexts": contexts})
    await house.post(
        f"/v1/conversations/{conversation}/marks", {"turn_ids": [turns[1]["id"]], "contexts": {"builder": "out"}}
    )

    preview = await look(house, conversation)

    by_voice = {each["advisor_id"]: each for each in preview["advisors"]}
    assert [(span["first"], span["inside"], span["why"]) for span in by_voice["skeptic"]["spans"]] == [
        (1, False, "out_by_you"),
        (2, True, "pinned"),
    ]
    assert [(span["first"], span["inside"], span["why"]) for span in by_voice["builder"]["spans"]] == [
        (1, True, "pinned"),
        (2, False, "out_by_you"),
        (3, True, "pinned"),
    ]
    assert "question 1" not in by_voice["skeptic"]["body"]
    assert "question 2" not in by_voice["builder"]["body"]


async def test_items_can_be_switched_off_for_one_send(house: House) -> None:
    """D3, D5: reference block and state note are visible items; each can be left out."""
    conversation = await talk(house, 1)

    whole = await look(house, conversation)
    bare = await look(house, conversation, choice={"off": ["reference", "state"]})

    assert [each["kind"] for each in whole["advisors"][0]["items"]] == ["reference", "state"]
    assert bare["advisors"][0]["items"] == []
    weights = {each["kind"]: each["tokens"] for each in whole["advisors"][0]["messages"]}
    assert whole["advisors"][0]["items"] == [{"kind": kind, "tokens": weights[kind]} for kind in ("reference", "state")]
    assert all(weights.values())
    kinds = [message["kind"] for message in whole["advisors"][0]["messages"]]
    assert kinds == ["system", "turn", "reply", "reference", "state", "human"]


async def test_every_message_has_its_share_of_the_tokens(house: House) -> None:
    """R1: what the messages take adds up to what the payload takes; without details nothing is listed."""
    conversation = await talk(house, 3)

    preview = await look(house, conversation, "And 现在 what?")
    brief = await look(house, conversation, "And 现在 what?", details=False)

    for each in preview["advisors"]:
        assert sum(message["tokens"] for message in each["messages"]) == each["tokens"]
        assert each["messages"][-1]["tokens"] == each["request_tokens"]
    assert [each["items"] for each in brief["advisors"]] == [each["items"] for each in preview["advisors"]]
    assert brief["advisors"][0]["messages"] is None


@pytest.mark.both_databases
async def test_a_preview_says_how_far_it_saw(house: House) -> None:
    """The newest position given out, also when the turn there was deleted: what came later has a higher one."""
    conversation = await house.converse()
    empty = await look(house, conversation, **ONE)
    turns = [await house.ask(text, conversation=conversation, **ONE) for text in ("one", "two")]

    two = await look(house, conversation, **ONE)
    await house.post(f"/v1/conversations/{conversation}/turns/remove", {"turn_ids": [turns[1].id]})
    one = await look(house, conversation, **ONE)
    third = await house.ask("three", conversation=conversation, **ONE)

    assert (empty["last_position"], two["last_position"], one["last_position"]) == (0, 2, 2)
    assert (one["shown"], third.position) == ([[1, 1]], 3)


async def test_a_filter_that_cannot_be_read_says_where(house: House) -> None:
    """The error has a column; nothing is sent."""
    conversation = await talk(house, 1, **ONE)

    status, refusal = await house.post(
        f"/v1/conversations/{conversation}/preview", {"text": "x", "choice": {"filter": "s2 & s9"}}
    )
    sent, _ = await house.api.send_raw(house.url, conversation, "x", "k-filter", choice={"filter": "s2 & s9"})

    assert (status, sent) == (422, 422)
    assert refusal["code"] == "filter_invalid"
    assert refusal["facts"]["column"] == 7


@pytest.mark.parametrize(
    ("replaced", "refused"), [("answered", (409, "command_refused")), ("nowhere", (404, "not_found"))]
)
async def test_a_turn_that_cannot_be_replaced_is_refused_before_the_send(
    house: House, replaced: str, refused: tuple[int, str]
) -> None:
    """I-09: preview and send refuse alike; a turn nobody answered may go, and is not counted."""
    conversation = await house.converse()
    answered = await house.ask("question 1", conversation=conversation, **ONE)
    house.voices.script("skeptic", fail(401))
    failed = await house.ask("question 2", conversation=conversation, **ONE)
    replaces = answered.id if replaced == "answered" else "t_nowhere"

    status, refusal = await house.post(
        f"/v1/conversations/{conversation}/preview", {"text": "x", "replaces": replaces, **ONE}
    )
    sent = await house.api.send_raw(house.url, conversation, "x", "k-replaces", replaces=replaces, **ONE)
    allowed = await look(house, conversation, replaces=failed.id, **ONE)

    assert (status, refusal["code"]) == refused
    assert (sent[0], sent[1]) == (status, refusal)
    assert allowed["counter"] == "1 / 1"


@pytest.mark.both_databases
async def test_a_change_during_a_send_does_not_alter_it(house: House) -> None:
    """W28, W63, reg-26: a retry after the filter's ground has moved sends the same bytes."""
    house.voices.script("skeptic", answer("one"), fail(503), answer("two"))
    conversation = await talk(house, 1, **ONE)
    first = (await house.get(f"/v1/conversations/{conversation}"))["turns"][0]["id"]

    sent = await house.send("again", conversation=conversation, **ONE)
    await house.post(f"/v1/conversations/{conversation}/marks", {"turn_ids": [first], "contexts": {"": "out"}})
    await house.api.settled(house.url, sent["turn"]["id"])

    before, after = house.voices.requests("skeptic")[-2:]
    assert before.body == after.body
    assert json.loads(after.body)["messages"][1]["content"].endswith("question 1")


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "2020-01-01T00:00:00Z"])
async def test_a_moment_that_cannot_be_now_is_not_taken(house: House, at: str) -> None:
    """XT01: a preview is stamped with now, as a send with that moment would be."""
    conversation = await house.converse()

    preview = await look(house, conversation, at=at)

    assert preview["at"] > "2026-01-01"
    assert preview["at"] < "9000-01-01"
