"""What a glance at a turn is worth, and what it costs.

`python -m bench.glance` prints two tables. The first is of panels read by hand that nothing was chosen on (`--open`
prints the others): in how many of them something is said, and how many of the pairs it puts together belong together.
The second is the processor time of a thousand turns of five voices, each of them new.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from statistics import quantiles
from typing import Final, NamedTuple

from antiphon.analysis.glance import build_glance, choose_statements, limit_statements
from antiphon.analysis.voices import LetteredAnswer, hear_voices
from antiphon.conversation.claim import Claim
from antiphon.conversation.glance import Glance
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.engine.analyses.see_turn import TurnViewer
from antiphon.retrieval.onnx import has_packaged_model, open_packaged, open_packaged_words
from tests.analysis.planted import Panel, read_held_out, read_open, read_panels
from tests.analysis.scoring import LETTERS, share
from tests.analysis.truth import write_turn

See = Callable[[Sequence[LetteredAnswer]], Glance]

TURNS: Final = 1_000
VOICES: Final = 5
SENTENCES: Final = 12
_DRAWS: Final = 1_000


class Seen(NamedTuple):
    """Pairs in one panel: put together, right among them, belonging together; the same of the broadest point alone."""

    found: int
    right: int
    planted: int
    first_found: int
    first_right: int


def see_panel(panel: Panel, see: See) -> Seen:
    """What a glance makes of a panel."""
    points = see(hear_voices(write_turn(panel))).points
    pairs = [(one, other) for point in points for one, other in _pair_up(panel, point)]
    first = list(_pair_up(panel, points[0])) if points else []
    planted = sum(one.claim == other.claim for one, other in combinations(panel.instances, 2))
    return Seen(len(pairs), _count(pairs), planted, len(first), _count(first))


def _pair_up(panel: Panel, point: Claim) -> Iterator[tuple[set[str], set[str]]]:
    """What every two voices of a point truly speak of."""
    marked = [
        {
            each.claim
            for each in panel.instances
            if LETTERS[each.advisor].lower() == stance.advisor_id
            and 2 * (min(each.end, stance.end) - max(each.start, stance.start))
            >= min(each.end - each.start, stance.end - stance.start)
        }
        for stance in point.stances
    ]
    return combinations(marked, 2)


def _count(pairs: Sequence[tuple[set[str], set[str]]]) -> int:
    return sum(bool(one & other) for one, other in pairs)


def write_row(way: str, seen: Sequence[Seen]) -> str:
    """One line of the table."""
    said = sum(each.found > 0 for each in seen)
    columns = [sum(column) for column in zip(*seen, strict=True)]
    found, right, planted, first_found, first_right = columns
    lot = random.Random(0)
    drawn = sorted(_share_first(lot.choices(seen, k=len(seen))) for _ in range(_DRAWS))
    low, high = drawn[int(0.025 * _DRAWS)], drawn[int(0.975 * _DRAWS)]
    return (
        f"| {way} | {said} of {len(seen)} | {share(first_right, first_found):.2f} | {low:.2f} to {high:.2f} | "
        f"{share(right, found):.2f} / {share(right, planted):.2f} |"
    )


def _share_first(seen: Sequence[Seen]) -> float:
    found = sum(each.first_found for each in seen)
    return sum(each.first_right for each in seen) / found if found else 0.0


def see_by_lot(voices: Sequence[LetteredAnswer]) -> Glance:
    """Statements put together by lot, as often as a glance does."""
    said = limit_statements([choose_statements(voice) for voice in voices])
    lot = random.Random(" ".join(voice.text for voice in voices))
    size = len(said)
    drawn = {pair: lot.uniform(-1, 1) for pair in combinations(range(size), 2)}
    products = [[drawn.get((min(a, b), max(a, b)), 1.0) for b in range(size)] for a in range(size)]
    return build_glance(voices, said, products)


class SeeByModel:
    """The same statements, read by the packaged model itself: what a glance could be, and what it would take."""

    def __init__(self) -> None:
        self._rows: dict[str, list[float]] = {}

    async def read(self, panels: Sequence[Panel]) -> None:
        """Make the vectors of all statements."""
        embedder = open_packaged()
        voices = [voice for panel in panels for voice in hear_voices(write_turn(panel))]
        texts = [each.text for voice in voices for each in choose_statements(voice)]
        self._rows = dict(zip(texts, (await embedder.embed(texts, "passage")).tolist(), strict=True))
        await embedder.close()

    def see(self, voices: Sequence[LetteredAnswer]) -> Glance:
        """The glance at these answers."""
        said = limit_statements([choose_statements(voice) for voice in voices])
        rows = [self._rows[each.text] for each in said]
        return build_glance(voices, said, [[sum(a * b for a, b in zip(x, y, strict=True)) for y in rows] for x in rows])


def write_turns(count: int) -> Iterator[tuple[LetteredAnswer, ...]]:
    """Turns of five voices, each answer twelve sentences of our panels in another order."""
    said = [answer for panel in read_panels() for answer in panel.answers if answer.isascii()]
    lot = random.Random(0)
    for turn in range(count):
        answers = [" ".join(lot.sample(said, SENTENCES // 2)) for _ in range(VOICES)]
        yield tuple(
            LetteredAnswer(LETTERS[n], AdvisorId(LETTERS[n]), ReplyId(f"{turn}-{n}"), text)
            for n, text in enumerate(answers)
        )


def time_turns(viewer: TurnViewer) -> str:
    """Milliseconds for each turn: the middle, 99 in 100, the mean; seen before; and with one answer that is new."""
    turns = list(write_turns(TURNS))
    viewer.see(turns[-1])
    new = [_time(viewer, turn) for turn in turns[:-1]]
    again = [_time(viewer, turn) for turn in turns[-101:-1]]
    changed = [_time(viewer, (turn[0], *other[1:])) for turn, other in zip(turns, turns[-100:-1], strict=False)]
    cuts = quantiles(new, n=100)
    middle, late = cuts[49], cuts[98]
    figures = (middle, late, sum(new) / len(new), sum(again) / len(again), sum(changed) / len(changed))
    return " | ".join(f"{each:.2f}" for each in figures)


def _time(viewer: TurnViewer, turn: Sequence[LetteredAnswer]) -> float:
    began = time.process_time()
    viewer.see(turn)
    return 1000 * (time.process_time() - began)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--open", action="store_true", help="the panels that figures were chosen on")
    panels = read_open() if parser.parse_args().open else read_held_out()
    ways: dict[str, See] = {"by lot": see_by_lot, "by rare words": TurnViewer().see}
    viewers = {"by rare words": TurnViewer()}
    if has_packaged_model():
        ways["by words' meaning"] = TurnViewer(open_packaged_words()).see
        viewers["by words' meaning"] = TurnViewer(open_packaged_words())
        model = SeeByModel()
        asyncio.run(model.read(panels))
        ways["by the model (not used)"] = model.see
    print("| way | panels with a line | pairs of the line that are right | 95 in 100 | all pairs P / R |")
    print("|---|---|---|---|---|")
    for way, see in ways.items():
        print(write_row(way, [see_panel(panel, see) for panel in panels]))
    print(f"\n| {TURNS} turns, {VOICES} voices, CPU ms | median | p99 | mean | seen before | one answer new |")
    print("|---|---|---|---|---|---|")
    for way, viewer in viewers.items():
        print(f"| {way} | {time_turns(viewer)} |")


if __name__ == "__main__":
    main()
