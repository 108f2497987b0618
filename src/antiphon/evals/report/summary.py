"""The figures of a run.

A mean is taken over what was graded. What nobody could judge, what had no answer and what was not begun are counted by
name and enter no score, neither as 0 nor as 1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median, pstdev
from typing import get_args

from antiphon.evals.result import CaseResult, Exchange, Status, Verdict

STATUSES: tuple[Status, ...] = get_args(Status)
BINS = 10
# What counts as spent of the usage a provider reports; the others are parts of these.
_COUNTED = ("input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class Spread:
    """How scores lie; there is none of no scores."""

    count: int
    mean: float
    median: float
    lowest: float
    highest: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Times:
    """How long answers took, in seconds; those out of a cache are not measured."""

    seconds: tuple[float, ...] = ()

    @property
    def p50(self) -> float | None:
        """Half of the answers took no longer."""
        return find_percentile(self.seconds, 50)

    @property
    def p95(self) -> float | None:
        """Nineteen of twenty took no longer."""
        return find_percentile(self.seconds, 95)


@dataclass(frozen=True, slots=True)
class RunSpending:
    """Tokens and dollars. `unpriced` counts requests whose price nobody knows: then `dollars` is only a part."""

    requests: int = 0
    tokens: int = 0
    dollars: float | None = None
    unpriced: int = 0


@dataclass(frozen=True, slots=True)
class AdvisorFigures:
    """One advisor in all its cases: `scores` has one entry for each case in which it was graded."""

    name: str
    scores: tuple[float, ...]
    spread: Spread | None
    answers: int
    errors: int
    times: Times
    spent: RunSpending


@dataclass(frozen=True, slots=True)
class SuiteFigures:
    """One suite."""

    name: str
    counts: Mapping[Status, int]
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """One kind of assertion, over everything it was asked of."""

    type: str
    passed: int
    failed: int
    not_graded: int
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything a report says about a run as a whole.

    `bins` are ten equal ones from 0 to 1; 1 is in the last. `ungraded` counts the verdicts nobody could give in cases
    that have a score all the same.
    """

    counts: Mapping[Status, int]
    ungraded: int
    scores: tuple[float, ...]
    spread: Spread | None
    bins: tuple[int, ...]
    suites: tuple[SuiteFigures, ...]
    advisors: tuple[AdvisorFigures, ...]
    types: tuple[TypeFigures, ...]
    times: Times
    answering: RunSpending
    judging: RunSpending

    @property
    def total(self) -> int:
        """How many runs of cases there are, those that were not begun included."""
        return sum(self.counts.values())


def summarise(results: Sequence[CaseResult]) -> Summary:
    """The figures of all results; suites, advisors and kinds stand in the order they first appear."""
    scores = tuple(each.score for each in results if is_graded(each) and each.score is not None)
    exchanges = [each for result in results for each in result.exchanges]
    calls = [each for result in results for each in result.calls]
    return Summary(
        counts=count_statuses(results),
        ungraded=sum(
            verdict.status == "not_graded" for each in results if is_graded(each) for verdict in each.verdicts
        ),
        scores=scores,
        spread=measure_spread(scores),
        bins=fill_bins(scores),
        suites=tuple(_summarise_suites(results)),
        advisors=tuple(_summarise_advisors(results)),
        types=tuple(_summarise_types(results)),
        times=measure_times(exchanges),
        answering=add_up(exchanges),
        judging=add_up(calls),
    )


def is_graded(result: CaseResult) -> bool:
    """Whether its score counts."""
    return result.status in ("passed", "failed") and result.score is not None


def count_statuses(results: Iterable[CaseResult]) -> dict[Status, int]:
    """How many ended in each way, ways that did not happen included."""
    found = Counter(each.status for each in results)
    return {status: found[status] for status in STATUSES}


def measure_spread(scores: Sequence[float]) -> Spread | None:
    """Mean, middle, ends and standard deviation (of all of them, not of a sample)."""
    if not scores:
        return None
    return Spread(len(scores), fmean(scores), median(scores), min(scores), max(scores), pstdev(scores))


def fill_bins(scores: Iterable[float]) -> tuple[int, ...]:
    """How many scores lie in each tenth; 0.3 is in the fourth although floats say 2.9999."""
    found = Counter(min(BINS - 1, max(0, int(round(score * BINS, 9)))) for score in scores)
    return tuple(found[index] for index in range(BINS))


def find_percentile(values: Sequence[float], percent: int) -> float | None:
    """The smallest value that so many per cent do not pass (nearest rank): always one that was measured."""
    if not values:
        return None
    ranked = sorted(values)
    return ranked[max(0, ceil(len(ranked) * percent / 100) - 1)]


def measure_times(exchanges: Iterable[Exchange]) -> Times:
    """How long the answers took that did arrive."""
    return Times(tuple(each.seconds for each in exchanges if each.error is None and not each.is_cached))


def add_up(exchanges: Iterable[Exchange]) -> RunSpending:
    """What requests took together. What came out of a cache cost nothing, nor did what was refused before it began."""
    asked = [each for each in exchanges if not each.is_cached]
    refused = sum(each.error is not None and each.usage is None for each in asked)
    priced = [each.dollars for each in asked if each.dollars is not None]
    tokens = sum(sum((each.usage or {}).get(name, 0) for name in _COUNTED) for each in asked)
    return RunSpending(len(asked), tokens, sum(priced) if priced else None, len(asked) - len(priced) - refused)


def score_advisors(result: CaseResult) -> dict[str, float]:
    """Each advisor's part in a score: the weighted mean of what was graded of its answers."""
    weighed: dict[str, list[tuple[float, float]]] = {}
    for verdict in result.verdicts if is_graded(result) else ():
        if verdict.score is not None:
            weighed.setdefault(verdict.advisor, []).append((verdict.score, verdict.weight))
    return {name: _weigh(pairs) for name, pairs in weighed.items()}


def _weigh(pairs: Sequence[tuple[float, float]]) -> float:
    weight = sum(each for _, each in pairs)
    if weight <= 0:
        return fmean(score for score, _ in pairs)
    return sum(score * each for score, each in pairs) / weight


def _summarise_suites(results: Sequence[CaseResult]) -> Iterator[SuiteFigures]:
    for name in dict.fromkeys(each.suite for each in results):
        own = [each for each in results if each.suite == name]
        scores = [each.score for each in own if is_graded(each) and each.score is not None]
        yield SuiteFigures(name, count_statuses(own), measure_spread(scores))


def _summarise_advisors(results: Sequence[CaseResult]) -> Iterator[AdvisorFigures]:
    scores: dict[str, list[float]] = {}
    asked: dict[str, list[Exchange]] = {}
    for result in results:
        for exchange in result.exchanges:
            asked.setdefault(exchange.advisor, []).append(exchange)
        for name, score in score_advisors(result).items():
            scores.setdefault(name, []).append(score)
    for name in dict.fromkeys((*asked, *scores)):
        own, found = asked.get(name, []), tuple(scores.get(name, ()))
        errors = sum(each.error is not None for each in own)
        times, spent = measure_times(own), add_up(own)
        yield AdvisorFigures(name, found, measure_spread(found), len(own) - errors, errors, times, spent)


def _summarise_types(results: Sequence[CaseResult]) -> Iterator[TypeFigures]:
    verdicts: dict[str, list[Verdict]] = {}
    for result in results:
        for verdict in result.verdicts:
            verdicts.setdefault(verdict.type, []).append(verdict)
    for kind, own in verdicts.items():
        found = Counter(each.status for each in own)
        spread = measure_spread([each.score for each in own if each.score is not None])
        yield TypeFigures(kind, found["passed"], found["failed"], found["not_graded"], spread)
