"""Composing a reply whose turn is on disk already: after a crash, or for another variant."""

from antiphon.context.choice import Choice
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.engine.attachments import read_again
from antiphon.engine.compose import Composed, Composer, Errand
from antiphon.store.reads.receipts import read_first_telemetry
from antiphon.store.reads.scene import Slot, TurnScene
from antiphon.store.unit import Unit


def compose_slot(unit: Unit, composer: Composer, scene: TurnScene, slot: Slot) -> Composed:
    """What this reply is sent: what stood before its turn, as it was chosen then, with what its variant changes.

    A reply that a crash cut off is sent the turns its first receipt names, so that later marks do not alter it.
    """
    choice = Choice.decode(dict(scene.choice) | dict(slot.changes or {}))
    advisor = scene.advisor_of(slot)
    forced = None
    if slot.epoch and (telemetry := read_first_telemetry(unit, slot.reply_id)) is not None:
        forced = {advisor.id: frozenset(TurnId(each.turn_id) for each in telemetry.selection)}
    errand = Errand(
        conversation_id=scene.conversation_id,
        asked=(advisor,),
        human_text=scene.human_text,
        at=scene.stamped_at,
        choice=choice,
        model=slot.model,
        before=scene.position,
        forced=forced,
        attached=read_again(unit, scene.parts, scene.attached),
        origin=scene.origin,
    )
    return composer.compose(unit, errand).advisors[AdvisorId(advisor.id)]
