"""The person does not find in the words what the map says stands there."""

from antiphon.access.principal import Principal
from antiphon.conversation.claim import Claim
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.engine import Engine
from antiphon.store.writes import claims as write


async def dispute_claim(
    engine: Engine, principal: Principal, analysis_id: str, number: int, advisor_id: AdvisorId, *, disputed: bool
) -> Claim:
    """The claim as it stands now: a disputed stance stays in the record and counts no more. The opposite undoes it."""
    return await engine.store.write(principal, write.dispute_claim, analysis_id, number, advisor_id, disputed=disputed)
