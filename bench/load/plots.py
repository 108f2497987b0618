"""Lines over time as SVG, for a light page and a dark one. No library draws for us: it is a scale, a grid and lines."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 300, 56, 150, 34, 40
# Told apart on white and on black alike.
_COLOURS: Final = ("#3b82c4", "#c4622d", "#2f9e6e", "#a05bc0", "#b8952b", "#c2487a", "#6b7f8f")
_STYLE: Final = """<style>
text{fill:#555;font:11px sans-serif}.title{fill:#222;font-size:13px}
.grid{stroke:#8884}.mark{stroke:#888;stroke-dasharray:3 3}
@media(prefers-color-scheme:dark){text{fill:#aaa}.title{fill:#ddd}}
</style>"""


@dataclass(frozen=True, slots=True)
class Plot:
    """Some lines over the seconds of a run, on a plain or a logarithmic scale, with moments marked."""

    title: str
    lines: Mapping[str, Points]
    marks: Mapping[str, float] = field(default_factory=dict)
    is_logarithmic: bool = False

    def draw(self) -> str:
        """The picture."""
        drawn = [self._line(index, name) for index, name in enumerate(self.lines)]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
        title = f'<title>{escape(self.title)}</title><text class="title" x="{_LEFT}" y="18">{escape(self.title)}</text>'
        return "\n".join([head, _STYLE, title, *self._grid(), *self._moments(), *drawn, "</svg>"]) + "\n"

    @property
    def _end(self) -> float:
        return max((x for points in self.lines.values() for x, _ in points), default=1.0) or 1.0

    @property
    def _range(self) -> tuple[float, float]:
        values = [y for points in self.lines.values() for _, y in points if y > 0 or not self.is_logarithmic] or [1.0]
        if self.is_logarithmic:
            return 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values)) + 1e-9)
        return 0.0, 4 * _find_step(max(values) / 4)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        low, high = self._range
        share = (y - low) / (high - low)
        if self.is_logarithmic:
            share = math.log(max(y, low) / low) / math.log(high / low)
        return (
            _LEFT + x / self._end * (_WIDTH - _LEFT - _RIGHT),
            _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share),
        )

    def _line(self, index: int, name: str) -> str:
        colour = _COLOURS[index % len(_COLOURS)]
        places = (self._place(*point) for point in self.lines[name])
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        line = f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        words = (
            f'<text style="fill:{colour}" x="{_WIDTH - _RIGHT + 10}" y="{_TOP + 12 + 16 * index}">{escape(name)}</text>'
        )
        return line + words

    def _grid(self) -> list[str]:
        low, high = self._range
        steps = [low + (high - low) * part / 4 for part in range(5)]
        if self.is_logarithmic:
            steps = [low * 10**power for power in range(round(math.log10(high / low)) + 1)]
        rules = [self._rule(step) for step in steps]
        times = [self._end * part / 4 for part in range(5)]
        return [*rules, *(self._time(moment) for moment in times)]

    def _rule(self, value: float) -> str:
        y = self._place(0, value)[1]
        line = f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        return f'{line}<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_format(value)}</text>'

    def _time(self, moment: float) -> str:
        x = self._place(moment, self._range[0])[0]
        words = f"{moment / 3600:.1f} h" if self._end > 7200 else f"{moment:.0f} s"
        return f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{words}</text>'

    def _moments(self) -> list[str]:
        drawn = []
        for number, (name, moment) in enumerate(sorted(self.marks.items(), key=lambda each: each[1])):
            x = self._place(moment, self._range[0])[0]
            line = f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>'
            drawn.append(f'{line}<text x="{x + 3:.1f}" y="{_HEIGHT - _BOTTOM - 6 - 13 * number}">{escape(name)}</text>')
        return drawn


def _find_step(least: float) -> float:
    """The next round number."""
    power = 10.0 ** math.floor(math.log10(least or 1.0))
    return next(power * step for step in (1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10) if power * step >= least)


def _format(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
