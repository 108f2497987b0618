"""The front door: keys, refusals, stopping, secrets."""

import asyncio

import pytest

from antiphon.access.principal import Principal
from antiphon.api import guard
from antiphon.api.schemas.answers import AcceptedAnswer, ViewAnswer
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.conversation.state import ReplyState
from tests.fakes.canary import find_pieces
from tests.fakes.model_server import answer, fail, hang, say
from tests.fakes.reader import Reader, all_ended, everyone_speaks
from tests.journeys.conftest import CANARY, House


@pytest.mark.both_databases
async def test_one_key_is_one_turn(house: House) -> None:
    """I-03, XC04: ten sends at once with one key make one turn; another body under it is refused."""
    conversation = await house.converse()

    sent = await asyncio.gather(*(house.send("Should I?", conversation=conversation, key="k") for _ in range(10)))
    await house.api.settled(house.url, sent[0]["turn"]["id"])
    late = await house.send("Should I?", conversation=conversation, key="k")
    status, refusal = await house.api.send_raw(house.url, conversation, "Should I not?", "k")

    assert len({body["turn"]["id"] for body in [*sent, late]}) == 1
    assert sorted(body["replayed"] for body in sent) == [False] + [True] * 9
    assert len({body["seq"] for body in [*sent, late]}) == 1
    assert (status, refusal["code"]) == (409, "key_reused")
    assert len(house.voices.server.requests) == 5


@pytest.mark.both_databases
async def test_second_message_waits_for_the_first(house: House) -> None:
    """D13, W18: while a turn is being answered the next one is refused and leaves nothing behind (I-02)."""
    for voice in ("skeptic",):
        house.voices.script(voice, say("Well") + hang())
    conversation = await house.converse()
    sent = await house.send("one", conversation=conversation, advisor_ids=["skeptic"])

    status, refusal = await house.api.send_raw(house.url, conversation, "two", "k2")
    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    await house.api.settled(house.url, sent["turn"]["id"])
    again, _ = await house.api.send_raw(house.url, conversation, "two", "k2")

    assert (status, refusal["code"]) == (409, "turn_in_flight")
    assert again == 202
    view = await house.get(f"/v1/conversations/{conversation}")
    assert [turn["text"] for turn in view["turns"]] == ["one", "two"]
    await house.api.settled(house.url, view["turns"][1]["id"])


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        ({"text": "  \n"}, {"Idempotency-Key": "k"}, 422, "empty_message"),
        ({"text": "\x00"}, {"Idempotency-Key": "k"}, 422, "empty_message"),
        ({"text": "hi"}, {}, 422, "malformed"),
        ({"text": "hi", "owner_id": "me"}, {"Idempotency-Key": "k"}, 422, "malformed"),
        ({"text": "hi", "advisor_ids": ["nobody"]}, {"Idempotency-Key": "k"}, 404, "not_found"),
        ({"text": "hi", "advisor_ids": []}, {"Idempotency-Key": "k"}, 422, "no_advisors"),
        ({"text": "hi"}, {"Idempotency-Key": "k" * 256}, 422, "malformed"),
    ],
)
async def test_refused_message_leaves_nothing(
    house: House, body: dict[str, object], headers: dict[str, str], status: int, code: str
) -> None:
    """I-02, S-12: a 4xx has changed nothing, and the key is free."""
    conversation = await house.converse()

    seen, refusal = await house.post(f"/v1/conversations/{conversation}/turns", body, **headers)

    view = await house.get(f"/v1/conversations/{conversation}")
    assert (seen, refusal["code"]) == (status, code)
    assert (view["turns"], view["seq"]) == ([], 1)


async def test_strange_conversation_is_not_found(house: House) -> None:
    status, refusal = await house.api.send_raw(house.url, "c_nobody", "hi", "k")

    assert (status, refusal["code"]) == (404, "not_found")
    with pytest.raises(AssertionError, match="404"):
        await Reader("c_nobody").read(house.url, all_ended)


@pytest.mark.both_databases
async def test_the_feed_of_somebody_elses_conversation_is_that_of_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S-01: live, finished or resumed, a person of another workspace gets the answer of an id nobody has."""
    live, finished = await house.converse(), await house.converse()
    await house.ask("one", conversation=finished, advisor_ids=["skeptic"])
    house.voices.script("skeptic", say("Mine alone") + hang())
    await house.send("two", conversation=live, advisor_ids=["skeptic"])
    somebody = Principal(PrincipalId("somebody"), WorkspaceId("elsewhere"), "owner")
    monkeypatch.setattr(guard, "LOCAL", somebody)
    nobody = "c_" + "0" * (len(live) - 2)

    for headers in ({}, {"Last-Event-ID": f"{live}:1"}):
        seen = {}
        for each in (live, finished, nobody):
            address = f"{house.url}/v1/feed?conversation={each}"
            async with house.api.session.get(address, headers=headers) as answer:
                kind = answer.headers["Content-Type"]
                seen[each] = (answer.status, kind, (await answer.text()).replace(each, "ID"))
        assert set(seen.values()) == {seen[nobody]}
        assert seen[nobody][:2] == (404, "application/problem+json")


@pytest.mark.both_databases
async def test_stopping_one_keeps_what_it_said(house: House) -> None:
    """D23, W76, XC05: one reply stops with its text, the other goes on; stopping again is harmless."""
    house.voices.script("skeptic", say("I was about to") + hang())
    house.voices.script("builder", say("And I") + hang())
    conversation = await house.converse()
    reader = Reader(conversation)
    sent = await house.send("one", conversation=conversation, advisor_ids=["skeptic", "builder"])
    await reader.read(house.url, everyone_speaks)

    await house.post(f"/v1/replies/{sent['turn']['replies'][0]['id']}/stop")
    await reader.read(house.url, lambda r: r.turn.replies[0].completed)
    after_one = [reply.state for reply in reader.turn.replies]
    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    turn = await house.api.settled(house.url, sent["turn"]["id"])
    status, nothing = await house.post(f"/v1/turns/{sent['turn']['id']}/stop")

    assert after_one == [ReplyState.STOPPED, ReplyState.STREAMING]
    assert [(reply.state, reply.text) for reply in turn.replies] == [
        (ReplyState.STOPPED, "I was about to"),
        (ReplyState.STOPPED, "And I"),
    ]
    assert (status, nothing["stopping"]) == (202, [])
    await house.voices.server.wait_for_disconnect(0)


@pytest.mark.both_databases
async def test_strange_characters_are_kept_alike(house: House) -> None:
    """D-05, I-01, I-42: NUL is dropped, everything else comes back as it was sent, on both databases."""
    text = "naïve 東京 👩‍👩‍👧 \u202eabc\x00 \t tab\r\nline"

    turn = await house.ask(text, advisor_ids=["skeptic"])

    assert turn.text == text.replace("\x00", "")
    assert house.voices.requests("skeptic")[0].json["messages"][-1]["content"].endswith(f"] {turn.text}")


@pytest.mark.both_databases
async def test_key_is_sent_to_its_provider_and_nowhere_else(house: House) -> None:
    """I-52, R-09: not in an answer, a receipt, a feed or a file; even when the provider repeats it, or a part of it."""
    house.voices.script("skeptic", fail(401, {"error": {"message": f"Incorrect API key provided: {CANARY}"}}))
    house.voices.script(
        "builder", fail(401, {"error": {"message": f"Which ends in {CANARY[-9:]}, begins {CANARY[:8]}"}})
    )
    conversation = await house.converse()
    reader = Reader(conversation)

    turn = await house.ask("one", conversation=conversation)
    await reader.read(house.url, all_ended)
    receipts = [await house.get(f"/v1/replies/{reply.id}/receipts") for reply in turn.replies]
    status = await house.get("/v1/status")

    assert house.voices.server.requests[0].headers["authorization"] == f"Bearer {CANARY}"
    assert find_pieces(CANARY, f"{turn}{receipts}{status}{reader.events}".encode()) == []
    for path in house.data_dir.rglob("*"):
        assert not path.is_file() or find_pieces(CANARY, path.read_bytes()) == [], path


@pytest.mark.both_databases
async def test_one_connection_carries_many_conversations(house: House) -> None:
    """XC03: browsers allow six connections; one is enough."""
    conversations = [await house.converse() for _ in range(3)]
    url = f"{house.url}/v1/feed?" + "&".join(f"conversation={each}" for each in conversations)
    house.voices.script("skeptic", *(answer(f"number {i}") for i in range(3)))

    settled: dict[str, str] = {}
    async with house.api.session.get(url) as response:
        for each in conversations:
            await house.send("hi", conversation=each, advisor_ids=["skeptic"])
        kind = ""
        async for line in response.content:
            if line.startswith(b"event: "):
                kind = line[7:].decode().strip()
            if line.startswith(b"data: ") and kind == "reply_settled":
                conversation = line.partition(b'"conversation_id":"')[2].partition(b'"')[0].decode()
                settled[conversation] = kind
            if len(settled) == 3:
                break

    assert set(settled) == set(conversations)


@pytest.mark.both_databases
async def test_conversations_are_listed_newest_first(house: House) -> None:
    """Paging shows every conversation once, the last one touched first, and a rename is a fact."""
    made = [await house.converse() for _ in range(5)]
    await house.ask("wake up", conversation=made[1], advisor_ids=["skeptic"])
    async with house.api.session.patch(f"{house.url}/v1/conversations/{made[1]}", json={"title": "Offer"}) as response:
        renamed = await response.json()

    first = await house.get("/v1/conversations?limit=3")
    second = await house.get(f"/v1/conversations?limit=3&before={first['next']}")

    listed = [each["id"] for each in first["items"] + second["items"]]
    assert listed[0] == made[1]
    assert sorted(listed) == sorted(made)
    assert renamed["title"] == "Offer"
    assert second["next"] is None


@pytest.mark.both_databases
async def test_answers_are_what_the_api_publishes(house: House) -> None:
    """What our own codec writes fits the schema clients are given, without exception or extra."""
    conversation = await house.converse()
    accepted = await house.send("hi", conversation=conversation)
    await house.api.settled(house.url, accepted["turn"]["id"])

    view = await house.get(f"/v1/conversations/{conversation}")

    assert AcceptedAnswer.model_validate(accepted, strict=True).model_dump() == accepted
    assert ViewAnswer.model_validate(view, strict=True).model_dump() == view


@pytest.mark.both_databases
async def test_health_is_told_to_anyone(house: House) -> None:
    """/healthz, /readyz, /metrics and the page answer."""
    await house.ask("one", advisor_ids=["skeptic"])

    ready = await house.get("/readyz")
    async with house.api.session.get(f"{house.url}/metrics") as response:
        metrics = await response.text()
    async with house.api.session.get(house.url) as response:
        page = await response.text()

    assert ready["ready"] is True
    assert 'antiphon_replies_settled_total{state="complete"}' in metrics
    assert "<title>Antiphon</title>" in page


async def test_messages_pieces_saves_and_misses_are_counted(house: House) -> None:
    """M49: what was added, changed and streamed, saves begun and made, misses, and how long updates took."""

    async def read() -> dict[str, float]:
        async with house.api.session.get(f"{house.url}/metrics") as response:
            lines = (await response.text()).splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[:1] != "#")}

    before = await read()
    house.voices.script("skeptic", answer("One word after another.", pieces=8, pause=0.2))
    turn = await house.ask("one", advisor_ids=["skeptic"])
    await house.post(f"/v1/conversations/{turn.conversation_id}/preview", {"text": "and?"})
    path = f"{house.url}/v1/replies/{turn.replies[0].id}"
    status, _ = await house.api.patch(path, {"text": "In other words."})
    after = await read()

    grown = {name: value - before.get(name, 0.0) for name, value in after.items() if name.startswith("antiphon_")}
    assert status == 200
    assert grown["antiphon_turns_accepted_total"] == 1
    assert grown['antiphon_replies_settled_total{state="complete"}'] == 1
    assert grown['antiphon_replies_changed_total{deed="edited"}'] == 1
    assert grown["antiphon_streaming_updates_total"] >= 1
    assert grown["antiphon_checkpoints_begun_total"] >= grown["antiphon_checkpoints_total"] >= 1
    assert grown["antiphon_boundaries_drawn_total"] >= 1
    assert grown["antiphon_update_seconds_total"] > 0
    assert after["antiphon_update_peak_seconds"] > 0


@pytest.mark.both_databases
async def test_a_feed_opened_while_the_database_goes_away_ends_calmly(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """XD01: the client comes back by itself, and nobody is alarmed."""
    conversation = await house.converse()

    def away(*_: object) -> None:
        raise StoreUnavailable

    monkeypatch.setattr("antiphon.feed.follow._begin", away)
    async with house.api.session.get(f"{house.url}/v1/feed?conversation={conversation}") as response:
        body = await response.read()

    assert response.status == 200
    assert body.startswith(b"retry: ")
    assert body.count(b"\n\n") == 1
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
