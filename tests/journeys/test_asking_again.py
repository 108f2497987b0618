"""Retry, replay, choose, edit, ask a failed turn anew, delete and bring back."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from antiphon.access.principal import LOCAL
from antiphon.api.dependencies import Dependencies
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.commands.conversations import create_conversation
from antiphon.store.reads.turns import read_turn
from antiphon.store.writes.variants import NewVariant, add_variant
from tests.fakes.model_server import answer, fail, hang
from tests.fakes.reader import Reader, all_ended, wait_until
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_housekeeping import rooms as rooms
from tests.journeys.test_revisits import settle

ONE = {"advisor_ids": ["skeptic"]}
TWO = {"advisor_ids": ["skeptic", "builder"]}


async def settled(house: House, fact: dict[str, Any]) -> Turn:
    """The turn once the variant of this fact has ended."""
    return await house.api.settled(house.url, fact["turn_id"])


@pytest.mark.both_databases
async def test_a_failed_reply_is_retried_in_place(house: House) -> None:
    """D26, I-09: the same turn, the same bytes; the failure is kept beside and no longer counts."""
    house.voices.script("skeptic", fail(400, {"error": {"message": "no", "code": "bad"}}), answer("Second try."))
    turn = await house.ask("Should I?", **TWO)

    status, fact = await house.post(f"/v1/replies/{reply_of(turn, 'skeptic').id}/retry")
    again = await settled(house, fact)
    await house.ask("And now?", conversation=turn.conversation_id, **TWO)

    assert status == 202
    mine = [reply for reply in again.replies if reply.advisor_id == "skeptic"]
    assert [(reply.variant, reply.chosen, reply.state) for reply in mine] == [
        (0, False, ReplyState.ERROR),
        (1, True, ReplyState.COMPLETE),
    ]
    first, second = house.voices.requests("skeptic")[:2]
    assert first.body == second.body
    said = house.voices.requests("skeptic")[-1].json["messages"]
    assert {"role": "assistant", "content": "Second try."} in said
    assert "Second try." in house.voices.requests("builder")[-1].body.decode()


async def test_a_failed_reply_is_retried_with_another_model(house: House) -> None:
    """The new answer counts, says which model it came from, and is asked the same when it fails as well."""
    broken = fail(400, {"error": {"message": "no", "code": "bad"}})
    house.voices.script("skeptic", broken, broken, answer("Third try."))
    turn = await house.ask("Should I?", **ONE)

    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/retry", {"model": "fake:other"})
    await settled(house, fact)
    _, fact = await house.post(f"/v1/replies/{fact['reply']['id']}/retry")
    again = await settled(house, fact)

    assert [(each.chosen, each.model, each.changes) for each in again.replies] == [
        (False, "fake:m", None),
        (False, "fake:other", {"model": "fake:other"}),
        (True, "fake:other", {"model": "fake:other"}),
    ]
    assert [each.json["model"] for each in house.voices.requests("skeptic")] == ["m", "other", "other"]


async def test_a_reply_that_did_not_fail_is_not_retried(house: House) -> None:
    turn = await house.ask("Should I?", **ONE)

    status, refusal = await house.post(f"/v1/replies/{turn.replies[0].id}/retry")

    assert (status, refusal["code"]) == (409, "command_refused")


async def test_a_turn_is_replayed_with_another_context(house: House) -> None:
    """U-10: replay: another filter, another model; the payloads differ where they should, and so do the answers."""
    house.voices.script("skeptic", answer("One."), answer("Two."), answer("Three is a long answer."))
    turn = await house.ask("question one", **ONE)
    later = await house.ask("question two", conversation=turn.conversation_id, **ONE)
    house.voices.script("skeptic", answer("Three is another answer."))

    body = {"choice": {"leave_out": [turn.id]}, "model": "fake:other"}
    status, fact = await house.post(f"/v1/replies/{later.replies[0].id}/replay", body)
    again = await settled(house, fact)
    diff = await house.get(f"/v1/diff?a={later.replies[0].id}&b={fact['reply']['id']}")

    assert status == 202
    first, variant = again.replies
    assert (first.chosen, variant.chosen, variant.variant, variant.model) == (True, False, 1, "fake:other")
    assert variant.changes == {"leave_out": [turn.id], "model": "fake:other"}
    sent = house.voices.requests("skeptic")[-1].json
    assert sent["model"] == "other"
    assert "question one" not in str(sent["messages"])
    assert diff["payload"]["first_difference"] == len('{"model":"')
    kinds = {change["kind"] for change in diff["payload"]["changes"]}
    assert "removed" in kinds or "changed" in kinds
    assert {piece["op"] for piece in diff["answer"]} >= {"added"}


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("s>=2", {"stars": 2}, {"stars": 0}),
        ("s>=2", {}, {"stars": 2}),
        ("s>=2 o", {"stars": 2}, {"stars": 0}),
        ("", {}, {"contexts": {"skeptic": "out"}}),
    ],
    ids=["hidden later", "shown later", "hidden later by the boundary", "left out later"],
)
async def test_a_reply_that_is_begun_anew_is_sent_what_it_was_sent_first(
    house: House, line: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Whatever the person has marked since, in its history and in what the others said."""
    house.voices.script("skeptic", answer("One."), hang(), answer("Two."))
    turn = await house.ask("question one", **TWO)
    here = f"/v1/conversations/{turn.conversation_id}"
    await house.post(f"{here}/marks", {"turn_ids": [turn.id]} | before)
    sent = await house.send("question two", conversation=turn.conversation_id, choice={"filter": line}, **TWO)

    async def is_asked() -> bool:
        return len(house.voices.requests("skeptic")) == 2

    await wait_until(is_asked)
    status, _ = await house.post(f"{here}/marks", {"turn_ids": [turn.id]} | after)
    await house.post(f"/v1/operations/{sent['turn']['id']}/retry")
    again = await house.api.settled(house.url, sent["turn"]["id"])

    _, first, second = house.voices.requests("skeptic")
    assert (status, reply_of(again, "skeptic").epoch) == (200, 2)
    assert second.body == first.body


async def test_a_replay_that_is_refused_leaves_nothing_open(house: House) -> None:
    """A saved filter that is not there is found before anything is written."""
    turn = await house.ask("Should I?", **ONE)

    status, refusal = await house.post(f"/v1/replies/{turn.replies[0].id}/replay", {"choice": {"filter": "@nobody"}})
    again = await house.ask("And now?", conversation=turn.conversation_id, **ONE)
    unchanged = await house.api.turn(house.url, turn.id)

    assert (status, refusal["code"]) == (422, "filter_invalid")
    assert again.replies[0].state is ReplyState.COMPLETE
    assert len(unchanged.replies) == 1


async def test_a_replay_keeps_what_a_saved_filter_stood_for(house: House) -> None:
    await house.api.put(f"{house.url}/v1/filters/best", {"line": "s>=2"})
    turn = await house.ask("Should I?", **ONE)

    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/replay", {"choice": {"filter": "@best !e"}})
    again = await settled(house, fact)

    assert again.replies[1].changes == {"filter": "s>=2 !e"}


async def test_a_reply_whose_context_is_gone_ends_with_the_reason(rooms: Dependencies) -> None:
    """It would be as gone at every later look."""
    engine = rooms.engine
    line = await create_conversation(engine, LOCAL, "", None)
    asked = await accept_turn(engine, LOCAL, AcceptTurn(line.id, "Should I?", "key", (AdvisorId("skeptic"),)))
    await settle(rooms, asked.turn.id)
    changes = {"filter": "@nobody"}
    first = asked.turn.replies[0].id
    new = NewVariant(ReplyId("r_again"), first, engine.node_id, datetime.now(UTC), changes)

    await engine.store.write(LOCAL, add_variant, new)
    await engine.start_turn(asked.turn.id, LOCAL)

    turn = await engine.store.read(LOCAL, read_turn, asked.turn.id)
    assert turn.all_completed
    assert turn.replies[1].error is not None
    assert (turn.replies[1].state, turn.replies[1].error.code) == (ReplyState.ERROR, "filter_invalid")


async def test_the_chosen_variant_is_what_is_sent_later(house: House) -> None:
    """D27: choosing is a trigger; the other variant never reaches a model."""
    house.voices.script("skeptic", answer("Old words."), answer("New words."))
    turn = await house.ask("Should I?", **ONE)
    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/replay", {"choice": {"off": ["state"]}})
    await settled(house, fact)

    status, _ = await house.post(f"/v1/replies/{fact['reply']['id']}/choose")
    await house.ask("And now?", conversation=turn.conversation_id, **ONE)

    sent = house.voices.requests("skeptic")[-1].body.decode()
    assert status == 200
    assert "New words." in sent
    assert "Old words." not in sent


async def test_edited_words_are_sent_and_the_original_is_kept(house: House) -> None:
    """D27: an edit is marked, can be undone, and reaches the next payload."""
    house.voices.script("skeptic", answer("Hasty words."))
    turn = await house.ask("Should I?", **ONE)
    address = f"{house.url}/v1/replies/{turn.replies[0].id}"

    await house.api.patch(address, {"text": "Measured words."})
    await house.ask("two", conversation=turn.conversation_id, **ONE)
    edited = await house.api.turn(house.url, turn.id)
    await house.api.patch(address, {"text": None})
    await house.ask("three", conversation=turn.conversation_id, **ONE)

    assert (edited.replies[0].text, edited.replies[0].edited) == ("Hasty words.", "Measured words.")
    second, third = (request.body.decode() for request in house.voices.requests("skeptic")[1:])
    assert "Measured words." in second
    assert "Hasty words." not in second
    assert "Hasty words." in third
    assert "Measured words." not in third


async def test_a_turn_nobody_answered_is_asked_anew(house: House) -> None:
    """W16, D26, I-09, reg-30: a new turn at the end, the old one gone with the same commit, the current filter used."""
    broken = fail(400, {"error": {"message": "no", "code": "bad"}})
    house.voices.script("skeptic", answer("Fine."), broken)
    turn = await house.ask("question one", **ONE)
    failed = await house.ask("question two", conversation=turn.conversation_id, **ONE)

    again = await house.ask("question two", conversation=turn.conversation_id, key="again", replaces=failed.id, **ONE)
    view = await house.get(f"/v1/conversations/{turn.conversation_id}")

    assert [each["id"] for each in view["turns"]] == [turn.id, again.id]
    assert again.position == 3
    sent = house.voices.requests("skeptic")[-1].body.decode()
    assert sent.count("question two") == 1


@pytest.mark.both_databases
@pytest.mark.parametrize("line", ["r2", "r2 & s>=0"])
async def test_a_turn_that_is_about_to_go_takes_no_place_of_the_newest(house: House, line: str) -> None:
    """Whoever asks for the newest two is sent two, as a plain message would send them."""
    one = await house.ask("One", **ONE)
    for text in ("Two", "Three", "Four"):
        last = await house.ask(text, conversation=one.conversation_id, **ONE)
    choice = {"filter": line}
    body = {"text": "Four anew", "replaces": last.id, "choice": choice, **ONE}
    _, shown = await house.post(f"/v1/conversations/{one.conversation_id}/preview", body)

    again = await house.ask(
        "Four anew", conversation=one.conversation_id, replaces=last.id, choice=choice, at=shown["at"], **ONE
    )

    sent = json.loads(house.voices.requests("skeptic")[-1].body)["messages"]
    asked = [each["content"].rpartition("] ")[2] for each in sent if each["role"] == "user"]
    assert [each for each in asked if each in ("One", "Two", "Three", "Four")] == ["Two", "Three"]
    receipts = await house.get(f"/v1/replies/{again.replies[0].id}/receipts")
    assert receipts["items"][0]["sha256"] == shown["advisors"][0]["sha256"]


@pytest.mark.both_databases
async def test_the_newest_question_is_worded_anew_and_brought_back(house: House) -> None:
    """What is shown before is what is sent; the old wording reaches nobody until it is chosen again."""
    house.voices.script("skeptic", answer("Old answer."), answer("New answer."), answer("On."), answer("Back."))
    old = await house.ask("Old question?", **ONE)
    here = f"/v1/conversations/{old.conversation_id}"
    body = {"text": "New question?", "replaces": old.id, **ONE}
    _, shown = await house.post(f"{here}/preview", body)

    expect = {each["advisor_id"]: each["sha256"] for each in shown["advisors"]}
    new = await house.ask(
        "New question?", conversation=old.conversation_id, replaces=old.id, at=shown["at"], expect=expect, **ONE
    )
    receipts = await house.get(f"/v1/replies/{new.replies[0].id}/receipts")
    wordings = await house.get(f"/v1/turns/{new.id}/wordings")

    assert receipts["items"][0]["sha256"] == expect["skeptic"]
    sent = house.voices.requests("skeptic")[-1].body.decode()
    assert "New question?" in sent
    assert "Old" not in sent
    assert new.wordings == (old.id, new.id)
    assert [each["replies"][0]["text"] for each in wordings["items"]] == ["Old answer.", "New answer."]
    following, _ = await house.post(f"/v1/turns/{new.id}/choose")
    assert following == 409

    await house.ask("And?", conversation=old.conversation_id, **ONE)
    status, fact = await house.post(f"/v1/turns/{old.id}/choose")
    await house.ask("So?", conversation=old.conversation_id, **ONE)

    assert (status, fact["kind"]) == (200, "turns_restored")
    sent = house.voices.requests("skeptic")[-1].body.decode()
    assert "Old question?" in sent
    assert "Old answer." in sent
    assert "New" not in sent


async def test_an_answered_turn_cannot_be_replaced_behind_others(house: House) -> None:
    """I-09: nothing is lost when the request is wrong."""
    turn = await house.ask("question one", **ONE)
    after = await house.ask("question two", conversation=turn.conversation_id, **ONE)

    status, refusal = await house.api.send_raw(
        house.url, turn.conversation_id, "again", "k-replace", replaces=turn.id, **ONE
    )
    view = await house.get(f"/v1/conversations/{turn.conversation_id}")

    assert (status, refusal["code"]) == (409, "command_refused")
    assert [each["id"] for each in view["turns"]] == [turn.id, after.id]


@pytest.mark.both_databases
async def test_turns_are_deleted_and_brought_back_by_a_line(house: House) -> None:
    """W30: the count first, then the deed, then the undo; a moving filter is refused."""
    conversation = (await house.ask("question one", **ONE)).conversation_id
    await house.ask("question two", conversation=conversation, **ONE)
    here = f"/v1/conversations/{conversation}"

    _, asked = await house.post(f"{here}/command", {"line": "c'two' :delete"})
    _, done = await house.post(f"{here}/command", {"line": "c'two' :delete", "confirm": True})
    gone = await house.get(here)
    await house.post(f"{here}/turns/restore", {"turn_ids": done["undo"]})
    back = await house.get(here)
    moving, refusal = await house.post(f"{here}/command", {"line": "r1 :delete", "confirm": True})

    assert (asked["count"], asked["done"], done["done"]) == (1, False, True)
    assert [turn["text"] for turn in gone["turns"]] == ["question one"]
    assert [turn["text"] for turn in back["turns"]] == ["question one", "question two"]
    assert (moving, refusal["code"]) == (409, "command_refused")


@pytest.mark.both_databases
async def test_a_saved_filter_is_refused_and_answered_as_what_it_stands_for(house: House) -> None:
    conversation = (await house.ask("question one", **ONE)).conversation_id
    await house.ask("question two", conversation=conversation, **ONE)
    here = f"/v1/conversations/{conversation}"
    for name, filter_line in {"recent": "r5", "in": "o"}.items():
        await house.api.put(f"{house.url}/v1/filters/{name}", {"line": filter_line})

    refused = [await house.post(f"{here}/command", {"line": f"{each} :delete"}) for each in ("@recent", "!@in")]
    _, starred = await house.post(f"{here}/command", {"line": "@in :star 2"})
    unknown, refusal = await house.post(f"{here}/command", {"line": "b | @nobody :star 2"})

    assert [(status, each["code"]) for status, each in refused] == [(409, "command_refused")] * 2
    assert starred["count"] == 2
    assert (unknown, refusal["facts"]["column"]) == (422, 5)


@pytest.mark.both_databases
async def test_lines_star_tag_pin_and_export(house: House) -> None:
    """Every command of the line does what it says, on exactly the turns the filter shows."""
    conversation = (await house.ask("question one", **ONE)).conversation_id
    await house.ask("question two", conversation=conversation, **ONE)
    here = f"/v1/conversations/{conversation}"

    for line in (
        "c'one' :star 2",
        "s2 :tag 'keep'",
        "k'keep' :unpin",
        "k'keep' :flag blue",
        "k'keep' :topic '/Work'",
        "k'keep' :out a'skeptic'",
        ":new",
    ):
        status, body = await house.post(f"{here}/command", {"line": line})
        assert status == 200, body
    _, exported = await house.post(f"{here}/command", {"line": "b :export md"})
    view = await house.get(here)

    first, second = view["turns"]
    assert (first["stars"], first["tags"], first["pinned"]) == (2, ["keep"], False)
    assert (first["colour_flag"], first["topic"], first["marks"]) == ("blue", "/Work", {"skeptic": "out"})
    assert (second["stars"], second["tags"], second["pinned"]) == (0, [], True)
    assert view["dividers"] == [2]
    assert "question one" in exported["text"]
    assert "question two" not in exported["text"]


async def test_a_follower_sees_all_of_it(house: House) -> None:
    """I-40: the feed of marks, variants, edits and removals adds up to the stored view."""
    house.voices.script("skeptic", answer("Old words."), answer("New words."))
    turn = await house.ask("question one", **ONE)
    here = f"/v1/conversations/{turn.conversation_id}"
    reader = Reader(turn.conversation_id)
    await reader.read(house.url, lambda reader: reader.view is not None)

    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/replay", {})
    await settled(house, fact)
    await house.post(f"/v1/replies/{fact['reply']['id']}/choose")
    await house.api.patch(f"{house.url}/v1/replies/{fact['reply']['id']}", {"text": "Edited words."})
    await house.post(f"{here}/marks", {"turn_ids": [turn.id], "stars": 1, "add_tags": ["a"], "contexts": {"": "pin"}})
    await house.post(f"{here}/turns/remove", {"turn_ids": [turn.id]})
    await house.post(f"{here}/turns/restore", {"turn_ids": [turn.id]})
    _, last = await house.post(f"{here}/divider")
    await reader.read_until([house.url], lambda reader: reader.view is not None and reader.view.seq >= last["seq"])

    fresh = Reader(turn.conversation_id)
    await fresh.read(house.url, all_ended)
    assert reader.view == fresh.view


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("marks", "status"),
    [
        ({}, 422),
        ({"stars": None}, 422),
        ({"pinned": None, "contexts": None, "add_tags": None}, 422),
        ({"stars": 4}, 422),
        ({"add_tags": ["\x00 "]}, 422),
        ({"topic": "/"}, 422),
        ({"topic": "/a\x00b"}, 200),
        ({"topic": ""}, 200),
        ({"colour_flag": "none"}, 200),
        ({"contexts": {"skeptic": None}}, 200),
        ({"contexts": {"nobody": "out"}}, 404),
        ({"stars": 2, "contexts": {"skeptic": "out", "nobody": None}}, 404),
    ],
    ids=str,
)
async def test_marks_are_set_or_refused_and_never_half(house: House, marks: dict[str, Any], status: int) -> None:
    """D-05: whatever a client says, the answer has a name and the turn is as it was or as it should be."""
    turn = await house.ask("question one", **ONE)
    here = f"/v1/conversations/{turn.conversation_id}"

    found, body = await house.post(f"{here}/marks", {"turn_ids": [turn.id]} | marks)
    again = await house.get(here)

    assert found == status, body
    assert again["turns"][0]["stars"] == 0


@pytest.mark.both_databases
async def test_the_key_of_a_deleted_turn_still_stands_for_it(house: House) -> None:
    """I-03: all answers to one key carry the same ids."""
    turn = await house.ask("question one", key="k-once", **ONE)
    await house.post(f"/v1/conversations/{turn.conversation_id}/turns/remove", {"turn_ids": [turn.id]})

    again = await house.send("question one", conversation=turn.conversation_id, key="k-once", **ONE)

    assert (again["turn"]["id"], again["replayed"]) == (turn.id, True)


async def test_a_failure_that_was_replaced_is_not_retried(house: House) -> None:
    """D26: a good answer is not displaced by asking again for one that no longer counts."""
    house.voices.script("skeptic", fail(400, {"error": {"message": "no", "code": "bad"}}), answer("Good."))
    turn = await house.ask("Should I?", **ONE)
    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/retry")
    await settled(house, fact)

    status, refusal = await house.post(f"/v1/replies/{turn.replies[0].id}/retry")
    again = await house.api.turn(house.url, turn.id)

    assert (status, refusal["code"]) == (409, "command_refused")
    assert [reply.chosen for reply in again.replies] == [False, True]


async def test_a_deleted_turn_is_gone_by_every_door(house: House) -> None:
    """W30: neither the turn nor its replies nor their receipts; and it is not counted."""
    turn = await house.ask("question one", **ONE)
    await house.post(f"/v1/conversations/{turn.conversation_id}/turns/remove", {"turn_ids": [turn.id]})

    doors = [f"/v1/turns/{turn.id}"] + [f"/v1/replies/{turn.replies[0].id}{more}" for more in ("", "/receipts")]
    found = []
    for door in doors:
        async with house.api.session.get(house.url + door) as response:
            found.append(response.status)
    listed = (await house.get("/v1/conversations"))["items"]

    assert found == [404, 404, 404]
    assert [line["turn_count"] for line in listed] == [0]
