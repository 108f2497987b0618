"""Somebody answers for a turn from now on."""

from sqlalchemy import bindparam, insert, select

from antiphon.conversation.errors import Draining
from antiphon.conversation.ids import ConversationId, NodeId, TurnId
from antiphon.store.reads.recovery import is_alive
from antiphon.store.tables import open_turns
from antiphon.store.unit import Unit

_COLUMNS = ("workspace_id", "turn_id", "conversation_id", "author_id", "node_id")
_ROW = select(*(bindparam(f"its_{name}", type_=open_turns.c[name].type) for name in _COLUMNS))
_OPEN = (
    insert(open_turns)
    .from_select(_COLUMNS, _ROW.where(is_alive(bindparam("its_node_id"))))
    .execution_options(preserve_rowcount=True)
)


def open_turn(unit: Unit, turn_id: TurnId, conversation_id: ConversationId, node_id: NodeId) -> None:
    """The node answers for the turn, whatever happens to its process.

    Raises `Draining` when the node was declared gone or has left: nobody would look after what it takes in.
    """
    values = (unit.workspace_id, turn_id, conversation_id, unit.principal.id, node_id)
    row = {f"its_{name}": value for name, value in zip(_COLUMNS, values, strict=True)}
    if unit.connection.execute(_OPEN, row).rowcount != 1:
        raise Draining
