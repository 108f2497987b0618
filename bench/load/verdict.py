"""Whether everything that was promised is there, once and whole."""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.load.ledger import Ledger
from bench.load.stage import CHUNKS
from bench.stamps import BrokenStream, Transcript, read_times
from tests.crash.verdict import Stored, find_doubled, find_lost, judge_rows

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of it."""

    accepted: int
    lost: list[str]
    doubled: list[str]
    replies: int
    run_again: int
    # What else does not hold: turns left open, facts that are missing, ends that came twice.
    wrong: list[str]

    @property
    def holds(self) -> bool:
        """Whether there is nothing to complain of."""
        return not (self.lost or self.doubled or self.wrong)


def judge_load(stored: Stored, ledger: Ledger) -> Verdict:
    """Hold the database against what people were told. An answer that is not whole counts as lost."""
    doubled = [*find_doubled(stored), *ledger.doubled]
    return Verdict(
        accepted=len(ledger.accepted),
        lost=[*find_lost(stored, ledger), *_find_broken(stored)],
        doubled=doubled,
        replies=len(stored.replies),
        run_again=stored.run_again,
        wrong=[each for each in judge_rows(stored) if " is there " not in each][:_SHOWN],
    )


def _find_broken(stored: Stored) -> Iterator[str]:
    """Answers that did not come to a good end, or are not the words that were said, in their order."""
    for reply_id, state, _, text, _ in stored.replies:
        if state != "complete":
            yield f"reply {reply_id} is {state}"
            continue
        said = Transcript(0)
        said.add(text, 0)
        try:
            read_times(said, CHUNKS)
        except BrokenStream as broken:
            yield f"reply {reply_id}: {broken}"
