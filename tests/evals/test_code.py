"""Programs of a suite that judge: what they are told, what they may say, and that nothing of them is left."""

import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from antiphon.conversation.payload import Message
from antiphon.evals.case import Case, CaseFile, CaseMessage
from antiphon.evals.code import Ran, read_verdict
from antiphon.evals.evidence import Evidence
from antiphon.evals.grading import grade
from antiphon.evals.result import Verdict
from tests.evals.evidence import build_evidence, build_stage, want

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX's")


def build() -> Evidence:
    """An answer to a case with a guideline and a file."""
    files = (CaseFile("a.md", "a.md", "A", is_guideline=True), CaseFile("b.py", "src/b.py", "B"))
    case = Case("one", outcome="Works.", messages=(CaseMessage("user", files),))
    evidence = build_evidence("Yes.", messages=(Message("user", "Does it?"),))
    return replace(evidence, case=case, expected="It does.")


async def run(folder: Path, body: str, **options: Any) -> Verdict:
    """The verdict of a program with this body."""
    (folder / "judge.py").write_text(body)
    stage, _ = build_stage(
        root=folder, runs_programs=True, environment={"PATH": os.defpath, "OPENAI_API_KEY": "sk-secret"}
    )
    (verdict,) = await grade(build(), [want("code", script=["judge.py"], **options)], stage)
    return verdict


async def test_a_program_reads_the_case_under_both_names(tmp_path: Path) -> None:
    body = "import sys; open('seen.json', 'w').write(sys.stdin.read())"

    verdict = await run(tmp_path, body)

    seen = json.loads((tmp_path / "seen.json").read_text())
    assert (verdict.status, verdict.score) == ("passed", 1)
    assert (seen["question"], seen["task"]) == ("Why?", "Why?")
    assert (seen["expected_outcome"], seen["outcome"]) == ("Works.", "Works.")
    assert (seen["reference_answer"], seen["expected"]) == ("It does.", "It does.")
    assert (seen["candidate_answer"], seen["output"]) == ("Yes.", "Yes.")
    assert (seen["guideline_paths"], seen["input_files"]) == (["a.md"], ["src/b.py"])
    assert seen["input_messages"] == [{"role": "user", "content": "Does it?"}]
    assert seen["output_messages"] == [{"role": "assistant", "content": "Yes."}]


async def test_a_program_says_score_hits_and_misses(tmp_path: Path) -> None:
    said = {"score": 0.9, "hits": ["a"], "misses": ["b", "c"], "reasoning": "Nearly."}

    verdict = await run(tmp_path, f"print({json.dumps(said)!r})")

    assert (verdict.status, verdict.score, verdict.reason) == ("passed", 0.9, "Nearly.")
    assert (verdict.hits, verdict.misses) == (("a",), ("b", "c"))


async def test_a_program_sees_none_of_our_secrets(tmp_path: Path) -> None:
    """R-09."""
    await run(tmp_path, "import os, json; json.dump(dict(os.environ), open('seen.json', 'w'))")

    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["PATH"] == os.defpath
    assert not {"OPENAI_API_KEY", "ANTIPHON_HOME", "VIRTUAL_ENV"} & seen.keys()


@pytest.mark.parametrize(
    ("ran", "score"),
    [
        (Ran(0), 1.0),
        (Ran(0, b"all is well"), 1.0),
        (Ran(0, err=b"a warning"), 1.0),
        (Ran(1), 0.0),
        (Ran(1, b"not good"), 0.0),
        (Ran(1, err=b"Traceback"), None),
        (Ran(1, b'{"score": 1}', b"Traceback"), None),
        (Ran(1, b'{"score": 0.5}'), 0.5),
        (Ran(-9), None),
        (Ran(0, b'{"score": 1'), None),
        (Ran(0, b'{"score": 2}'), None),
        (Ran(0, b'{"score": true}'), None),
        (Ran(0, b'{"points": 1}'), None),
        (Ran(0, b'loading the model\n{"score": 0.25}\n'), 0.25),
        (Ran(0, b'```json\n{"score": 0}\n```'), 0.0),
        (Ran(0, b"checked\n{'x': 1}"), 1.0),
        (Ran(0, b"{name} is right"), 1.0),
        (Ran(1, b"{name} is wrong"), 0.0),
        (Ran(0, b'{name} is asked\n{\n  "score": 0.25,\n  "parts": [\n    {\n      "score": 1\n    }\n  ]\n}'), 0.25),
        (Ran(0, b'{"score": 1}\n{"score": 0.5}\ndone'), 0.5),
        (Ran(0, b'{"score": 1}\n{"score": 0.'), None),
        (Ran(0, b'{"score": 1}\n{"sco'), None),
        (Ran(0, b'checked\n{"sco'), None),
        (Ran(0, b"checked\n{'score': 0.2}"), None),
        (Ran(0, b"checked\n{\n  score: 0.2\n}"), None),
        (Ran(0, b'{\n  "score": oops,\n  "parts": [\n    {\n      "score": 1\n    }\n  ]\n}'), None),
        (Ran(0, b'checked\n{"points": 1}'), None),
        (Ran(0, b'{"score": 1, "reasoning": "\\ud800"}'), None),
        (Ran(0, b'{"a":\n' * 100_000), None),
        (Ran(0, b'it is "score": 0'), None),
        (Ran(0, b"0.1"), None),
        (Ran(0, b'[{"score": 0}]'), None),
        (Ran(0, b"false"), None),
        (Ran(0, problem="the program took longer than 1 s"), None),
    ],
)
def test_the_exit_code_and_the_complaint_decide_where_there_is_no_score(ran: Ran, score: float | None) -> None:
    """D40: a program that broke has not judged."""
    assert read_verdict(ran).score == score


@pytest.mark.measured
async def test_a_program_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    body = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    started = time.monotonic()

    verdict = await run(tmp_path, body, seconds=1)

    assert (verdict.status, verdict.reason) == ("not_graded", "the program took longer than 1 s")
    assert time.monotonic() - started < 10
    assert not is_running(int((tmp_path / "child").read_text()))


def is_running(pid: int) -> bool:
    """Whether this process does anything still, a moment later."""
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return False
        time.sleep(0.02)
    return True


async def test_a_program_that_talks_without_end_is_ended(tmp_path: Path) -> None:
    verdict = await run(tmp_path, "while True: print('x' * 10000)", seconds=20)

    assert (verdict.status, verdict.reason) == ("not_graded", "the program said more than a mebibyte")


@pytest.mark.parametrize("folder", ["..", "/", "missing"])
async def test_a_program_stays_in_the_folder_of_its_suite(tmp_path: Path, folder: str) -> None:
    verdict = await run(tmp_path, "print('ran')", cwd=folder)

    assert (verdict.status, verdict.score) == ("not_graded", None)


async def test_nothing_is_read_as_a_shell_would(tmp_path: Path) -> None:
    (tmp_path / "show.py").write_text("import sys; open('seen', 'w').write(repr(sys.argv[1:]))")
    stage, _ = build_stage(root=tmp_path, runs_programs=True)

    await grade(build(), [want("code", script="python show.py $HOME 'a b' ; touch gone")], stage)

    assert (tmp_path / "seen").read_text() == "['$HOME', 'a b', ';', 'touch', 'gone']"
    assert not (tmp_path / "gone").exists()


async def test_a_program_that_is_not_there_has_not_judged(tmp_path: Path) -> None:
    stage, _ = build_stage(root=tmp_path, runs_programs=True)

    wanted = [want("code", script=each) for each in (["no-such-program"], "'unfinished", [], "a\0b")]
    verdicts = await grade(build(), wanted, stage)

    assert [(each.status, each.score) for each in verdicts] == [("not_graded", None)] * 4


async def test_where_nobody_allowed_it_nothing_runs(tmp_path: Path) -> None:
    """D40: a server judges cases too, and never runs what they bring; nor does anybody who was not told to."""
    wanted = [want("code", script=["touch", str(tmp_path / "ran")])]
    stage, _ = build_stage(root=tmp_path)

    [verdict] = await grade(build(), wanted, stage)

    assert (verdict.status, verdict.score) == ("not_graded", None)
    assert "--allow-programs" in verdict.reason
    assert not (tmp_path / "ran").exists()
