"""The whole walk with a real model on this machine (`just test-models`)."""

from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.state import ReplyState
from antiphon.settings import Settings
from tests.fakes.reader import Api, Reader, all_ended
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(300)]

# Where llama.cpp listens unless told otherwise, and where Antiphon looks for it.
PORT = 8080


@pytest.fixture(scope="module")
def llama() -> Iterator[None]:
    """A llama.cpp server on its usual port."""
    with run_llama(PORT):
        yield


@pytest.mark.usefixtures("llama")
async def test_local_model_is_found_and_answers(tmp_path: Path) -> None:
    """First five minutes: no key, no configuration; llama.cpp is found on its port and two voices answer through it."""
    settings = Settings(data_dir=tmp_path, max_tokens=48)
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        api = Api(session)
        status = await api.get(f"{url}/v1/status")
        conversation = await api.create(url)
        reader = Reader(conversation)
        sent = await api.send(url, conversation, "Should I learn to sail?", "k", advisor_ids=["skeptic", "builder"])
        await reader.read_until([url], all_ended, seconds=240)
        stored = await api.settled(url, sent["turn"]["id"])
        receipt = (await api.get(f"{url}/v1/replies/{stored.replies[0].id}/receipts"))["items"][0]

    for reply in stored.replies:
        print(f"{reply.name} ({reply.finish_reason}): {reply.text!r} {reply.metrics}")
    assert status["rehearsal"] is False
    assert status["default_model"].startswith("llamacpp:")
    assert {reply.state for reply in stored.replies} == {ReplyState.COMPLETE}
    assert all(reply.text and reply.metrics and reply.metrics.output_tokens for reply in stored.replies)
    assert receipt["usage"]["input_tokens"] > 100
    reader.check_against(stored)
