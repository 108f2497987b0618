"""How often the passage that decided an answer is found, and how often one is named where none did.

`python -m bench.why` holds a hundred conversations in which one known passage decides (a turn, a memory, a file, an
instruction) and a hundred in which none does, with a voice whose words and asides change with every answer, and asks
about the last reply of each through the API. `--talks 20` holds fewer, `--meaning` compares by meaning, which needs the
extra `recall`.
"""

import argparse
import asyncio
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from antiphon.app import run_in_process
from antiphon.client import AsyncClient
from antiphon.client.answers.whys import FoundWhy, WhyFinding
from antiphon.settings import Settings
from bench.report import write_results
from tests.fakes.settled_talk import MODEL, PLACES, SettledTalk, forget_all, hold_talk


@dataclass
class Tally:
    """What came of the searches so far."""

    found: int = 0
    flipped: int = 0
    wrong: int = 0
    missed: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def count(self, seed: int, talk: SettledTalk, found: FoundWhy, calls: int, seconds: float) -> None:
        """One search more."""
        beyond = [each for each in found.findings if each.verdict in ("flipped", "mattered")]
        right = [each for each in beyond if is_right(talk, each)]
        self.found += bool(right)
        self.flipped += any(each.verdict == "flipped" for each in right)
        self.wrong += len(beyond) > len(right)
        self.calls.append(calls)
        self.seconds.append(seconds)
        if talk.place is not None and not right:
            self.missed.append(seed)

    def describe(self) -> dict[str, Any]:
        """The figures."""
        many = max(1, len(self.calls))
        return {
            "searches": len(self.calls),
            "found": self.found,
            "flipped": self.flipped,
            "named something else": self.wrong,
            "calls a search": round(sum(self.calls) / many, 1),
            "seconds a search": round(sum(self.seconds) / many, 2),
            "missed": self.missed,
        }


def is_right(talk: SettledTalk, finding: WhyFinding) -> bool:
    """Whether it is the part that holds the sentence."""
    if talk.place is None or finding.part.kind != talk.place:
        return False
    return talk.place == "instructions" or "What settles it" in f"{finding.part.name} {finding.part.opening}"


async def measure(client: AsyncClient, talks: int, *, planted: bool, first: int = 0) -> Tally:
    """So many conversations, one search each."""
    tally = Tally()
    for seed in range(first, first + talks):
        place = PLACES[seed % len(PLACES)] if planted else None
        talk = await hold_talk(client, seed, place)
        begun = time.monotonic()
        await client.whys.find(talk.reply_id)
        why = await client.whys.wait(talk.reply_id)
        if why.found is None:
            raise RuntimeError(f"talk {seed}: {why.analysis and why.analysis.error}")
        tally.count(seed, talk, why.found, why.answered, time.monotonic() - begun)
        await forget_all(client)
    return tally


async def run(talks: int, *, meaning: bool) -> dict[str, Any]:
    """Both kinds, on a server of their own."""
    with tempfile.TemporaryDirectory() as folder:
        wanted: dict[str, Any] = {"data_dir": folder, "default_model": MODEL, "recall": {"by_meaning": meaning}}
        settings = Settings(**wanted)
        async with run_in_process(settings) as url, AsyncClient(url) as client:
            decided = await measure(client, talks, planted=True)
            undecided = await measure(client, talks, planted=False, first=talks)
    return {"a passage decided": decided.describe(), "none did": undecided.describe()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--talks", type=int, default=100)
    parser.add_argument("--meaning", action="store_true")
    asked = parser.parse_args()
    figures = asyncio.run(run(asked.talks, meaning=asked.meaning))
    for name, found in figures.items():
        print(name, found)
    print(write_results("why-meaning" if asked.meaning else "why", figures))


if __name__ == "__main__":
    main()
