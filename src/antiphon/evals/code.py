"""Programs of a suite that judge an answer: the case on stdin, a score on stdout or by the exit code.

A program is started without a shell, inside the folder of its suite, without our secrets, for a limited time. It and
all it has started are gone afterwards. A program that breaks has not judged: there is no score then.
"""

import asyncio
import hashlib
import json
import os
import re
import shlex
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from antiphon.evals.case import USUAL_THRESHOLD, Assertion, Case, CaseFile
from antiphon.evals.checks.finding import Finding, find_broken, list_texts, show
from antiphon.evals.evidence import Evidence
from antiphon.evals.stage import Stage
from antiphon.programs.start import start_program

_SECONDS: Final = 60.0
_MOST_BYTES: Final = 1024 * 1024
_MOST_NAMED: Final = 4
# Enough to find other programs, a home, and how letters are written.
_PASSED_ON: Final = ("PATH", "HOME", "LANG", "SYSTEMROOT")
_LOOK_SECONDS: Final = 0.02
_LEAVING_SECONDS: Final = 5.0
_OBJECT: Final = re.compile(r'^[ \t]*\{(?=\s*")', re.MULTILINE)
_ATTEMPT: Final = re.compile(r'^[ \t]*\{\s*+(?:"|[^\n]*\bscore\b)', re.MULTILINE)
_LINE_END: Final = re.compile(r"[ \t\r]*(?:\n|$)")
_DECODER: Final = json.JSONDecoder()
# Where so many objects cannot be read, none of them is an answer.
_MOST_BROKEN: Final = 1_000


class Ran(NamedTuple):
    """How a program ended; a `problem` says that it was ended."""

    code: int
    out: bytes = b""
    err: bytes = b""
    problem: str = ""


async def run_code(evidence: Evidence, assertion: Assertion, stage: Stage) -> Finding:
    """What the program of this assertion says about the answer."""
    options = assertion.options
    known = {name: stage.environment[name] for name in _PASSED_ON if name in stage.environment}
    try:
        folder = find_folder(stage.root, str(options.get("cwd") or ""))
        command = build_command(options.get("script"), folder) if folder else ()
        if folder is None or not command:
            return find_broken("nothing says which program to run inside the folder of the suite")
        seconds = float(options.get("seconds", _SECONDS))
        ran = await _run(command, folder, {"PATH": os.defpath} | known, build_input(evidence), seconds)
    except (OSError, ValueError, OverflowError) as error:
        return find_broken(f"the program could not be started: {error}")
    return read_verdict(ran, float(options.get("threshold", USUAL_THRESHOLD)))


def find_folder(root: Path, named: str) -> Path | None:
    """The folder a program runs in; none where it would leave the folder of its suite."""
    folder = (root / named).resolve()
    return folder if folder.is_relative_to(root.resolve()) and folder.is_dir() else None


def build_command(script: Any, folder: Path) -> tuple[str, ...]:
    """The program and its arguments; a line is split as a shell would, and nothing else of a shell is there.

    A Python file, or `python`, runs on the interpreter we run on.
    """
    words = _split(script)
    if not words:
        return ()
    if words[0] in ("python", "python3"):
        return sys.executable, *words[1:]
    path = folder / words[0]
    if not path.is_file():
        return words
    return (sys.executable, str(path), *words[1:]) if path.suffix == ".py" else (str(path), *words[1:])


def digest_files(options: Mapping[str, Any], root: Path) -> dict[str, str]:
    """The SHA-256 of each file of the suite's folder that a program's line names, itself included, by that word."""
    found: dict[str, str] = {}
    # What cannot be opened or split will not run either, and says so then.
    with suppress(OSError, ValueError):
        folder = find_folder(root, str(options.get("cwd") or ""))
        if folder is None or root == Path():
            return {}
        for word in _split(options.get("script")):
            path = (folder / word).resolve()
            if path.is_relative_to(root.resolve()) and path.is_file():
                found[word] = _digest(path)
    return found


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _split(script: Any) -> tuple[str, ...]:
    return tuple(shlex.split(script)) if isinstance(script, str) else list_texts(script)


def build_input(evidence: Evidence) -> bytes:
    """The case as programs read it, under both names each thing has had."""
    exchange, case = evidence.exchange, evidence.case
    files = list(_list_files(case))
    said: dict[str, Any] = {
        "question": evidence.question,
        "expected_outcome": case.outcome,
        "reference_answer": evidence.expected,
        "candidate_answer": exchange.answer,
        "guideline_paths": [each.shown for each in files if each.is_guideline],
        "input_files": [each.shown for each in files if not each.is_guideline],
        "input_messages": [{"role": each.role, "content": each.content} for each in exchange.messages],
        "output_messages": [{"role": "assistant", "content": exchange.answer}],
        "case_id": case.id,
        "advisor": exchange.advisor,
        "turn": exchange.turn,
    }
    aliases = {
        "task": said["question"],
        "outcome": said["expected_outcome"],
        "expected": said["reference_answer"],
        "output": said["candidate_answer"],
    }
    return orjson.dumps(said | aliases)


def _list_files(case: Case) -> Iterator[CaseFile]:
    for message in case.messages:
        yield from (part for part in message.parts if isinstance(part, CaseFile))


def read_verdict(ran: Ran, least: float = USUAL_THRESHOLD) -> Finding:
    """What its output and its exit code say.

    A score on stdout counts. Without one, 0 is yes and any other code without a complaint is no. A complaint, a signal
    or an output that tries to be a score and is none: nobody has judged.
    """
    complaint = ran.err.decode(errors="replace").strip()
    if ran.problem:
        return find_broken(ran.problem)
    if ran.code < 0:
        return find_broken(f"the program was ended by signal {-ran.code}")
    if ran.code and complaint:
        return find_broken(f"the program failed: {show(complaint, 300)}")
    said = ran.out.decode(errors="replace").strip()
    score, behind = _find_score(said)
    if score and not (_tries_a_score(behind) or behind.startswith(("}", "]"))):
        return _read_score(score, least)
    if score or _looks_like_a_score(said):
        return find_broken("the program's answer is no object with a score")
    return Finding(0.0 if ran.code else 1.0, said[:500] or f"the program ended with {ran.code}", least=least)


def _find_score(said: str) -> tuple[str, str]:
    """The last object with a score, in one line or several, and what stands behind it.

    Programs write about their progress before they answer, and some of that begins with a bracket too.
    """
    start = end = broken = 0
    for line in _OBJECT.finditer(said):
        if line.end() <= end or broken >= _MOST_BROKEN:
            continue
        try:
            found, stop = _DECODER.raw_decode(said, line.end() - 1)
        except (ValueError, RecursionError):
            broken += 1
            continue
        if "score" in found and _LINE_END.match(said, stop):
            start, end = line.end() - 1, stop
    return said[start:end], said[end:].lstrip()


def _tries_a_score(said: str) -> bool:
    """Whether a score is named as one, or an object begins that should have had it."""
    return '"score"' in said or _ATTEMPT.search(said) is not None


def _looks_like_a_score(said: str) -> bool:
    """Whether somebody meant to say how good it is, and not only to write something."""
    if _tries_a_score(said):
        return True
    try:
        return isinstance(orjson.loads(said or "null"), int | float | list)
    except orjson.JSONDecodeError:
        return False


def _read_score(said: str, least: float) -> Finding:
    try:
        found = orjson.loads(said)
    except orjson.JSONDecodeError:
        return find_broken("the program's answer is not JSON")
    score = found.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        return find_broken("the program's score is not a number between 0 and 1")
    hits, misses = list_texts(found.get("hits")), list_texts(found.get("misses"))
    reason = str(found.get("reasoning") or "")
    return Finding(float(score), reason, hits[:_MOST_NAMED], misses[:_MOST_NAMED], least=least)


async def _run(
    command: tuple[str, ...], folder: Path, environment: Mapping[str, str], told: bytes, seconds: float
) -> Ran:
    """The program to its end, or to the end of our patience; then nothing of it is left."""
    process = await start_program(command, environment, stderr=PIPE, cwd=folder, own_session=True)
    try:
        async with asyncio.timeout(seconds):
            _, out, err = await asyncio.gather(
                _tell(process, told), _listen(process, process.stdout), _listen(process, process.stderr)
            )
            await _wait(process)
    except TimeoutError:
        return Ran(0, problem=f"the program took longer than {seconds:g} s")
    finally:
        await _end(process)
    if out is None or err is None:
        return Ran(0, problem="the program said more than a mebibyte")
    return Ran(process.returncode or 0, out, err)


async def _tell(process: Process, told: bytes) -> None:
    """The case on its stdin; a program that does not want it need not read it."""
    stdin = process.stdin
    if stdin is not None:
        with suppress(BrokenPipeError, ConnectionResetError):
            stdin.write(told)
            await stdin.drain()
            stdin.close()


async def _listen(process: Process, stream: asyncio.StreamReader | None) -> bytes | None:
    """All it says there; nothing when that is too much, and then it has been ended."""
    said = bytearray()
    while stream is not None and (piece := await stream.read(64 * 1024)):
        said += piece
        if len(said) > _MOST_BYTES:
            _kill(process)
            return None
    return bytes(said)


async def _wait(process: Process) -> None:
    """Until it has ended. Its own `wait` would also wait for whoever inherited its pipes."""
    while process.returncode is None:
        await asyncio.sleep(_LOOK_SECONDS)


async def _end(process: Process) -> None:
    """Whatever it has started belongs to its group and goes with it."""
    _kill(process)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LEAVING_SECONDS):
            await _wait(process)
    # Something that left the group may still hold the pipes, and asyncio would wait for it.
    process._transport.close()  # type: ignore[attr-defined]  # nothing public closes the pipes


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
