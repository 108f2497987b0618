"""`python -m bench.load`: run it, write the report, and end with 1 when anything does not hold."""

import sys
from pathlib import Path

import uvloop

from bench.load.plan import Plan, read_plan
from bench.load.report import write_report
from bench.load.run import Outcome, play
from bench.load.stage import run_stage
from bench.report import RESULTS
from tests.fakes.servers import ServerFailed


def run(plan: Plan) -> Outcome:
    """One run, from nothing to the verdict."""
    with run_stage(plan) as stage:
        return uvloop.run(play(plan, stage, lambda what: print(f"# {what}", flush=True)))


def main() -> int:
    """Say where the report is, and the verdict; 0 when everything holds."""
    plan = read_plan()
    folder = plan.into or RESULTS / "load"
    try:
        outcome = run(plan)
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    write_report(outcome, folder)
    print((folder / "report.md").read_text(encoding="utf-8"))
    print(f"kept in {folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder}")
    return 0 if outcome.verdict is not None and outcome.verdict.holds else 1


if __name__ == "__main__":
    sys.exit(main())
