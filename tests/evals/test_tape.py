"""A tape gives back what was heard, byte by byte, and asks nobody (I-62)."""

from pathlib import Path

import pytest

from antiphon.egress.errors import NoConnection
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import Session
from antiphon.egress.tape import NotOnTape, Tape, TapeUnreadable, lane
from antiphon.egress.taped import Taped
from antiphon.evals.asking import Asking, in_lane
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.provider import Bridge
from tests.evals.playing import KEY, build_payload
from tests.fakes.model_server import ModelServer, answer, cut, fail, say
from tests.fakes.wires import Format, WireServer

POLICY = AddressPolicy(allow_private=True)
MODELS: dict[Format, str] = {"anthropic": "wire:claude-opus-4-6", "google": "wire:gemini-2.5-flash"}
HEADERS = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}


async def send(tape: Tape, session: Session, url: str, body: bytes = b'{"model":"m"}') -> Response:
    return await tape.post(session, POLICY, url, body=body, headers=HEADERS, silence_seconds=2)


async def read_all(response: Response) -> bytes:
    try:
        return await read_capped(response, 100_000)
    finally:
        response.close()


def rewind(tape: Tape, folder: Path) -> Tape:
    tape.save(folder / "answers.tape")
    return Tape.load(folder / "answers.tape")


async def test_the_same_bytes_come_back_from_nowhere(server: ModelServer, session: Session, tmp_path: Path) -> None:
    """I-62."""
    server.default = answer("Naïve façades, 東京 👩‍👩‍👧.", pieces=7)
    tape, url = Tape(), f"{server.base_url}/chat/completions"
    heard = await send(tape, session, url)
    body = await read_all(heard)

    replayed = await send(rewind(tape, tmp_path), session, url)

    assert (replayed.status, replayed.headers["Content-Type"]) == (200, "text/event-stream")
    assert await read_all(replayed) == body
    assert len(server.requests) == 1


async def test_a_second_answer_to_the_same_request_is_another(
    server: ModelServer, session: Session, tmp_path: Path
) -> None:
    tape, url = Tape(), f"{server.base_url}/chat/completions"
    server.enqueue("m", fail(429, {"error": {"message": "slow down"}}, {"Retry-After": "7"}), answer("Now."))
    statuses = []
    for _ in range(2):
        heard = await send(tape, session, url)
        await read_all(heard)
        statuses.append(heard.status)
    replaying = rewind(tape, tmp_path)

    first, second = await send(replaying, session, url), await send(replaying, session, url)

    assert statuses == [first.status, second.status] == [429, 200]
    assert first.headers["Retry-After"] == "7"


async def test_lanes_do_not_get_each_others_answers(server: ModelServer, session: Session, tmp_path: Path) -> None:
    tape, url = Tape(), f"{server.base_url}/chat/completions"
    server.enqueue("m", answer("To the first."), answer("To the second."))
    for name in ("first", "second"):
        lane.set(name)
        await read_all(await send(tape, session, url))
    replaying = rewind(tape, tmp_path)

    lane.set("second")
    heard = await read_all(await send(replaying, session, url))

    assert b"To the second." in heard


async def test_what_broke_breaks_again_in_the_same_place(server: ModelServer, session: Session, tmp_path: Path) -> None:
    server.default = say("Half of it") + cut()
    tape, url = Tape(), f"{server.base_url}/chat/completions"
    heard = await send(tape, session, url)
    first = await heard.read_some()
    with pytest.raises(Exception) as broken:  # noqa: PT011 - whatever it was, it must be the same again
        await read_all(heard)

    replayed = await send(rewind(tape, tmp_path), session, url)

    assert await replayed.read_some() == first
    with pytest.raises(type(broken.value)):
        await replayed.read_some()


async def test_a_connection_that_failed_fails_again(session: Session, tmp_path: Path) -> None:
    tape, url = Tape(), "http://127.0.0.1:9/v1"
    with pytest.raises(NoConnection):
        await send(tape, session, url)

    with pytest.raises(NoConnection):
        await send(rewind(tape, tmp_path), session, url)


async def test_a_request_nobody_recorded_has_a_name(server: ModelServer, session: Session, tmp_path: Path) -> None:
    tape, url = Tape(), f"{server.base_url}/chat/completions"
    await read_all(await send(tape, session, url))
    replaying = rewind(tape, tmp_path)

    with pytest.raises(NotOnTape):
        await send(replaying, session, url, b'{"model":"other"}')

    assert len(server.requests) == 1


async def test_no_key_is_on_a_tape(server: ModelServer, session: Session, tmp_path: Path) -> None:
    server.default = fail(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}}, {"X-Account": KEY})
    tape = Tape()
    await read_all(await send(tape, session, f"{server.base_url}/chat/completions"))

    tape.save(tmp_path / "answers.tape")

    assert KEY not in (tmp_path / "answers.tape").read_text()
    assert "Incorrect API key provided: [redacted]" in (tmp_path / "answers.tape").read_text()


async def test_a_word_that_is_no_key_stays_in_the_answer(server: ModelServer, session: Session, tmp_path: Path) -> None:
    server.default = answer("There is none.")
    tape, headers = Tape(), {"Authorization": "Bearer none"}
    url = f"{server.base_url}/chat/completions"
    await read_all(await tape.post(session, POLICY, url, body=b'{"model":"m"}', headers=headers, silence_seconds=2))

    replayed = await send(rewind(tape, tmp_path), session, url)

    assert b"There is none." in await read_all(replayed)


def test_no_key_is_in_what_broke_an_answer() -> None:
    taped = Taped()
    taped.fail(NoConnection(f"nothing answers at {KEY}"))

    assert taped.without((KEY.encode(),)).failure == ("NoConnection", "nothing answers at [redacted]")


@pytest.mark.parametrize("format", ["anthropic", "google"])
async def test_wires_that_a_library_speaks_are_taped_too(format: Format, session: Session, tmp_path: Path) -> None:
    with WireServer(format) as server:
        server.answer("Naïve façades.", pieces=3)
        tape, payload = Tape(), build_payload(model=MODELS[format])
        with in_lane("suite/case#1", 1):
            heard = await Asking({"wire": build_bridge(server, session, tape)}, tape=tape).ask(payload)
        replaying = rewind(tape, tmp_path)

        with in_lane("suite/case#1", 1):
            again = await Asking({"wire": build_bridge(server, session, replaying)}, tape=replaying).ask(payload)

        assert heard.answer == "Naïve façades."
        assert again == heard
        assert len(server.bodies) == 1
        assert KEY not in (tmp_path / "answers.tape").read_text()


def build_bridge(server: WireServer, session: Session, tape: Tape) -> Bridge:
    family = load_family(server.format)
    return Bridge("wire", family, server.base_url, KEY, session=session, policy=POLICY, pace_seconds=0, post=tape.post)


@pytest.mark.parametrize("text", ["", "not json", "{}", '{"format":"antiphon-tape-v9"}', '{"format":1}\n{"kind":"x"}'])
def test_what_is_no_tape_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.tape").write_text(text)

    with pytest.raises(TapeUnreadable):
        Tape.load(tmp_path / "wrong.tape")
