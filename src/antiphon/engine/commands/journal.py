"""Write a decision into the journal, look back on it, take it out, and put it back."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Final

from antiphon.access.principal import Principal
from antiphon.conversation.decision import Attitude, DecisionChanges
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.text import clean_text, on_one_line
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.journal import Placed
from antiphon.store.writes.journal import MOST_CHARS, NewDecision
from antiphon.store.writes.journal import change_decision as write_change
from antiphon.store.writes.journal import remove_decision as write_removal
from antiphon.store.writes.journal import restore_decision as write_return
from antiphon.store.writes.journal import write_decision as write_new

MOST_OPTIONS: Final = 20


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """What the person says: which option of which, how sure, and what would change their mind."""

    turn_id: TurnId
    options: Sequence[str]
    choice: str
    confidence: int
    question: str = ""
    change_my_mind: str = ""
    attitudes: "dict[AdvisorId, Attitude]" = field(default_factory=dict)
    review_at: datetime | None = None
    reviewer_id: AdvisorId | None = None


async def write_decision(engine: Engine, principal: Principal, said: DecisionDraft, key: str | None = None) -> Placed:
    """The decision as it stands in the journal, every advisor's stance frozen with it.

    Refuses a choice that is none of the options, options that say the same twice, and a turn that is still being
    answered. What is written stays as it is; only what belongs to looking back can change. The same key and decision
    again return the one that was written; a key used for another is refused.
    """
    engine.check_open()
    options = _read_options(said.options)
    choice = on_one_line(said.choice)
    if choice not in options:
        raise Malformed("the choice is none of the options")
    new = NewDecision(
        id=new_id("d"),
        turn_id=said.turn_id,
        options=options,
        choice=choice,
        confidence=said.confidence,
        question=_check_length("the question", on_one_line(said.question)),
        change_my_mind=clean_text(said.change_my_mind).strip(),
        attitudes=said.attitudes,
        review_at=said.review_at,
        reviewer_id=said.reviewer_id,
    )
    used = None if key is None else UsedKey(principal.id, key, _fingerprint(said))
    return await engine.store.write(principal, write_new, new, datetime.now(UTC), used)


async def remove_decision(engine: Engine, principal: Principal, decision_id: str) -> None:
    """Take it out of the journal and of everything reckoned from it."""
    engine.check_open()
    await engine.store.write(principal, write_removal, decision_id, datetime.now(UTC))


async def restore_decision(engine: Engine, principal: Principal, decision_id: str) -> Placed:
    """Put it back as it was."""
    engine.check_open()
    return await engine.store.write(principal, write_return, decision_id)


def _fingerprint(said: DecisionDraft) -> str:
    return hashlib.sha256(json.dumps(asdict(said), default=str, sort_keys=True).encode()).hexdigest()


def _read_options(said: Sequence[str]) -> tuple[str, ...]:
    options = tuple(_check_length("an option", on_one_line(each)) for each in said)
    if not 0 < len(options) <= MOST_OPTIONS or "" in options:
        raise Malformed(f"a decision has 1 to {MOST_OPTIONS} options, each with at least one word")
    if len(set(options)) != len(options):
        raise Malformed("two of the options say the same")
    return options


def _check_length(what: str, line: str) -> str:
    if len(line) > MOST_CHARS:
        raise Malformed(f"{what} has at most {MOST_CHARS} characters")
    return line


async def change_decision(engine: Engine, principal: Principal, decision_id: str, changes: DecisionChanges) -> Placed:
    """The decision as it is now; what was not named stays. No outcome takes an outcome back, its words with it."""
    engine.check_open()
    said: DecisionChanges = {**changes}
    if "change_my_mind" in said:
        said["change_my_mind"] = clean_text(said["change_my_mind"]).strip()
    if "outcome_text" in said:
        said["outcome_text"] = clean_text(said["outcome_text"]).strip()
    return await engine.store.write(principal, write_change, decision_id, said, datetime.now(UTC))
