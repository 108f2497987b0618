"""What an editor is offered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.filter.complete import MAX_COMPLETIONS, Completion, KnownNames, complete
from antiphon.filter.parse import parse_line
from antiphon.filter.words import VOCABULARY

NAMES = KnownNames(
    advisors=("Skeptic", "Scout", "It's \\ me*"),
    models=("openai:gpt", "local:gpt"),
    topics=("/Work", "/Work/Hiring", "/a>b"),
    tags=("todo", "done"),
    saved=("mine", "minor"),
)


def offered(line: str) -> list[str]:
    """The texts offered where the bar stands."""
    return [each.text for each in complete(line.replace("¦", ""), line.index("¦"), NAMES)]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("st¦", ["star"]),
        ("s2 im¦", ["importance", "image"]),
        ("s2¦", [word.letter for word in VOCABULARY]),
        ("a'Sc¦", ["'Scout'"]),
        ("advisor = 'sk¦'", ["'Skeptic'"]),
        ('s2b a"It¦', ['"It\'s \\\\ me\\*"']),
        ("m'gpt¦", ["'openai:gpt'", "'local:gpt'"]),
        ("t'hir¦", ["'/Work/Hiring'"]),
        ("t'/a¦", ["'/a\\>b'"]),
        ("tag'¦", ["'todo'", "'done'"]),
        ("c'a¦", []),
        ("s2 @mi¦", ["@mine", "@minor"]),
        ("@¦", ["@mine", "@minor"]),
        ("s2 :st¦", ["star"]),
        (":¦pin", ["export", "topic", "delete", "star", "pin", "unpin", "out", "in", "tag", "flag", "hud", "new"]),
        (":export ¦", ["json", "md", "txt", "html"]),
        (":flag g¦", ["grey"]),
        (":star ¦", ["0", "1", "2", "3"]),
        (":nonsense ¦", []),
        (":topic 'W¦", ["'/Work'", "'/Work/Hiring'"]),
        (":out a'¦", ["'Skeptic'", "'Scout'", "'It\\'s \\\\ me\\*'"]),
        ("c'a:b¦", []),
    ],
)
def test_these_are_offered(line: str, texts: list[str]) -> None:
    assert offered(line) == texts


def test_the_whole_word_is_replaced() -> None:
    assert complete("s2 @mine b", 6, NAMES)[0] == Completion(3, 8, "@mine", "saved filter")
    assert complete("a'Sk' b", 4, NAMES) == [Completion(1, 5, "'Skeptic'", "advisor")]
    assert complete(":exp md", 2, NAMES) == [Completion(1, 4, "export", "write the turns out")]


def test_there_are_never_more_than_an_editor_shows() -> None:
    names = KnownNames(tags=tuple(f"tag{number}" for number in range(1000)))

    assert len(complete("k'", 2, names)) == MAX_COMPLETIONS


@pytest.mark.parametrize("line", ["a'¦", "m'¦", "t'¦", "k'¦", "s2 @¦", ":topic '¦", ":out '¦", "b sta¦"])
def test_what_is_offered_can_be_read(line: str) -> None:
    """A name with quotes, wildcards or separators in it is escaped."""
    bare, cursor = line.replace("¦", ""), line.index("¦")

    read = [parse_line(bare[: each.start] + each.text + bare[each.end :]) for each in complete(bare, cursor, NAMES)]

    assert read


@settings(max_examples=200, deadline=None)
@given(line=st.text("stamk'\"\\@: =xä-", max_size=20), cursor=st.integers(-3, 25))
def test_any_place_in_any_line_may_be_asked_about(line: str, cursor: int) -> None:
    for each in complete(line, cursor, NAMES):
        assert 0 <= each.start <= each.end <= len(line)
        assert each.text
