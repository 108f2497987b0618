"""What holds on every wire, whoever speaks it."""

import asyncio
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from antiphon.conversation import errors
from antiphon.conversation.payload import Message, Payload, ToolCall
from antiphon.conversation.tool import ToolDefinition
from antiphon.providers.provider import CalledTool, Finished, Provider, Used, WireRequest
from antiphon.providers.tool_schema import write_parameters
from tests.fakes.model_server import Script, chunk, cut, fail, hang, headers_only, raw, reset, sleep
from tests.fakes.wires import FORMATS, WIRES, Wire, WireServer
from tests.providers.conftest import MODELS
from tests.providers.hearing import KEY, hear

Speak = Callable[..., Provider]
Told = Callable[[Wire], Script]


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    with WireServer(request.param) as running:
        yield running


@pytest.fixture
def payload(server: WireServer, thread: Payload) -> Payload:
    return replace(thread, model=MODELS[server.format])


def with_tools(payload: Payload) -> Payload:
    calls = (ToolCall("c1", "clock", '{"zone": "UTC"}'), ToolCall("c2", "clock", "not json"))
    past = (
        Message("assistant", "I look.", kind="reply", calls=calls),
        Message("tool", "12:00", kind="tool", call_id="c1"),
        Message("tool", "never", kind="tool", call_id="c2"),
        Message("assistant", "Noon.", kind="reply"),
    )
    return replace(payload, messages=(*payload.messages[:2], *past, *payload.messages[3:]), tools=(CLOCK,))


CLOCK = ToolDefinition(
    "clock",
    "tell",
    "Tells the time.",
    {"type": "object", "properties": {"zone": {"type": "string"}}, "required": ["zone"]},
    read_only=True,
)


def read_tools(body: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Name, description and schema of every tool a model is told about, on whichever wire."""
    told = body.get("tools", [])
    if told and "functionDeclarations" in told[0]:
        told = told[0]["functionDeclarations"]
    inner = [each.get("function", each) for each in told]
    names = ("parameters", "input_schema", "parameters_json_schema")
    return [(each["name"], each["description"], next(each[name] for name in names if name in each)) for each in inner]


def read_choice(body: dict[str, Any]) -> str:
    """Whether the model may call: `auto` or `none`."""
    choice = body.get("tool_choice", body.get("toolConfig", {}).get("functionCallingConfig", "auto"))
    return str(choice if isinstance(choice, str) else choice.get("type", choice.get("mode"))).lower()


async def test_tools_are_described_to_the_model_as_they_are(server: WireServer, speak: Speak, payload: Payload) -> None:
    """M4: the same name, words and schema on every wire; nothing about tools where there are none."""
    provider = speak(server)
    told = json.loads(provider.encode(replace(payload, tools=(CLOCK,))).body)
    plain = json.loads(provider.encode(payload).body)

    assert read_tools(told) == [("clock__tell", "Tells the time.", CLOCK.schema)]
    assert read_choice(told) == "auto"
    assert read_tools(plain) == []


ZONE = {"type": "object", "properties": {"zone": {"type": "string"}, "year": {"type": "integer"}}, "required": ["zone"]}
CITY = {"type": "object", "properties": {"city": {"type": "string"}, "year": {"type": "integer"}}, "required": ["city"]}
EITHER = {**ZONE["properties"], **CITY["properties"]}
MAKE = {"properties": {"do": {"type": "string", "const": "make"}, "title": {"type": "string"}}, "required": ["do"]}
DROP = {"properties": {"do": {"type": "string", "const": "drop"}, "title": {"type": "array"}}, "required": ["do"]}
TWO_DEEDS = {
    "type": "object",
    "properties": {
        "do": {"type": "string", "enum": ["make", "drop"]},
        "title": {"anyOf": [{"type": "string"}, {"type": "array"}]},
    },
    "required": ["do"],
}


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "object"}, {"type": "object", "properties": {}}),
        ({"type": "object", "properties": None}, {"type": "object", "properties": {}}),
        ({"oneOf": [ZONE, CITY]}, {"type": "object", "properties": EITHER}),
        ({"type": "object", "anyOf": [ZONE, CITY]}, {"type": "object", "properties": EITHER}),
        ({"oneOf": [MAKE, DROP]}, TWO_DEEDS),
        (
            {
                "anyOf": [
                    {"properties": {"do": {"type": ["string", "null"], "enum": each}}} for each in (["a"], ["a", "b"])
                ]
            },
            {"type": "object", "properties": {"do": {"type": ["string", "null"], "enum": ["a", "b"]}}},
        ),
        (
            {"properties": ZONE["properties"], "oneOf": [{"properties": {"zone": {"const": "z"}}}]},
            {"type": "object", "properties": ZONE["properties"]},
        ),
        ({"allOf": [ZONE, CITY]}, {"type": "object", "properties": EITHER, "required": ["city", "zone"]}),
        ({"allOf": [{"anyOf": [ZONE, ZONE]}], "not": CITY}, ZONE),
        ({"$ref": "#/$defs/zone", "$defs": {"zone": ZONE}}, {"$defs": {"zone": ZONE}, **ZONE}),
        (
            {"anyOf": [{"$ref": "#/$defs/a"}, True], "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}},
            {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}, "type": "object", "properties": {}},
        ),
    ],
)
def test_a_tool_is_an_object_that_names_its_properties(schema: dict[str, Any], told: dict[str, Any]) -> None:
    assert write_parameters(schema) == told


async def test_no_tool_has_alternatives_at_the_root_of_its_schema(
    server: WireServer, speak: Speak, payload: Payload
) -> None:
    tools = (replace(CLOCK, schema={"type": "object"}), replace(CLOCK, name="show", schema={"oneOf": [ZONE, CITY]}))

    written = read_tools(json.loads(speak(server).encode(replace(payload, tools=tools)).body))

    assert [each["properties"].keys() for _, _, each in written] == [{}.keys(), EITHER.keys()]
    assert not any("oneOf" in each for _, _, each in written)


async def test_a_model_can_be_told_to_answer_without_tools(server: WireServer, speak: Speak, payload: Payload) -> None:
    """M4: they stay described, because earlier calls speak of them."""
    body = json.loads(speak(server).encode(replace(with_tools(payload), may_call=False)).body)

    assert read_choice(body) == "none"
    assert len(read_tools(body)) == 1


@pytest.mark.parametrize("change", [lambda each: each, with_tools], ids=["text", "tools"])
async def test_the_wire_receives_the_bytes_that_were_shown(
    server: WireServer, speak: Speak, payload: Payload, change: Callable[[Payload], Payload]
) -> None:
    """I-26: preview, receipt and wire hold the same bytes."""
    provider = speak(server)
    request = provider.encode(change(payload))

    heard = [outputs async for outputs in provider.stream(request)]

    assert heard
    assert server.bodies == [request.body]
    assert hashlib.sha256(server.bodies[0]).hexdigest() == request.sha256
    assert server.requests[0].headers["content-type"] == "application/json"


@pytest.mark.parametrize("change", [lambda each: each, with_tools], ids=["text", "tools"])
async def test_the_same_payload_gives_the_same_request(
    server: WireServer, speak: Speak, payload: Payload, change: Callable[[Payload], Payload]
) -> None:
    """I-25, I-26: from one provider or another, in a loop or on a thread without one."""
    provider, other = speak(server), speak(server)
    on_a_thread: list[WireRequest] = []
    worker = threading.Thread(target=lambda: on_a_thread.append(other.encode(change(payload))))

    worker.start()
    inside = [provider.encode(change(payload)) for _ in range(2)]
    worker.join()

    assert inside[0] == inside[1] == on_a_thread[0]
    assert server.requests == []


async def test_a_key_is_in_no_request_until_it_leaves(server: WireServer, speak: Speak, payload: Payload) -> None:
    """E-01, E-08, I-26."""
    provider = speak(server)
    request = provider.encode(payload)

    await hear(provider, payload)

    assert KEY not in repr(request)
    assert not {"authorization", "x-api-key", "x-goog-api-key", "api-key"} & {name.lower() for name in request.headers}
    assert KEY not in server.requests[0].path
    assert [name for name, value in server.requests[0].headers.items() if KEY in value] in (
        ["authorization"],
        ["x-goog-api-key"],
    )


async def test_a_request_for_another_address_is_not_sent(server: WireServer, speak: Speak, payload: Payload) -> None:
    """E-01, I-54: the key is bound to its address."""
    provider = speak(server)
    request = replace(provider.encode(payload), url=f"http://127.0.0.1:{server.port}/elsewhere")

    with pytest.raises(errors.RequestRejected):
        await anext(provider.stream(request))

    assert server.requests == []


async def test_no_proper_request_holds_two_neighbours_of_one_role(
    server: WireServer, speak: Speak, payload: Payload
) -> None:
    """I-23: the reference and the message arrive as one, where the wire wants it so."""
    body = json.loads(speak(server).encode(payload).body)

    roles = [each["role"] for each in body.get("messages") or body["contents"]]
    assert roles[-1] == "user"
    if server.format != "openai_chat":
        assert roles == ["user", "assistant" if server.format == "anthropic" else "model", "user"]


async def test_a_good_answer_is_heard_whole(server: WireServer, speak: Speak, payload: Payload) -> None:
    """H17, P40, P42."""
    wire = server.wire
    script = wire.begin() + wire.think("Hm. ") + wire.say("Only if you must. \u00e9\U0001f600", pieces=5)
    server.default = script + wire.finish(prompt=9, completion=4, cached=2)

    heard = await hear(speak(server), payload)

    assert heard.error is None
    assert (heard.thinking, heard.text, heard.finish) == ("Hm. ", "Only if you must. \u00e9\U0001f600", "stop")
    assert heard.used == Used(9, 4, cached_tokens=2)
    assert isinstance(heard.outputs[-1 if server.format != "openai_chat" else -2], Finished)


async def test_what_was_written_to_the_cache_is_counted(server: WireServer, speak: Speak, payload: Payload) -> None:
    wire = server.wire
    server.default = wire.begin() + wire.say("Yes.") + wire.finish(prompt=9, completion=4, cached=2, written=5)

    heard = await hear(speak(server), payload)

    assert heard.used == Used(9, 4, cached_tokens=2, cache_write_tokens=0 if server.format == "google" else 5)


async def test_a_tool_call_is_put_together_from_its_pieces(server: WireServer, speak: Speak, payload: Payload) -> None:
    reason = {"openai_chat": "tool_calls", "anthropic": "tool_use", "google": "STOP"}[server.format]
    server.default = server.wire.begin() + server.wire.call("c1", "clock", '{"a":1}') + server.wire.finish(reason)

    heard = await hear(speak(server), payload)

    assert {each.index for each in heard.calls} == {0}
    assert (heard.calls[0].id, heard.calls[0].name) == ("c1", "clock")
    assert "".join(each.arguments for each in heard.calls) == '{"a":1}'
    assert heard.finish == "tool_calls"


@pytest.mark.parametrize(
    ("told", "error"),
    [
        pytest.param(lambda w: w.refuse(401, "no"), errors.AuthFailed, id="XP01"),
        pytest.param(lambda w: w.refuse(402, "pay"), errors.QuotaExceeded, id="XP02"),
        pytest.param(lambda w: w.refuse(500, "oops"), errors.ProviderUnavailable, id="XP04"),
        pytest.param(lambda w: fail(502, b"<html><h1>502</h1>"), errors.ProviderUnavailable, id="XP04-html"),
        pytest.param(lambda w: w.refuse(529, "Overloaded"), errors.ProviderUnavailable, id="XP04-529"),
        pytest.param(lambda w: w.refuse(429, "slow down"), errors.RateLimited, id="XP05"),
        pytest.param(lambda w: w.refuse(400, "prompt is too long: 9 > 8"), errors.ContextOverflow, id="XP07"),
        pytest.param(lambda w: hang(), errors.ProviderTimeout, id="XP09"),
        pytest.param(lambda w: headers_only() + hang(), errors.ProviderTimeout, id="XP10"),
        pytest.param(lambda w: headers_only(), errors.StreamBroken, id="XP12-empty"),
        pytest.param(lambda w: w.begin() + w.break_down(503, "Overloaded"), errors.ProviderUnavailable, id="XP13"),
        pytest.param(lambda w: fail(200, {"error": {"code": 503}}), errors.ProviderUnavailable, id="XP13-json"),
        pytest.param(lambda w: fail(307, b"", {"Location": "http://1.1.1.1/"}), errors.ProtocolError, id="XP21"),
        pytest.param(lambda w: headers_only("text/html") + chunk(b"<html>"), errors.ProtocolError, id="XP21-html"),
        pytest.param(lambda w: reset(), errors.ConnectFailed, id="XP22-reset"),
        pytest.param(lambda w: raw(b"hello\r\n\r\n") + cut(), errors.ProtocolError, id="XP22-not-http"),
        pytest.param(lambda w: chunk(b"data: " + b"x" * 1_100_000) + hang(), errors.ProtocolError, id="E-09"),
    ],
)
async def test_failures_before_any_output_have_names(
    server: WireServer, speak: Speak, payload: Payload, told: Told, error: type[errors.ProviderError]
) -> None:
    """XP01 to XP13, XP21, XP22: one request, one failure, no words, no second try; what was counted is told."""
    server.default = told(server.wire)

    heard = await hear(speak(server), payload)

    assert type(heard.error) is error
    assert heard.error.provider == "wire"
    assert [each for each in heard.outputs if not isinstance(each, Used)] == []
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("told", "error"),
    [
        pytest.param(lambda w: reset(), errors.StreamBroken, id="XP12-reset"),
        pytest.param(lambda w: cut(), errors.StreamBroken, id="XP12-fin"),
        pytest.param(lambda w: chunk(b'data: {"type":"content') + cut(), errors.StreamBroken, id="XP12-in-json"),
        pytest.param(lambda w: chunk(b'data: {"type":"content'), errors.StreamBroken, id="XP12-clean-end-in-json"),
        pytest.param(lambda w: (), errors.StreamBroken, id="XP12-end-without-a-reason"),
        pytest.param(lambda w: hang(), errors.ProviderTimeout, id="XP11-silence"),
        pytest.param(
            lambda w: sum((w.keep_alive() + sleep(0.05) for _ in range(40)), ()),
            errors.ProviderTimeout,
            id="XP11-alive",
        ),
        pytest.param(lambda w: w.break_down(503, "Overloaded"), errors.ProviderUnavailable, id="XP13"),
        pytest.param(lambda w: w.break_down(429, "Rate limited"), errors.RateLimited, id="XP13-429"),
    ],
)
async def test_a_broken_answer_keeps_its_text(
    server: WireServer, speak: Speak, payload: Payload, told: Told, error: type[errors.ProviderError]
) -> None:
    """XP11, XP12, XP13: all complete deltas, then a failure with a name."""
    wire = server.wire
    server.default = wire.begin() + wire.say("Five deltas, all kept.", pieces=5, pause=0.01) + told(wire)

    heard = await hear(speak(server), payload)

    assert heard.text == "Five deltas, all kept."
    assert type(heard.error) is error
    assert len(server.requests) == 1


@pytest.mark.parametrize("ending", [hang(), cut(), reset()], ids=["silence", "fin", "reset"])
async def test_nothing_after_a_finish_reason_spoils_an_answer(
    server: WireServer, speak: Speak, payload: Payload, ending: Script
) -> None:
    """XP12: the reason makes it complete, whatever the connection does then."""
    server.default = server.wire.begin() + server.wire.say("Done.") + server.wire.finish()[:1] + ending

    heard = await hear(speak(server), payload)

    assert heard.error is None
    assert (heard.text, heard.finish) == ("Done.", "stop")


REASONS = [
    ("anthropic", "max_tokens", "length"),
    ("anthropic", "model_context_window_exceeded", "length"),
    ("anthropic", "refusal", "filtered"),
    ("anthropic", "stop_sequence", "stop"),
    ("google", "MAX_TOKENS", "length"),
    ("google", "SAFETY", "filtered"),
    ("google", "PROHIBITED_CONTENT", "filtered"),
    ("google", "RECITATION", "filtered"),
]


@pytest.mark.parametrize(("wire", "raw_reason", "reason"), REASONS)
async def test_finish_reasons_are_translated(
    wire: str, raw_reason: str, reason: str, speak: Speak, thread: Payload
) -> None:
    voice = WIRES[wire]  # type: ignore[index]  # from the table above
    with WireServer(wire) as server:  # type: ignore[arg-type]  # from the table above
        server.default = voice.begin() + voice.say("Some.") + voice.finish(raw_reason)

        heard = await hear(speak(server), replace(thread, model=MODELS[server.format]))

    assert heard.outputs[-1] == Finished(reason, raw_reason)  # type: ignore[arg-type]  # from the table above


async def test_a_reason_that_means_failure_is_a_failure(speak: Speak, thread: Payload) -> None:
    with WireServer("google") as server:
        server.default = server.wire.say("Some.") + server.wire.finish("MALFORMED_FUNCTION_CALL")

        heard = await hear(speak(server), replace(thread, model=MODELS["google"]))

    assert heard.text == "Some."
    assert type(heard.error) is errors.ProviderUnavailable


async def test_a_prompt_that_was_blocked_ends_as_filtered(speak: Speak, thread: Payload) -> None:
    """XP08."""
    with WireServer("google") as server:
        server.default = chunk(b'data: {"promptFeedback":{"blockReason":"SAFETY"},"responseId":"r1"}\r\n\r\n')

        heard = await hear(speak(server), replace(thread, model=MODELS["google"]))

    assert heard.error is None
    assert heard.outputs == [Finished("filtered", "SAFETY")]


async def test_a_wait_is_passed_on(server: WireServer, speak: Speak, payload: Payload) -> None:
    """XP05."""
    server.default = fail(429, headers={"Retry-After": "2.5"})

    heard = await hear(speak(server), payload)

    assert heard.error is not None
    assert heard.error.retry_after == 2.5


async def test_a_key_in_a_refusal_is_hidden(server: WireServer, speak: Speak, payload: Payload) -> None:
    """XP01."""
    server.default = server.wire.refuse(401, f"the key {KEY} is wrong")

    heard = await hear(speak(server), payload)

    assert heard.error is not None
    assert KEY not in str(heard.error) + repr(heard.error.facts)


@pytest.mark.measured
async def test_closing_the_stream_closes_the_connection(server: WireServer, speak: Speak, payload: Payload) -> None:
    """Whoever stops listening stops paying."""
    server.default = server.wire.begin() + server.wire.say("Wait") + hang()
    provider = speak(server)
    stream = provider.stream(provider.encode(payload))

    await anext(stream)
    await stream.aclose()

    assert await server.wait_for_disconnect() < 1


@pytest.mark.measured
async def test_being_cancelled_closes_the_connection(server: WireServer, speak: Speak, payload: Payload) -> None:
    server.default = hang()
    task = asyncio.create_task(hear(speak(server), payload))

    await server.wait_for_requests(1)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert await server.wait_for_disconnect() < 1


async def test_many_events_are_handed_over_at_once(server: WireServer, speak: Speak, payload: Payload) -> None:
    """One wake-up brings several events, and the text is the same."""
    server.answer("word " * 200, pieces=200, pause=0.001)

    heard = await hear(speak(server, pace_seconds=0.05), payload)

    assert heard.text == "word " * 200
    assert heard.yields < 40


async def test_several_answers_are_heard_side_by_side(server: WireServer, speak: Speak, payload: Payload) -> None:
    """Each stream has its own request, though they share a library's client."""
    provider = speak(server)
    server.handler = lambda body: None
    texts = [f"Answer to {number}. " * 20 for number in range(4)]
    script = [
        server.wire.begin() + server.wire.say(each, pieces=10, pause=0.002) + server.wire.finish() for each in texts
    ]
    server.enqueue(payload.model.partition(":")[2], *script)

    heard = await asyncio.gather(*(hear(provider, payload) for _ in texts))

    assert sorted(each.text for each in heard) == sorted(texts)
    assert not any(isinstance(output, CalledTool) for each in heard for output in each.outputs)
