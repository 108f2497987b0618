"""Signs that one voice speaks as another: what is objected to, and what is not."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.mimicry import Speaker, find_mimicry
from antiphon.conversation.ids import AdvisorId

SKEPTIC, BUILDER, LONG = AdvisorId("skeptic"), AdvisorId("builder"), AdvisorId("long")
VOICES = (Speaker(SKEPTIC, "Skeptic"), Speaker(BUILDER, "Builder"), Speaker(LONG, "Dr. Ana (Finance)"))


def signs(text: str, own: AdvisorId = SKEPTIC) -> list[tuple[str, str, str | None]]:
    """What the skeptic is objected to, with the words."""
    return [(each.sign, text[each.start : each.end], each.about) for each in find_mimicry(text, own, VOICES)]


@pytest.mark.parametrize(
    ("text", "words", "about"),
    [
        ("Builder: ship it.", "Builder:", BUILDER),
        ("I doubt it.\n\n**Builder:** ship it.", "**Builder:**", BUILDER),
        ("**Builder**: ship it.", "**Builder**:", BUILDER),
        ("[Builder]: ship it.", "[Builder]:", BUILDER),
        ("- Builder: ship it.", "Builder:", BUILDER),
        ("Dr. Ana (Finance): too dear.", "Dr. Ana (Finance):", LONG),
        ("Skeptic: I doubt it.", "Skeptic:", SKEPTIC),
        ('[turn 3, advisor "Builder"]\nship it', '[turn 3, advisor "Builder"]', None),
    ],
)
def test_a_line_that_opens_as_a_transcript_is_objected_to(text: str, words: str, about: str | None) -> None:
    """Somebody else's name or its own: models take both from what they were shown."""
    assert signs(text) == [("speaker_tag", words, about)]


@pytest.mark.parametrize(
    "text",
    ["## Builder\nShip it.", "### The Builder's view\nShip it.", "**Builder**\nShip it.", "# Builder:\nShip it."],
)
def test_the_name_of_another_as_a_heading_is_objected_to(text: str) -> None:
    [(sign, words, about)] = signs(text)

    assert (sign, about) == ("heading", BUILDER)
    assert "Builder" in words


@pytest.mark.parametrize(
    "text",
    [
        "As Builder, I would ship it.",
        "Speaking as the Builder, my view is different.",
        "I am Builder and I ship.",
        "I\u2019m the Builder, after all.",
        "Als Builder würde ich, nein: Ich bin Builder.",
        "En tant que Builder, je livrerais.",
    ],
)
def test_the_first_person_as_another_is_objected_to(text: str) -> None:
    assert [(sign, about) for sign, _, about in signs(text)] == [("first_person", BUILDER)]


@pytest.mark.parametrize(
    "text",
    [
        "Builder is right about the cost, and I would still wait.",
        "As Builder said, I should wait.",
        "As a builder, I have seen this fail.",
        "I agree with Builder: ship it.",
        "```\nBuilder: ship it.\n## Builder\n```",
        "> Builder: ship it.\n\nThat is what I object to.",
        "Write `Builder:` before each line.",
        "## What Builder overlooks\nThe cost.",
        "I am Builder's opposite.",
        "Builders: there are many of them.",
        "The answer, says Builder: no.",
    ],
)
def test_naming_and_quoting_somebody_is_no_sign(text: str) -> None:
    assert signs(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The Builder: ship it.",
        "Builder: ship it.",
        "As the Builder, I ship.",
        "## The Builder\nShip.",
        "I am The Builder.",
    ],
)
def test_a_name_with_an_article_is_also_known_without_it(text: str) -> None:
    voices = (Speaker(SKEPTIC, "The Skeptic"), Speaker(BUILDER, "The Builder"))

    assert [each.about for each in find_mimicry(text, SKEPTIC, voices)] == [BUILDER]


def test_its_own_name_as_a_heading_and_in_the_first_person_is_its_own_affair() -> None:
    assert signs("## Skeptic\nAs Skeptic, I doubt it.") == []


def test_one_place_is_objected_to_once() -> None:
    assert len(signs("**Builder:** As Builder, I ship.")) == 2


@given(st.text(alphabet="Builder Skeptic:*#[]`>\n,Ia s'", max_size=200))
def test_whatever_is_said_the_places_lie_inside_it_and_apart(text: str) -> None:
    found = find_mimicry(text, SKEPTIC, VOICES)

    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(one.end <= two.start for one, two in pairwise(found))


def test_reading_takes_time_that_grows_with_the_text_and_no_faster() -> None:
    """A hostile answer of a million characters is read like any other."""
    for hostile in ("**" * 200_000, "As " * 200_000, "`" * 300_001, "> " * 200_000, "# " * 200_000):
        assert find_mimicry(hostile, SKEPTIC, VOICES) == ()
