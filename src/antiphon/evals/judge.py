"""Asking a model whether an answer holds what a criterion says.

A judge that fails, is cut off or cannot be read has not judged: there is no score then, and never a 0 or a 1. What it
was sent and what it answered stays with the verdict.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from antiphon.advisors.prompt import fill, load_eval_prompts, load_strict_prompt
from antiphon.analysis.insist import insist
from antiphon.analysis.strict import schema_of
from antiphon.analysis.transcript import mark
from antiphon.conversation.errors import AnswerUnreadable, SchemaRefused
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.evals.case import USUAL_THRESHOLD, Assertion
from antiphon.evals.checks.finding import Finding, find_broken, find_nothing, list_texts
from antiphon.evals.evidence import Evidence
from antiphon.evals.judgement import Judgement, parse_judgements, shape_of
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage

# Under this name the rehearsal has an answer, and nobody has a thread.
JUDGE: Final = AdvisorId("analyst")
# A judgement is a few lines; what thinks aloud before it needs more. A longer answer is going round in circles.
_TOKENS_FIRST: Final = 768
_TOKENS_EACH: Final = 256
_MOST_PROMPT_CHARS: Final = 50_000
# As one house writes a place to fill in, and as another does.
_DOLLAR_SLOT = re.compile(r"\$\{(\w+)\}")


class JudgeCall(NamedTuple):
    """Who is asked, in whose words (none: ours), and which assertions together."""

    model: str
    prompt: str
    assertions: tuple[Assertion, ...]


async def judge(evidence: Evidence, assertions: Sequence[Assertion], stage: Stage) -> tuple[Finding, ...]:
    """What was found for each, in their order. Those with the same judge and our own words are asked in one call."""
    groups: dict[tuple[str, str, int], list[int]] = {}
    found: dict[int, Finding] = {}
    for place, assertion in enumerate(assertions):
        model = _choose_model(evidence, assertion, stage)
        if isinstance(model, Finding):
            found[place] = model
        elif not _list_criteria(evidence, assertion):
            found[place] = find_nothing("nothing says what the answer is judged by")
        else:
            prompt = str(assertion.options.get("prompt") or "")
            groups.setdefault((model, prompt, place if prompt else -1), []).append(place)
    for (model, prompt, _), places in groups.items():
        asked = JudgeCall(model, prompt, tuple(assertions[place] for place in places))
        found.update(zip(places, await _ask(evidence, asked, stage), strict=True))
    return tuple(found[place] for place in range(len(assertions)))


def _choose_model(evidence: Evidence, assertion: Assertion, stage: Stage) -> str | Finding:
    """Who judges: a model, or the one an advisor speaks with. Nobody judges themselves."""
    named = str(assertion.options.get("model") or stage.judge_model or "")
    if not named:
        return find_nothing("nobody is named who judges")
    by_name = {key.casefold(): each for key, each in stage.advisors.items()}
    advisor = by_name.get(named.casefold())
    if advisor is None:
        is_itself = evidence.advisor is None and named == evidence.exchange.model
        return find_nothing(f"{named} gave the answer and may not judge it") if is_itself else named
    if evidence.advisor is not None and advisor.id == evidence.advisor.id:
        return find_nothing(f"{advisor.name} gave the answer and may not judge it")
    return advisor.model or stage.model


def _list_criteria(evidence: Evidence, assertion: Assertion) -> tuple[str, ...]:
    written = tuple(text for text in list_texts(assertion.value) if text.strip())
    return written or tuple(filter(str.strip, (evidence.case.outcome,)))


async def _ask(evidence: Evidence, asked: JudgeCall, stage: Stage) -> tuple[Finding, ...]:
    """One call, and a second in stricter words when its answer cannot be read; both are kept with the first verdict."""
    criteria = [_list_criteria(evidence, each) for each in asked.assertions]
    count = sum(map(len, criteria))
    messages = await _write(evidence, asked, [text for each in criteria for text in each], stage.root)
    if isinstance(messages, str):
        return tuple(find_broken(messages) for _ in asked.assertions)
    calls: list[Exchange] = []
    try:
        judgements = await _hear(stage, asked.model, messages, count, calls)
    except AnswerUnreadable as error:
        told = find_broken(f"the judge has not judged: {error.reason}")
        return replace(told, calls=tuple(calls)), *(told for _ in asked.assertions[1:])
    return _share_out(judgements, criteria, asked.assertions, tuple(calls))


async def _hear(
    stage: Stage, model: str, messages: tuple[Message, ...], count: int, calls: list[Exchange]
) -> tuple[Judgement, ...]:
    try:
        return parse_judgements(await _send(stage, model, messages, count, calls), count)
    except AnswerUnreadable as error:
        if calls[-1].error is not None or calls[-1].finish in ("length", "filtered"):
            raise
        again = insist(messages, load_strict_prompt(), error.reason)
    return parse_judgements(await _send(stage, model, again, count, calls), count)


async def _send(stage: Stage, model: str, messages: tuple[Message, ...], count: int, calls: list[Exchange]) -> str:
    """What the judge says, if it says it to the end; without a schema once its server has refused one."""
    most = _TOKENS_FIRST + _TOKENS_EACH * count
    schema = None if any(map(_refuses_schema, calls)) else schema_of(shape_of(count))
    payload = Payload(JUDGE, model, messages, most, temperature=0.0, schema=schema)
    calls.append(replace(await stage.ask(payload), advisor="judge"))
    if schema is not None and _refuses_schema(calls[-1]):
        calls.append(replace(await stage.ask(replace(payload, schema=None)), advisor="judge"))
    exchange = calls[-1]
    if exchange.error is not None:
        raise AnswerUnreadable(f"it failed with {exchange.error.get('code', 'an error')}")
    if exchange.finish in ("length", "filtered"):
        raise AnswerUnreadable("it was cut off")
    return exchange.answer


def _refuses_schema(call: Exchange) -> bool:
    return call.error is not None and call.error.get("code") == SchemaRefused.code


def _share_out(
    judgements: Sequence[Judgement],
    criteria: Sequence[tuple[str, ...]],
    assertions: Sequence[Assertion],
    calls: tuple[Exchange, ...],
) -> tuple[Finding, ...]:
    """To each assertion the judgements of its own criteria; the call is kept with the first of them."""
    waiting = list(judgements)
    found = []
    for number, (texts, assertion) in enumerate(zip(criteria, assertions, strict=True)):
        own, waiting = waiting[: len(texts)], waiting[len(texts) :]
        found.append(
            Finding(
                sum(each.score for each in own) / len(own),
                " ".join(each.reasoning for each in own if each.reasoning),
                tuple(hit for each in own for hit in each.hits),
                tuple(miss for each in own for miss in each.misses),
                calls=calls if number == 0 else (),
                least=float(assertion.options.get("threshold", USUAL_THRESHOLD)),
            )
        )
    return tuple(found)


async def _write(
    evidence: Evidence, asked: JudgeCall, criteria: Sequence[str], root: Path
) -> tuple[Message, ...] | str:
    """What the judge is told and shown, or why there is nothing to show it."""
    prompts = load_eval_prompts()
    if not asked.prompt:
        listed = "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(criteria, 1))
        slots = {"said": _write_said(evidence), "count": str(len(criteria)), "criteria": listed}
        shown = fill(prompts.judging, slots)
    else:
        template = await asyncio.to_thread(read_prompt, asked.prompt, root)
        if template is None:
            return f"the judge's prompt {asked.prompt[:80]} is not in the folder of the suite"
        shown = fill(_DOLLAR_SLOT.sub(r"{{\1}}", template), _list_slots(evidence, criteria))
    return Message("system", prompts.judge, "system"), Message("user", shown, "human")


def _write_said(evidence: Evidence) -> str:
    sections = {
        "expected outcome": evidence.case.outcome,
        "question": evidence.question,
        "reference answer": evidence.expected,
        "answer": evidence.exchange.answer,
    }
    return "\n".join(f"[{name}]\n{mark(text)}" for name, text in sections.items() if text.strip() or name == "answer")


def _list_slots(evidence: Evidence, criteria: Sequence[str]) -> dict[str, str]:
    """What a prompt of the person's own may show. All of it is marked: nothing in it can speak to the judge."""
    sent = "\n".join(f"[{each.role}]\n{mark(each.content)}" for each in evidence.exchange.messages)
    return {
        "question": mark(evidence.question),
        "expected_outcome": mark(evidence.case.outcome),
        "reference_answer": mark(evidence.expected),
        "candidate_answer": mark(evidence.exchange.answer),
        "input_messages": sent,
        "output_messages": f"[assistant]\n{mark(evidence.exchange.answer)}",
        "criteria": "\n".join(criteria),
    }


def read_prompt(named: str, root: Path) -> str | None:
    """The prompt itself where it is written out, else the file of that name inside the suite's folder."""
    if "\n" in named or "{{" in named or "${" in named:
        return named
    if root == Path():
        return None
    try:
        path = (root / named).resolve()
        if not path.is_relative_to(root.resolve()):
            return None
        return path.read_text(encoding="utf-8", errors="replace")[:_MOST_PROMPT_CHARS]
    except (OSError, ValueError):
        return None
