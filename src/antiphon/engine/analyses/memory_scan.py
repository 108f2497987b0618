"""Reading a conversation for things to remember: scan, match, merge, propose.

What is found is proposed and nothing more. A verdict that does not come leaves the thing proposed as new, so that a
provider that fails half-way loses nothing that was found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from antiphon.advisors.prompt import MemoryPrompts
from antiphon.analysis.extraction import (
    FOUND,
    MERGED,
    MOST_KNOWN,
    VERDICT,
    Findings,
    Found,
    build_match,
    build_scan,
    build_update,
    choose_known,
    fold_text,
    parse_match,
    parse_scan,
    parse_update,
)
from antiphon.analysis.transcript import Transcript
from antiphon.conversation.analysis import AnalysisCall
from antiphon.conversation.errors import AnalysisError, ProviderError
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.memory import MemoryItem
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.near_memories import NearMemories
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.analyses import Reach
from antiphon.store.reads.memory import Memory
from antiphon.store.writes.analyses import AnalysisEnding
from antiphon.store.writes.memory import NewMemory, Settlement


class PlacedMemory(NamedTuple):
    """One thing found: what it would become, the memory that says the same, and the calls it was compared in."""

    found: Found
    memory: NewMemory | None
    same: MemoryItem | None
    calls: tuple[int, ...] = ()


@dataclass(slots=True)
class MemoryScan:
    """One scan: what it reads, how many turns were asked for by name, how far it comes, and what came of it so far."""

    analysing: AnalysisRun
    conversation_id: ConversationId
    transcript: Transcript
    prompts: MemoryPrompts
    near: NearMemories
    named: int = 0
    reach: Reach = Reach()
    placed: list[PlacedMemory] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    async def run(self) -> None:
        """Find, then place each thing found among what is known. Raises only when nothing could be read at all."""
        findings = await self._find()
        self._count("named", self.named)
        self._count("found", len(findings.found))
        self._count("left_out", self.transcript.left_out)
        for reason, count in findings.dropped.items():
            self._count(f"dropped_{reason}", count)
        for found in findings.found:
            first = len(self.analysing.used)
            placed = await self._place(found)
            self.placed.append(placed._replace(calls=tuple(self.analysing.used[first:])))

    def settle(self, existing: Sequence[Memory]) -> Settlement:
        """What is new beside everything there is, and the end of the scan.

        One that was declined is not proposed again in the same words: it is compared here and sent nowhere. Every call
        is credited with the memories whose words it holds, so that forgetting one finds it.
        """
        new: list[NewMemory] = []
        calls = list(self.analysing.calls)
        scans = [index for index, call in enumerate(calls) if call.step == "scan"]
        by_words = _index(existing)
        for placed in self.placed:
            alike = _find_alike(placed, by_words)
            credited = [each.id for each in alike] + ([placed.same.id] if placed.same else [])
            if placed.memory is not None and not any(_is_repeated(placed.memory, each) for each in alike):
                new.append(placed.memory)
                credited.append(placed.memory.id)
            for index in (*scans, *placed.calls):
                calls[index] = _credit(calls[index], credited)
        known = len(self.placed) - len(new)
        counts = self.counts | ({"known": known} if known else {}) | {"proposed": len(new)}
        reach = {"reached": self.reach.position, "waiting": list(self.reach.waiting)}
        ending = AnalysisEnding("done", counts, self.analysing.usage(), datetime.now(UTC), result=reach)
        return Settlement(new, calls, ending)

    async def _find(self) -> Findings:
        question = ModelQuestion("scan", build_scan(self.prompts, self.transcript), shape=FOUND)
        return await self.analysing.ask(question, partial(parse_scan, transcript=self.transcript))

    async def _place(self, found: Found) -> PlacedMemory:
        """What it becomes beside what is accepted at this moment; nothing new when that says it already."""
        accepted = await self.analysing.read_accepted()
        folded = fold_text(found.text)
        same = next((item for item in accepted if item.kind == found.kind and fold_text(item.text) == folded), None)
        if same is not None:
            return PlacedMemory(found, None, same)
        try:
            return await self._compare(found, await self._choose(found, accepted))
        except (AnalysisError, ProviderError):
            self._count("unmatched", 1)
            return self._propose(found)

    async def _choose(self, found: Found, accepted: Sequence[MemoryItem]) -> tuple[MemoryItem, ...]:
        """Those it is compared with; where all of its kind can be shown, nothing has to be chosen."""
        alike = [item for item in accepted if item.kind == found.kind]
        nearness = await self.near.compare(found.text, alike) if len(alike) > MOST_KNOWN else None
        return choose_known(found, alike, nearness)

    async def _compare(self, found: Found, known: tuple[MemoryItem, ...]) -> PlacedMemory:
        if not known:
            return self._propose(found)
        if not self.analysing.calls_left:
            self._count("unmatched", 1)
            return self._propose(found)
        question = ModelQuestion(
            "match", build_match(self.prompts, found, known), tuple(item.id for item in known), VERDICT
        )
        matching = await self.analysing.ask(question, partial(parse_match, known=known))
        item = await self._read_again(matching.item)
        if item is None:
            return self._propose(found)
        if matching.verdict == "contradicts":
            return self._propose(found, replaced=item)
        return await self._merge(found, item)

    async def _merge(self, found: Found, same: MemoryItem) -> PlacedMemory:
        if not self.analysing.calls_left:
            return self._propose(found, replaced=same, same=same)
        question = ModelQuestion("update", build_update(self.prompts, found, same), (same.id,), MERGED)
        text = await self.analysing.ask(question, parse_update)
        if fold_text(text) == fold_text(same.text):
            return PlacedMemory(found, None, same)
        return self._propose(found, text, replaced=same, same=same)

    async def _read_again(self, item: MemoryItem | None) -> MemoryItem | None:
        """The memory as it is now; nothing when it is no longer accepted."""
        if item is None:
            return None
        return next((each for each in await self.analysing.read_accepted() if each.id == item.id), None)

    def _propose(
        self, found: Found, text: str = "", *, replaced: MemoryItem | None = None, same: MemoryItem | None = None
    ) -> PlacedMemory:
        memory = NewMemory(
            id=new_id("m"),
            kind=found.kind,
            text=text or found.text,
            status="proposed",
            conversation_id=self.conversation_id,
            turn_id=found.turn_id,
            quote=found.quote,
            replaces_id=None if replaced is None else replaced.id,
            analysis_id=self.analysing.analysis_id,
        )
        return PlacedMemory(found, memory, same)

    def _count(self, what: str, count: int) -> None:
        if count:
            self.counts[what] = self.counts.get(what, 0) + count


def _index(existing: Sequence[Memory]) -> Mapping[tuple[str | None, ...], Sequence[Memory]]:
    """The memories by what they say, and by the words they rest on."""
    by_words: dict[tuple[str | None, ...], list[Memory]] = {}
    for each in existing:
        for key in ((each.kind, fold_text(each.text)), (each.kind, each.turn_id, each.quote)):
            by_words.setdefault(key, []).append(each)
    return by_words


def _find_alike(placed: PlacedMemory, by_words: Mapping[tuple[str | None, ...], Sequence[Memory]]) -> Sequence[Memory]:
    """The memories that say what was found or what is proposed, or rest on the same words."""
    found = placed.found
    text = found.text if placed.memory is None else placed.memory.text
    keys = (
        (found.kind, fold_text(found.text)),
        (found.kind, fold_text(text)),
        (found.kind, found.turn_id, found.quote),
    )
    return list(dict.fromkeys(each for key in keys for each in by_words.get(key, ())))


def _is_repeated(proposal: NewMemory, memory: Memory) -> bool:
    """Whether proposing it would only repeat this memory. What was replaced may become true again, in other words."""
    if (memory.turn_id, memory.quote) == (proposal.turn_id, proposal.quote):
        return True
    return memory.status != "retired" and fold_text(memory.text) == fold_text(proposal.text)


def _credit(call: AnalysisCall, memory_ids: Sequence[str]) -> AnalysisCall:
    return replace(call, found=tuple(dict.fromkeys((*call.found, *memory_ids))))
