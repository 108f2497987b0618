"""A model puts pictures into its reply."""

from collections.abc import Sequence

from sqlalchemy import JSON, bindparam, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import ReplyPictured
from antiphon.conversation.picture import Picture, encode_picture, name_documents
from antiphon.conversation.state import OPEN
from antiphon.store.tables import replies
from antiphon.store.unit import Unit
from antiphon.store.writes.documents import NewDocument, keep_picture
from antiphon.store.writes.facts import append_fact, take_seq_to_end
from antiphon.store.writes.use_tools import ToolPlace

_OWN = (
    update(replies)
    .where(
        replies.c.id == bindparam("reply"),
        replies.c.epoch == bindparam("current"),
        replies.c.workspace_id == bindparam("workspace"),
        replies.c.state.in_(OPEN),
    )
    .values(pictures=bindparam("shown", type_=JSON))
)


def picture_reply(
    unit: Unit, place: ToolPlace, pictures: Sequence[Picture], made: Sequence[NewDocument] = ()
) -> ReplyPictured:
    """Write that these are the reply's pictures, and keep those that are new, all or nothing.

    Writing it twice changes nothing: the same bytes are the same document. Raises `StaleEpoch` when a newer run owns
    the reply; then nothing has changed.
    """
    head = take_seq_to_end(unit, place.conversation_id, place.reply_id, place.epoch)
    ids = {each.document.id: keep_picture(unit, each) for each in made}
    shown = name_documents(pictures, ids)
    where = {"reply": place.reply_id, "current": place.epoch, "workspace": unit.workspace_id}
    written = [encode_picture(each) for each in shown]
    if unit.connection.execute(_OWN, where | {"shown": written}).rowcount != 1:
        raise StaleEpoch(place.reply_id, place.epoch)
    fact = ReplyPictured(place.conversation_id, head.seq, place.turn_id, place.reply_id, shown)
    append_fact(unit, fact)
    return fact
