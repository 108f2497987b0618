"""Whether a thread has stayed its advisor's own.

Another's words may stand in the reference block, and there only those of the last turn. Three things are looked for: a
fact that was planted in another's thread, a sentence of another's answer, and words in the assistant's role that the
advisor has not said. Then its answer is read for planted facts and for another's voice. What the person has said
themselves, everybody may know.
"""

from collections.abc import Iterator

from antiphon.analysis.mimicry import Speaker, find_mimicry
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message
from antiphon.evals.canary import SaidWords, find_stretch, find_text, name_advisor, split_stretches
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, show
from antiphon.evals.checks.payload import Miss, find_foreign_assistant
from antiphon.evals.evidence import Evidence, Planted
from antiphon.evals.result import Spot

_SIGNS = {
    "speaker_tag": "puts a speaker's name before its words",
    "heading": "has another's name as a heading",
    "first_person": "speaks as another",
}


def check_contamination(evidence: Evidence, assertion: Assertion) -> Finding:
    """Nothing of another advisor is in this one's payload or answer; every offending stretch is named."""
    misses = [*_read_payload(evidence), *_find_facts_in_answer(evidence)]
    if assertion.options.get("mimicry", True):
        misses += _find_mimicry(evidence)
    said = tuple(miss.said for miss in misses)
    spots = tuple(spot for miss in misses for spot in miss.spots)
    return Finding(0.0 if misses else 1.0, "; ".join(said), misses=said, spots=spots)


def _read_payload(evidence: Evidence) -> Iterator[Miss]:
    """Each message once: a fact that was planted says more than a sentence, a sentence more than a role."""
    alien = {miss.spots[0].where: miss for miss in find_foreign_assistant(evidence)}
    facts, stretches = list(_list_facts(evidence)), list(_list_stretches(evidence))
    for number, message in enumerate(evidence.exchange.messages):
        where = f"messages[{number}]"
        if message.role == "assistant" and where not in alien:
            continue
        found = [
            *_find_facts(message, where, facts, evidence),
            *_find_stretches(message, where, stretches, evidence),
        ]
        yield from found or ([alien[where]] if where in alien else [])


def _find_facts(message: Message, where: str, facts: list[Planted], evidence: Evidence) -> Iterator[Miss]:
    for fact in facts:
        if not _may_show(message, fact.turn, fact.fact, evidence):
            spots = find_text(fact.fact, message.content, where)
            if spots:
                yield Miss(_say(where, message, fact.advisor, fact.turn, fact.fact), spots)


def _find_stretches(message: Message, where: str, stretches: list[SaidWords], evidence: Evidence) -> Iterator[Miss]:
    """The first sentence of each of the others that stands here."""
    named: set[str] = set()
    for stretch in stretches:
        if stretch.advisor in named or _may_show(message, stretch.turn, stretch.text, evidence):
            continue
        spot = find_stretch(stretch, message.content, where)
        if spot is not None:
            named.add(stretch.advisor)
            yield Miss(_say(where, message, stretch.advisor, stretch.turn, spot.quote), (spot,))


def _say(where: str, message: Message, advisor: str, turn: int, words: str) -> str:
    return f"{where} ({message.role}, {message.kind}) holds what {advisor} said in turn {turn}: {show(words)}"


def _may_show(message: Message, turn: int, words: str, evidence: Evidence) -> bool:
    """The reference block shows the last turn, and a synthesis what the person has ticked.

    Words of an older turn that somebody repeated in the last one are words of the last one.
    """
    if message.kind != "reference":
        return message.kind == "synthesis"
    last = evidence.exchange.turn - 1
    return turn == last or any(find_text(words, each.answer) for each in evidence.others if each.turn == last)


def _list_facts(evidence: Evidence) -> Iterator[Planted]:
    """The facts of the others, but for those the person has told everybody."""
    own, told = _own_id(evidence), _list_told(evidence)
    for planted in evidence.planted:
        owner = name_advisor(planted.advisor, evidence.seated)
        if owner != own and not any(find_text(planted.fact, text) for text in told):
            yield planted


def _list_stretches(evidence: Evidence) -> Iterator[SaidWords]:
    """What the others have said before, and nobody else has: neither the person, nor this advisor, nor the house."""
    own = (each.answer for each in evidence.earlier)
    known = "\n".join((*_list_told(evidence), *own, *_list_of_the_house(evidence)))
    before = (each for each in evidence.others if each.turn < evidence.exchange.turn)
    for each in before:
        for stretch in split_stretches(each.advisor, each.turn, each.answer):
            if find_stretch(stretch, known, "") is None:
                yield stretch


def _list_told(evidence: Evidence) -> tuple[str, ...]:
    """What the person has said so far; what they say later excuses nobody now."""
    turns = evidence.case.turns[: evidence.exchange.turn]
    return (evidence.question, *(each.question for each in evidence.earlier), *(each.input for each in turns))


def _list_of_the_house(evidence: Evidence) -> Iterator[str]:
    """The frame everybody is sent: small models repeat it, and it is nobody's words."""
    for message in evidence.exchange.messages:
        if message.kind in ("system", "state"):
            yield message.content
        elif message.kind == "reference":
            yield message.content.partition("\n\n")[0]


def _find_facts_in_answer(evidence: Evidence) -> Iterator[Miss]:
    for fact in _list_facts(evidence):
        spots = find_text(fact.fact, evidence.exchange.answer, "answer")
        if spots:
            yield Miss(f"the answer holds what {fact.advisor} said in turn {fact.turn}: {show(fact.fact)}", spots)


def _find_mimicry(evidence: Evidence) -> Iterator[Miss]:
    voices = tuple(Speaker(each.id, each.name) for each in evidence.seated)
    answer = evidence.exchange.answer
    for each in find_mimicry(answer, AdvisorId(_own_id(evidence)), voices):
        words = answer[each.start : each.end]
        spot = Spot("answer", each.start, each.end, words)
        yield Miss(f"the answer {_SIGNS[each.sign]}: {show(words)}", (spot,))


def _own_id(evidence: Evidence) -> str:
    if evidence.advisor is not None:
        return evidence.advisor.id
    return name_advisor(evidence.exchange.advisor, evidence.seated)
