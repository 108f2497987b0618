"""What to run: how many come, what they want, who stays, and what goes wrong in the middle."""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bench.report import RESULTS

# Of a hundred who come: a draft is looked at more often than sent, a conversation opened more often than searched.
WEIGHTS: Final = MappingProxyType(
    {"send": 20, "preview": 30, "open": 22, "list": 15, "search": 6, "glance": 5, "map": 2}
)
KINDS: Final = tuple(WEIGHTS)
# An hour of one arrival a second, played in four minutes.
_COMPRESSED: Final = {"rate": 15.0, "minutes": 4.0, "feeds": 300, "failover": True, "lease": 2.0}
# A conversation is asked about this often, so that a long run has many of them instead of endless ones.
_TURNS_EACH: Final = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """One run. The rate is arrivals a second, of every kind; the lease is what `lease_seconds` is set to."""

    rate: float = 10.0
    minutes: float = 2.0
    feeds: int = 100
    failover: bool = False
    seed: int = 1
    lease: float = 10.0
    # How long each kind comes alone, so that its cost is known; and the relay, before and after.
    alone_seconds: float = 8.0
    one_core: bool = False
    # Nodes are started as a person does, or as copies of a process that has imported everything.
    as_a_person_does: bool = True
    kinds: tuple[str, ...] = KINDS
    into: Path | None = None

    @property
    def seconds(self) -> float:
        """How long everybody comes."""
        return self.minutes * 60

    @property
    def send_rate(self) -> float:
        """Messages a second."""
        return self.rate * WEIGHTS["send"] / sum(WEIGHTS[kind] for kind in self.kinds) if "send" in self.kinds else 0.0

    @property
    def conversations(self) -> int:
        """So many that each has a feed of its own, and none grows without end."""
        return max(self.feeds, 20 + int(self.send_rate * self.seconds / _TURNS_EACH))


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody comes, wanting something."""

    at: float
    kind: str


def draw_arrivals(
    chance: random.Random, rate: float, seconds: float, kinds: Sequence[str] = KINDS
) -> Iterator[Arrival]:
    """Poisson arrivals: nobody waits for the one before."""
    weights = [WEIGHTS[kind] for kind in kinds]
    at = chance.expovariate(rate)
    while at < seconds:
        yield Arrival(at, chance.choices(kinds, weights)[0])
        at += chance.expovariate(rate)


def read_plan(said: Sequence[str] | None = None) -> Plan:
    """The command line as a value."""
    parser = argparse.ArgumentParser(prog="just load", description=__doc__)
    parser.add_argument("--rate", type=float, help="arrivals a second, of every kind; a fifth of them are messages")
    parser.add_argument("--minutes", type=float, help="how long everybody comes")
    parser.add_argument("--feeds", type=int, help="streams that stay open, one a tab, up to some 3,000 a node")
    parser.add_argument("--failover", action="store_true", default=None, help="lose PostgreSQL in the middle")
    parser.add_argument("--lease", type=float, help="`lease_seconds` of the nodes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone-seconds", type=float, help="how long each kind comes alone, so that its cost is known")
    parser.add_argument("--only", dest="kinds", type=_read_kinds, help=f"some of {', '.join(KINDS)}, with commas")
    parser.add_argument("--one-core", action="store_true", help="both nodes on one core, everything else on the other")
    parser.add_argument("--compressed", action="store_true", help="an hour of one a second in four minutes")
    parser.add_argument("--into", type=Path, default=RESULTS / "load", help="a folder for report and pictures")
    given = vars(parser.parse_args(said))
    common = dict(_COMPRESSED) if given.pop("compressed") else {}
    return Plan(**{**common, **{name: value for name, value in given.items() if value is not None}})


def _read_kinds(said: str) -> tuple[str, ...]:
    kinds = tuple(said.split(","))
    if unknown := set(kinds) - set(KINDS):
        raise argparse.ArgumentTypeError(f"nobody comes for {', '.join(sorted(unknown))}")
    return kinds
