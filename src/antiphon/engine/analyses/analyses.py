"""Every kind of analysis there is, and what runs them."""

from dataclasses import dataclass

from antiphon.engine.analyses.glances import Glances
from antiphon.engine.analyses.maps import Maps
from antiphon.engine.analyses.memory_scans import MemoryScans
from antiphon.engine.analyses.near_memories import NearMemories
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.analyses.see_turn import TurnViewer
from antiphon.engine.analyses.syntheses import Syntheses
from antiphon.engine.analyses.titles import Titles
from antiphon.engine.analyses.why_input import WhyDoors
from antiphon.engine.analyses.whys import Whys
from antiphon.live.live import Live
from antiphon.retrieval.embedder import Embedder
from antiphon.retrieval.word_vectors import WordVectors
from antiphon.store.unit import Store


@dataclass(frozen=True, slots=True)
class Analyses:
    """The kinds by name, and the one way each of them is taken."""

    runner: AnalysisRunner
    maps: Maps
    glances: Glances
    syntheses: Syntheses
    titles: Titles
    memory_scans: MemoryScans
    whys: Whys


def build_analyses(
    store: Store,
    live: Live,
    runner: AnalysisRunner,
    doors: WhyDoors,
    embedder: Embedder | None,
    words: WordVectors | None = None,
) -> Analyses:
    """All of them around one runner."""
    maps = Maps(store, runner, embedder)
    return Analyses(
        runner=runner,
        maps=maps,
        glances=Glances(store, TurnViewer(words)),
        syntheses=Syntheses(store, runner, maps),
        titles=Titles(store, live, runner),
        memory_scans=MemoryScans(store, runner, NearMemories(embedder)),
        whys=Whys(store, runner, doors, embedder),
    )
