"""Claims of several voices, sorted by the point they are about: who says it, who says the opposite.

Nothing a voice said is lost here. A claim that the reader left out, or named wrongly, stands by itself as the claim of
one voice alone, and so does the second claim of a voice in one group: a voice has one stance on a point. A point that
nobody claims, because all its members contradict it, is turned round: it is worded as the first of them says it, and
they agree.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from antiphon.advisors.prompt import ClaimPrompts, fill
from antiphon.analysis.claims import MOST_CHARS, SaidClaim, ask, count, one_line, shorten_question
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.strict import Many, OneOf, Record, Whole, Words, parse_answer
from antiphon.analysis.transcript import Weigh
from antiphon.conversation.claim import Claim, Stance, Stand, order_claims
from antiphon.conversation.payload import Message

GROUPS: Final = Many(
    Record({"text": Words(), "members": Many(Record({"claim": Whole(), "stand": OneOf(("agrees", "contradicts"))}))})
)
# Enough of a question to remember it by.
_LEAST_QUESTION: Final = 200


@dataclass(frozen=True, slots=True)
class Drawing:
    """The claims of a map, numbered from 1 with the most contested first, and what was dropped for what reason.

    The reasons: `unknown_claim`, a number that was not shown; `claim_twice`, a number used before; `empty_group`, a
    group without a member that counts. `grouped` is false when there were more claims than could be compared at once.
    """

    claims: tuple[Claim, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)
    grouped: bool = True


class _Member(NamedTuple):
    said: SaidClaim
    stand: Stand


def needs_grouping(said: Sequence[SaidClaim]) -> bool:
    """Whether there is anything to sort: one voice alone can neither be agreed with nor contradicted."""
    return len({each.voice.reply_id for each in said}) > 1


def build_grouping(prompts: ClaimPrompts, question: str, said: Sequence[SaidClaim]) -> tuple[Message, ...]:
    """All claims, numbered from 1, each with the letter of its voice."""
    lines = [f"{number} [{each.voice.letter}] {each.text}" for number, each in enumerate(said, 1)]
    asked = {"question": one_line(shorten_question(question)), "claims": "\n".join(lines)}
    return ask(prompts.group, fill(prompts.grouping, asked))


def fit_grouping(
    prompts: ClaimPrompts, question: str, said: Sequence[SaidClaim], most: int, weigh: Weigh
) -> tuple[Message, ...] | None:
    """The same in no more than `most` tokens: with less of the question, if need be; nothing when that is too long."""
    for shown in (question, one_line(question)[:_LEAST_QUESTION]):
        asked = build_grouping(prompts, shown, said)
        if weigh(asked[-1].content) <= most:
            return asked
    return None


def parse_grouping(answer: str, said: Sequence[SaidClaim]) -> Drawing:
    """The map this answer draws; `AnswerUnreadable` when it is not what was asked for."""
    dropped: dict[str, int] = {}
    groups: dict[str, tuple[str, list[_Member]]] = {}
    waiting = dict(enumerate(said, 1))
    for each in parse_answer(answer, GROUPS):
        members = list(_take(each["members"], waiting, len(said), dropped))
        if not members:
            count(dropped, "empty_group")
            continue
        text = one_line(each["text"])
        text = text if 0 < len(text) <= MOST_CHARS else members[0].said.text
        # Two groups in the same words are one.
        groups.setdefault(fold_text(text), (text, []))[1].extend(members)
    return _draw([*groups.values(), *_stand_alone(waiting.values())], dropped)


def draw_alone(said: Sequence[SaidClaim]) -> Drawing:
    """The map when nothing was sorted: every claim by itself."""
    return _draw(list(_stand_alone(said)), {})


def _take(
    members: Sequence[Mapping[str, object]], waiting: dict[int, SaidClaim], last: int, dropped: dict[str, int]
) -> Iterator[_Member]:
    """The members that count; each claim is taken once, by the first group that names it."""
    for each in members:
        number, stand = each["claim"], each["stand"]
        if not isinstance(number, int) or not 1 <= number <= last:
            count(dropped, "unknown_claim")
        elif number not in waiting:
            count(dropped, "claim_twice")
        else:
            yield _Member(waiting.pop(number), "contradicts" if stand == "contradicts" else "agrees")


def _stand_alone(said: Iterable[SaidClaim]) -> Iterator[tuple[str, list[_Member]]]:
    for each in said:
        yield each.text, [_Member(each, "agrees")]


def _draw(groups: Sequence[tuple[str, list[_Member]]], dropped: dict[str, int]) -> Drawing:
    claims: list[Claim] = []
    for text, members in groups:
        kept, apart = _one_each(members)
        for words, its in [_turn_round(text, kept), *_stand_alone(apart)]:
            claims.append(Claim(len(claims) + 1, words, tuple(_as_stance(each) for each in its)))
    ordered = order_claims(claims)
    return Drawing(tuple(replace(each, number=number) for number, each in enumerate(ordered, 1)), dropped)


def _one_each(members: Sequence[_Member]) -> tuple[list[_Member], list[SaidClaim]]:
    """One stance per voice, in the order of the voices, and what else a voice says there: that stands apart."""
    kept: dict[str, _Member] = {}
    for each in members:
        kept.setdefault(each.said.voice.reply_id, each)
    apart = [each.said for each in members if kept[each.said.voice.reply_id] is not each]
    by_letter = sorted(kept.values(), key=lambda each: (len(each.said.voice.letter), each.said.voice.letter))
    return by_letter, apart


def _turn_round(text: str, members: list[_Member]) -> tuple[str, list[_Member]]:
    """The point as somebody claims it."""
    if any(each.stand == "agrees" for each in members):
        return text, members
    return members[0].said.text, [each._replace(stand="agrees") for each in members]


def _as_stance(member: _Member) -> Stance:
    said = member.said
    return Stance(said.voice.advisor_id, said.voice.reply_id, member.stand, said.start, said.end, said.quote)
