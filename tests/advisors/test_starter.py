"""Five voices that can be told apart, with nothing installed but the package."""

import re
from importlib import resources

import pytest

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.palette import Colour
from antiphon.advisors.starter import load_starter
from antiphon.api.schemas.requests import NewMessage
from antiphon.providers.scripted.rehearsal import build_answer

STARTER = load_starter()
each_advisor = pytest.mark.parametrize("advisor", STARTER.advisors, ids=lambda advisor: advisor.id)


def test_there_are_five_distinct_advisors() -> None:
    assert len(STARTER.advisors) == 5
    for aspect in ("id", "name", "description", "colour"):
        assert len({getattr(advisor, aspect) for advisor in STARTER.advisors}) == 5


def test_the_panel_asks_all_of_them_in_their_order() -> None:
    assert STARTER.panel.advisor_ids == tuple(advisor.id for advisor in STARTER.advisors)
    assert STARTER.panel.early_turns == 3


@each_advisor
def test_id_is_a_slug_the_api_takes(advisor: Advisor) -> None:
    """Whoever reads a log knows who it was."""
    assert re.fullmatch("[a-z]+(-[a-z]+)*", advisor.id)
    assert NewMessage(text="Hello", advisor_ids=[advisor.id]).advisor_ids == [advisor.id]


def test_colours_are_the_first_of_the_palette() -> None:
    assert [advisor.colour for advisor in STARTER.advisors] == list(Colour)[:5]


@each_advisor
def test_tagline_is_a_few_small_words(advisor: Advisor) -> None:
    assert 2 <= len(advisor.tagline.split()) <= 4
    assert advisor.tagline == advisor.tagline.lower()


@each_advisor
def test_description_speaks_to_the_advisor(advisor: Advisor) -> None:
    assert advisor.description.startswith("You ")
    assert advisor.description == advisor.description.strip()
    assert 100 < len(advisor.description) < 600


@each_advisor
def test_model_is_left_to_the_workspace(advisor: Advisor) -> None:
    assert advisor.model is None
    assert advisor.version == 1


@each_advisor
def test_a_rehearsal_voice_exists(advisor: Advisor) -> None:
    page = resources.files("antiphon.providers.scripted") / "voices" / f"{advisor.id}.md"

    assert page.is_file()
    assert len(page.read_text(encoding="utf-8").split("\n---\n")) >= 2


def test_voices_answer_one_question_in_five_ways() -> None:
    answers = {build_answer(advisor.id, "Should I take the offer?") for advisor in STARTER.advisors}

    assert len(answers) == 5
