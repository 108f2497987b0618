"""How much of each payload a provider's prompt cache would serve, because it begins as the one before it did.

Five advisors talk. What is counted are bytes: those that payload n + 1 shares with payload n from the beginning, as a
share of payload n + 1, averaged over the advisors; and what turn 10 costs for all five, prompts only, at three dollars
a million tokens and a tenth of that where the cache serves. No network and no clock are involved; the payloads are
built by the functions that build those that are sent.
"""

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from statistics import mean

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.context.budget import Habits, build_budget
from antiphon.context.build import build_composition
from antiphon.context.choice import Choice, Item
from antiphon.context.diff import count_shared_bytes
from antiphon.context.estimate import PLAIN
from antiphon.context.frame import FrameInput, Seat
from antiphon.context.quotes import QuoteRule
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.past import PastReply, PastTurn
from antiphon.conversation.size import measure
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import GENERIC
from bench.report import write_results

# Words to a sentence, and to a paragraph.
_SENTENCE, _PARAGRAPH = 16, 96
_DOLLARS = 3 / 1_000_000
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
WORDS = (
    "what",
    "would",
    "have",
    "to",
    "be",
    "true",
    "for",
    "this",
    "and",
    "who",
    "must",
    "agree",
    "before",
    "it",
    "begins",
)


@dataclass(frozen=True, slots=True)
class Case:
    """A way to hold the conversation."""

    name: str
    human_chars: int = 300
    brief_chars: int = 300
    reply_chars: int = 1_850
    char_limit: int = 150_000
    choice: Choice = Choice()
    quotes: QuoteRule = "whole"
    # Cut at so many characters, in the middle of a word if need be; nobody is quoted like this any more.
    cut_chars: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """One turn, for the mean of the panel: the share served, the bytes of a payload; and dollars for all of it."""

    share: float
    size: float
    dollars: float


def say(number: int, length: int, who: str) -> str:
    """Sentences and paragraphs of this length together that no other turn or voice says."""
    said = f"{who} in turn {number}:"
    index = 0
    while len(said) < length:
        ends = "" if (index + 1) % _SENTENCE else "." if (index + 1) % _PARAGRAPH else ".\n\n"
        said += ("" if said.endswith("\n") else " ") + WORDS[(number + index) % len(WORDS)] + ends
        index += 1
    return said[: length - 1] + "."


def cut(turn: PastTurn, chars: int) -> PastTurn:
    """The turn with what each voice said first."""
    return replace(turn, replies={each: replace(one, text=one.text[:chars]) for each, one in turn.replies.items()})


def hold(case: Case, turns: int) -> Iterator[Held]:
    """Every turn from the second on."""
    starter, prompts = load_starter(), load_prompts()
    sent: dict[AdvisorId, bytes] = {}
    kept: dict[AdvisorId, int | None] = {}
    past: list[PastTurn] = []
    for number in range(1, turns + 1):
        shares, sizes, dollars = [], [], 0.0
        at = START + timedelta(minutes=7 * number)
        question = say(number, case.brief_chars if number == 1 else case.human_chars, "the person")
        scene = FrameInput(
            human_text=question,
            at=at,
            last=(cut(past[-1], case.cut_chars) if case.cut_chars else past[-1]) if past else None,
            choice=case.choice,
            quote_rule=case.quotes,
        )
        for advisor in starter.advisors:
            habits = Habits(char_limit=case.char_limit)
            seat = Seat(
                advisor=advisor,
                turns_taken=number - 1,
                model="bench:m",
                max_tokens=4096,
                budget=build_budget(ModelFacts(), PLAIN, habits, 4096),
                kept_from=kept.get(advisor.id),
            )
            composition = build_composition(scene, seat, reversed(past), prompts)
            body = build_chat_body(composition.payload(), GENERIC)
            if advisor.id in sent:
                shares.append(count_shared_bytes(sent[advisor.id], body) / len(body))
                sizes.append(len(body))
                dollars += composition.total_tokens * (1 - 0.9 * shares[-1]) * _DOLLARS
            sent[advisor.id], kept[advisor.id] = body, composition.boundary.kept_from
        replies = {each.id: say(number, case.reply_chars, each.name) for each in starter.advisors}
        past.append(
            PastTurn(
                id=TurnId(f"t{number}"),
                position=number,
                text=question,
                size=measure(question),
                at=at,
                replies={
                    each.id: PastReply(each.name, replies[each.id], measure(replies[each.id]))
                    for each in starter.advisors
                },
            )
        )
        if shares:
            yield Held(mean(shares), mean(sizes), dollars)


def cases() -> list[Case]:
    """What is compared."""
    usual = Case("as it is")
    small, middle = replace(usual, char_limit=26_000), replace(usual, char_limit=60_000)
    off: frozenset[Item] = frozenset({"reference"})
    return [
        usual,
        replace(usual, name="first, last paragraph", quotes="ends"),
        replace(usual, name="first, last sentence", quotes="sentences"),
        replace(usual, name="cut at 600 characters", cut_chars=600),
        replace(usual, name="reference off", choice=Choice(off=off)),
        replace(usual, name="a brief of 6,000 first", brief_chars=6_000),
        replace(small, name="26,000 chars, oldest"),
        replace(small, name="26,000 chars, sticky", choice=Choice(dropping="sticky")),
        replace(middle, name="60,000 chars, oldest"),
        replace(middle, name="60,000 chars, sticky", choice=Choice(dropping="sticky")),
    ]


def main() -> None:
    """Print the share at some turns, and its mean over the last fifty."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=120)
    options = parser.parse_args()
    found = {case.name: list(hold(case, options.turns)) for case in cases()}
    shown = [turn for turn in (3, 4, 5, 10, 20, 30, 60, 120) if turn <= options.turns]
    print(f"{'':24}" + "".join(f"{f'turn {turn}':>9}" for turn in shown) + f"{'last 50':>9}{'bytes 10':>10}{'$ 10':>9}")
    for name, held in found.items():
        row = "".join(f"{held[turn - 2].share:9.0%}" for turn in shown)
        tenth = held[min(8, len(held) - 1)]
        last = mean(each.share for each in held[-50:])
        print(f"{name:24}{row}{last:9.0%}{tenth.size:10,.0f}{tenth.dollars:9.4f}")
    write_results("prompt_cache", {name: [asdict(each) for each in held] for name, held in found.items()})


if __name__ == "__main__":
    main()
