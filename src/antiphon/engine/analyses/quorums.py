"""Who was heard in a turn, read from its replies and their receipts."""

from antiphon.analysis.quorum import Trim, build_quorum
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.turn import Turn
from antiphon.store.reads.receipts import read_last_telemetries
from antiphon.store.unit import Unit


def read_quorum_of(unit: Unit, turn: Turn) -> Quorum:
    """The quorum of a turn that was read already."""
    found = read_last_telemetries(unit, [reply.id for reply in turn.replies if reply.chosen])
    return build_quorum(
        turn, {reply_id: Trim(each.trimmed_count, each.cut_suspected) for reply_id, each in found.items()}
    )
