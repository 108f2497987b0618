"""Glances: what is seen of a turn once it has ended, without asking or paying anybody.

Nothing is kept on disk, and nothing is done before somebody looks.
"""

import asyncio

from antiphon.access.principal import Principal
from antiphon.analysis.voices import hear_voices
from antiphon.conversation.glance import Glance
from antiphon.conversation.ids import TurnId
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.see_turn import TurnViewer
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store, Unit


class Glances:
    """Looks at turns for whoever may read them."""

    def __init__(self, store: Store, viewer: TurnViewer) -> None:
        self._store = store
        self._viewer = viewer

    async def look(self, principal: Principal, turn_id: TurnId) -> Glance:
        """What is seen of the turn; nothing while it is being answered. `NotFound` for one that is not there."""
        turn = await self._store.read(principal, _read, turn_id)
        if not turn.all_completed:
            return Glance()
        return await asyncio.to_thread(self._viewer.see, hear_voices(turn), turn.text)


def _read(unit: Unit, turn_id: TurnId) -> Turn:
    turn = read_turn(unit, turn_id)
    read_conversation(unit, turn.conversation_id)
    return turn
