"""From answers to claims with their words, from claims to a map; whatever the reader says."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.prompt import load_claim_prompts
from antiphon.analysis.claims import (
    ReadPiece,
    SaidClaim,
    build_reading,
    join_readings,
    most_claims,
    parse_reading,
)
from antiphon.analysis.clusters import Nearness, compare_claims, draw, draw_alone, find_groups, needs_grouping
from antiphon.analysis.judging import Pair, parse_verdicts, weigh_in
from antiphon.analysis.news import build_news, divide_news, find_unsaid, parse_news
from antiphon.analysis.voices import AnswerExcerpt, LetteredAnswer, divide_voice, hear_voices, mark_words
from antiphon.conversation.claim import Claim, Verdict
from antiphon.conversation.errors import AnswerUnreadable, QuestionTooLong
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from tests.analysis.turns import build_reply, build_turn

PROMPTS = load_claim_prompts()
SKEPTIC = "Do not sign. Rents will fall, I think."
BUILDER = "Sign it today! Rents never fall here."
CONFIDANT = "Sign it. You sound tired."


def turn() -> Turn:
    """Three answers to one question."""
    answers = (("Skeptic", SKEPTIC), ("Builder", BUILDER), ("Confidant", CONFIDANT))
    return build_turn(3, "Shall I sign the lease?", *(build_reply(name, text) for name, text in answers))


def whole(voice: LetteredAnswer) -> AnswerExcerpt:
    return AnswerExcerpt(voice, 0, voice.text)


def entry(claim: str, quote: str) -> dict[str, str]:
    return {"claim": claim, "quote": quote}


def read(*entries: dict[str, str], voice: int = 0) -> ReadPiece:
    return parse_reading(json.dumps(entries), whole(hear_voices(turn())[voice]))


def say_all() -> tuple[SaidClaim, ...]:
    """Six claims, two of each voice, numbered 1 to 6."""
    readings = (
        read(entry("Do not sign.", "Do not sign."), entry("Rents will fall.", "Rents will fall")),
        read(entry("Sign today.", "Sign it today!"), entry("Rents do not fall.", "Rents never fall here"), voice=1),
        read(entry("Sign.", "Sign it."), entry("You are tired.", "You sound tired"), voice=2),
    )
    return join_readings(readings).said


def test_one_answer_is_read_without_its_name_and_without_the_others() -> None:
    """U-06: names would tell the reader whom to believe."""
    system, asked = build_reading(PROMPTS, "Shall I?\n[advisor]", whole(hear_voices(turn())[1]), 8)

    assert "at most 8" in system.content
    assert asked.content == f"[person]\n| Shall I?\n| [advisor]\n[advisor]\n| {BUILDER}"
    assert "Builder" not in system.content + asked.content


def test_claims_without_their_words_are_dropped_and_counted() -> None:
    """D43, U-06: a claim rests on words that are there, or it is none."""
    found = read(
        entry("Do not sign.", "Do not sign."),
        entry("Rents will rise.", "Rents will rise"),
        entry("Somebody thinks.", "I"),
        entry("", "Rents will fall"),
        entry("Do not sign!", "Do not sign."),
        entry("It is risky.", "Do not sign."),
        entry("Everything.", SKEPTIC * 20),
    )

    assert [(each.text, each.quote) for each in found.said] == [
        ("Do not sign.", "Do not sign."),
        ("Somebody thinks.", "I"),
        ("It is risky.", "Do not sign."),
    ]
    assert dict(found.dropped) == {"quote": 1, "length": 1, "repeated": 1, "quote_length": 1}


@pytest.mark.parametrize("answer", ["No claims here.", '[{"claim": "x"}]', '[{"claim": 1, "quote": "y"}]', '{"a": 1}'])
def test_another_form_is_not_read(answer: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_reading(answer, whole(hear_voices(turn())[0]))
    with pytest.raises(AnswerUnreadable):
        parse_verdicts(answer, [Pair(0, 2)])


def test_a_long_answer_is_read_in_pieces_that_lose_nothing() -> None:
    text = "\n\n".join(f"Paragraph {number} claims {number}. " + "Some words. " * 20 for number in range(30))
    voice = replace(hear_voices(turn())[0], text=text)

    pieces = divide_voice(voice, 1_000, len)

    assert "".join(each.text for each in pieces) == text
    assert all(len(each.text) <= 1_000 and each.text.startswith("Paragraph") for each in pieces)
    last = pieces[-1]
    [said] = parse_reading(json.dumps([entry("Claims 29.", "Paragraph 29 claims 29.")]), last).said
    assert text[said.start : said.end] == "Paragraph 29 claims 29."


def test_an_answer_without_any_gap_is_divided_all_the_same() -> None:
    voice = replace(hear_voices(turn())[0], text="x" * 1_000)

    pieces = divide_voice(voice, 300, len)

    assert "".join(each.text for each in pieces) == voice.text
    assert all(len(each.text) <= 300 for each in pieces)


def test_who_is_heard_and_in_which_words() -> None:
    """U-06: the chosen variant, the person's wording, what was cut short as far as it goes; never a failure."""
    said = build_turn(
        1,
        "Shall I?",
        build_reply("Skeptic", "Old.", chosen=False),
        build_reply("Skeptic", "Was.", variant=1, edited="Is."),
        build_reply("Builder", "Half an", ReplyState.STOPPED),
        build_reply("Historian", "Lost", ReplyState.ERROR),
        build_reply("Confidant", " "),
        build_reply("Contrarian", "", ReplyState.EMPTY),
    )

    assert [(each.letter, each.advisor_id, each.text) for each in hear_voices(said)] == [
        ("A", "skeptic", "Is."),
        ("B", "builder", "Half an"),
    ]
    assert mark_words(said).keys() == {"r_Skeptic_1", "r_Builder_0"}


def test_whoever_is_asked_again_keeps_its_place() -> None:
    """U-06: the newer answer comes last, its voice does not."""
    said = build_turn(
        1,
        "Shall I?",
        build_reply("Skeptic", "Old.", chosen=False),
        build_reply("Builder", "Yes."),
        build_reply("Skeptic", "New.", variant=1),
    )

    assert [(each.letter, each.text) for each in hear_voices(said)] == [("A", "New."), ("B", "Yes.")]


def test_letters_go_on_after_z() -> None:
    many = build_turn(1, "Shall I?", *(build_reply(f"V{n}", "Yes.") for n in range(28)))

    assert [each.letter for each in hear_voices(many)][24:] == ["Y", "Z", "AA", "AB"]
    assert (most_claims(1), most_claims(5), most_claims(28)) == (8, 8, 3)


def test_one_voice_needs_no_sorting() -> None:
    alone = read(entry("Do not sign.", "Do not sign."), entry("Rents will fall.", "Rents will fall")).said

    assert not needs_grouping(alone)
    assert needs_grouping(say_all())
    assert [each.label for each in draw_alone(alone).claims] == ["lone", "lone"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["agree", "opposed", "Sign.", "Do not sign."]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["claim", "quote", "pair", "verdict"]), inner, max_size=4)
    ),
    max_leaves=12,
)
QUOTES = [SKEPTIC, "Do not", "sign", "Rents", "**Rents**", "fall, I think.", "\u201cDo not\u201d"]
entries = st.lists(
    st.fixed_dictionaries(
        {
            "claim": st.text("Sign no", max_size=8),
            "quote": st.sampled_from(
                [SKEPTIC, "Do not", "sign", "Rents", "**Rents**", "fall, I think.", "\u201cDo not\u201d"]
            )
            | st.text("Dont sig.*", max_size=10),
        }
    ),
    max_size=8,
)
# Which of the claims that were read are judged, and how.
judgements = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 20), st.sampled_from(["agree", "opposed", "different"])), max_size=30
)


@given(st.lists(entries, min_size=3, max_size=3), judgements)
def test_whatever_the_reader_says_every_quote_stands_in_its_answer(
    said: list[list[dict[str, str]]], judged: list[tuple[int, int, Verdict]]
) -> None:
    """D43, U-06: no quote on any map fails to resolve, no voice's claim is lost, and no number is given twice."""
    voices = hear_voices(turn())
    reading = join_readings(
        parse_reading(json.dumps(each), whole(voice)) for each, voice in zip(said, voices, strict=True)
    )
    size = len(reading.said)
    verdicts = {Pair(one, other): verdict for one, other, verdict in judged if one < other < size}
    near = compare_claims(reading.said, None)
    likeness = weigh_in(near.likeness, verdicts)
    drawing = draw(reading.said, find_groups(reading.said, Nearness(likeness, near.least)), likeness, verdicts)

    texts = {voice.reply_id: voice.text for voice in voices}
    stances = [stance for claim in drawing.claims for stance in claim.stances]
    assert all(texts[each.reply_id][each.start : each.end] == each.quote != "" for each in stances)
    assert len(stances) == len(reading.said)
    for claim in drawing.claims:
        assert len({each.advisor_id for each in claim.stances}) == len(claim.stances) > 0
        assert any(each.stand == "agrees" for each in claim.stances) or claim.label == "torn"
    counted = sum(reading.dropped.values()) + len(reading.said)
    assert counted == sum(len(each) for each in said)


@given(anything)
def test_any_json_is_read_or_refused(value: object) -> None:
    answer = json.dumps(value)
    with suppress(AnswerUnreadable):
        parse_reading(answer, whole(hear_voices(turn())[0]))
    with suppress(AnswerUnreadable):
        parse_verdicts(answer, (Pair(0, 2), Pair(0, 4)))


def test_new_claims_are_told_from_old_ones() -> None:
    """P62: what was said before, in the same words or in others, is not new."""
    earlier = [Claim(1, "Sign today.", ()), Claim(2, "Rents will fall.", ())]
    now = [Claim(1, "sign today", ()), Claim(2, "The landlord is bankrupt.", ()), Claim(3, "Rents drop.", ())]

    unsaid = find_unsaid(now, earlier)
    _, asked = build_news(PROMPTS, unsaid, earlier)

    assert [each.number for each in unsaid] == [2, 3]
    assert "- Sign today.\n- Rents will fall." in asked.content
    assert "1 The landlord is bankrupt.\n2 Rents drop." in asked.content
    assert parse_news("[1, 1, 7]", unsaid) == ((now[1],), 1)
    assert parse_news("[]", unsaid) == ((), 0)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(40, 400))
def test_news_are_told_in_pieces_that_can_be_read_and_lose_nothing(now: int, earlier: int, most: int) -> None:
    """P62: every claim made now meets every earlier one, and no two pieces are too long together."""
    claims = [[Claim(number, "x" * (number % 10 + 1), ()) for number in range(count)] for count in (now, earlier)]

    pieces = divide_news(claims[0], claims[1], most, len)

    assert [[each for piece in part for each in piece] for part in pieces] == claims
    for one in pieces.now:
        for other in pieces.earlier:
            _, asked = build_news(PROMPTS, one, other)
            assert len(asked.content) <= most + len(PROMPTS.comparing)


def test_a_claim_too_long_to_be_compared_is_named() -> None:
    with pytest.raises(QuestionTooLong) as refused:
        divide_news([Claim(1, "x" * 90, ())], [Claim(1, "y", ())], 60, len)

    assert (refused.value.needed, refused.value.limit) == (94, 30)
