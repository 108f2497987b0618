"""Replies, and chores that belong to no conversation, under the ceiling of the token that asks for them."""

from collections.abc import Mapping
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import Composed
from antiphon.engine.payloads.cost import Till
from antiphon.engine.payloads.token_ceiling import TokenSpent, Wanted, read_token_spent, set_aside
from antiphon.store.unit import Unit


def set_aside_replies(
    unit: Unit, engine: Engine, replies: Mapping[AdvisorId, ReplyId], composed: Mapping[AdvisorId, Composed]
) -> None:
    """Count what these advisors may cost, or refuse them all as `set_aside` does; what cannot be sent is free."""
    if not unit.principal.has_ceiling:
        return
    till = make_till(engine)
    voices = till.foresee({each: composed[each] for each in replies}).voices
    wanted = [Wanted(replies[each], "reply", voice.model, voice.cost) for each, voice in voices.items()]
    set_aside(unit, till, tell_time(engine, unit.principal), wanted)


async def read_tokens_spent(engine: Engine, principal: Principal, token_ids: tuple[str, ...]) -> dict[str, TokenSpent]:
    """What each of these tokens of the principal's has spent today and this month."""
    till, now = make_till(engine), tell_time(engine, principal)

    def read(unit: Unit) -> dict[str, TokenSpent]:
        return {each: read_token_spent(unit, till, each, now) for each in token_ids}

    return await engine.store.read(principal, read)


def refuse_uncounted(principal: Principal, deed: str) -> None:
    """Refuse what is paid for later or elsewhere, and is not counted by token, to a token that may not spend it all."""
    if principal.has_ceiling:
        raise CommandRefused(deed, "a token that may spend so much and no more cannot begin it: nobody would count it")


def make_till(engine: Engine) -> Till:
    """What models cost here."""
    return Till(engine.composer, engine.calibration)


def tell_time(engine: Engine, principal: Principal) -> datetime:
    """Now, where the settings say the person lives."""
    return datetime.now(UTC).astimezone(engine.options_of(principal).zone)
