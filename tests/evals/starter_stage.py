"""The starter suite on a stage of its own: scripted voices, the real builder or a broken one."""

from importlib import resources
from pathlib import Path

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.context.build import build_composition
from antiphon.evals.asking import Asking
from antiphon.evals.case import Suite
from antiphon.evals.result import CaseResult, Spot
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Compose, Stage
from antiphon.evals.suites.load import load_suite
from antiphon.providers.scripted.provider import Scripted
from tests.evals.runs import run_suite

STARTER = Path(str(resources.files("antiphon.evals") / "starter"))
FILES = sorted(STARTER.glob("*.yaml"))


def build_starter_stage(scripted: Scripted | None = None, compose: Compose = build_composition) -> Stage:
    """All five, understudied."""
    return Stage(
        ask=Asking({"scripted": scripted or Scripted()}).ask,
        prompts=load_prompts(),
        model="scripted:understudy",
        judge_model="scripted:rehearsal",
        advisors=index_advisors(load_starter().advisors),
        compose=compose,
    )


def load(name: str) -> Suite:
    """One file of the suite."""
    return load_suite(STARTER / f"{name}.yaml", load_starter().advisors)


async def run_starter(name: str, stage: Stage) -> dict[str, CaseResult]:
    """What came of each case."""
    return {each.case_id: each for each in await run_suite(load(name), stage)}


def read_spot(result: CaseResult, advisor: str, turn: int, spot: Spot) -> str:
    """The words a spot points at, out of what was really sent or said."""
    exchange = next(each for each in result.exchanges if (each.advisor, each.turn) == (advisor, turn))
    if spot.where == "answer":
        return exchange.answer[spot.start : spot.end]
    number = int(spot.where.removeprefix("messages[").removesuffix("]"))
    return exchange.messages[number].content[spot.start : spot.end]
