"""How much of each payload a provider's prompt cache would serve, because it begins as the one before it did.

Five advisors talk for thirty turns. What is counted are bytes: those that payload n + 1 shares with payload n from the
beginning, as a share of payload n + 1, averaged over the advisors. No network and no clock are involved; the payloads
are built by the functions that build those that are sent.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.past import PastReply, PastTurn
from antiphon.conversation.size import measure
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import GENERIC
from bench.report import write_results

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
    reply_chars: int = 700
    char_limit: int = 150_000
    choice: Choice = Choice()
    reference_chars: int = 600


def say(number: int, length: int, who: str) -> str:
    """Words of this length that no other turn or voice says."""
    head = f"{who} in turn {number}: "
    rest = " ".join(WORDS[(number + index) % len(WORDS)] for index in range(length // 4))
    return (head + rest)[:length]


def hold(case: Case, turns: int) -> Iterator[float]:
    """The share served in each turn from the second on, averaged over the panel."""
    starter, prompts = load_starter(), load_prompts()
    sent: dict[AdvisorId, bytes] = {}
    kept: dict[AdvisorId, int | None] = {}
    past: list[PastTurn] = []
    for number in range(1, turns + 1):
        shares = []
        at = START + timedelta(minutes=7 * number)
        question = say(number, case.brief_chars if number == 1 else case.human_chars, "the person")
        scene = FrameInput(
            human_text=question,
            at=at,
            last=past[-1] if past else None,
            choice=case.choice,
            reference_chars=case.reference_chars,
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
            yield mean(shares)


def cases() -> list[Case]:
    """What is compared."""
    usual = Case("as it is")
    small, middle = replace(usual, char_limit=26_000), replace(usual, char_limit=60_000)
    off: frozenset[Item] = frozenset({"reference"})
    return [
        usual,
        replace(usual, name="reference cut at 200", reference_chars=200),
        replace(usual, name="reference whole", reference_chars=0),
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
    print(f"{'':24}" + "".join(f"{f'turn {turn}':>9}" for turn in shown) + f"{'last 50':>9}")
    for name, shares in found.items():
        row = "".join(f"{shares[turn - 2]:9.0%}" for turn in shown)
        print(f"{name:24}{row}{mean(shares[-50:]):9.0%}")
    write_results("prompt_cache", found)


if __name__ == "__main__":
    main()
