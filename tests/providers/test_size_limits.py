"""An answer that does not end, on every wire."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from antiphon.conversation import errors
from antiphon.conversation.payload import Payload
from antiphon.providers import size_limits
from antiphon.providers.provider import Provider
from tests.fakes.model_server import Script, done, finish, frame, hang, sleep, sse
from tests.fakes.wires import FORMATS, Wire, WireServer
from tests.providers.conftest import MODELS
from tests.providers.hearing import hear

Speak = Callable[..., Provider]


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    with WireServer(request.param) as running:
        yield running


@pytest.fixture
def payload(server: WireServer, thread: Payload) -> Payload:
    return replace(thread, model=MODELS[server.format])


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test reaches with few bytes; the number of calls is the one that ships."""
    for name in ("TEXT_CHARS", "THINKING_CHARS", "ARGUMENT_CHARS"):
        monkeypatch.setattr(size_limits, name, 5_000)
    monkeypatch.setattr(size_limits, "ARGUMENT_CHARS_PER_CALL", 2_000)
    monkeypatch.setattr(size_limits, "ANSWER_BYTES", 300_000)


def think(wire: Wire) -> Script:
    return wire.think("hm " * 100) * 60


def call_often(wire: Wire) -> Script:
    return tuple(step for number in range(200) for step in wire.call(f"c{number}", "foo", "{}"))


def call_at_length(wire: Wire) -> Script:
    return wire.call("c1", "foo", '{"a": "' + "x" * 3_000 + '"}')


@pytest.mark.parametrize(
    ("endless", "what"),
    [
        pytest.param(lambda wire: wire.say("la " * 100) * 60, "characters of text", id="text"),
        pytest.param(think, "characters of reasoning", id="reasoning"),
        pytest.param(call_often, "tool calls", id="calls"),
        pytest.param(call_at_length, "characters for one tool call", id="arguments"),
        pytest.param(lambda wire: wire.keep_alive() * 25_000, "bytes", id="nothing"),
    ],
)
@pytest.mark.measured
async def test_an_answer_beyond_its_limits_is_cut_off_at_once(
    server: WireServer, speak: Speak, payload: Payload, endless: Callable[[Wire], Script], what: str
) -> None:
    """XP18: it ends under its name, what came before is kept, and the connection is gone."""
    server.default = server.wire.begin() + server.wire.say("Well,") + endless(server.wire) + hang()

    heard = await hear(speak(server), payload)

    assert isinstance(heard.error, errors.AnswerTooLarge)
    assert (heard.error.code, heard.error.what) == ("answer_too_large", what)
    assert heard.text.startswith("Well,")
    assert len(heard.text) <= size_limits.TEXT_CHARS
    assert len({call.id for call in heard.calls}) <= size_limits.CALLS
    assert await server.wait_for_disconnect() < 1


async def test_what_is_said_after_the_end_is_not_part_of_the_answer(
    server: WireServer, speak: Speak, payload: Payload
) -> None:
    """The count may follow a finish reason, more words may not; and it is not listened to for long."""
    wire = server.wire
    ending = finish() if server.format == "openai_chat" else wire.finish()
    more = tuple(step for _ in range(100) for step in (*wire.say("and more "), *sleep(0.02)))
    server.default = wire.begin() + wire.say("All of it.") + ending + more + hang()

    # Made before the clock runs: the first of its kind loads a library.
    provider = speak(server)
    async with asyncio.timeout(1.5):
        heard = await hear(provider, payload)

    assert heard.error is None
    assert (heard.text, heard.finish) == ("All of it.", "stop")


async def test_a_count_that_comes_after_the_end_is_heard(server: WireServer, speak: Speak, payload: Payload) -> None:
    """Also behind words that come too late."""
    if server.format != "openai_chat":
        server.default = server.wire.begin() + server.wire.say("All of it.") + server.wire.finish(prompt=7)
    else:
        late = sse(frame({"content": "more"})) + sse({"choices": [], "usage": {"prompt_tokens": 7}}) + done()
        server.default = server.wire.say("All of it.") + finish() + late

    heard = await hear(speak(server), payload)

    assert heard.text == "All of it."
    assert heard.used is not None
    assert heard.used.input_tokens == 7
