"""What a turn cost, version by version: figures of runs that were kept, and the picture of them in the docs.

`python -m bench.history RESULTS LABEL` takes a run of `bench.arrivals` into `bench/history.json` under this label, and
draws `docs/images/cost-of-a-turn.svg` anew; without arguments it only draws.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final
from xml.sax.saxutils import escape

from bench.report import FLOOR

HISTORY: Final = Path(__file__).parent / "history.json"
PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "cost-of-a-turn.svg"
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 720, 300, 48, 48, 24
_COLOURS: Final = {"ours-sqlite": "#3b6ea5", "ours-postgres": "#b0562f"}


def summarise(runs: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The ratios of a run to the bare relay in it, by variant, rate and length of the answers."""
    cells: dict[tuple[str, float, int], list[float]] = {}
    for run in runs:
        cells.setdefault((run["variant"], run["rate"], run["chunks"]), []).append(run["cpu"])
    return {
        f"{variant} {rate:g}/s {chunks}": round(median(cpu) / median(cells[FLOOR, rate, chunks]), 2)
        for (variant, rate, chunks), cpu in cells.items()
        if variant != FLOOR
    }


def draw(history: Sequence[Mapping[str, Any]], rate: str = "5/s") -> str:
    """One line per variant and length: how many times the processor time of a bare relay a turn took."""
    names = [name for name in dict.fromkeys(name for each in history for name in each["ratios"]) if f" {rate} " in name]
    most = max([each["ratios"].get(name, 0.0) for each in history for name in names], default=1.0)

    def place(index: int, ratio: float) -> tuple[float, float]:
        step = (_WIDTH - _LEFT - 150) / max(1, len(history) - 1)
        return _LEFT + index * step, _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - ratio / most)

    lines = [_line(history, name, place) for name in names]
    marks = [_mark(each["label"], place(index, 0.0)) for index, each in enumerate(history)]
    grid = [_rule(ratio, place(0, ratio)[1]) for ratio in range(int(most) + 1)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
    title = "<title>Processor time of a turn of five, in multiples of a bare relay in the same run</title>"
    paper = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fdfcf9"/>'
    return "\n".join([f'{head} font-size="11">', title, paper, *grid, *lines, *marks, "</svg>"]) + "\n"


def _line(history: Sequence[Mapping[str, Any]], name: str, place: Callable[[int, float], tuple[float, float]]) -> str:
    known = [(index, each["ratios"][name]) for index, each in enumerate(history) if name in each["ratios"]]
    points = [place(index, ratio) for index, ratio in known]
    variant, _, chunks = name.split(" ")
    colour, dash = _COLOURS.get(variant, "#555"), "" if int(chunks) > 30 else ' stroke-dasharray="4 3"'
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3" fill="{colour}"/>' for x, y in points)
    x, y = points[-1]
    words = f"{variant.removeprefix('ours-')}, {chunks} chunks: {known[-1][1]:g}"
    label = f'<text x="{x + 8:.0f}" y="{y + 4:.0f}" fill="{colour}">{escape(words)}</text>'
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>{dots}{label}'


def _mark(label: str, at: tuple[float, float]) -> str:
    return f'<text x="{at[0]:.0f}" y="{_HEIGHT - 18}" text-anchor="middle" fill="#444">{escape(label)}</text>'


def _rule(ratio: int, y: float) -> str:
    rule = f'<line x1="{_LEFT}" x2="{_WIDTH - 150}" y1="{y:.0f}" y2="{y:.0f}" stroke="#ddd"/>'
    return f'{rule}<text x="{_LEFT - 8}" y="{y + 4:.0f}" text-anchor="end" fill="#666">{ratio}x</text>'


def main() -> None:
    """Take a run in, if one is named, and draw."""
    parser = argparse.ArgumentParser(prog="python -m bench.history", description=__doc__)
    parser.add_argument("results", nargs="?", type=Path)
    parser.add_argument("label", nargs="?", default="")
    given = parser.parse_args()
    history = json.loads(HISTORY.read_text(encoding="utf-8")) if HISTORY.exists() else []
    if given.results is not None:
        run = json.loads(given.results.read_text(encoding="utf-8"))
        entry = {"label": given.label, "at": run["machine"]["at"][:10], "ratios": summarise(run["results"])}
        history = [*(each for each in history if each["label"] != given.label), entry]
        HISTORY.write_text(json.dumps(history, indent=1) + "\n", encoding="utf-8")
    PICTURE.write_text(draw(history), encoding="utf-8")


if __name__ == "__main__":
    main()
