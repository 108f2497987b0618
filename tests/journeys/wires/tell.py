"""A conversation in a form a person can read when something in it went wrong."""

from collections.abc import Iterator

from tests.journeys.wires.past import EVERYBODY, Asked, Talk
from tests.journeys.wires.sending import Sending
from tests.journeys.wires.talks import Example


def tell(example: Example) -> str:
    """Line by line: the voices, the turns with their answers and marks, and what is sent."""
    return "\n".join((*_tell_talk(example.kind, example.talk), *map(_tell_sending, example.sendings)))


def _tell_talk(kind: str, talk: Talk) -> Iterator[str]:
    yield f"{kind} conversation, early {talk.early_turns}, window {talk.window or '-'}, prelude {talk.prelude!r}"
    for voice in talk.voices:
        yield f"  voice {voice.number} on {voice.provider}: {voice.name!r}, once {voice.former!r}"
    for turn in talk.turns:
        yield from _tell_turn(turn)


def _tell_turn(turn: Asked) -> Iterator[str]:
    marks = {"all" if voice == EVERYBODY else voice: mark for voice, mark in turn.marks.items()}
    facts = f"{turn.stars} stars, {turn.flag}, worth {turn.importance}, tags {turn.tags}, marks {marks}"
    flags = [name for name in ("pinned", "deleted", "divided") if getattr(turn, name)]
    yield f"  turn {turn.number} {' '.join(flags)} ({facts}): {turn.text!r}"
    for each in turn.answers:
        calls = f" calls {[call.arguments for call in each.calls]}" if each.calls else ""
        edited = "" if each.edited is None else f" edited to {each.edited!r}"
        chosen = "" if each.chosen else " not chosen"
        yield f"    voice {each.voice} as {each.name!r} {each.state}{chosen} worth {each.importance}: {each.text!r}"
        if edited or calls:
            yield f"     {edited}{calls}"


def _tell_sending(sending: Sending) -> str:
    chosen = f"{sending.filter.whole!r} {sending.dropping} off {sending.off} stamps {sending.stamps}"
    turns = f"failed {sending.failed_turns} without {sending.leave_out} with {sending.take_in}"
    fates = [(each.overflows, each.finale) for each in sending.fates]
    return f"  sent to {sending.asked}, {chosen} {turns}, fates {fates}: {sending.text[:200]!r}"
