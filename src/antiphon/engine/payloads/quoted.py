"""The words a map rests on, for the quotes that have no room to be whole."""

from collections.abc import Iterable, Mapping

from antiphon.analysis.split import find_sides, find_split
from antiphon.context.build import Composition
from antiphon.context.quotes import Claimed
from antiphon.context.split import SplitPoint, SplitVoice, quote_sentences
from antiphon.conversation.claim import Claim
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.prose import CharSpan
from antiphon.store.reads.claims import RoomMap, read_drawn, read_map
from antiphon.store.unit import Unit


def are_shortened(compositions: Mapping[AdvisorId, Composition]) -> bool:
    """Whether any voice is quoted less than whole."""
    return any(quote.rule != "whole" for each in compositions.values() for quote in each.frame.quotes)


def read_claimed(unit: Unit, last: PastTurn) -> tuple[str, Claimed]:
    """Which map there is of this turn, and where in each answer the words stand that its claims rest on.

    It is another map as soon as the person disputes something in it.
    """
    room = read_map(unit, last.id)
    if room is None:
        return "", {}
    disputed = [f"{claim.number}/{each.advisor_id}" for claim in room.claims for each in claim.stances if each.disputed]
    return " ".join((room.analysis_id, *disputed)), _find_claimed(room, last)


def find_map(unit: Unit, compositions: Iterable[Composition]) -> str:
    """Which map there is of the turn these quote; one that was drawn since makes other quotes."""
    last = next((each.frame_input.last for each in compositions if each.frame_input.last is not None), None)
    return "" if last is None else read_claimed(unit, last)[0]


def read_points(unit: Unit, map_id: str | None, last: PastTurn | None) -> tuple[SplitPoint, ...]:
    """The points this map shows split, in the words of the turn it was drawn of; none beside any other turn."""
    room = None if map_id is None or last is None else read_drawn(unit, map_id)
    if room is None or last is None or room.turn_id != last.id:
        return ()
    points = (_as_point(claim, last) for claim in find_split(room.claims))
    return tuple(each for each in points if len(each.voices) > 1)


def _as_point(claim: Claim, last: PastTurn) -> SplitPoint:
    voices = []
    for stance in find_sides(claim):
        reply = last.replies.get(stance.advisor_id)
        if reply is not None and reply.text[stance.start : stance.end] == stance.quote:
            words = quote_sentences(reply.text, CharSpan(stance.start, stance.end))
            voices.append(SplitVoice(stance.advisor_id, reply.name, stance.stand, words))
    return SplitPoint(claim.text, tuple(voices))


def _find_claimed(room: RoomMap, last: PastTurn) -> Claimed:
    """What the person disputed does not count, nor what was said in words that have been edited since."""
    found: dict[AdvisorId, list[CharSpan]] = {}
    for claim in room.claims:
        for stance in claim.stances:
            reply = last.replies.get(stance.advisor_id)
            if reply is None or stance.disputed or reply.text[stance.start : stance.end] != stance.quote:
                continue
            found.setdefault(stance.advisor_id, []).append(CharSpan(stance.start, stance.end))
    return {each: tuple(sorted(spans)) for each, spans in found.items()}
