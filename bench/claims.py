"""How well a model reads a room: 66 panels with planted claims, the product's own questions, a real model.

`python -m bench.claims` asks a model on this machine (`--model large` or `small`) exactly what the map asks, with the
same words, the same schema and the same reading of the answers, and holds the maps against the truth. Beside it stands
what comes of comparing words without any model. Every answer is kept in `bench/results/claims-*.jsonl`; a run that was
broken off goes on where it was.
"""

import argparse
import json
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from tools.local_model import LARGE, SMALL, fetch

from antiphon.advisors.prompt import ClaimPrompts, load_claim_prompts, load_strict_prompt
from antiphon.analysis.claims import CLAIMS, ReadPiece, build_reading, join_readings, most_claims, parse_reading
from antiphon.analysis.clusters import GROUPS, Drawing, build_grouping, draw_alone, needs_grouping, parse_grouping
from antiphon.analysis.insist import insist
from antiphon.analysis.strict import Shape, schema_of
from antiphon.analysis.voices import AnswerExcerpt, LetteredAnswer, hear_voices
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.payload import Message
from bench.bare_words import draw_by_words
from bench.report import RESULTS
from tests.analysis.planted import Panel, read_panels
from tests.analysis.scoring import LABELS, Score, add_scores, score_map
from tests.analysis.truth import write_said, write_turn
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

T = TypeVar("T")

MODELS: Final = {"large": LARGE, "small": SMALL}
FOLDER: Final = Path(".models")
# Four claims of a short answer, or twelve claims in their groups, with room to ramble.
MAX_TOKENS: Final = 768
WINDOW: Final = 4096
# As the engine asks.
AT_ONCE: Final = 4
# One core may be anybody's: an answer can take minutes.
_SECONDS: Final = 1800


@dataclass(slots=True)
class Model:
    """A model behind the Chat Completions wire, its answers kept by question."""

    port: int
    kept: Path
    has_schema: bool
    prompts: ClaimPrompts = field(default_factory=load_claim_prompts)
    answers: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

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
                self.counts[f"unreadable at the {attempt} try"] += 1
                messages = insist(messages, load_strict_prompt(), error.reason)
            else:
                self.counts["answers"] += 1
                return found
        self.counts["given up"] += 1
        return None

    def _send(self, messages: tuple[Message, ...], shape: Shape) -> str:
        body: dict[str, Any] = {
            "messages": [{"role": each.role, "content": each.content} for each in messages],
            "temperature": 0,
            "max_tokens": MAX_TOKENS,
        }
        if self.has_schema:
            held = {"name": "answer", "strict": True, "schema": schema_of(shape)}
            body["response_format"] = {"type": "json_schema", "json_schema": held}
        asked = json.dumps(body)
        if asked not in self.answers:
            self.answers[asked] = self._post(asked)
            with self.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"asked": asked, "answer": self.answers[asked]}) + "\n")
        return self.answers[asked]

    def _post(self, asked: str) -> str:
        address = f"http://127.0.0.1:{self.port}/v1/chat/completions"
        request = urllib.request.Request(address, asked.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            return str(json.load(response)["choices"][0]["message"]["content"])


@dataclass(slots=True)
class Tally:
    """What came of one way of drawing maps."""

    way: str
    scores: list[Score] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, panel: Panel, drawing: Drawing, reading: ReadPiece | None = None) -> None:
        """One more map."""
        self.scores.append(score_map(panel, drawing.claims))
        self.dropped.update(drawing.dropped)
        self.dropped.update(reading.dropped if reading else {})

    def describe(self) -> str:
        """All figures in one line."""
        all_ = add_scores(self.scores)
        labels = "  ".join(f"{label} {all_.label_recall(label):.2f}" for label in LABELS)
        return (
            f"{self.way:28} {all_.panels:3} panels  words P {all_.precision:.2f} R {all_.recall:.2f}"
            f"  together P {all_.pair_precision:.2f} R {all_.pair_recall:.2f} F1 {all_.pair_f1:.2f}"
            f"  labels {all_.label_accuracy:.2f}  ({labels})  dropped {dict(self.dropped)}"
        )


def read_answers(model: Model, panel: Panel) -> ReadPiece:
    """The claims of every answer; one that cannot be read leaves its voice unread."""
    voices = hear_voices(write_turn(panel))

    def read(voice: LetteredAnswer) -> ReadPiece | None:
        piece = AnswerExcerpt(voice, 0, voice.text)
        asked = build_reading(model.prompts, panel.question, piece, most_claims(len(voices)))
        return model.ask(asked, CLAIMS, partial(parse_reading, piece=piece))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return join_readings(each for each in pool.map(read, voices) if each is not None)


def sort_claims(model: Model, panel: Panel, reading: ReadPiece) -> Drawing | None:
    """The map of these claims; none when they could not be sorted."""
    if not needs_grouping(reading.said):
        return draw_alone(reading.said)
    asked = build_grouping(model.prompts, panel.question, reading.said)
    return model.ask(asked, GROUPS, partial(parse_grouping, said=reading.said))


def measure(model: Model, panels: Sequence[Panel], minutes: float, ways: Sequence[str]) -> list[Tally]:
    """Every way on as many panels as there is time for, always on the same ones."""
    whole, sorted_, bare, bare_sorted = (
        Tally("model reads and sorts"),
        Tally("model sorts planted claims"),
        Tally("words alone, every sentence"),
        Tally("words alone, planted claims"),
    )
    until = time.monotonic() + minutes * 60
    for panel in panels:
        if time.monotonic() > until:
            break
        planted = ReadPiece(write_said(panel))
        bare.add(panel, draw_by_words(panel))
        bare_sorted.add(panel, draw_by_words(panel, planted.said))
        if "sort" in ways:
            sorted_.add(panel, sort_claims(model, panel, planted) or Drawing(()))
        if "read" in ways:
            reading = read_answers(model, panel)
            whole.add(panel, sort_claims(model, panel, reading) or Drawing(()), reading)
        print(f"{panel.id}: {dict(model.counts)}", flush=True)
    return [each for each in (whole, sorted_, bare, bare_sorted) if each.scores]


def choose_panels(seed: int) -> list[Panel]:
    """All panels, mixed, so that a run broken off has seen every domain."""
    panels = list(read_panels())
    random.Random(seed).shuffle(panels)
    return panels


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=tuple(MODELS), default="large")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--no-schema", action="store_true")
    parser.add_argument("--ways", default="read,sort")
    parser.add_argument("--panels", type=int, default=66)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--read", type=Path, help="other words to ask for claims with, to compare with the product's")
    options = parser.parse_args()
    name = f"claims-{options.model}{'-free' if options.no_schema else ''}"
    RESULTS.mkdir(exist_ok=True)
    prompts = load_claim_prompts()
    if options.read:
        prompts = replace(prompts, read=options.read.read_text(encoding="utf-8").strip())
    weights, port = fetch(FOLDER, MODELS[options.model]), find_free_port()
    with run_llama(port, WINDOW, weights, options.threads):
        model = Model(port, RESULTS / f"{name}.jsonl", not options.no_schema, prompts)
        tallies = measure(model, choose_panels(0)[: options.panels], options.minutes, options.ways.split(","))
    print(f"\n{weights.name}, {'without' if options.no_schema else 'with'} schema: {dict(model.counts)}")
    for each in tallies:
        print(each.describe())


if __name__ == "__main__":
    main()
