"""Sentences of a synthesis beside their sources, read by hand: models that hold sentences to sources are checked so."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from antiphon.analysis.holding import Sourced
from antiphon.conversation.figures import find_unsourced
from antiphon.conversation.map_check import CheckShare
from antiphon.conversation.synthesis import Support
from antiphon.evals.rooms.score import share_right


class HeldSentence(NamedTuple):
    """One sentence with its sources, and what is true of it."""

    truth: Support
    language: str
    question: str
    said: Sourced

    @property
    def is_supported(self) -> bool:
        """Whether its sources say it."""
        return self.truth == "supported"


class HeldShares(NamedTuple):
    """How often each way is right, and what the judge marks of what it should and spares of what it should not."""

    ways: dict[str, CheckShare]
    caught: float
    spared: float


@cache
def load_sentences() -> tuple[HeldSentence, ...]:
    """Those that come with Antiphon."""
    page = resources.files("antiphon.evals.rooms") / "sources.toml"
    return tuple(parse_sentences(tomllib.loads(page.read_text(encoding="utf-8"))["sentences"]))


def parse_sentences(rows: Sequence[Sequence[str]]) -> Iterator[HeldSentence]:
    """The sentences of a page."""
    for truth, language, question, text, *sources in rows:
        if truth not in ("supported", "more", "contradicts"):
            raise ValueError(truth)
        yield HeldSentence(truth, language, question, Sourced(text, tuple(sources)))  # type: ignore[arg-type] # one of them


def share_held(sentences: Sequence[HeldSentence], verdicts: Mapping[Sourced, Support]) -> HeldShares:
    """A judge beside ways that ask nobody. A sentence without a verdict was not told rightly."""
    truth = [each.is_supported for each in sentences]
    figures = [not find_unsourced(each.said.text, each.said.sources) for each in sentences]
    judged = [verdicts.get(each.said) for each in sentences]
    rights = {
        "always": [each == (2 * sum(truth) >= len(truth)) for each in truth],
        "figures": [one == other for one, other in zip(truth, figures, strict=True)],
        "judge": [one is not None and (one == "supported") == other for one, other in zip(judged, truth, strict=True)],
    }
    marked = [one not in (None, "supported") for one, other in zip(judged, truth, strict=True) if not other]
    spared = [one == "supported" for one, other in zip(judged, truth, strict=True) if other]
    ways = {name: share_right(each) for name, each in rights.items()}
    return HeldShares(ways, sum(marked) / len(marked), sum(spared) / len(spared))
