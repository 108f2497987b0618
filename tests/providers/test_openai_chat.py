"""The Chat Completions adapter against a server that can do anything."""

import asyncio
import gzip
import json
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from antiphon.conversation import errors
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.providers.openai_chat.frames import build_used
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.profile import PROFILES
from antiphon.providers.provider import AnswerText, Finished, Used
from antiphon.providers.timeouts import Timeouts
from tests.fakes.model_server import (
    ModelServer,
    Script,
    answer,
    chunk,
    cut,
    done,
    fail,
    finish,
    frame,
    hang,
    headers_only,
    raw,
    reset,
    say,
    sleep,
    sse,
    think,
    usage,
)
from tests.providers.hearing import KEY, hear


async def test_a_good_answer_is_heard_whole(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """P40, P42, H3."""
    server.default = think("Hm. ") + say("Only if you must.", pieces=5) + finish() + usage(9, 4, cached=2) + done()

    heard = await hear(chat, payload)

    assert heard.error is None
    assert (heard.thinking, heard.text, heard.finish) == ("Hm. ", "Only if you must.", "stop")
    assert heard.used == Used(9, 4, cached_tokens=2)


async def test_the_bytes_sent_are_the_bytes_encoded(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """P40: preview, send and receipt are the same bytes."""
    request = chat.encode(payload)

    await hear(chat, payload)

    assert server.requests[0].body == request.body
    assert server.requests[0].path == "/v1/chat/completions"
    assert list(json.loads(request.body)) == ["model", "messages", "max_tokens", "stream", "stream_options"]
    assert chat.encode(payload) == request


async def test_parameters_have_their_place(build_chat: Callable[..., OpenAIChat], payload: Payload) -> None:
    """reg-17: and a model's name may hold colons."""
    chat = build_chat(profile=PROFILES["openai"])

    body = json.loads(chat.encode(replace(payload, model="local:llama3:8b", temperature=0.5)).body)

    assert body["model"] == "llama3:8b"
    assert list(body)[2:4] == ["max_completion_tokens", "temperature"]


async def test_the_key_travels_only_in_the_header(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP01, E-01, A-15."""
    server.default = fail(401, {"error": {"message": f"Incorrect API key provided: {KEY}."}})

    heard = await hear(chat, payload)

    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(chat.encode(payload))
    assert isinstance(heard.error, errors.AuthFailed)
    assert KEY not in str(heard.error) + repr(heard.error.facts)


async def test_a_request_for_another_address_is_not_sent(
    chat: OpenAIChat, payload: Payload, server: ModelServer
) -> None:
    """E-01, I-54: the key is bound to its address."""
    request = replace(chat.encode(payload), url=f"http://127.0.0.1:{server.port}/elsewhere")

    with pytest.raises(errors.RequestRejected):
        await anext(chat.stream(request))

    assert server.requests == []


async def test_without_a_key_no_header_is_sent(server: ModelServer, session: Session, payload: Payload) -> None:
    chat = OpenAIChat("local", server.base_url + "/", None, session=session, policy=AddressPolicy(allow_private=True))

    heard = await hear(chat, payload)

    assert heard.text == "Hello there."
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("script", "error"),
    [
        pytest.param(fail(401), errors.AuthFailed, id="XP01-401"),
        pytest.param(fail(403), errors.AuthFailed, id="XP01-403"),
        pytest.param(fail(402), errors.QuotaExceeded, id="XP02"),
        pytest.param(fail(404, {"error": "model 'x' not found"}), errors.ModelUnknown, id="XP03"),
        pytest.param(fail(408), errors.ProviderUnavailable, id="XP04-408"),
        pytest.param(fail(409), errors.ProviderUnavailable, id="XP04-409"),
        pytest.param(fail(500), errors.ProviderUnavailable, id="XP04-500"),
        pytest.param(fail(502, b"<html><h1>502</h1>"), errors.ProviderUnavailable, id="XP04-html"),
        pytest.param(fail(503), errors.ProviderUnavailable, id="XP04-503"),
        pytest.param(fail(529), errors.ProviderUnavailable, id="XP04-529"),
        pytest.param(fail(429), errors.RateLimited, id="XP05"),
        pytest.param(fail(413, b""), errors.ContextOverflow, id="XP07"),
        pytest.param(fail(400, {"error": {"code": "content_filter"}}), errors.ContentFiltered, id="XP08"),
        pytest.param(fail(307, b"", {"Location": "http://1.1.1.1/"}), errors.ProtocolError, id="XP21-redirect"),
        pytest.param(headers_only("text/html") + chunk(b"<html>"), errors.ProtocolError, id="XP21-html"),
        pytest.param(fail(407), errors.RequestRejected, id="XP22-407"),
        pytest.param(hang(), errors.ProviderTimeout, id="XP09"),
        pytest.param(headers_only() + hang(), errors.ProviderTimeout, id="XP10"),
        pytest.param(reset(), errors.ConnectFailed, id="XP22-reset"),
        pytest.param(raw(b"hello\r\n\r\n") + cut(), errors.ProtocolError, id="XP22-not-http"),
        pytest.param(headers_only(), errors.StreamBroken, id="XP12-empty"),
        pytest.param(done(), errors.StreamBroken, id="XP12-done-only"),
    ],
)
async def test_failures_before_any_output_have_names(
    chat: OpenAIChat, payload: Payload, server: ModelServer, script: Script, error: type[errors.ProviderError]
) -> None:
    """XP01 to XP10, XP21, XP22: one request, one failure, no output."""
    server.default = script

    heard = await hear(chat, payload)

    assert type(heard.error) is error
    assert heard.error.provider == "local"
    assert heard.outputs == []
    assert len(server.requests) == 1


async def test_nobody_listening_is_connect_failed(session: Session, payload: Payload) -> None:
    """XP22."""
    policy = AddressPolicy(allow_private=True)

    for url in ("http://127.0.0.1:9/v1", "http://nowhere.invalid/v1", "http://169.254.169.254/v1"):
        heard = await hear(OpenAIChat("local", url, None, session=session, policy=policy), payload)
        assert type(heard.error) is errors.ConnectFailed


async def test_a_wait_is_passed_on(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP05."""
    server.default = fail(429, headers={"Retry-After": "2.5"})

    heard = await hear(chat, payload)

    assert heard.error is not None
    assert heard.error.retry_after == 2.5


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(reset(), id="reset"),
        pytest.param(cut(), id="fin"),
        pytest.param(chunk(b'data: {"choices":[{"del') + cut(), id="fin in json"),
        pytest.param(raw(b"ff\r\ndata: {") + cut(), id="fin in chunk"),
        pytest.param(raw(b"zz\r\n") + cut(), id="bad chunk size"),
        pytest.param((), id="end without a reason"),
        pytest.param(done(), id="done without a reason"),
    ],
)
async def test_a_cut_answer_keeps_its_text(
    chat: OpenAIChat, payload: Payload, server: ModelServer, ending: Script
) -> None:
    """XP12: all complete deltas, then StreamBroken."""
    server.default = say("Five deltas, all kept.", pieces=5, pause=0.01) + ending

    heard = await hear(chat, payload)

    assert heard.text == "Five deltas, all kept."
    assert type(heard.error) is errors.StreamBroken


async def test_a_reset_right_behind_the_text_loses_nothing(
    build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer
) -> None:
    """XP12, paced: what arrived while the reader rested is still read."""
    server.default = say("One. ") + sleep(0.02) + say("Two. ", pieces=3, pause=0.005) + cut()

    heard = await hear(build_chat(pace_seconds=0.15), payload)

    assert heard.text == "One. Two. "
    assert type(heard.error) is errors.StreamBroken


@pytest.mark.parametrize("noise", [(), (sleep(0.08) + chunk(b": still here\n\n")) * 12], ids=["silent", "comments"])
@pytest.mark.measured
async def test_silence_in_the_middle_times_out(
    chat: OpenAIChat, payload: Payload, server: ModelServer, noise: Script
) -> None:
    """XP11: keep-alive comments are not speech."""
    server.default = say("Five deltas.", pieces=5) + noise + hang()
    started = time.monotonic()

    heard = await hear(chat, payload)

    assert heard.text == "Five deltas."
    assert type(heard.error) is errors.ProviderTimeout
    assert time.monotonic() - started < 10


async def test_the_first_byte_may_take_its_own_time(
    build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer
) -> None:
    """D22: longer than a pause between two words, or shorter."""
    slow, quick = (
        build_chat(timeouts=Timeouts(first_byte=first, idle=idle)) for first, idle in ((30.0, 0.3), (0.3, 30.0))
    )
    server.default = sleep(1) + say("Well") + hang()
    started = time.monotonic()

    patient, hasty = await hear(slow, payload), await hear(quick, payload)

    assert (patient.text, type(patient.error)) == ("Well", errors.ProviderTimeout)
    assert (hasty.text, type(hasty.error)) == ("", errors.ProviderTimeout)
    assert time.monotonic() - started < 25


async def test_one_byte_at_a_time_is_not_speech_either(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP19: a slow-loris provider."""
    server.default = say("Well") + tuple(step for _ in range(40) for step in sleep(0.05) + chunk(b"d"))

    heard = await hear(chat, payload)

    assert heard.text == "Well"
    assert type(heard.error) is errors.ProviderTimeout


IN_BAND = [
    pytest.param(sse({"error": {"message": "busy", "code": 503}}), errors.ProviderUnavailable, id="plain"),
    pytest.param(sse({"error": {"message": "slow down", "code": 429}}), errors.RateLimited, id="limit"),
    pytest.param(
        sse({"error": {"message": "Internal", "type": "InternalServerError", "code": 500}}) + done(),
        errors.ProviderUnavailable,
        id="vLLM",
    ),
    pytest.param(
        sse({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, name="error"),
        errors.ProviderUnavailable,
        id="named event",
    ),
    pytest.param(
        sse({"error": {"code": "server_error", "message": "gone"}} | frame({"content": ""}, "error")),
        errors.ProviderUnavailable,
        id="OpenRouter",
    ),
    pytest.param(sse(frame({}, "error")), errors.ProviderUnavailable, id="finish reason error"),
    pytest.param(sse(frame({}, "abort")), errors.ProviderUnavailable, id="vLLM, which ends"),
    pytest.param(sse({"error": "model runner has stopped"}), errors.ProviderUnavailable, id="Ollama"),
    pytest.param(sse(frame({}, "model_context_window_exceeded")), errors.ContextOverflow, id="overflow"),
]


@pytest.mark.parametrize(("script", "error"), IN_BAND)
@pytest.mark.parametrize("before", ["", "Some words."], ids=["before output", "after output"])
async def test_an_error_inside_the_stream_is_an_error(
    chat: OpenAIChat,
    payload: Payload,
    server: ModelServer,
    before: str,
    script: Script,
    error: type[errors.ProviderError],
) -> None:
    """XP13."""
    server.default = (say(before) if before else ()) + script

    heard = await hear(chat, payload)

    assert heard.text == before
    assert type(heard.error) is error
    assert heard.finish is None


TRICKY = "é 👩‍👩‍👧 漢字 \U0001f600 end"


@pytest.mark.parametrize("escaped", [True, False], ids=["escaped", "utf-8"])
async def test_text_may_be_cut_at_every_byte(
    chat: OpenAIChat, payload: Payload, server: ModelServer, escaped: bool
) -> None:
    """XP14, P43."""
    body = json.dumps(frame({"content": TRICKY}), ensure_ascii=escaped)
    event = f"data: {body}\r\n\r\n".encode()
    server.default = tuple(chunk(bytes([byte]))[0] for byte in event) + finish() + done()

    heard = await hear(chat, payload)

    assert heard.text == TRICKY
    assert heard.error is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"a\xe2\x82", "a\ufffd"),
        (rb"\ud83d", "\ud83d"),
        (rb"a\u0000b", "a\0b"),
    ],
    ids=["invalid byte", "cut character", "lone surrogate", "NUL"],
)
async def test_odd_bytes_become_text(
    chat: OpenAIChat, payload: Payload, server: ModelServer, content: bytes, text: str
) -> None:
    """XP14: invalid bytes become U+FFFD once; surrogates and NUL are left to the engine's gate."""
    event = b'\xef\xbb\xbfdata: {"choices":[{"delta":{"content":"' + content + b'"}}]}\n\n'
    server.default = chunk(event) + finish() + done()

    heard = await hear(chat, payload)

    assert heard.text == text
    assert heard.error is None


async def test_odd_frames_are_skipped(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP16."""
    odd: list[object] = [
        {},
        {"choices": None},
        {"choices": []},
        {"choices": [None]},
        {"choices": "x"},
        {"choices": [{"index": 7, "delta": None}]},
        {"choices": [{"delta": {"content": None, "tool_calls": None}}], "usage": None},
        {"choices": [{"delta": {"content": 5, "reasoning": 5, "tool_calls": [None, 5]}, "finish_reason": ""}]},
        {"usage": {"prompt_tokens": None}, "choices": [{}]},
        {"error": None, "choices": None},
    ]
    scripts = tuple(step for body in odd for step in sse(body))
    server.default = scripts + say("Still ") + scripts + say("here.") + finish() + done()

    heard = await hear(chat, payload)

    assert (heard.text, heard.finish, heard.error) == ("Still here.", "stop", None)


@pytest.mark.parametrize(("count", "error"), [(3, ""), (4, "protocol")])
async def test_a_few_malformed_frames_are_forgiven(
    chat: OpenAIChat, payload: Payload, server: ModelServer, count: int, error: str
) -> None:
    """XP16: three are skipped, the fourth is one too many."""
    bad = [b'data: {"choices": [\n\n', b"data: null\n\n", b"data: oops\n\n", b"data: 3\n\n"]
    server.default = say("Words.") + tuple(chunk(each)[0] for each in bad[:count]) + finish() + done()

    heard = await hear(chat, payload)

    assert heard.text == "Words."
    assert heard.code == error


async def test_only_nonsense_is_never_success(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP16."""
    server.default = chunk(b"data: oops\n\n") + done()

    heard = await hear(chat, payload)

    assert type(heard.error) is errors.StreamBroken


async def test_the_first_finish_reason_counts(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP16: two finish reasons, and an error after the end."""
    server.default = say("a") + finish("length") + finish("stop") + sse({"error": {"message": "late"}})

    heard = await hear(chat, payload)

    assert [each for each in heard.outputs if isinstance(each, Finished)] == [Finished("length", "length")]
    assert heard.error is None


async def test_repeated_frames_are_kept_as_received(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP17: the same words may be meant twice; nothing is guessed."""
    server.default = say("ha ") * 150 + finish() + done()

    heard = await hear(chat, payload)

    assert heard.text == "ha " * 150


async def test_a_huge_frame_ends_the_answer(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP18."""
    huge = chunk(b"data: ") + chunk(b"x" * 100_000) * 30
    server.default = say("Before.") + huge + hang()

    heard = await hear(chat, payload)

    assert heard.text == "Before."
    assert type(heard.error) is errors.ProtocolError


async def test_many_small_frames_are_cheap(
    build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer
) -> None:
    """XP18: 50,000 one-letter frames, joined into few outputs."""
    block = chunk(b'data: {"choices":[{"delta":{"content":"x"}}]}\n\n' * 1_000)
    server.default = block * 50 + finish() + done()

    heard = await hear(build_chat(), payload)

    assert len(heard.text) == 50_000
    assert heard.yields < 200
    assert heard.error is None


async def test_deep_json_is_malformed_not_fatal(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP18."""
    server.default = chunk(b"data: " + b"[" * 200_000 + b"\n\n") + say("Fine.") + finish() + done()

    heard = await hear(chat, payload)

    assert (heard.text, heard.error) == ("Fine.", None)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (finish("stop"), "stop"),
        (think("Hm.") + finish("length"), "length"),
        (think("Hm.") + finish("model_length"), "length"),
        (say("  \n") + finish("content_filter"), "filtered"),
        (sse(frame({"refusal": "No."})) + finish("refusal"), "filtered"),
        (sse(frame({"tool_calls": [{"index": 1, "id": "c1"}]})) + finish("function_call"), "tool_calls"),
        (finish("eos"), "stop"),
    ],
    ids=["nothing", "reasoning only", "window full", "blank", "refusal", "tool call only", "unknown reason"],
)
async def test_answers_without_text_still_finish(
    chat: OpenAIChat, payload: Payload, server: ModelServer, script: Script, reason: str
) -> None:
    """XP08, XP20."""
    server.default = script + done()

    heard = await hear(chat, payload)

    assert (heard.finish, heard.error) == (reason, None)


async def test_tool_calls_arrive_in_pieces(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    first = {"index": 0, "id": "c1", "function": {"name": "look", "arguments": '{"at'}}
    second = {"index": 0, "function": {"arguments": '": 1}'}}
    server.default = (
        sse(frame({"tool_calls": [first]})) + sse(frame({"tool_calls": [second]})) + finish("tool_calls") + done()
    )

    heard = await hear(chat, payload)

    assert "".join(call.arguments for call in heard.calls) == '{"at": 1}'
    assert (heard.calls[0].name, heard.calls[0].id, heard.calls[1].name) == ("look", "c1", "")


async def test_a_json_answer_counts_as_one_chunk(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    choice = {"message": {"role": "assistant", "content": "All at once."}, "finish_reason": "stop"}
    server.default = fail(200, {"choices": [choice], "usage": {"prompt_tokens": 3, "completion_tokens": 4}})

    heard = await hear(chat, payload)

    assert (heard.text, heard.finish, heard.used) == ("All at once.", "stop", Used(3, 4))


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"[]", errors.ProtocolError),
        (b"{", errors.ProtocolError),
        (b'{"error": null, "choices": null}', errors.ProtocolError),
        (b'{"error": {"code": 429}}', errors.RateLimited),
    ],
)
async def test_a_json_answer_without_an_end_is_no_answer(
    chat: OpenAIChat, payload: Payload, server: ModelServer, body: bytes, error: type[errors.ProviderError]
) -> None:
    """XP13, XP16."""
    server.default = fail(200, body, {"Content-Type": "application/json; charset=utf-8"})

    heard = await hear(chat, payload)

    assert type(heard.error) is error


async def test_compressed_answers_are_read(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP21: asked for identity, got gzip."""
    stream = b"".join(step.data for step in answer("Unpacked.") if hasattr(step, "data"))
    server.default = headers_only("text/event-stream", **{"Content-Encoding": "gzip"}) + chunk(gzip.compress(stream))

    heard = await hear(chat, payload)

    assert server.requests[0].headers["accept-encoding"] == "identity"
    assert (heard.text, heard.error) == ("Unpacked.", None)


async def test_a_gzip_bomb_is_refused(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """XP21."""
    bomb = gzip.compress(b"data: " + b"\0" * 50_000_000)
    server.default = headers_only("text/event-stream", **{"Content-Encoding": "gzip"}) + chunk(bomb)

    heard = await hear(chat, payload)

    assert type(heard.error) is errors.ProtocolError


@pytest.mark.measured
async def test_the_end_is_not_waited_for_long(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    """A finish reason completes an answer, whether or not the server then says goodbye."""
    server.default = say("Done.") + finish() + hang()
    started = time.monotonic()

    heard = await hear(chat, payload)

    assert (heard.text, heard.error) == ("Done.", None)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    ("total", "output"),
    [(100 + 40 + 25, 65), (100 + 40, 40), (None, 40)],
    ids=["thought is counted beside the answer", "and in it", "nobody says"],
)
def test_what_was_thought_is_among_what_was_written_whoever_counts(total: int | None, output: int) -> None:
    reported = {"prompt_tokens": 100, "completion_tokens": 40, "total_tokens": total}

    used = build_used(reported | {"completion_tokens_details": {"reasoning_tokens": 25}})

    assert used == Used(100, output, reasoning_tokens=25)


async def test_usage_after_the_finish_reason_is_heard(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    server.default = say("Done.") + finish() + sleep(0.1) + usage(5, 6, reasoning=1)

    heard = await hear(chat, payload)

    assert heard.used == Used(5, 6, reasoning_tokens=1)


async def test_connections_are_used_again(chat: OpenAIChat, payload: Payload, server: ModelServer) -> None:
    for _ in range(3):
        await hear(chat, payload)

    assert {request.connection for request in server.requests} == {1}


@pytest.mark.measured
async def test_reads_are_paced(build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer) -> None:
    """Sixty events in 0.3 s are read a handful of times, and the first one at once."""
    server.default = say("x" * 60, pieces=60, pause=0.005) + finish() + done()
    chat = build_chat(pace_seconds=0.1)
    started = time.monotonic()

    stream = chat.stream(chat.encode(payload))
    first = await anext(stream)
    first_after = time.monotonic() - started
    rest = [outputs async for outputs in stream]

    assert first == (AnswerText("x"),)
    assert first_after < 0.1
    assert len(rest) <= 8
    assert sum(len(each.text) for outputs in rest for each in outputs if isinstance(each, AnswerText)) == 59


@pytest.mark.measured
async def test_closing_the_stream_closes_the_connection(
    chat: OpenAIChat, payload: Payload, server: ModelServer
) -> None:
    server.default = say("One.") + hang()
    stream = chat.stream(chat.encode(payload))
    await anext(stream)

    await stream.aclose()

    assert await server.wait_for_disconnect() < 0.2


@pytest.mark.parametrize("script", [hang(), say("One.") + hang()], ids=["before headers", "while reading"])
@pytest.mark.measured
async def test_cancelling_closes_the_connection(
    build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer, script: Script
) -> None:
    server.default = script
    task = asyncio.create_task(hear(build_chat(), payload))
    await server.wait_for_requests(1)
    await asyncio.sleep(0.05)

    task.cancel()

    assert await server.wait_for_disconnect() < 0.2
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_many_voices_speak_at_once(
    build_chat: Callable[..., OpenAIChat], payload: Payload, server: ModelServer
) -> None:
    server.default = answer("word " * 20, pieces=20, pause=0.01)
    chat = build_chat()
    payloads = [replace(payload, messages=(Message("user", str(number)),)) for number in range(100)]

    answers = await asyncio.gather(*(hear(chat, each) for each in payloads))

    assert {heard.text for heard in answers} == {"word " * 20}
    assert len({request.body for request in server.requests}) == 100
