"""Look back on a decision: what happened, when to look again, what would change one's mind."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.decision import DecisionChanges
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.store.reads.decisions import Placed
from antiphon.store.writes.decisions import change_decision as write_change


async def change_decision(engine: Engine, principal: Principal, decision_id: str, changes: DecisionChanges) -> Placed:
    """The decision as it is now; what was not named stays. No outcome takes an outcome back, its words with it."""
    engine.check_open()
    said: DecisionChanges = {**changes}
    if "change_my_mind" in said:
        said["change_my_mind"] = clean_text(said["change_my_mind"]).strip()
    if "outcome_text" in said:
        said["outcome_text"] = clean_text(said["outcome_text"]).strip()
    return await engine.store.write(principal, write_change, decision_id, said, datetime.now(UTC))
