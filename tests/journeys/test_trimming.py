"""When a provider says it is too much."""

import math
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.cli.turns.send import SendRequest, send_request
from antiphon.conversation.state import ReplyState
from antiphon.settings import ModelSettings, Settings
from tests.fakes.model_server import answer, done, fail, finish, say, usage
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House, reply_of

ONE = {"advisor_ids": ["skeptic"]}
TOO_LONG = fail(
    400,
    {
        "error": {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 "
            "tokens. Please reduce the length of the messages.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }
    },
)
ANSWER_TOO_LONG = fail(
    400,
    {
        "error": {
            "message": "This model's maximum context length is 8192 tokens. However, you requested 9096 tokens "
            "(5000 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }
    },
)


async def talk(house: House, turns: int) -> str:
    conversation = await house.converse()
    for number in range(turns):
        await house.ask(f"question {number + 1}", conversation=conversation, **ONE)
    return conversation


async def receipts(house: House, turn: Any) -> list[dict[str, Any]]:
    return (await house.get(f"/v1/replies/{reply_of(turn, 'skeptic').id}/receipts"))["items"]


def questions(body: dict[str, Any]) -> list[int]:
    """The questions that stand in a payload."""
    said = " ".join(str(message["content"]) for message in body["messages"])
    return [number for number in range(1, 20) if f"question {number} " in said + " " or f"question {number}\n" in said]


@pytest.mark.both_databases
async def test_one_oldest_turn_goes_per_overflow(house: House) -> None:
    """W53, W54, W65, I-30, I-34, U-05: predicted values stay, attempts shrink, the receipt says what went when."""
    conversation = await talk(house, 4)
    ids = [turn["id"] for turn in (await house.get(f"/v1/conversations/{conversation}"))["turns"]]
    house.voices.script("skeptic", TOO_LONG, TOO_LONG, answer("It fits now."))

    turn = await house.ask("And now?", conversation=conversation, **ONE)
    found = await receipts(house, turn)

    assert reply_of(turn, "skeptic").state is ReplyState.COMPLETE
    records = [receipt["telemetry"] for receipt in found]
    assert [record["stage"] for record in records] == ["overflow_initial", "overflow_retry", "delivered"]
    assert [record["trimmed"] for record in records] == [[], ids[:1], ids[:2]]
    assert [record["sent_count"] for record in records] == [4, 3, 2]
    assert {record["predicted_count"] for record in records} == {4}
    assert {record["visible_count"] for record in records} == {4}
    assert len({record["predicted_total_tokens"] for record in records}) == 1
    totals = [record["attempt_total_tokens"] for record in records]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) == 3
    first = records[0]
    assert first["attempt_total_tokens"] == (
        first["predicted_total_tokens"] + first["request_tokens"] - first["request_allowance"]
    )
    bodies = [request.json for request in house.voices.requests("skeptic")[-3:]]
    assert [questions(body) for body in bodies] == [[1, 2, 3, 4], [2, 3, 4], [3, 4]]
    assert [record["last_error"] is not None for record in records] == [True, True, False]


async def test_the_terminal_says_what_had_to_be_left_out(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    conversation = await talk(house, 4)
    house.voices.script("skeptic", TOO_LONG, TOO_LONG, answer("It fits now."), answer("And that too."))
    here = Settings(server=house.url, data_dir=house.data_dir)
    request = SendRequest("And now?", conversation_id=conversation, advisors=("skeptic",), plain=True)

    await send_request(here, request)
    trimmed = capsys.readouterr().err
    await send_request(here, request)
    whole = capsys.readouterr().err

    assert "too much for the model: 2 turns left out for The Skeptic; antiphon receipt REPLY_ID names them" in trimmed
    assert "left out" not in whole


async def test_a_rate_limit_never_trims(house: House) -> None:
    """D20, W61, reg-22: the same bytes are sent again."""
    conversation = await talk(house, 2)
    busy = fail(
        429,
        {"error": {"message": "Rate limit reached for requests", "code": "rate_limit_exceeded"}},
        {"Retry-After": "0"},
    )
    house.voices.script("skeptic", busy, answer("Now."))

    turn = await house.ask("And now?", conversation=conversation, **ONE)
    found = await receipts(house, turn)

    assert reply_of(turn, "skeptic").text == "Now."
    assert len({receipt["sha256"] for receipt in found}) == 1
    assert [receipt["telemetry"]["trimmed_count"] for receipt in found] == [0, 0]


async def test_a_shorter_answer_is_tried_before_any_turn_goes(house: House) -> None:
    """I-33: the provider's own numbers say that the prompt alone fits."""
    conversation = await talk(house, 2)
    house.voices.script("skeptic", ANSWER_TOO_LONG, answer("Short."))

    turn = await house.ask("And now?", conversation=conversation, **ONE)
    found = await receipts(house, turn)

    asked = [request.json["max_tokens"] for request in house.voices.requests("skeptic")[-2:]]
    assert asked == [4096, 8192 - 5000]
    assert [receipt["telemetry"]["stage"] for receipt in found] == ["output_lowered", "delivered"]
    assert found[-1]["telemetry"]["trimmed_count"] == 0


async def test_when_nothing_is_left_to_drop_it_says_so(house: House) -> None:
    """W53, W62, D17: every turn, then the reference block, then the named failure; the others are not affected."""
    conversation = await house.converse()
    for number in range(2):
        await house.ask(f"question {number + 1}", conversation=conversation, advisor_ids=["skeptic", "builder"])
    house.voices.script("skeptic", *[TOO_LONG] * 20)

    turn = await house.ask("And now?", conversation=conversation, advisor_ids=["skeptic", "builder"])
    found = await receipts(house, turn)

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.error.code) == (ReplyState.ERROR, "context_overflow_after_trimming")
    assert reply_of(turn, "builder").state is ReplyState.COMPLETE
    records = [receipt["telemetry"] for receipt in found]
    assert [record["trimmed_count"] for record in records] == [0, 1, 2, 2]
    assert [record["dropped_reference"] for record in records] == [False, False, False, True]
    assert records[-1]["stage"] == "overflow_exhausted"


async def test_no_more_than_ten_turns_are_dropped(house: House) -> None:
    """W46, W55: NTA is the number of trims, so eleven calls at most."""
    conversation = await talk(house, 12)
    before = len(house.voices.requests("skeptic"))
    house.voices.script("skeptic", *[TOO_LONG] * 20)

    turn = await house.ask("And now?", conversation=conversation, **ONE)

    assert len(house.voices.requests("skeptic")) - before == 11
    assert reply_of(turn, "skeptic").error.code == "context_overflow_after_trimming"


@pytest.mark.both_databases
async def test_a_window_the_provider_named_is_remembered(house: House) -> None:
    """D14: the next prediction keeps to it, and the preview says where the limit comes from."""
    conversation = await talk(house, 2)
    house.voices.script("skeptic", TOO_LONG, answer("Fits."))
    await house.ask("And now?", conversation=conversation, **ONE)

    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "x", **ONE})

    assert (preview["advisors"][0]["limit"], preview["advisors"][0]["binding"]) == (8192, "window")


@pytest.fixture
async def narrow(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """A house whose model is known to have a small window."""
    provider = settings.providers["fake"].model_copy(update={"models": {"m": ModelSettings(context_window=2000)}})
    small = settings.model_copy(update={"providers": {"fake": provider}, "max_tokens": 200})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(small) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


async def test_a_message_longer_than_the_window_is_refused_before_any_call(narrow: House) -> None:
    """W48, W62, I-31: no provider is called and the text is not taken in."""
    conversation = await narrow.converse()

    status, refusal = await narrow.api.send_raw(narrow.url, conversation, "word " * 3000, "k-long")
    view = await narrow.get(f"/v1/conversations/{conversation}")

    assert (status, refusal["code"]) == (422, "user_prompt_too_large")
    assert 0 < refusal["facts"]["limit"] < 2000, "what the system prompt leaves of the window"
    assert narrow.voices.server.requests == []
    assert view["turns"] == []


async def test_what_does_not_fit_the_known_window_is_not_sent(narrow: House) -> None:
    """W31, W32, W36, H16: the newest that fit; the ledger names the others and why."""
    conversation = await narrow.converse()
    for number in range(6):
        await narrow.ask(f"question {number + 1} " + "x" * 700, conversation=conversation, **ONE)

    _, preview = await narrow.post(f"/v1/conversations/{conversation}/preview", {"text": "Now?", **ONE})
    turn = await narrow.ask("Now?", conversation=conversation, **ONE)

    spans = preview["advisors"][0]["spans"]
    assert [span["why"] for span in spans] == ["too_old", "fits"] or spans[0]["why"] == "too_old"
    inside = preview["included"]
    assert 0 < inside < 6
    assert questions(narrow.voices.requests("skeptic")[-1].json) == list(range(7 - inside, 7))
    assert reply_of(turn, "skeptic").state is ReplyState.COMPLETE
    assert len(await receipts(narrow, turn)) == 1


async def test_a_message_that_outgrows_its_allowance_leaves_turns_out_before_the_first_attempt(narrow: House) -> None:
    """W43, W76: previewed, sent and kept alike; the prediction stays, and the boundary on screen with it."""
    conversation = await narrow.converse()
    for number in range(4):
        await narrow.ask(f"question {number + 1} " + "x" * 500, conversation=conversation, **ONE)
    ids = [turn["id"] for turn in (await narrow.get(f"/v1/conversations/{conversation}"))["turns"]]
    draft = {"text": "word " * 700, **ONE}
    where = f"/v1/conversations/{conversation}/preview"
    _, usual = await narrow.post(where, {**draft, "text": "Now?"})
    await narrow.api.put(f"{narrow.url}/v1/settings/trim_before_sending", {"value": True})

    _, short = await narrow.post(where, {**draft, "text": "Now?"})
    _, preview = await narrow.post(where, draft)
    (seen,) = preview["advisors"]
    turn = await narrow.ask(
        draft["text"], conversation=conversation, at=preview["at"], expect={"skeptic": seen["sha256"]}, **ONE
    )
    [receipt] = await receipts(narrow, turn)

    gone = len(seen["trimmed"])
    assert 0 < gone <= usual["included"] == short["included"]
    assert seen["trimmed"] == ids[4 - usual["included"] :][:gone]
    assert seen["tokens"] + seen["reply_allowance"] <= seen["limit"]
    assert short["advisors"][0]["trimmed"] == usual["advisors"][0]["trimmed"] == []
    assert (receipt["body"], receipt["telemetry"]["trimmed"]) == (seen["body"], seen["trimmed"])
    assert receipt["telemetry"]["predicted_count"] == usual["included"]
    assert questions(narrow.voices.requests("skeptic")[-1].json) == list(range(5 - usual["included"] + gone, 5))


async def test_a_provider_that_reports_nothing_is_booked_by_length(house: House) -> None:
    """P48, P49, D14: a quarter of the characters, kept apart from what providers report (I-35)."""
    house.voices.script("skeptic", say("twelve chars" * 10) + finish() + done())

    turn = await house.ask("And now?", **ONE)
    [receipt] = await receipts(house, turn)

    record = receipt["telemetry"]
    assert (receipt["provider"], receipt["usage"]) == ("fake", None)
    assert record["unreported_tokens"] == 30
    rate = record["chars_per_token"]
    assert record["attempt_total_tokens"] == sum(math.ceil(each["chars"] / rate) for each in record["messages"])


async def test_what_a_provider_reports_is_booked_as_it_says(house: House) -> None:
    """P49: beside the estimate of what went in, and in place of any of what came out."""
    house.voices.script("skeptic", say("twelve chars") + finish() + usage(901, 17) + done())

    turn = await house.ask("And now?", **ONE)
    [receipt] = await receipts(house, turn)

    assert (receipt["usage"]["input_tokens"], receipt["usage"]["output_tokens"]) == (901, 17)
    assert receipt["telemetry"]["attempt_total_tokens"] > 0
    assert receipt["telemetry"]["unreported_tokens"] is None
