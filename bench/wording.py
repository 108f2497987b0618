"""Whether other words for what advisors are told in their ongoing phase make them better, on a model of this machine.

`python -m bench.wording --model large` plays the cases of `wordings/challenge.yaml` with the words as they are and with
each `wordings/ongoing.*.md`, every case so often (`--repeat`), and prints how many were passed, of which kind, how long
the answers were, and by how much the wordings differ case by case, with an interval. Answers are judged by words alone.
"""

import argparse
import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any, Final

from tools.local_model import fetch

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.evals.result import CaseResult
from antiphon.evals.suites.load import load_suite
from bench.claims import FOLDER, MODELS, WINDOW
from bench.report import write_results
from tests.evals.runs import run_suite
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama
from tests.models.real_stage import AT_ONCE, open_real_stage

WORDINGS: Final = Path(__file__).parent / "wordings"
TODAY: Final = "today"
_DRAWS: Final = 2000
# What came of every case, by the way it was played.
Played = dict[str, list[CaseResult]]


def read_wordings() -> dict[str, str]:
    """Each wording by its name, today's first."""
    others = {path.name.split(".")[1]: path.read_text() for path in sorted(WORDINGS.glob("ongoing.*.md"))}
    return {TODAY: load_prompts().ongoing, **others}


async def play_all(port: int, repeat: int, max_tokens: int) -> Played:
    """The results of every wording."""
    suite = load_suite(WORDINGS / "challenge.yaml", load_starter().advisors)
    found = {}
    async with open_real_stage(port, max_tokens) as stage:
        for name, text in read_wordings().items():
            told = replace(stage, prompts=replace(stage.prompts, ongoing=text))
            found[name] = await run_suite(suite, told, workers=AT_ONCE, repeat=repeat)
    return found


def describe(results: Sequence[CaseResult]) -> dict[str, Any]:
    """How many passed, by kind, and how long the answers are."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    for each in results:
        kinds[each.case_id.split("-")[0]].append(each.status == "passed")
    answers = [exchange.answer for each in results for exchange in each.exchanges]
    return {
        "passed": f"{sum(map(sum, kinds.values()))} of {len(results)}",
        **{kind: f"{sum(passed)} of {len(passed)}" for kind, passed in kinds.items()},
        "words an answer": round(mean(len(each.split()) for each in answers), 1),
        "without an answer": sum(1 for each in results if each.error),
    }


def compare(before: Sequence[CaseResult], after: Sequence[CaseResult]) -> dict[str, float]:
    """By how much the share of passed cases differs, case by case, with the middle 95 % of draws of cases."""
    shares = [_share(after)[case] - share for case, share in _share(before).items()]
    drawn = random.Random(7)
    means = sorted(mean(drawn.choices(shares, k=len(shares))) for _ in range(_DRAWS))
    return {
        "difference": round(mean(shares), 3),
        "from": round(means[int(0.025 * _DRAWS)], 3),
        "to": round(means[int(0.975 * _DRAWS)], 3),
    }


def _share(results: Sequence[CaseResult]) -> Mapping[str, float]:
    cases: dict[str, list[bool]] = defaultdict(list)
    for each in results:
        cases[each.case_id].append(each.status == "passed")
    return {case: mean(passed) for case, passed in cases.items()}


def play_here(what: str, play: Callable[[int, int, int], Awaitable[Played]], repeat: int, tokens: int) -> Played:
    """What came of playing several ways with a model of this machine, as the command line wants it."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--model", choices=tuple(MODELS), default="large")
    parser.add_argument("--repeat", type=int, default=repeat)
    parser.add_argument("--tokens", type=int, default=tokens, help="the longest answer")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=FOLDER, help="where the weights lie or are put")
    options = parser.parse_args()
    weights, port = fetch(options.weights, MODELS[options.model]), find_free_port()
    with run_llama(port, WINDOW, weights, options.threads):
        return asyncio.run(_wait(play(port, options.repeat, options.tokens)))


async def _wait(played: Awaitable[Played]) -> Played:
    return await played


def tell(name: str, found: Played, before: str) -> None:
    """Print the figures of every way, and of the others beside this one; keep them with what was said."""
    figures = {each: describe(results) for each, results in found.items()}
    others = {each: results for each, results in found.items() if each != before}
    figures |= {f"{each} beside {before}": compare(found[before], results) for each, results in others.items()}
    for each, values in figures.items():
        print(each, values)
    said = {way: {each.case_id: each.exchanges[0].answer for each in results} for way, results in found.items()}
    print(write_results(name, {"figures": figures, "answers": said}))


def main() -> None:
    """Measure and print."""
    tell("wording", play_here(__doc__, play_all, 2, 160), TODAY)


if __name__ == "__main__":
    main()
