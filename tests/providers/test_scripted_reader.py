"""The rehearsal looks at its own answers: offline, the same every time, and only from what it is shown."""

import json

import pytest

from antiphon.advisors.prompt import load_claim_prompts
from antiphon.analysis import clusters
from antiphon.analysis.claims import build_reading, join_readings, parse_reading
from antiphon.analysis.clusters import Drawing, Nearness, compare_claims, find_groups
from antiphon.analysis.judging import build_judging, choose_pairs, parse_verdicts, weigh_in
from antiphon.analysis.news import build_news
from antiphon.analysis.voices import AnswerExcerpt, hear_voices
from antiphon.conversation.claim import Claim
from antiphon.conversation.payload import Message
from antiphon.providers.scripted.reader import answer_look
from antiphon.providers.scripted.rehearsal import build_answer
from antiphon.providers.scripted.synthesiser import write_text
from tests.analysis.turns import build_reply, build_turn

PROMPTS = load_claim_prompts()
STARTERS = ("skeptic", "builder", "historian", "confidant", "contrarian")


def ask(messages: tuple[Message, ...]) -> str:
    """What the rehearsal answers."""
    said = answer_look(messages[0].content, messages[1].content)
    assert said is not None
    return said


def draw(question: str) -> Drawing:
    """The map of one rehearsal."""
    turn = build_turn(1, question, *(build_reply(each, build_answer(each, question)) for each in STARTERS))
    pieces = [AnswerExcerpt(voice, 0, voice.text) for voice in hear_voices(turn)]
    read = [parse_reading(ask(build_reading(PROMPTS, question, piece, 8)), piece) for piece in pieces]
    reading = join_readings(read)
    assert not reading.dropped, "it quotes letter by letter"
    said = reading.said
    near = compare_claims(said, None)
    pairs = choose_pairs(near.likeness, [each.voice.reply_id for each in said], -1.0)
    verdicts = parse_verdicts(ask(build_judging(PROMPTS, question, said, pairs)), pairs)
    assert verdicts.keys() == set(pairs), "it judges every pair"
    judged = Nearness(weigh_in(near.likeness, verdicts), near.least)
    return clusters.draw(said, find_groups(said, judged), near.likeness, verdicts)


@pytest.mark.parametrize("question", ["Shall I move?", "Is it time to sell?", "What now?", "Why?", "Shall we?", "Who?"])
def test_every_rehearsal_has_something_to_disagree_about(question: str) -> None:
    """U-06: offline, whatever is asked."""
    drawing = draw(question)

    assert "contradict" in {each.label for each in drawing.claims}
    assert len({s.advisor_id for each in drawing.claims for s in each.stances}) >= 4
    assert not drawing.dropped
    assert drawing == draw(question)


def test_words_it_does_not_know_are_taken_as_they_are() -> None:
    turn = build_turn(1, "Shall I?", build_reply("Somebody", "Why ask? Buy bread.\nWait a week! 待つ。"))
    [voice] = hear_voices(turn)
    piece = AnswerExcerpt(voice, 0, voice.text)

    read = parse_reading(ask(build_reading(PROMPTS, "Shall I?", piece, 8)), piece)

    assert [each.quote for each in read.said] == ["Buy bread.", "Wait a week!"]
    assert not read.dropped


def test_new_claims_are_those_in_other_words() -> None:
    earlier = [Claim(1, "Begin this week with something small.", ())]
    now = [Claim(1, "Begin with something small.", ()), Claim(2, "Sell the house.", ())]

    assert json.loads(ask(build_news(PROMPTS, now, earlier))) == [2]


def test_it_writes_of_claims_that_weigh_most_as_of_others() -> None:
    asked = '…\n[claims]\n! [1] Cap it.\n| [1a] Ann agrees: "Cap it"\n[2] Wait.\n| [2a] Bo agrees: "Wait"'

    written = write_text(asked)

    assert [each["sources"] for each in written["paragraphs"][0]["sentences"]] == [["1a"], ["2a"]]


def test_another_look_gets_no_answer_of_this_kind() -> None:
    assert answer_look("You read something else.", "x") is None
