"""How often the passage that decided an answer is found, and how often one is named where none did.

`python -m bench.why` holds a hundred conversations in which one known passage decides (a turn, a memory, a file, an
instruction) and a hundred in which none does, with a voice whose words and asides change with every answer, and asks
about the last reply of each through the API. `--talks 20` holds fewer, `--meaning` compares by meaning, which needs the
extra `recall`. `--model large` holds them with a model of this machine, whose answers nobody wrote.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from tools.local_model import fetch

from antiphon.app import run_in_process
from antiphon.client import AsyncClient
from antiphon.client.answers.whys import FoundWhy, WhyFinding
from antiphon.settings import Settings
from bench.claims import FOLDER, MODELS, WINDOW
from bench.report import write_results
from tests.fakes.decided_talk import hold_decided_talk
from tests.fakes.servers import find_free_port
from tests.fakes.settled_talk import MODEL, PLACES, SettledTalk, forget_all, hold_talk
from tests.models.llama import run_llama

_PATIENCE: Final = 600.0


class Hold(Protocol):
    """Holds one conversation."""

    async def __call__(self, client: AsyncClient, seed: int, *, planted: bool) -> SettledTalk:
        """With the passage that decides, or without."""
        ...


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
    return talk.place == "instructions" or talk.words[:12] in f"{finding.part.name} {finding.part.opening}"


async def hold_scripted(client: AsyncClient, seed: int, *, planted: bool) -> SettledTalk:
    """One with the voice that comes with the house."""
    return await hold_talk(client, seed, PLACES[seed % len(PLACES)] if planted else None)


async def measure(client: AsyncClient, talks: int, hold: Hold, *, planted: bool, first: int = 0) -> Tally:
    """So many conversations, one search each."""
    tally = Tally()
    for seed in range(first, first + talks):
        talk = await hold(client, seed, planted=planted)
        begun = time.monotonic()
        await client.whys.find(talk.reply_id)
        why = await client.whys.wait(talk.reply_id)
        if why.found is None:
            raise RuntimeError(f"talk {seed}: {why.analysis and why.analysis.error}")
        tally.count(seed, talk, why.found, why.answered, time.monotonic() - begun)
        verdicts = Counter(each.verdict for each in why.found.findings)
        print(seed, talk.words if planted else "-", dict(verdicts), file=sys.stderr, flush=True)
        await forget_all(client)
    return tally


async def run(talks: int, *, meaning: bool, port: int | None = None) -> dict[str, Any]:
    """Both kinds, on a server of their own; with the model on this port, if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        wanted: dict[str, Any] = {"data_dir": folder, "default_model": MODEL, "recall": {"by_meaning": meaning}}
        if port is not None:
            here = {"base_url": f"http://127.0.0.1:{port}/v1", "profile": "llamacpp", "concurrency": 4}
            here |= {"first_byte_seconds": _PATIENCE, "idle_seconds": _PATIENCE}
            wanted |= {"default_model": "here:model", "providers": {"here": here}, "reply_seconds": _PATIENCE}
        hold = hold_scripted if port is None else hold_decided_talk
        async with run_in_process(Settings(**wanted)) as url, AsyncClient(url) as client:
            decided = await measure(client, talks, hold, planted=True)
            undecided = await measure(client, talks, hold, planted=False, first=talks)
    return {"a passage decided": decided.describe(), "none did": undecided.describe()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--talks", type=int, default=100)
    parser.add_argument("--meaning", action="store_true")
    parser.add_argument("--model", choices=tuple(MODELS))
    parser.add_argument("--weights", type=Path, default=FOLDER, help="where the weights lie or are put")
    asked = parser.parse_args()
    if asked.model is None:
        figures = asyncio.run(run(asked.talks, meaning=asked.meaning))
    else:
        weights, port = fetch(asked.weights, MODELS[asked.model]), find_free_port()
        with run_llama(port, WINDOW, weights):
            figures = asyncio.run(run(asked.talks, meaning=asked.meaning, port=port))
    for name, found in figures.items():
        print(name, found)
    print(write_results("why-meaning" if asked.meaning else "why", figures))


if __name__ == "__main__":
    main()
