"""Results as lines of JSON."""

from dataclasses import replace
from pathlib import Path

from antiphon.conversation.ids import TurnId
from antiphon.conversation.payload import Message, ToolCall
from antiphon.evals.result import CaseResult, Exchange, Spot, Verdict
from antiphon.evals.results import append_line, format_line, read_results, write_results

ASKED = Exchange(
    advisor="skeptic",
    model="scripted:rehearsal",
    turn=2,
    url="http://localhost/v1/chat/completions",
    sha256="ab" * 32,
    body='{"model":"m"}',
    messages=(
        Message("system", "You are the skeptic.", "system"),
        Message("assistant", "", "tool", TurnId("t1"), calls=(ToolCall("c1", "look", "{}"),)),
        Message("tool", "4", "tool", TurnId("t1"), call_id="c1"),
        Message("user", "Shall I?", "human"),
    ),
    answer="What is the evidence?",
    finish="stop",
    usage={"input_tokens": 10, "output_tokens": 5},
    dollars=0.25,
    seconds=1.5,
    error={"code": "rate_limited", "status": 429},
    chat_prompt=({"role": "user", "content": "Shall I?"},),
)
JUDGED = Verdict(
    name="one question",
    type="llm-rubric",
    status="passed",
    score=0.75,
    hits=("asks",),
    misses=("is calm",),
    spots=(Spot("answer", 0, 4, "What"),),
    calls=(ASKED,),
)
RESULT = CaseResult("starter", "asks-one", 1, "passed", 0.75, (JUDGED,), (ASKED,), tokens=15, facts={"target": "m"})


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    append_line(tmp_path / "results.jsonl", format_line(RESULT))

    assert read_results(tmp_path / "results.jsonl") == [RESULT]


def test_half_a_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append_line(path, format_line(RESULT))
    path.write_bytes(path.read_bytes() + format_line(RESULT)[:100])

    assert read_results(path) == [RESULT]


def test_a_line_after_half_a_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(format_line(RESULT)[:100])
    second = replace(RESULT, repeat=2)

    append_line(path, format_line(second))

    assert read_results(path) == [second]


def test_writing_all_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append_line(path, format_line(RESULT))
    others = [replace(RESULT, repeat=2), replace(RESULT, repeat=3)]

    write_results(path, others)

    assert read_results(path) == others
    assert [each.name for each in tmp_path.iterdir()] == ["results.jsonl"]


def test_what_a_later_version_adds_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(format_line(RESULT).replace(b'{"case_id"', b'{"aspect":1,"case_id"'))

    assert read_results(path) == [RESULT]
