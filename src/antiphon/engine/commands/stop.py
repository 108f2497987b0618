"""Stop one reply, or every reply of a turn, wherever it runs."""

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ReplyId, TurnId
from antiphon.engine.engine import Engine
from antiphon.store.writes.request_stop import StopRequest, request_stop_of_reply, request_stop_of_turn


async def stop_turn(engine: Engine, principal: Principal, turn_id: TurnId) -> StopRequest:
    """Ask every open reply of the turn to stop. Harmless when all have ended."""
    return _spread(engine, await engine.store.write(principal, request_stop_of_turn, turn_id))


async def stop_reply(engine: Engine, principal: Principal, reply_id: ReplyId) -> StopRequest:
    """Ask one reply to stop. Harmless when it has ended."""
    return _spread(engine, await engine.store.write(principal, request_stop_of_reply, reply_id))


def _spread(engine: Engine, request: StopRequest) -> StopRequest:
    """The request is on disk; telling the other nodes only makes it quicker."""
    if request.reply_ids:
        engine.live.ask_stop(request.reply_ids)
    return request
