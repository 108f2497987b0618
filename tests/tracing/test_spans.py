"""What comes from outside is read strictly, and what is recorded has its place."""

import asyncio
import subprocess
import sys

import pytest

from antiphon.conversation.errors import EmptyMessage
from antiphon.tracing.names import CANCELLED, ERROR
from antiphon.tracing.recorder import EndedSpan, Recorder
from antiphon.tracing.spans import (
    SILENT,
    Place,
    current_call,
    current_place,
    name_call,
    read_request_id,
    read_traceparent,
    write_traceparent,
)

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


def test_a_place_in_a_trace_is_read_as_it_was_written() -> None:
    place = Place(TRACE, SPAN, kept=True)

    assert read_traceparent(write_traceparent(place)) == place
    assert read_traceparent(f"00-{TRACE}-{SPAN}-00") == place._replace(kept=False)


def test_a_later_version_may_say_more_behind_it() -> None:
    assert read_traceparent(f"01-{TRACE}-{SPAN}-01-more") == Place(TRACE, SPAN, kept=True)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "nonsense",
        f"00-{TRACE.upper()}-{SPAN}-01",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-01-more",
        f"00-{TRACE}-{SPAN}",
    ],
)
def test_a_place_that_is_written_otherwise_is_none(said: str) -> None:
    assert read_traceparent(said) is None


@pytest.mark.parametrize("said", ["", "two words", "line\nbreak", "-begins", "ü", "x" * 129])
def test_an_id_that_a_log_could_not_hold_is_not_taken_over(said: str) -> None:
    assert read_request_id(said) == ""


def test_spans_lie_in_each_other_and_leave_nothing_behind() -> None:
    ended: list[EndedSpan] = []
    tracer = Recorder(ended.append)

    with tracer.span("outer", {"a": 1}):
        with tracer.span_aside("aside"):
            pass
        with tracer.span("inner") as inner:
            inner.note({"b": 2})
            inner.rename("better")

    aside, better, outer = ended
    assert [each.name for each in ended] == ["aside", "better", "outer"]
    assert aside.parent_id == better.parent_id == outer.place.span_id
    assert {each.place.trace_id for each in ended} == {outer.place.trace_id}
    assert (outer.facts, better.facts, outer.parent_id) == ({"a": 1}, {"b": 2}, "")
    assert current_place.get() is None


async def test_a_task_stands_below_whoever_started_it() -> None:
    ended: list[EndedSpan] = []
    tracer = Recorder(ended.append)

    async def work() -> None:
        with tracer.span("task"):
            pass

    with tracer.span("request"):
        task = asyncio.create_task(work())
    await task

    request, task_span = ended
    assert task_span.parent_id == request.place.span_id


def test_a_failure_is_told_by_its_code_and_being_ended_is_none() -> None:
    ended: list[EndedSpan] = []
    tracer = Recorder(ended.append)

    for error in (EmptyMessage(), ValueError("secret words"), asyncio.CancelledError()):
        with pytest.raises(type(error)), tracer.span("deed"):
            raise error

    assert [each.facts.get(ERROR) for each in ended] == ["empty_message", "ValueError", None]
    assert [each.failed for each in ended] == [True, True, False]
    assert ended[2].facts == {CANCELLED: True}


def test_of_a_trace_all_is_kept_or_nothing() -> None:
    ended: list[EndedSpan] = []
    half, none = Recorder(ended.append, 0.5), Recorder(ended.append, 0.0)

    for _ in range(400):
        with half.span("outer"), half.span("inner"):
            pass
        with none.span("nobody sees"):
            pass

    outer = {each.place.trace_id for each in ended if each.name == "outer"}
    assert outer == {each.place.trace_id for each in ended if each.name == "inner"}
    assert 120 < len(outer) < 280


def test_one_that_is_kept_elsewhere_is_kept_here() -> None:
    ended: list[EndedSpan] = []

    with Recorder(ended.append, 0.0).span("deed", under=Place(TRACE, SPAN, kept=True)):
        pass
    with Recorder(ended.append, 1.0).span("deed", under=Place(TRACE, SPAN, kept=False)):
        pass

    assert [each.parent_id for each in ended] == [SPAN]


def test_the_silent_one_makes_nothing() -> None:
    with SILENT.span("a") as first, SILENT.span_aside("b") as second:
        assert current_place.get() is None

    assert first is second
    assert not SILENT.listens


def test_a_call_has_its_name_while_it_is_out() -> None:
    with name_call("r_1.1.1"):
        inside = current_call.get()

    assert (inside, current_call.get()) == ("r_1.1.1", "")


def test_without_a_receiver_the_wire_is_not_loaded() -> None:
    """The web framework looks at the bare interface of OpenTelemetry where some other package has brought it."""
    loaded = "import antiphon.app.server, sys; print([each for each in sys.modules if 'opentelemetry.proto' in each])"

    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
