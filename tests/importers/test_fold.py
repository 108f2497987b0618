"""Trees of messages become turns."""

import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.importers.fold import fold
from antiphon.importers.nodes import Author, ImportedConversation, Node, ToolCall
from antiphon.importers.paths import choose_path


@st.composite
def trees(draw: st.DrawFn) -> ImportedConversation:
    """Any tree, with circles and parents that are not there."""
    count = draw(st.integers(1, 20))
    nodes = []
    for number in range(count):
        parent = draw(st.none() | st.integers(-1, count))
        role = draw(st.sampled_from(["user", "assistant", "tool"]))
        author = Author(str(draw(st.integers(0, 2))), "A") if role == "assistant" else None
        text = f"text {number}"
        nodes.append(Node(f"n{number}", None if parent is None else f"n{parent}", role, text, author))
    active = draw(st.none() | st.integers(0, count).map(lambda each: f"n{each}"))
    return ImportedConversation("c", tuple(nodes), b"", active=active, one_voice=draw(st.booleans()))


@given(trees())
def test_no_text_of_the_shown_path_is_lost_or_said_twice(conversation: ImportedConversation) -> None:
    """Whatever the tree, each text of the path that was shown stands there exactly once."""
    several = fold(conversation)

    for folded in several:
        chosen = [turn.text for turn in folded.turns]
        chosen += [each.text for turn in folded.turns for each in turn.replies if each.chosen]
        said = Counter(line for text in chosen for line in text.split("\n\n") if line)
        questions = [turn.key for turn in folded.turns if turn.text]
        assert len(questions) == len(set(questions))
        assert all(said[turn.text] == 1 for turn in folded.turns if turn.text)
        for turn in folded.turns:
            by_author = Counter(each.author.key for each in turn.replies if each.chosen)
            assert set(by_author.values()) <= {1}


@given(trees())
def test_every_message_of_the_person_is_somewhere(conversation: ImportedConversation) -> None:
    several = fold(conversation)

    asked = {node.text for node in conversation.nodes if node.role == "user"}
    assert asked == {turn.text for folded in several for turn in folded.turns if turn.text}


def test_each_result_belongs_to_the_call_it_names() -> None:
    """Calls made at once are answered in any order."""
    tools = (
        ToolCall("A", "weather", '{"city":"Paris"}'),
        ToolCall("B", "weather", '{"city":"Rome"}'),
        ToolCall("B", "tool", "", "sun"),
        ToolCall("A", "tool", "", "rain"),
    )
    nodes = (Node("u", None, "user", "Where?"), Node("a", "u", "assistant", "Rome.", tools=tools))

    ((turn,),) = (each.turns for each in fold(ImportedConversation("c", nodes, b"")))

    assert [(each.arguments, each.result) for each in turn.replies[0].tools] == [
        ('{"city":"Paris"}', "rain"),
        ('{"city":"Rome"}', "sun"),
    ]


@pytest.mark.parametrize(
    ("turns", "known", "key"),
    [
        (["q1", "q2"], {}, "c"),
        (["q1", "q2", "q3"], {"c": ["q1", "q2"]}, "c"),
        (["q1"], {"c": ["q1", "q2"]}, "c"),
        (["q1", "q2b"], {"c": ["q1", "q2"]}, "c#q2b"),
        (["q1", "q2b", "q4"], {"c": ["q1", "q2"], "c#q2b": ["q1", "q2b"]}, "c#q2b"),
        (["q1", "q2b", "q4"], {"c": ["q1", "q2"], "c#q2b": ["q1", "q2b", "q3"]}, "c#q4"),
        (["q1", "q3", "q4"], {"c": ["q1", "q2", "q3"]}, "c"),
        (["q1", "q2b"], {"c#q2b": ["q1", "q2b"]}, "c#q2b"),
    ],
    ids=[
        "new",
        "grown",
        "shorter",
        "another way",
        "which has grown",
        "which was left in its turn",
        "something was deleted",
        "the first way is gone",
    ],
)
def test_a_path_goes_on_what_it_began_as(turns: list[str], known: dict[str, list[str]], key: str) -> None:
    assert choose_path("c", "c", turns, known) == key


@pytest.mark.measured
def test_a_long_path_is_chosen_in_linear_time() -> None:
    """Whatever was imported before is compared while everybody else waits to write."""
    turns = [f"q{number}" for number in range(100_000)]

    begun = time.process_time()
    chosen = choose_path("c", "c", ["other", *turns[1:]], {"c": turns})

    assert chosen == "c"
    assert time.process_time() - begun < 2


def test_several_authors_behind_one_question_are_a_panel() -> None:
    nodes = (
        Node("u", None, "user", "Who is right?"),
        Node("a", "u", "assistant", "I am.", Author("a", "Ada")),
        Node("b", "a", "assistant", "I am, too.", Author("b", "Bo")),
        Node("c", "b", "assistant", "Ada again.", Author("a", "Ada")),
    )

    (together,) = fold(ImportedConversation("c", nodes, b"", one_voice=False))
    (alone,) = fold(ImportedConversation("c", nodes, b""))

    assert {each.author.name: each.text for each in together.turns[0].replies} == {
        "Ada": "I am.\n\nAda again.",
        "Bo": "I am, too.",
    }
    assert [each.text for each in alone.turns[0].replies] == ["I am.\n\nI am, too.\n\nAda again."]
