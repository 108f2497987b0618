"""What the first message of a conversation would send, before there is a conversation."""

from typing import Any

import pytest

from antiphon.settings import Settings
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_preview import expectation

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The dialect that names the thread on the wire: a name must not give away that nothing had begun."""
    provider = settings.providers["fake"].model_copy(update={"profile": "openai"})
    return settings.model_copy(update={"providers": {"fake": provider}})


async def look(house: House, text: str = "Should I take it?", **more: Any) -> dict[str, Any]:
    """A preview of a first message that must succeed."""
    status, body = await house.post("/v1/preview", {"text": text, **more})
    assert status == 200, body
    return body


async def begin(house: House, **body: object) -> str:
    status, made = await house.post("/v1/conversations", body)
    assert status == 201, made
    return str(made["id"])


async def make_panel(house: House, **body: object) -> str:
    status, made = await house.post(
        "/v1/panels", {"name": "Two of them", "advisor_ids": ["builder", "skeptic"], **body}
    )
    assert status == 201, made
    return str(made["id"])


async def count_conversations(house: House) -> int:
    return len((await house.get("/v1/conversations"))["items"])


@pytest.mark.both_databases
async def test_what_was_shown_before_there_was_a_conversation_is_what_was_sent(house: House) -> None:
    """I-26, R1: preview, create, send with `expect`; wire and receipts hold the previewed bytes."""
    preview = await look(house)
    begun = await count_conversations(house)

    conversation = await begin(house)
    turn = await house.ask("Should I take it?", conversation=conversation, **expectation(preview))

    assert begun == 0, "looking begins nothing"
    assert (preview["conversation_id"], preview["seq"], preview["last_position"]) == (None, 0, 0)
    assert (preview["counter"], preview["shown"], preview["hidden_pins"]) == ("0 / 0", [], 0)
    assert len(preview["advisors"]) == 5
    for each in preview["advisors"]:
        receipts = await house.get(f"/v1/replies/{reply_of(turn, each['advisor_id']).id}/receipts")
        assert receipts["items"][0]["sha256"] == each["sha256"]
        assert house.voices.requests(each["advisor_id"])[-1].body.decode() == each["body"]


async def test_the_panel_the_voices_and_the_choice_are_those_of_the_send(house: House) -> None:
    """I-26, D3, W6, D47: a panel without early turns, one of its voices, another model, no note and no stamps."""
    panel_id = await make_panel(house, early_turns=0)
    said: dict[str, Any] = {"choice": {"off": ["state"], "stamps": False, "model": "fake:other"}, **ONE}

    usual = await look(house, panel_id=panel_id)
    preview = await look(house, panel_id=panel_id, **said)
    conversation = await begin(house, panel_id=panel_id)
    await house.ask("Should I take it?", conversation=conversation, **said, **expectation(preview))

    assert [each["advisor_id"] for each in usual["advisors"]] == ["builder", "skeptic"]
    assert [each["advisor_id"] for each in preview["advisors"]] == ["skeptic"]
    assert (preview["advisors"][0]["model"], preview["advisors"][0]["items"]) == ("fake:other", [])
    assert house.voices.requests("skeptic")[-1].body.decode() == preview["advisors"][0]["body"]


async def test_a_panel_that_changed_after_the_look_is_noticed(house: House) -> None:
    """I-26, W39: nothing is remembered where nothing is kept; the next look is true, and the old one does not hold."""
    panel_id = await make_panel(house, early_turns=3)
    before = await look(house, panel_id=panel_id, **ONE)
    await house.api.patch(f"{house.url}/v1/panels/{panel_id}", {"early_turns": 0})

    after = await look(house, panel_id=panel_id, at=before["at"], **ONE)
    conversation = await begin(house, panel_id=panel_id)
    stale = await house.api.send_raw(
        house.url, conversation, "Should I take it?", "k-old", **ONE, **expectation(before)
    )

    assert after["advisors"][0]["sha256"] != before["advisors"][0]["sha256"]
    assert (stale[0], stale[1]["code"]) == (409, "preview_stale")


async def test_the_thread_has_its_name_from_the_second_message_on(house: House) -> None:
    """I-26: the first message is the same whatever its conversation will be called; later ones find their cache."""
    conversation = await begin(house)

    await house.ask("one", conversation=conversation, **ONE)
    await house.ask("two", conversation=conversation, **ONE)

    first, second = (request.json for request in house.voices.requests("skeptic"))
    assert "prompt_cache_key" not in first
    assert second["prompt_cache_key"] == f"{conversation}:skeptic"


async def test_two_voices_of_a_first_message_are_compared(house: House) -> None:
    """The difference begins in the system prompt: the advisors' own words."""
    status, diff = await house.post("/v1/preview/diff", {"text": "Well?", "a": "skeptic", "b": "builder"})
    absent, refusal = await house.post("/v1/preview/diff", {"text": "Well?", "a": "skeptic", "b": "builder", **ONE})

    assert status == 200
    assert [(each["role"], each["kind"]) for each in diff["changes"]] == [
        ("system", "changed"),
        ("user", "same"),
        ("user", "same"),
    ]
    assert (absent, refusal["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"panel_id": "nobody"}, (404, "not_found")),
        ({"advisor_ids": ["nobody"]}, (404, "not_found")),
        ({"advisor_ids": []}, (422, "no_advisors")),
        ({"choice": {"filter": "s9"}}, (422, "filter_invalid")),
        ({"replaces": "t_1"}, (422, "malformed")),
    ],
)
async def test_a_first_message_is_refused_as_a_send_would_be(
    house: House, body: dict[str, Any], refused: tuple[int, str]
) -> None:
    status, refusal = await house.post("/v1/preview", {"text": "Well?", **body})

    assert (status, refusal["code"]) == refused
