"""How well claims are put together and given sides, on panels read by hand that nothing was chosen on.

`python -m bench.claims` prints the table without any model: by lot, every claim alone, by words, by meaning, by meaning
with a "not" on one side as a contradiction, and by a judge that makes no mistake. `--model large` asks a model on this
machine (`small` is another) exactly what the map asks, with the same words, the same schema and the same reading of the
answers; every answer is kept in `bench/results/claims-*.jsonl`, and a run that was broken off goes on where it was.
`--open` prints the panels that figures were chosen on instead. `--pairs 60` asks about that many pairs alone, as many
that agree as are opposed as are about different points, drawn by lot: enough to see what a slow machine can show.
"""

import argparse
import asyncio
import json
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from tools.local_model import LARGE, SMALL, fetch

from antiphon.advisors.prompt import ClaimPrompts, load_claim_prompts, load_strict_prompt
from antiphon.analysis.claims import CLAIMS, ReadPiece, build_reading, join_readings, most_claims, parse_reading
from antiphon.analysis.clusters import Drawing, Nearness, compare_claims, draw, draw_alone, find_groups
from antiphon.analysis.insist import insist
from antiphon.analysis.judging import (
    VERDICTS,
    Pair,
    build_judging,
    choose_pairs,
    choose_swapped,
    parse_verdicts,
    settle_verdicts,
    weigh_in,
)
from antiphon.analysis.linkage import link
from antiphon.analysis.strict import Shape, schema_of
from antiphon.analysis.voices import AnswerExcerpt, LetteredAnswer, hear_voices
from antiphon.conversation.claim import Verdict
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.payload import Message
from antiphon.engine.analyses.build_map import MARGIN
from antiphon.evals.rooms.score import count_sides, judge_by_denial, judge_perfectly, list_true_pairs, share_sides
from antiphon.retrieval.onnx import has_packaged_model, open_packaged
from bench.report import RESULTS
from tests.analysis.planted import DOMAINS, Panel, language_of, read_held_out, read_open
from tests.analysis.scoring import LABELS, Score, add_scores, score_map
from tests.analysis.truth import write_turn
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

T = TypeVar("T")
Draw = Callable[[Panel], Drawing]

MODELS: Final = {"large": LARGE, "small": SMALL}
FOLDER: Final = Path(".models")
MAX_TOKENS: Final = 768
WINDOW: Final = 4096
# As the engine asks.
AT_ONCE: Final = 4
# One core may be anybody's: an answer can take minutes.
_SECONDS: Final = 1800
_DRAWS: Final = 1000
# The likeness by lot that suits these very panels best, between 0 and 1.
_LEASTS: Final = tuple(step / 20 for step in range(6, 20))


@dataclass(slots=True)
class Model:
    """A model behind the Chat Completions wire, its answers kept by question."""

    port: int
    kept: Path
    prompts: ClaimPrompts = field(default_factory=load_claim_prompts)
    at_once: int = 1
    answers: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.kept.exists():
            for line in self.kept.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.answers[entry["asked"]] = entry["answer"]

    def ask(self, messages: tuple[Message, ...], shape: Shape, parse: Callable[[str], T]) -> T | None:
        """What the model answers, asked once more in stricter words when it cannot be read; none after that."""
        for attempt in ("first", "second"):
            try:
                found = parse(self._send(messages, shape))
            except AnswerUnreadable as error:
                messages = insist(messages, load_strict_prompt(), error.reason)
                self.counts[f"{attempt} answer unreadable"] += 1
            else:
                self.counts["answered"] += 1
                return found
        return None

    def judge(self, panel: Panel, pairs: Sequence[Pair]) -> dict[Pair, Verdict]:
        """Its verdicts on these pairs, some of them asked both ways."""
        said = panel.list_said()
        wanted = [*pairs, *choose_swapped(said, pairs)]
        found: dict[Pair, Verdict] = {}
        for start in range(0, len(wanted), self.at_once):
            batch = wanted[start : start + self.at_once]
            asked = build_judging(self.prompts, panel.question, said, batch)
            found |= self.ask(asked, VERDICTS, partial(parse_verdicts, pairs=batch)) or {}
        verdicts, odd = settle_verdicts(found)
        self.counts["swapped and judged otherwise"] += odd
        self.counts["swapped"] += len(wanted) - len(pairs)
        return verdicts

    def _send(self, messages: tuple[Message, ...], shape: Shape) -> str:
        body: dict[str, Any] = {
            "messages": [{"role": each.role, "content": each.content} for each in messages],
            "max_tokens": MAX_TOKENS,
            "temperature": 0,
            "seed": 7,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": schema_of(shape)},
            },
        }
        asked = json.dumps(body, sort_keys=True)
        if asked not in self.answers:
            self.answers[asked] = self._post(asked)
            with self.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"asked": asked, "answer": self.answers[asked]}) + "\n")
        return self.answers[asked]

    def _post(self, asked: str) -> str:
        address = f"http://127.0.0.1:{self.port}/v1/chat/completions"
        request = urllib.request.Request(address, asked.encode(), {"Content-Type": "application/json"})
        began = time.monotonic()
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            answer = str(json.load(response)["choices"][0]["message"]["content"])
        self.seconds += time.monotonic() - began
        self.counts["requests"] += 1
        return answer


def embed(panels: Sequence[Panel]) -> dict[str, list[list[float]]]:
    """The vectors of every panel's claims; nothing without the extra `recall`."""

    async def run() -> dict[str, list[list[float]]]:
        embedder = open_packaged()
        try:
            texts = {panel.id: [each.quote for each in panel.instances] for panel in panels}
            return {name: (await embedder.embed(its, "passage")).tolist() for name, its in texts.items()}
        finally:
            await embedder.close()

    return asyncio.run(run()) if has_packaged_model() else {}


def draw_by_lot(panel: Panel, least: float, seed: int = 0) -> Drawing:
    """Claims put together by lot, a voice once in a group."""
    lot = random.Random(f"{panel.id} {seed}")
    size = len(panel.instances)
    drawn = [[lot.random() for _ in range(size)] for _ in range(size)]
    likeness = tuple(tuple(drawn[min(a, b)][max(a, b)] for b in range(size)) for a in range(size))
    return draw(panel.list_said(), link(likeness, [str(each.advisor) for each in panel.instances], least), likeness)


def find_best_lot(panels: Sequence[Panel]) -> float:
    """How near is near enough by lot, so that chance stands at its best."""
    return max(
        _LEASTS, key=lambda least: add_scores(score_map(p, draw_by_lot(p, least).claims) for p in panels).pair_f1
    )


def draw_near(panel: Panel, near: Nearness, verdicts: dict[Pair, Verdict] | None = None) -> Drawing:
    """Claims put together by nearness alone; with verdicts, sides are taken inside the groups."""
    said = panel.list_said()
    return draw(said, find_groups(said, near), near.likeness, verdicts)


def draw_judged(panel: Panel, near: Nearness, judge: Callable[[Panel, Sequence[Pair]], dict[Pair, Verdict]]) -> Drawing:
    """The map as a judge that may do everything draws it."""
    said = panel.list_said()
    pairs = choose_pairs(near.likeness, [each.voice.reply_id for each in said], near.least - MARGIN)
    verdicts = judge(panel, pairs)
    judged = Nearness(weigh_in(near.likeness, verdicts), near.least)
    return draw(said, find_groups(said, judged), near.likeness, verdicts)


@dataclass(slots=True)
class Tally:
    """What came of one way of drawing maps."""

    way: str
    panels: Sequence[Panel]
    scores: list[Score] = field(default_factory=list)
    calls: float = 0.0
    seconds: float = 0.0

    def score(self, only: Callable[[Panel], bool] = lambda _panel: True) -> Score:
        """All panels, or some."""
        return add_scores(score for panel, score in zip(self.panels, self.scores, strict=False) if only(panel))

    def interval(self, measure: Callable[[Score], float]) -> str:
        """What the figure may be by chance of the panels, 95 times in 100."""
        lot = random.Random(0)
        drawn = sorted(measure(add_scores(lot.choices(self.scores, k=len(self.scores)))) for _ in range(_DRAWS))
        return f"{drawn[int(0.025 * _DRAWS)]:.2f} to {drawn[int(0.975 * _DRAWS)]:.2f}"

    def row(self) -> str:
        """One line of the table."""
        all_ = self.score()
        labels = " / ".join(f"{all_.label_recall(label):.2f}" for label in LABELS)
        pairs = f"{all_.pair_precision:.2f} / {all_.pair_recall:.2f} / {all_.pair_f1:.2f}"
        cost = f"{self.calls:.1f} | {1000 * self.seconds:,.0f} ms"
        return (
            f"| {self.way} | {pairs} | {self.interval(lambda s: s.pair_f1)} | {all_.label_accuracy:.2f} | "
            f"{self.interval(lambda s: s.label_accuracy)} | {labels} | {cost} |"
        )


def measure(way: str, panels: Sequence[Panel], drawing: Draw, model: Model | None = None) -> Tally:
    """One way on all panels."""
    tally, asked, waited, began = Tally(way, panels), 0, 0.0, time.monotonic()
    if model is not None:
        asked, waited = model.counts["requests"], model.seconds
    for panel in panels:
        tally.scores.append(score_map(panel, drawing(panel).claims))
        if model is not None:
            print(f"{panel.id}: {dict(model.counts)} {model.seconds:.0f} s", flush=True)
    tally.seconds = (time.monotonic() - began) / len(panels)
    if model is not None:
        tally.calls = (model.counts["requests"] - asked) / len(panels)
        tally.seconds = (model.seconds - waited) / len(panels)
    return tally


def measure_all(panels: Sequence[Panel], model: Model | None) -> list[Tally]:
    """Every way there is."""
    vectors = embed(panels)
    least = find_best_lot(panels)

    def words(panel: Panel) -> Nearness:
        return compare_claims(panel.list_said(), None)

    def meaning(panel: Panel) -> Nearness:
        return compare_claims(panel.list_said(), vectors.get(panel.id))

    def deny(panel: Panel) -> Drawing:
        near = meaning(panel)
        said = panel.list_said()
        groups = find_groups(said, near)
        pairs = [Pair(one, other) for group in groups for at, one in enumerate(group) for other in group[at + 1 :]]
        return draw(said, groups, near.likeness, judge_by_denial(panel, pairs))

    tallies = [
        measure("by lot, at its best", panels, lambda panel: draw_by_lot(panel, least)),
        measure("every claim alone", panels, lambda panel: draw_alone(panel.list_said())),
        measure("by rare words, no sides", panels, lambda panel: draw_near(panel, words(panel))),
        measure("by meaning, no sides", panels, lambda panel: draw_near(panel, meaning(panel))),
        measure("by meaning, a “not” contradicts", panels, deny),
    ]
    if model is not None:
        judge = model.judge
        tallies.append(measure("packaged model judges", panels, lambda p: draw_judged(p, meaning(p), judge), model))
    tallies.append(measure("perfect judge", panels, lambda p: draw_judged(p, meaning(p), judge_perfectly)))
    return tallies


def list_sides(panels: Sequence[Panel], model: Model | None) -> Iterator[str]:
    """How many pairs on one point get the right sign."""
    ways: dict[str, Callable[[Panel, Sequence[Pair]], dict[Pair, Verdict]]] = {
        "always agree": lambda _panel, pairs: dict.fromkeys(pairs, "agree"),
        "a “not” on one side": judge_by_denial,
    }
    if model is not None:
        ways["packaged model"] = model.judge
    for way, judge in ways.items():
        share = share_sides([count_sides(panel, judge(panel, list_true_pairs(panel))) for panel in panels])
        yield f"| {way} | {share.value:.2f} | {share.low:.2f} to {share.high:.2f} |"


def list_parts(tallies: Sequence[Tally], part_of: Callable[[Panel], str]) -> Iterator[str]:
    """The pairs' F1 of every way, by parts of the panels."""
    parts = sorted({part_of(panel) for panel in tallies[0].panels})
    yield "| | " + " | ".join(parts) + " |"
    yield "|---" * (len(parts) + 1) + "|"
    for tally in tallies:
        figures = [tally.score(lambda panel, part=part: part_of(panel) == part).pair_f1 for part in parts]  # type: ignore[misc] # bound now
        yield f"| {tally.way} | " + " | ".join(f"{each:.2f}" for each in figures) + " |"


def read_answers(model: Model, panel: Panel) -> ReadPiece:
    """The claims of every answer; one that cannot be read leaves its voice unread."""
    voices = hear_voices(write_turn(panel))

    def read(voice: LetteredAnswer) -> ReadPiece | None:
        piece = AnswerExcerpt(voice, 0, voice.text)
        asked = build_reading(model.prompts, panel.question, piece, most_claims(len(voices)))
        return model.ask(asked, CLAIMS, partial(parse_reading, piece=piece))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return join_readings(each for each in pool.map(read, voices) if each is not None)


def draw_pairs(panels: Sequence[Panel], count: int) -> list[tuple[Panel, Pair, Verdict]]:
    """So many pairs, each verdict alike often, mixed: whatever is asked first is fair."""
    vectors = embed(panels)
    found: dict[Verdict, list[tuple[Panel, Pair, Verdict]]] = {}
    for panel in panels:
        near = compare_claims(panel.list_said(), vectors.get(panel.id))
        voices = [each.voice.reply_id for each in panel.list_said()]
        for pair, verdict in judge_perfectly(panel, choose_pairs(near.likeness, voices, near.least - MARGIN)).items():
            found.setdefault(verdict, []).append((panel, pair, verdict))
    lot = random.Random(0)
    columns = [lot.sample(its, count // 3) for its in found.values()]
    return [each for row in zip(*columns, strict=True) for each in row]


def print_pairs(panels: Sequence[Panel], model: Model, count: int, minutes: float) -> None:
    """What the model says of pairs drawn by lot, beside what meaning and a "not" tell; until time is over."""
    vectors = embed(panels)
    until = time.monotonic() + minutes * 60
    seen: Counter[tuple[str, str]] = Counter()
    near_right = denial_right = judge_right = same = asked = sides = 0
    for panel, pair, truth in draw_pairs(panels, count):
        if time.monotonic() > until:
            break
        said = panel.list_said()
        found = model.ask(
            build_judging(model.prompts, panel.question, said, [pair]), VERDICTS, partial(parse_verdicts, pairs=[pair])
        )
        verdict: str = (found or {}).get(pair) or "none"
        near = compare_claims(said, vectors.get(panel.id))
        groups = find_groups(said, near)
        together = any({pair.one, pair.other} <= set(group) for group in groups)
        seen[truth, verdict] += 1
        asked += 1
        near_right += together == (truth != "different")
        same += (verdict in ("agree", "opposed")) == (truth != "different")
        if truth != "different":
            sides += 1
            judge_right += verdict == truth
            denial_right += judge_by_denial(panel, [pair])[pair] == truth
        print(f"{asked}: {truth} -> {verdict} ({model.seconds:.0f} s)", flush=True)
    print(f"\n{asked} pairs: one point or two, rightly told: model {same}, meaning {near_right}")
    print(f"{sides} of them on one point: sign rightly told: model {judge_right}, a not on one side {denial_right}")
    for (true, told), number in sorted(seen.items()):
        print(f"  {true} called {told}: {number}")


def print_tables(panels: Sequence[Panel], model: Model | None, *, reads: bool) -> None:
    """Everything that is measured, as Markdown."""
    tallies = measure_all(panels, model)
    if model is not None and reads:
        reading = partial(read_answers, model)
        tallies.append(measure("packaged model reads", panels, lambda p: draw_alone(reading(p).said), model))
    print(f"\n{len(panels)} panels, {sum(len(each.instances) for each in panels)} claims\n")
    print("| way | pairs P / R / F1 | F1 95 in 100 | labels | 95 in 100 | agree / contradict / lone | calls | time |")
    print("|---|---|---|---|---|---|---|---|")
    for each in tallies:
        print(each.row())
    print("\n| sides of pairs on one point | right | 95 in 100 |\n|---|---|---|")
    for line in list_sides(panels, model):
        print(line)
    for part_of in (lambda panel: "domains" if panel.domain in DOMAINS else panel.domain, language_of):
        print()
        for line in list_parts(tallies, part_of):
            print(line)
    if model is not None:
        print(f"\n{dict(model.counts)}, {model.seconds:.0f} s of waiting")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=tuple(MODELS))
    parser.add_argument("--open", action="store_true", help="the panels that figures were chosen on")
    parser.add_argument("--read", action="store_true", help="have the model read the answers too")
    parser.add_argument("--pairs", type=int, default=0, help="only so many pairs, drawn by lot")
    parser.add_argument("--minutes", type=float, default=60, help="how long pairs are asked about")
    parser.add_argument("--at-once", type=int, default=1, help="pairs in one request")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=FOLDER, help="where the weights lie or are put")
    options = parser.parse_args()
    panels = read_open() if options.open else read_held_out()
    if options.model is None:
        print_tables(panels, None, reads=False)
        return
    RESULTS.mkdir(exist_ok=True)
    weights, port = fetch(options.weights, MODELS[options.model]), find_free_port()
    with run_llama(port, WINDOW, weights, options.threads):
        model = Model(port, RESULTS / f"claims-{options.model}.jsonl", at_once=options.at_once)
        if options.pairs:
            print_pairs(panels, model, options.pairs, options.minutes)
        else:
            print_tables(panels, model, reads=options.read)


if __name__ == "__main__":
    main()
