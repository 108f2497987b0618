"""Places that guess by words, beside the same vectors that maps use: which is right more often?

`python -m bench.meaning` prints one table: memories that say what is remembered already, answers given in another's
name, voices that take over each other's words, and search for a turn by what was claimed in it. Thresholds are chosen
on one half of what was read by hand; the figures are of the other. Intervals are of items drawn anew, 95 in 100.
"""

import asyncio
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from antiphon.analysis.convergence import draw_curve
from antiphon.analysis.extraction import Found, choose_known
from antiphon.analysis.likeness import find_stems
from antiphon.analysis.mimicry import Speaker, find_mimicry
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.memory import MemoryItem
from antiphon.evals.rooms.score import share_right
from antiphon.retrieval.onnx import has_packaged_model, open_packaged
from tests.analysis.planted import FOLDER, Panel, read_held_out, read_open

Rows = NDArray[np.float32]
_DRAWS: Final = 1000
_BEFORE: Final = 12
_VOICES: Final = tuple(Speaker(AdvisorId(name), name) for name in ("Skeptic", "Builder", "Dr. Ana (Finance)"))
_SENTENCE: Final = re.compile(r"(?<=[.!?\u3002\uff01\uff1f])\s*")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which items each way has right, and how much the second way gains at its worst and at its best."""

    place: str
    before: Sequence[bool]
    after: Sequence[bool]

    def line(self) -> str:
        """One line of the table."""
        lot = random.Random(0)
        gains = [int(b) - int(a) for a, b in zip(self.before, self.after, strict=True)]
        drawn = sorted(sum(lot.choices(gains, k=len(gains))) / len(gains) for _ in range(_DRAWS))
        low, high = drawn[int(0.025 * _DRAWS)], drawn[int(0.975 * _DRAWS)]
        shares = [share_right(each) for each in (self.before, self.after)]
        figures = " | ".join(f"{each.value:.2f} ({each.low:.2f} to {each.high:.2f})" for each in shares)
        return f"| {self.place} | {len(gains)} | {figures} | {low:+.2f} to {high:+.2f} |"


async def embed(texts: Sequence[str]) -> Rows:
    """A vector for each text."""
    embedder = open_packaged()
    try:
        return await embedder.embed(list(texts), "passage")
    finally:
        await embedder.close()


def read_page(name: str, part: str) -> list[list[str]]:
    """What was read by hand."""
    rows: list[list[str]] = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))[part]
    return rows


def halves(rows: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What things are chosen on, and what is held out."""
    return list(rows[0::2]), list(rows[1::2])


async def measure_memories(most: int) -> Iterator[Outcome]:
    """Whether the memory that says the same is among those that a model is shown, beside 300 others."""
    pairs = read_page("memories.toml", "pairs")
    others = list(dict.fromkeys(text for panel in read_open() for text in panel.claims.values()))[:300]
    texts = [known for known, _ in pairs] + others
    items = [MemoryItem(str(at), "fact", text) for at, text in enumerate(texts)]
    vectors, asked = await embed(texts), await embed([said for _, said in pairs])
    near = asked @ vectors.T
    by_words, by_meaning = [], []
    for at, (_, said) in enumerate(pairs):
        found = Found("fact", said, "", TurnId("t"))
        nearness = {item.id: float(value) for item, value in zip(items, near[at], strict=True)}
        by_words.append(str(at) in {each.id for each in choose_known(found, items)[:most]})
        by_meaning.append(str(at) in {each.id for each in choose_known(found, items, nearness)[:most]})
    held_out = [halves(each)[1] for each in (by_words, by_meaning)]
    return iter((Outcome(f"a memory that says it already is among {most} of {len(texts)}", *held_out),))


async def measure_mimicry() -> Iterator[Outcome]:
    """Whether an opening speaks as somebody else: by signs, and by nearness to openings that do."""
    rows = read_page("mimicry.toml", "openings")
    chosen, held_out = halves(rows)
    blank = [re.sub(r"Dr\. Ana \(Finance\)|Dr\. Ana|Builder", "NAME", text) for _, text in rows]
    vectors = await embed(blank)
    known, asked = halves(range(len(rows)))

    def lean(at: int, among: Iterable[int]) -> float:
        near: dict[str, float] = {"as": -1.0, "own": -1.0}
        for one in among:
            if one != at:
                near[rows[one][0]] = max(near[rows[one][0]], float(vectors[at] @ vectors[one]))
        return near["as"] - near["own"]

    leans = [lean(at, known) for at in known]
    truths = [truth == "as" for truth, _ in chosen]
    least = max(leans, key=lambda each: sum((one >= each) == truth for one, truth in zip(leans, truths, strict=True)))
    by_signs = [bool(find_mimicry(text, _VOICES[0].advisor_id, _VOICES)) == (truth == "as") for truth, text in held_out]
    by_meaning = [(lean(at, known) >= least) == (row[0] == "as") for at, row in zip(asked, held_out, strict=True)]
    return iter((Outcome("an answer in another's name", by_signs, by_meaning),))


async def measure_convergence() -> Iterator[Outcome]:
    """Whether two answers share wording: one has taken over half of the other's sentences, or both are as they were."""
    words: dict[bool, list[tuple[float, bool]]] = {False: [], True: []}
    meaning: dict[bool, list[tuple[float, bool]]] = {False: [], True: []}
    pairs: list[tuple[str, str, bool, bool]] = []
    # What was said before tells which words everybody uses.
    before = [{AdvisorId(str(at)): text for at, text in enumerate(each.answers)} for each in read_open()[:_BEFORE]]
    for is_held_out, panels in ((False, read_open()), (True, read_held_out())):
        for panel in panels:
            for first, second in _draw_pairs(panel):
                for text, is_alike in ((second, False), (_take_over(first, second), True)):
                    found = draw_curve([*before, {AdvisorId("a"): first, AdvisorId("b"): text}])[-1]
                    words[is_held_out].append((0.0 if found is None else found.similarity, is_alike))
                    pairs.append((first, text, is_held_out, is_alike))
    rows = await embed([text for first, second, *_ in pairs for text in (first, second)])
    for at, (_, _, is_held_out, is_alike) in enumerate(pairs):
        meaning[is_held_out].append((float(rows[2 * at] @ rows[2 * at + 1]), is_alike))
    outcomes = [_tell(each[False], each[True]) for each in (words, meaning)]
    return iter((Outcome("two voices share wording", *outcomes),))


def _draw_pairs(panel: Panel) -> Iterator[tuple[str, str]]:
    pairs = list(combinations(panel.answers, 2))
    yield from random.Random(panel.id).sample(pairs, min(2, len(pairs)))


def _take_over(first: str, second: str) -> str:
    """The second answer with every other sentence of the first in place of its own."""
    mine, its = _divide(second), _divide(first)
    return " ".join(its[at] if at % 2 and at < len(its) else each for at, each in enumerate(mine))


def _divide(text: str) -> list[str]:
    return [each for each in _SENTENCE.split(text) if each.strip()]


def _tell(chosen: Sequence[tuple[float, bool]], held_out: Sequence[tuple[float, bool]]) -> list[bool]:
    """Which are told rightly, from the likeness on that suits the chosen ones best."""

    def right(least: float) -> int:
        return sum((likeness >= least) == truth for likeness, truth in chosen)

    least = max((likeness for likeness, _ in chosen), key=right)
    return [(likeness >= least) == truth for likeness, truth in held_out]


async def measure_search() -> Iterator[Outcome]:
    """Whether the turn in which something was claimed is the first that is found among all panels, by its rare words or
    by the nearest sentence.
    """
    opened = read_open()
    panels = [*opened, *read_held_out()]
    asked = [(at, text) for at, panel in enumerate(panels) for text in panel.claims.values() if at >= len(opened)]
    said = [(at, each) for at, panel in enumerate(panels) for answer in panel.answers for each in _divide(answer)]
    rows, queries = await embed([each for _, each in said]), await embed([text for _, text in asked])
    stems = [find_stems("\n".join((panel.question, *panel.answers))) for panel in panels]
    used = Counter(stem for each in stems for stem in each)

    def weigh(text: str, place: int) -> float:
        return sum(log((len(panels) + 1) / used[stem]) for stem in find_stems(text) & stems[place])

    by_words = [max(range(len(panels)), key=lambda each, text=text: weigh(text, each)) == at for at, text in asked]  # type: ignore[misc] # bound now
    nearest = np.argmax(queries @ rows.T, axis=1)
    by_meaning = [said[int(place)][0] == at for (at, _), place in zip(asked, nearest, strict=True)]
    return iter((Outcome("a turn is found by what was claimed in it", by_words, by_meaning),))


async def measure_all() -> list[Outcome]:
    """Every place."""
    measures: Sequence[Callable[[], Any]] = (
        lambda: measure_memories(20),
        lambda: measure_memories(5),
        measure_mimicry,
        measure_convergence,
        measure_search,
    )
    return [outcome for measure in measures for outcome in await measure()]


def main() -> None:
    """Measure and print."""
    if not has_packaged_model():
        raise SystemExit("this wants the extra `recall`")
    print("| what is told | items | by words (95 in 100) | by vectors (95 in 100) | gain, 95 in 100 |")
    print("|---|---|---|---|---|")
    for outcome in asyncio.run(measure_all()):
        print(outcome.line())


if __name__ == "__main__":
    main()
