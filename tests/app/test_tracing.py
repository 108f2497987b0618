"""Whether traces can be told at all: what the start says, what the doctor does, and what the log says."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

from antiphon.app.logs import say_where
from antiphon.app.tracing import check_receiver, open_tracing
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import NodeId
from antiphon.settings import Settings, load_settings
from antiphon.tracing.spans import SILENT, current_place, current_request
from tests.fakes.reader import wait_until
from tests.fakes.receiver import Receiver
from tests.fakes.servers import find_free_port

MISSING = "otel_endpoint: install the extra `otel` first"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Takes what is sent."""
    with Receiver(always=200) as made:
        yield made


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the package is not installed; what another test has loaded of it would still be found by its name."""
    monkeypatch.delitem(sys.modules, "antiphon.tracing.otlp", raising=False)
    monkeypatch.delattr("antiphon.tracing.otlp", raising=False)
    for name in ["opentelemetry", *(each for each in sys.modules if each.startswith("opentelemetry.proto"))]:
        monkeypatch.setitem(sys.modules, name, None)


def load(tmp_path: Path, **said: str) -> Settings:
    """Settings as the environment says them."""
    environ = {f"ANTIPHON_{name.upper()}": value for name, value in said.items()}
    return load_settings(environ={"ANTIPHON_DATA_DIR": str(tmp_path), **environ}).settings


async def test_without_a_receiver_the_tracer_is_silent(tmp_path: Path) -> None:
    async with open_tracing(load(tmp_path), NodeId("n")) as tracer:
        assert tracer is SILENT

    assert (await check_receiver(load(tmp_path))).ok


@pytest.mark.usefixtures("without_extra")
async def test_without_the_extra_it_says_what_to_install(tmp_path: Path, receiver: Receiver) -> None:
    settings = load(tmp_path, otel_endpoint=receiver.url)

    with pytest.raises(SettingsInvalid) as refusal:
        async with open_tracing(settings, NodeId("n")):
            pass
    check = await check_receiver(settings)

    assert refusal.value.problems == (MISSING,)
    assert check.fault == "extra_missing"
    assert MISSING in check.detail


async def test_the_doctor_sends_an_empty_list(tmp_path: Path, receiver: Receiver) -> None:
    check = await check_receiver(load(tmp_path, otel_endpoint=f"{receiver.url}/", otel_headers="x-team=ours"))

    assert check.ok
    assert [each.path for each in receiver.received] == ["/v1/traces", "/v1/logs"]
    assert receiver.received[0].headers["x-team"] == "ours"


async def test_the_doctor_says_when_it_is_refused_or_nobody_is_there(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answer(401)

    refused = await check_receiver(load(tmp_path, otel_endpoint=receiver.url))
    away = await check_receiver(load(tmp_path, otel_endpoint=f"http://127.0.0.1:{find_free_port()}"))

    assert (refused.fault, away.fault) == ("receiver_down", "receiver_down")
    assert "HTTP 401" in refused.detail


async def test_a_receiver_that_takes_no_logs_is_asked_once_and_still_takes_spans(
    tmp_path: Path, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    receiver.at["/v1/logs"] = 404
    settings = load(tmp_path, otel_endpoint=receiver.url)

    async with open_tracing(settings, NodeId("n")) as tracer:
        logging.getLogger("antiphon.tests").warning("one")
        await wait_until(heard("/v1/logs", receiver))
        with tracer.span("deed"):
            logging.getLogger("antiphon.tests").warning("two")
        await wait_until(heard("/v1/traces", receiver))
    check = await check_receiver(settings)

    assert paths(receiver).count("/v1/logs") == 3, "two lines and the doctor"
    assert [each.message for each in caplog.records if each.name == "antiphon.app.tracing"] == ["telemetry_refused"]
    assert "/v1/logs answers HTTP 404; if it takes no logs, set otel_logs to false" in check.detail


async def test_a_line_that_cannot_be_written_holds_nothing_up(tmp_path: Path, receiver: Receiver) -> None:
    async with open_tracing(load(tmp_path, otel_endpoint=receiver.url), NodeId("n")):
        logging.getLogger("antiphon.tests").warning("odd", extra={"file": "half \ud800 a pair"})
        await asyncio.sleep(1.5)
        logging.getLogger("antiphon.tests").warning("sound")

    (body,) = [each.body for each in receiver.received if each.path == "/v1/logs"]
    assert b"sound" in body


def paths(receiver: Receiver) -> list[str]:
    return [each.path for each in receiver.received]


def heard(path: str, receiver: Receiver) -> Callable[[], Awaitable[bool]]:
    async def is_heard() -> bool:
        return path in paths(receiver)

    return is_heard


@pytest.mark.parametrize("said", ["127.0.0.1:4318", "grpc://here:4317", "http://me:secret@here", "http://here/?key=x"])
def test_an_address_that_is_none_is_refused_at_the_start(tmp_path: Path, said: str) -> None:
    with pytest.raises(SettingsInvalid, match="otel_endpoint"):
        load(tmp_path, otel_endpoint=said)


async def test_a_line_of_the_log_says_which_request_and_which_trace_it_belongs_to(
    tmp_path: Path, receiver: Receiver
) -> None:
    async with open_tracing(load(tmp_path, otel_endpoint=receiver.url), NodeId("n")) as tracer:
        before = current_request.set("rq_1")
        with tracer.span("deed"):
            place = current_place.get()
            logging.getLogger("antiphon.tests").error("broken", exc_info=ValueError("secret words"))
            written = logging.makeLogRecord({})
            say_where(written)
        current_request.reset(before)

    body = next(each.body for each in receiver.received if each.path == "/v1/logs")
    (line,) = ExportLogsServiceRequest.FromString(body).resource_logs[0].scope_logs[0].log_records
    told = {each.key: each.value.string_value for each in line.attributes}
    assert place is not None
    assert (line.trace_id.hex(), line.span_id.hex()) == (place.trace_id, place.span_id)
    assert (line.event_name, line.severity_text) == ("broken", "ERROR")
    assert told == {"exception.type": "ValueError", "request_id": "rq_1", "logger": "antiphon.tests"}
    assert b"secret" not in body
    assert vars(written).items() >= {"request_id": "rq_1", "trace_id": place.trace_id}.items()
