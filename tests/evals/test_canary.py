"""The canaries sing: on every way of putting a payload together wrongly, with the stretch that should not be there."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from antiphon.advisors.prompt import Prompts
from antiphon.context.build import Composition, build_composition
from antiphon.context.frame import FrameInput, Seat
from antiphon.conversation.past import PastReply, PastTurn
from antiphon.conversation.payload import Message
from antiphon.evals.canary import find_text, split_stretches
from antiphon.evals.stage import Compose
from tests.evals.starter_stage import build_starter_stage, read_spot, run_starter


def list_foreign(past: Iterable[PastTurn], seat: Seat) -> list[PastReply]:
    """What others have said, oldest first."""
    return [reply for turn in past for who, reply in turn.replies.items() if who != seat.advisor.id]


def answer_as_assistant(
    scene: FrameInput, seat: Seat, newest_first: Iterable[PastTurn], prompts: Prompts
) -> Composition:
    """Broken: another's first reply stands in the thread as the advisor's own."""
    past = list(newest_first)
    built = build_composition(scene, seat, past, prompts)
    foreign = [Message("assistant", reply.text, "reply") for reply in list_foreign(reversed(past), seat)[:1]]
    return replace(built, thread=(*built.thread, *foreign))


def remember_in_a_message(
    scene: FrameInput, seat: Seat, newest_first: Iterable[PastTurn], prompts: Prompts
) -> Composition:
    """Broken: an older reply of another is told again in the person's role."""
    past = list(newest_first)
    built = build_composition(scene, seat, past, prompts)
    older = list_foreign(reversed(past[1:]), seat)[:1]
    return replace(built, thread=(*built.thread, *(Message("user", f"Earlier: {each.text}") for each in older)))


def refer_to_everything(
    scene: FrameInput, seat: Seat, newest_first: Iterable[PastTurn], prompts: Prompts
) -> Composition:
    """Broken: the reference block goes on quoting the first turn."""
    past = list(newest_first)
    return build_composition(replace(scene, last=past[-1] if past else None), seat, past, prompts)


def share_one_thread(scene: FrameInput, seat: Seat, newest_first: Iterable[PastTurn], prompts: Prompts) -> Composition:
    """Broken: everybody is sent the words of whoever answered first."""
    past = [
        replace(turn, replies={**turn.replies, seat.advisor.id: next(iter(turn.replies.values()))})
        for turn in newest_first
    ]
    return build_composition(scene, seat, past, prompts)


BROKEN = [answer_as_assistant, remember_in_a_message, refer_to_everything, share_one_thread]


@pytest.mark.parametrize("compose", BROKEN)
async def test_a_broken_builder_fails_with_the_offending_span(compose: Compose) -> None:
    """I-21, U-08: the number that was planted is named where it stands in what was sent."""
    result = (await run_starter("canaries", build_starter_stage(compose=compose)))["one-secret-stays-in-its-thread"]

    failed = [each for each in result.verdicts if each.status == "failed" and each.type == "contamination"]
    assert result.status == "failed"
    assert {each.advisor for each in failed} >= {"builder", "historian", "confidant", "contrarian"}
    quotes = set()
    for verdict in failed:
        for spot in verdict.spots:
            assert spot.where.startswith("messages[")
            assert read_spot(result, verdict.advisor, verdict.turn, spot) == spot.quote
            quotes.add(spot.quote)
    assert "471193" in quotes


@pytest.mark.parametrize("compose", BROKEN)
async def test_no_canary_of_the_suite_survives_a_broken_builder(compose: Compose) -> None:
    results = await run_starter("canaries", build_starter_stage(compose=compose))

    assert {each.status for each in results.values()} == {"failed"}


async def test_the_real_builder_lets_nothing_through() -> None:
    """U-08: every thread of every canary, from its first message to its last."""
    results = await run_starter("canaries", build_starter_stage())

    verdicts = [each for result in results.values() for each in result.verdicts if each.type == "contamination"]
    assert len(verdicts) == 5 * 3 + 5 * 4 + 5 * 3
    assert all(each.status == "passed" and not each.spots for each in verdicts)


@pytest.mark.parametrize(
    ("fact", "text", "found"),
    [
        ("4711", "It is 4711.", 1),
        ("4711", "It is 47110 or 14711.", 0),
        ("marmalade lighthouse", "the Marmalade\n  lighthouse, twice: MARMALADE LIGHTHOUSE", 2),
        ("秘密", "这是秘密文件", 1),
        ("  ", "anything", 0),
    ],
)
def test_a_fact_is_found_however_it_is_written(fact: str, text: str, found: int) -> None:
    assert len(find_text(fact, text)) == found


def test_what_two_people_say_by_chance_is_no_stretch() -> None:
    stretches = split_stretches(
        "skeptic", 1, "Yes. I see. You have not told me who counted the money. 我们应该先问问那个数过钱的人。"
    )

    assert [each.text for each in stretches] == [
        "You have not told me who counted the money.",
        "我们应该先问问那个数过钱的人。",
    ]
