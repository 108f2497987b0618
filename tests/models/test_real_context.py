"""A panel of five talks for twelve turns with a real model whose window is too small for it (`just test-models`)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.reader import Api
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(1500)]

WINDOW = 1024
QUESTIONS = (
    "I have been offered a place on a boat that sails for three months. Should I go?",
    "I have savings for half a year and a lease that ends in May.",
    "My sister says I am running away. She may be right.",
    "What would make this a mistake?",
    "The skipper is a friend of a friend. I met him twice.",
    "I would have to give up the course I began in autumn.",
    "What should I ask the skipper before I say yes?",
    "He wants an answer by Friday.",
    "I slept badly. I keep thinking of the empty flat.",
    "Suppose I say no. What then?",
    "Suppose I say yes. What do I do first?",
    "Help me to say it to my sister in two sentences.",
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server with a small window."""
    free = find_free_port()
    with run_llama(free, WINDOW):
        yield free


async def test_five_advisors_talk_past_the_window(port: int, tmp_path: Path) -> None:
    """W53, W65, I-26, I-30: the real server refuses, the oldest goes, and each receipt says what went at which attempt.

    The rate is fixed to a wrong number on purpose, so that predictions are too large and the refusals are real.
    """
    provider = ProviderSettings(base_url=f"http://127.0.0.1:{port}/v1", model="smollm2", concurrency=4)
    settings = Settings(
        data_dir=tmp_path, providers={"here": provider}, max_tokens=24, chars_per_token=9.0, detect_local_models=False
    )
    trimmed: list[tuple[int, str, list[int]]] = []
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        api = Api(session)
        conversation = await api.create(url)
        for number, question in enumerate(QUESTIONS, 1):
            turn = await _ask(api, url, conversation, question)
            assert {reply.state for reply in turn.replies} == {ReplyState.COMPLETE}, [r.error for r in turn.replies]
            for reply in turn.replies:
                receipts = (await api.get(f"{url}/v1/replies/{reply.id}/receipts"))["items"]
                _check(receipts)
                counts = sorted({receipt["telemetry"]["trimmed_count"] for receipt in receipts})
                if counts[-1]:
                    trimmed.append((number, reply.advisor_id, counts))
        preview = await _preview(api, url, conversation, "And now?")

    for number, advisor, counts in trimmed:
        print(f"turn {number}, {advisor}: trimmed after each attempt: {counts}")
    for each in preview["advisors"]:
        print(f"{each['name']}: {each['included']} / {preview['visible']}, limit {each['limit']} ({each['binding']})")
    assert trimmed, "the window was never exceeded"
    assert all(counts == list(range(len(counts))) for _, _, counts in trimmed)
    assert {each["limit"] for each in preview["advisors"]} == {WINDOW}


async def _ask(api: Api, url: str, conversation: str, question: str) -> Turn:
    """Look, then send exactly that, and wait for all five."""
    preview = await _preview(api, url, conversation, question)
    expect = {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}
    sent = await api.send(url, conversation, question, f"k {question}", at=preview["at"], expect=expect)
    turn = await api.settled(url, sent["turn"]["id"], seconds=240)
    for reply in turn.replies:
        first = (await api.get(f"{url}/v1/replies/{reply.id}/receipts"))["items"][0]
        assert first["sha256"] == expect[reply.advisor_id] == hashlib.sha256(first["body"].encode()).hexdigest()
    return turn


async def _preview(api: Api, url: str, conversation: str, question: str) -> dict[str, Any]:
    status, preview = await api.post(f"{url}/v1/conversations/{conversation}/preview", {"text": question})
    assert status == 200, preview
    return preview


def _check(receipts: list[dict[str, Any]]) -> None:
    """Predictions stay, attempts shrink by one turn, only the last was delivered, and its usage was reported."""
    records = [receipt["telemetry"] for receipt in receipts]
    assert len({record["predicted_total_tokens"] for record in records}) == 1
    assert [record["sent_count"] for record in records] == [
        records[0]["predicted_count"] - record["trimmed_count"] for record in records
    ]
    assert records[-1]["stage"] == "delivered"
    refused = [record for record in records if record["overflow_matched"]]
    assert all(record["stage"].startswith("overflow") for record in refused)
    assert all(str(WINDOW) in record["last_error"] for record in refused)
    # A server may also close a kept connection just as it is used again; then the same bytes go a second time.
    others = [receipt["outcome"] for receipt in receipts[:-1] if not receipt["telemetry"]["overflow_matched"]]
    assert set(others) <= {"net"}, others
    assert 0 < receipts[-1]["usage"]["input_tokens"] <= WINDOW
