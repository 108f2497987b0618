"""Others are quoted as whole as there is room for, and never to the middle of a sentence."""

import random
from dataclasses import replace

from antiphon.context.quotes import ELLIPSIS, RULES, QuoteLimits, QuoteRule, choose_quotes, weigh_rules
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.prose import CharSpan
from tests.context.scenes import ANN, QUIET, compose, past, seat

BEN = AdvisorId("ben")
LONG = "First, look.\nThen look again.\n\nThe middle is long, and says little.\n\nIn the end, do not. Sleep on it."


def rules_of(
    last: PastTurn, limits: QuoteLimits, claimed: dict[AdvisorId, tuple[CharSpan, ...]] | None = None
) -> list[str]:
    return [each.rule for each in choose_quotes(last, ANN.id, limits, claimed or {}, len)]


def text_of(rule: QuoteRule, claimed: tuple[CharSpan, ...] = ()) -> str:
    last = past(1, "Well?", ben=LONG)
    return choose_quotes(last, ANN.id, QuoteLimits(rule=rule), {BEN: claimed}, len)[0].text


def test_where_there_is_room_everybody_is_quoted_whole() -> None:
    last = past(1, "Well?", ann="Me.", ben=LONG, cat="No. " * 2_000)

    quotes = choose_quotes(last, ANN.id, QuoteLimits(), {}, len)

    assert [(each.rule, each.text) for each in quotes] == [("whole", LONG), ("whole", ("No. " * 2_000).strip())]


def test_each_rule_says_less_and_ends_where_a_sentence_ends() -> None:
    middle = LONG.index("The middle")
    claims = (CharSpan(middle + 4, middle + 10), CharSpan(LONG.index("Sleep"), len(LONG)))

    assert text_of("ends") == "First, look.\nThen look again.\n\n…\n\nIn the end, do not. Sleep on it."
    assert text_of("claims", claims) == "… The middle is long, and says little. … Sleep on it."
    assert text_of("sentences") == "First, look. … Sleep on it."
    assert text_of("none") == ELLIPSIS


def test_without_a_map_the_paragraphs_stand_for_its_claims() -> None:
    assert text_of("claims") == text_of("ends")


def test_the_longest_is_shortened_first_and_only_as_far_as_it_must() -> None:
    last = past(1, "Well?", ben=LONG, cat="Short. Very.")
    whole, ends = len(LONG), len(text_of("ends"))

    assert rules_of(last, QuoteLimits(tokens=whole + 12)) == ["whole", "whole"]
    assert rules_of(last, QuoteLimits(tokens=whole + 11)) == ["ends", "whole"]
    assert rules_of(last, QuoteLimits(tokens=ends + 11)) == ["sentences", "whole"]
    assert rules_of(last, QuoteLimits(tokens=13)) == ["none", "whole"]
    assert rules_of(last, QuoteLimits(tokens=0)) == ["none", "none"]


def test_no_quote_is_longer_than_the_person_lets_it_be() -> None:
    last = past(1, "Well?", ben=LONG, cat="Short. Very.")

    assert rules_of(last, QuoteLimits(chars=len(LONG) - 1)) == ["ends", "whole"]


def test_every_rule_that_shortens_has_its_price() -> None:
    weighed = weigh_rules(past(1, "Well?", ben=LONG, cat="Yes."), ANN.id, {}, len)

    assert list(weighed[BEN]) == ["whole", "ends", "sentences", "none"]
    assert weighed[AdvisorId("cat")] == {"whole": 4, "none": 1}


def test_quotes_take_a_third_of_what_they_share_with_history() -> None:
    """However long the others were, there is room for the thread; the record says who was quoted how."""
    essay = "\n\n".join(f"Paragraph {number} says one thing. And another." for number in range(200))
    scene = replace(QUIET, last=past(9, "Before?", ann="Mine.", ben=essay, cat="Short."))

    composition = compose(scene, seat(limit=2_000), [past(9, "Before?", ann="Mine.", ben=essay, cat="Short.")])

    quotes = {each.advisor_id: each.rule for each in composition.frame.quotes}
    assert quotes == {"ben": "ends", "cat": "whole"}
    assert "Paragraph 0 says one thing. And another.\n\n  …\n\n  Paragraph 199" in composition.messages[-3].content
    assert len(composition.history) == 1


SENTENCES = (
    "It costs about 3.50 a day, e.g. in winter.",
    "Dr. Who said no!",
    "Really?",
    "“Stop it.” she said, and left.",
    "See the list (p. 3. and on) first.",
    "Use `a. b` where you can.",
    "好的我们走吧。",
    "هل نذهب الآن؟",
    "Er kam am 3. Oktober zurück.",
    "Well... that is all.",
    "Nothing ever ends here, not even a very long sentence that goes on and on, with commas, until it does.",
)
CODE = ("```py\nx = 1. Y\n\ny = 2\n```",)
BLOCKS = (("| a. B | c |", "| d | e |"), ("- One thing.", "- A third."), ("## What now",), CODE)


def build_answer(dice: random.Random) -> tuple[str, set[int], set[int]]:
    """Paragraphs of known sentences, with code, lists, tables and headings between them, and where each begins and
    ends."""
    text, starts, ends = "", set(), set()
    for _ in range(dice.randint(1, 9)):
        is_block = dice.random() < 0.25
        parts = dice.choice(BLOCKS) if is_block else dice.choices(SENTENCES, k=dice.randint(1, 6))
        text += "\n\n" if text else ""
        for number, part in enumerate(parts):
            text += ("\n" if is_block else " ") if number else ""
            starts.add(len(text))
            text += part
            ends.add(len(text))
    return text, starts, ends


def test_no_quote_ends_inside_a_sentence_in_two_thousand_conversations() -> None:
    """What is quoted of each voice begins and ends where its sentences do, in their order, whatever room there is."""
    dice, seen = random.Random(20), set()
    for number in range(2_000):
        answers = {f"v{each}": build_answer(dice) for each in range(4)}
        last = past(number, "Well?", ann="Me.", **{each: text for each, (text, _, _) in answers.items()})
        claimed = {each: _pick_spans(dice, reply.text) for each, reply in last.replies.items()}
        room = dice.choice((None, 5_000, 2_000, 800, 200, 20))
        limits = QuoteLimits(dice.choice(RULES[:3]), dice.choice((0, 0, 600)), room)
        for quote in choose_quotes(last, ANN.id, limits, claimed, len):
            seen.add(quote.rule)
            text, starts, ends = answers[quote.advisor_id]
            place = 0
            for piece in filter(None, (each.strip() for each in quote.text.split(ELLIPSIS))):
                place = text.index(piece, place)
                assert place in starts, (piece, quote)
                place += len(piece)
                assert place in ends, (piece, quote)
    assert seen == set(RULES)


def _pick_spans(dice: random.Random, text: str) -> tuple[CharSpan, ...]:
    """Words somewhere in the answer, as a map that quotes inside sentences would have them."""
    starts = sorted(dice.sample(range(len(text)), k=min(3, len(text))))
    return tuple(CharSpan(start, min(start + 15, len(text))) for start in starts)
