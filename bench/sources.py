"""How often a sentence that says more than its source is told from others, on sentences that nothing was chosen on.

`python -m bench.sources` prints what asking nobody is worth, and what a judge is that makes no mistake. `--model large`
asks a model on this machine exactly what a synthesis asks (`small` is another); every answer is kept in
`bench/results/sources-*.jsonl`, and a run that was broken off goes on where it was. `--open` takes the sentences that
models are checked with instead.
"""

import argparse
import asyncio
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from tools.local_model import fetch

from antiphon.advisors.prompt import load_synthesis_prompts
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.holding import VERDICTS, Sourced, build_holding, parse_support
from antiphon.conversation.figures import find_unsourced
from antiphon.conversation.synthesis import Support
from antiphon.evals.rooms.score import share_right
from antiphon.evals.rooms.sourced import HeldSentence, load_sentences, parse_sentences
from antiphon.retrieval.onnx import has_packaged_model, open_packaged
from bench.claims import FOLDER, MODELS, WINDOW, Model
from bench.report import RESULTS
from tests.analysis.planted import FOLDER as PANELS
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

Marks = Sequence[bool | None]

_SHARES: Final = tuple(step / 20 for step in range(21))


def read_held_out(parts: Sequence[str] = ("first", "later")) -> tuple[HeldSentence, ...]:
    """Sentences that nothing was chosen on."""
    page = tomllib.loads((PANELS / "sources.toml").read_text(encoding="utf-8"))
    return tuple(parse_sentences([row for part in parts for row in page[part]]))


def find_strange(sentences: Sequence[HeldSentence]) -> list[float]:
    """The share of each sentence's words that stand in none of its sources."""
    found = []
    for each in sentences:
        words = set(fold_text(each.said.text).split())
        known = {word for source in each.said.sources for word in fold_text(source).split()}
        found.append(len(words - known) / max(1, len(words)))
    return found


def find_far(sentences: Sequence[HeldSentence]) -> list[float]:
    """How far each sentence's vector is from its sources'; nothing without the extra `recall`."""

    async def run() -> list[float]:
        embedder = open_packaged()
        try:
            said = await embedder.embed([each.said.text for each in sentences], "passage")
            sources = await embedder.embed([" ".join(each.said.sources) for each in sentences], "passage")
            return [1 - float(one @ other) for one, other in zip(said, sources, strict=True)]
        finally:
            await embedder.close()

    return asyncio.run(run()) if has_packaged_model() else []


def choose_most(measures: Sequence[float], sentences: Sequence[HeldSentence]) -> float:
    """From where on a sentence is marked, as suits these sentences best."""

    def right(most: float) -> int:
        return sum((each <= most) == one.is_supported for each, one in zip(measures, sentences, strict=True))

    return max(_SHARES, key=right)


def describe(way: str, sentences: Sequence[HeldSentence], marks: Marks) -> str:
    """One line of the table; a sentence without a mark either way was not told rightly."""
    pairs = list(zip(sentences, marks, strict=True))
    share = share_right([mark is not None and mark != one.is_supported for one, mark in pairs])
    counts = Counter((one.truth, mark) for one, mark in pairs)
    totals = Counter(one.truth for one in sentences)
    marked = " | ".join(f"{counts[truth, True]} of {totals[truth]}" for truth in ("more", "contradicts", "supported"))
    silent = sum(mark is None for mark in marks)
    return f"| {way} | {share.value:.2f} | {share.low:.2f} to {share.high:.2f} | {marked} | {silent} |"


def judge(model: Model, sentences: Sequence[HeldSentence]) -> dict[Sourced, Support]:
    """What the model says, one sentence in a request unless told otherwise."""
    prompts, found = load_synthesis_prompts(), dict[Sourced, Support]()
    for place in range(0, len(sentences), model.at_once):
        batch = sentences[place : place + model.at_once]
        said = [each.said for each in batch]
        asked = build_holding(prompts, batch[0].question, said)
        found |= model.ask(asked, VERDICTS, partial(parse_support, said=said)) or {}
        print(
            f"{place + len(batch)}: {[(e.truth, found.get(e.said)) for e in batch]} {model.seconds:.0f} s", flush=True
        )
    return found


def print_table(sentences: Sequence[HeldSentence], verdicts: Mapping[Sourced, Support] | None, way: str) -> None:
    """Every way there is; measures are chosen on the sentences that come with Antiphon."""
    chosen = load_sentences()
    ways: dict[str, Callable[[], Marks]] = {
        "mark nothing": lambda: [False] * len(sentences),
        "mark everything": lambda: [True] * len(sentences),
        "figures": lambda: [bool(find_unsourced(each.said.text, each.said.sources)) for each in sentences],
    }
    for name, measure in (("words", find_strange), ("vectors", find_far)):
        if there := measure(chosen):
            most = choose_most(there, chosen)
            marks = [each > most for each in measure(sentences)]
            ways[f"{name} (more than {most:.2f} of it strange)"] = lambda marks=marks: marks  # type: ignore[misc] # bound now
    if verdicts is not None:
        told = [verdicts.get(each.said) for each in sentences]
        ways[way] = lambda: [None if each is None else each != "supported" for each in told]
    ways["judge without mistakes"] = lambda: [not each.is_supported for each in sentences]
    print(f"\n{len(sentences)} sentences\n")
    print("| way | right | 95 in 100 | marked: says more | contradicts | supported | no verdict |")
    print("|---|---|---|---|---|---|---|")
    for name, mark in ways.items():
        print(describe(name, sentences, mark()))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=tuple(MODELS))
    parser.add_argument("--open", action="store_true", help="the sentences that models are checked with")
    parser.add_argument(
        "--part", choices=("first", "later"), help="only a part of the held-out ones, for slow machines"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=FOLDER, help="where the weights lie or are put")
    options = parser.parse_args()
    parts = (options.part,) if options.part else ("first", "later")
    sentences = load_sentences() if options.open else read_held_out(parts)
    if options.model is None:
        print_table(sentences, None, "")
        return
    RESULTS.mkdir(exist_ok=True)
    weights, port = fetch(options.weights, MODELS[options.model]), find_free_port()
    with run_llama(port, WINDOW, weights, options.threads):
        model = Model(port, RESULTS / f"sources-{options.model}.jsonl")
        verdicts = judge(model, sentences)
    print_table(sentences, verdicts, f"{weights.stem} judges")


if __name__ == "__main__":
    main()
