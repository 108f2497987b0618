"""A receiver of OpenTelemetry is told what happened, and none of the words."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

import aiohttp
import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.conversation.turn import Turn
from antiphon.settings import McpServerSettings, Settings
from antiphon.tracing import names
from tests.fakes.model_server import answer, call_tool, done, fail, finish, usage
from tests.fakes.reader import Api
from tests.fakes.receiver import Receiver
from tests.fakes.servers import find_free_port
from tests.fakes.voices import Voices
from tests.journeys.conftest import CANARY, House
from tests.journeys.test_tools import equip, run_notes

THREE = ["skeptic", "builder", "historian"]
QUESTION = "Should the marmalade factory be sold?"
WORDS = ("marmalade", "quince", "bergamot", "answers 1")
# Another program's trace, as the W3C's own example has it.
TRACE, ABOVE = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
TRACEPARENT = f"00-{TRACE}-{ABOVE}-01"


class Seen(NamedTuple):
    """One span as it arrived."""

    name: str
    id: str
    parent: str
    trace: str
    kind: int
    facts: dict[str, Any]
    failed: bool


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Takes what is sent."""
    with Receiver(always=200) as made:
        yield made


@pytest.fixture
def settings(settings: Settings, receiver: Receiver, tmp_path: Any) -> Settings:
    """A node that has a receiver, and a server of notes for its advisors."""
    more = {
        "otel_endpoint": receiver.url,
        "otel_headers": SecretStr("x-team=ours, x-api-key=of-the-receiver"),
        "mcp_servers": {"notes": McpServerSettings(**run_notes(tmp_path / "notes.txt"))},
    }
    return settings.model_copy(update=more)


def read_facts(pairs: Any) -> dict[str, Any]:
    """Attributes as plain values."""
    found = {}
    for pair in pairs:
        kind = pair.value.WhichOneof("value")
        value = getattr(pair.value, kind)
        found[pair.key] = tuple(each.string_value for each in value.values) if kind == "array_value" else value
    return found


def read_spans(receiver: Receiver) -> list[Seen]:
    """Every span that has arrived."""
    seen = []
    for request in [each for each in receiver.received if each.path == "/v1/traces"]:
        message = ExportTraceServiceRequest.FromString(request.body)
        for span in (span for of in message.resource_spans for scope in of.scope_spans for span in scope.spans):
            ids = (span.span_id.hex(), span.parent_span_id.hex(), span.trace_id.hex())
            seen.append(Seen(span.name, *ids, span.kind, read_facts(span.attributes), span.status.code == 2))
    return seen


def read_lines(receiver: Receiver) -> list[Any]:
    """Every line of the log that has arrived."""
    return [
        record
        for request in receiver.received
        if request.path == "/v1/logs"
        for of in ExportLogsServiceRequest.FromString(request.body).resource_logs
        for scope in of.scope_logs
        for record in scope.log_records
    ]


async def wait_for_spans(receiver: Receiver, name: str, count: int = 1) -> list[Seen]:
    """All spans, once so many of this name have arrived."""
    async with asyncio.timeout(15):
        while sum(each.name == name for each in read_spans(receiver)) < count:
            await asyncio.sleep(0.05)
    return read_spans(receiver)


async def ask_three(house: House, text: str = QUESTION, **headers: str) -> Turn:
    """Ask three voices, as a program that traces too."""
    conversation = await house.converse()
    address = f"{house.url}/v1/conversations/{conversation}/turns"
    said = {"Idempotency-Key": "one", **headers}
    body = {"text": text, "advisor_ids": THREE}
    async with house.api.session.post(address, json=body, headers=said) as response:
        assert response.status == 202, await response.text()
        sent = await response.json()
    return await house.api.settled(house.url, sent["turn"]["id"])


def of_kind(spans: list[Seen], start: str) -> list[Seen]:
    """The spans whose name begins so."""
    return [each for each in spans if each.name.startswith(start)]


async def test_a_send_is_one_trace_from_the_request_to_each_call(house: House, receiver: Receiver) -> None:
    house.voices.script("skeptic", answer("quince, not plum"))

    turn = await ask_three(house, traceparent=TRACEPARENT)
    spans = [each for each in await wait_for_spans(receiver, "antiphon.turn") if each.trace == TRACE]

    (request,) = of_kind(spans, "POST ")
    (sent,) = of_kind(spans, "antiphon.turn")
    replies, calls = of_kind(spans, "invoke_agent"), of_kind(spans, "chat ")
    assert request.parent == ABOVE
    assert request.name == "POST /v1/conversations/{conversation_id}/turns"
    assert request.facts[names.STATUS] == 202
    assert (sent.parent, sent.facts[names.TURN_ID]) == (request.id, turn.id)
    assert {each.parent for each in replies} == {sent.id}
    assert {each.facts[names.AGENT_ID] for each in replies} == set(THREE)
    assert {each.facts[names.STATE] for each in replies} == {"complete"}
    assert sorted(each.parent for each in calls) == sorted(each.id for each in replies)
    assert len(spans) == 8


async def test_a_call_says_whom_it_asked_and_what_it_took(house: House, receiver: Receiver) -> None:
    await ask_three(house)

    call = of_kind(await wait_for_spans(receiver, "antiphon.turn"), "chat ")[0]

    assert call.name == "chat m"
    assert call.kind == 3, "a client's"
    assert call.facts["gen_ai.operation.name"] == "chat"
    assert call.facts["gen_ai.provider.name"] == "fake"
    assert call.facts["gen_ai.request.model"] == "m"
    assert call.facts["gen_ai.response.finish_reasons"] == ("stop",)
    assert call.facts["gen_ai.usage.input_tokens"] > 0
    assert call.facts["gen_ai.usage.output_tokens"] > 0
    assert 0 <= call.facts["gen_ai.response.time_to_first_chunk"] < 10
    assert call.facts[names.ATTEMPT] == 1
    assert not call.failed


async def test_nothing_that_is_sent_holds_a_word_or_a_key(house: House, receiver: Receiver) -> None:
    for voice in THREE:
        house.voices.script(voice, answer("quince and bergamot"))

    await ask_three(house)
    await wait_for_spans(receiver, "antiphon.turn")

    told = b"".join(each.body for each in receiver.received).lower()
    assert [each for each in (*WORDS, CANARY.lower()) if each.encode() in told] == []


async def test_a_call_that_fails_says_why_by_its_code_alone(house: House, receiver: Receiver) -> None:
    house.voices.script("skeptic", fail(401, {"error": {"message": "bergamot is a bad key"}}))

    await ask_three(house)
    spans = await wait_for_spans(receiver, "antiphon.turn")

    (failed,) = [each for each in of_kind(spans, "chat ") if each.failed]
    assert failed.facts[names.ERROR] == "auth"
    assert b"bergamot" not in b"".join(each.body for each in receiver.received)


async def test_a_tool_is_a_span_of_its_reply(house: House, receiver: Receiver) -> None:
    await equip(house)
    called = call_tool("notes__list_notes", json.dumps({})) + finish("tool_calls") + usage(20, 5) + done()
    house.voices.script("skeptic", called, answer("quince"))

    await house.ask("What did I note?", advisor_ids=["skeptic"])
    spans = await wait_for_spans(receiver, "antiphon.turn")

    (reply,) = of_kind(spans, "invoke_agent")
    (tool,) = of_kind(spans, "execute_tool")
    assert tool.parent == reply.id
    assert tool.facts[names.TOOL_SERVER] == "notes"
    assert tool.facts[names.TOOL] == "list_notes"
    assert tool.facts[names.TOOL_STATUS] == "success"
    assert len(of_kind(spans, "chat ")) == 2


async def test_an_id_goes_from_the_one_who_asks_to_the_answer_and_the_trace(house: House, receiver: Receiver) -> None:
    headers = {"X-Request-Id": "from-the-browser.1"}
    async with house.api.session.get(f"{house.url}/v1/panels", headers=headers) as named:
        answered = named.headers["X-Request-Id"]
    async with house.api.session.get(f"{house.url}/v1/panels", headers={"X-Request-Id": "two words"}) as unnamed:
        made = unnamed.headers["X-Request-Id"]

    spans = await wait_for_spans(receiver, "GET /v1/panels", 2)

    assert answered == "from-the-browser.1"
    assert made.startswith("rq_")
    assert {each.facts.get(names.REQUEST_ID) for each in of_kind(spans, "GET /v1/panels")} == {answered, made}


async def test_a_provider_is_told_the_name_of_the_receipt(house: House) -> None:
    """So that its log and ours can be laid side by side, and two providers cannot."""
    turn = await ask_three(house)

    told = {each.headers["x-client-request-id"] for voice in THREE for each in house.voices.requests(voice)}

    assert told == {f"{reply.id}.1.1" for reply in turn.replies}


@pytest.mark.usefixtures("house")
async def test_lines_of_the_log_are_told_as_names_and_facts(receiver: Receiver) -> None:
    logging.getLogger("antiphon").warning("outside_of_everything", extra={"count": 3, "thing": object()})

    async with asyncio.timeout(15):
        while not (lines := [each for each in read_lines(receiver) if each.event_name == "outside_of_everything"]):
            await asyncio.sleep(0.05)

    assert read_facts(lines[0].attributes) == {"count": 3, "logger": "antiphon"}
    assert lines[0].severity_text == "WARN"


async def test_who_sends_says_so_and_shows_what_the_receiver_wants(house: House, receiver: Receiver) -> None:
    await house.get("/v1/panels")
    await wait_for_spans(receiver, "GET /v1/panels")

    request = next(each for each in receiver.received if each.path == "/v1/traces")
    source = read_facts(ExportTraceServiceRequest.FromString(request.body).resource_spans[0].resource.attributes)
    assert request.headers["content-type"] == "application/x-protobuf"
    assert (request.headers["x-team"], request.headers["x-api-key"]) == ("ours", "of-the-receiver")
    assert source["service.name"] == "antiphon"
    assert source["service.instance.id"].startswith("n_")


async def test_what_a_receiver_cannot_take_now_comes_again(house: House, receiver: Receiver) -> None:
    receiver.answer(503, 503)

    await house.get("/v1/panels")
    async with asyncio.timeout(20):
        while sum(each.path == "/v1/traces" for each in receiver.received) < 2:
            await asyncio.sleep(0.05)
    spans = await wait_for_spans(receiver, "GET /v1/panels")

    assert of_kind(spans, "GET /v1/panels")


@pytest.fixture(params=["down", "hanging"])
async def badly_received(
    request: pytest.FixtureRequest, settings: Settings, receiver: Receiver, voices: Voices
) -> AsyncIterator[tuple[House, list[float]]]:
    """A node whose receiver is not there, or takes a minute; and how long the node took to go."""
    receiver.pause = 60.0
    gone = {"otel_endpoint": f"http://127.0.0.1:{find_free_port()}"} if request.param == "down" else {}
    took: list[float] = []
    node = run_in_process(settings.model_copy(update=gone))
    url = await node.__aenter__()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield House(url, voices, Api(session), settings.data_dir), took
    began = time.monotonic()
    await node.__aexit__(None, None, None)
    took.append(time.monotonic() - began)
    assert took[0] < 15, "it is given two seconds; the receiver would take sixty"


async def test_a_receiver_that_is_down_or_hangs_slows_nobody(badly_received: tuple[House, list[float]]) -> None:
    house, _ = badly_received
    await asyncio.sleep(1.5)

    began = time.monotonic()
    turn = await ask_three(house)

    assert [str(each.state) for each in turn.replies] == ["complete"] * 3
    assert time.monotonic() - began < 15
