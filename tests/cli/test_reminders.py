"""Todos and custom instructions from a terminal."""

from tests.cli.house import Person


def table(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines()]


def test_todos_are_added_changed_ordered_and_removed(person: Person) -> None:
    person.talks("Should I move?")
    person.types("todo", "add", "Ask for quotes", "--priority", "high")
    person.types("todo", "add", "Compare", "--after", "1")

    started = person.types("todo", "edit", "1", "--status", "in_progress", "--progress", "0.5")
    ordered = person.types("todo", "reorder", "2")
    removed = person.types("todo", "remove", "1")

    assert table(started.out) == [
        ["1", "in progress", "Ask for quotes", "high; 50% done"],
        ["2", "not started", "Compare", "after 1"],
    ]
    assert [row[0] for row in table(ordered.out)] == ["2", "1"]
    assert table(removed.out) == table(person.types("todo").out) == [["2", "not started", "Compare", ""]]


def test_a_todo_that_contradicts_the_list_is_refused_in_a_sentence(person: Person) -> None:
    person.talks("Should I move?")
    person.types("todo", "add", "Ask")

    done = person.types("todo", "edit", "1", "--status", "blocked")

    assert (done.code, done.out) == (1, "")
    assert "todo 1 (Ask) is blocked and needs a reason" in done.err
    assert person.types("todo", "edit", "1").code == 2
    assert "there is no todo 7" in person.types("todo", "reorder", "7").err


def test_instructions_are_added_changed_ordered_and_removed(person: Person) -> None:
    """And one for all conversations can be off in one."""
    here = person.talks("Should I move?")[0]["conversation_id"]
    person.types("instructions", "add", "Be brief.", "--name", "Tone")
    person.types("instructions", "add", "Ask one question.", "--name", "Ask")
    person.types("instructions", "add", "Mind the cat.", "--name", "Cat", "--conversation", here)

    off = person.types("instructions", "edit", "Tone", "--off", "--conversation", here)
    ordered = person.types("instructions", "reorder", "Ask")
    edited = person.types("instructions", "edit", "Ask", "--text", "Ask two.", "--name", "Asking")
    removed = person.types("instructions", "remove", "Asking")

    assert [(row[1], row[2], row[3]) for row in table(off.out)] == [
        ("off", "all conversations", "Tone"),
        ("on", "all conversations", "Ask"),
        ("on", "this conversation", "Cat"),
    ]
    assert [(row[1], row[3]) for row in table(ordered.out)] == [("on", "Ask"), ("on", "Tone")]
    assert table(edited.out)[0][3:] == ["Asking", "Ask two."]
    assert [row[3] for row in table(removed.out)] == ["Tone"]
    assert "no instructions are called Asking" in person.types("instructions", "remove", "Asking").err


def test_what_is_to_be_done_is_sent_unless_it_is_left_out(person: Person) -> None:
    """M11, D3."""
    person.talks("Should I move?")
    person.types("todo", "add", "Ask for quotes")

    with_it = person.types("preview", "Well?", "--json")
    without = person.types("preview", "Well?", "--without", "todo", "--json")

    assert "todo" in [item["kind"] for item in with_it.json["advisors"][0]["items"]]
    assert "todo" not in [item["kind"] for item in without.json["advisors"][0]["items"]]
