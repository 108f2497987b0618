"""A todo list never contradicts itself; whoever edits it hears which item would."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.errors import NotFound, TodosRefused
from antiphon.conversation.todo import PRIORITIES, STATUSES, Todo, tidy_todos
from antiphon.conversation.todo_edits import (
    MOST_TODOS,
    TodoChanges,
    add_todos,
    change_todo,
    remove_todo,
    replace_todos,
)

LIST = (Todo(1, "Ask"), Todo(2, "Compare", depends_on=(1,)), Todo(4, "Sign", depends_on=(1, 2)))


def refused(*todos: Todo) -> tuple[int, str]:
    with pytest.raises(TodosRefused) as error:
        tidy_todos(todos)
    return error.value.number, error.value.reason


@pytest.mark.parametrize(
    ("todos", "number", "reason"),
    [
        ((Todo(1, " \n"),), 1, "needs a title"),
        ((Todo(1, "A" * 301),), 1, "is too long: a title or a reason has 300 characters at most"),
        ((Todo(1, "Ask", "a" * 10_001),), 1, "is described in more than 10000 characters"),
        ((Todo(0, "Ask"),), 0, "needs a number from 1 to 99999"),
        ((Todo(1, "Ask"), Todo(1, "Ask again")), 1, "has the number of another item"),
        ((Todo(1, "Ask", depends_on=(7,)),), 1, "waits for 7, which is not on the list"),
        ((Todo(1, "Ask", depends_on=(1,)),), 1, "cannot wait for itself"),
        ((Todo(1, "Ask", status="blocked", blocked_reason=" "),), 1, "is blocked and needs a reason"),
        ((Todo(1, "Ask", progress=1.5),), 1, "can be done to 0 at least and 1 at most"),
        ((Todo(1, "Ask", progress=float("nan")),), 1, "can be done to 0 at least and 1 at most"),
        (
            (Todo(1, "Ask", status="in_progress"), Todo(2, "Go", status="in_progress")),
            1,
            "cannot be in progress while 2 is",
        ),
    ],
)
def test_what_contradicts_the_list_is_named(todos: tuple[Todo, ...], number: int, reason: str) -> None:
    assert refused(*todos) == (number, reason)


def test_a_circle_is_named_by_an_item_in_it() -> None:
    """What waits for a circle, and what a circle waits for, is not to blame."""
    todos = (
        Todo(1, "Before"),
        Todo(2, "Behind", depends_on=(3,)),
        Todo(3, "One", depends_on=(1, 4)),
        Todo(4, "Two", depends_on=(5,)),
        Todo(5, "Three", depends_on=(3,)),
    )

    assert refused(*todos) == (3, "waits for itself in a circle")


def test_a_list_is_kept_tidy() -> None:
    (one,) = tidy_todos([Todo(1, " Call \n home ", " why \n", "completed", "low", (), "rain", 0.2)])

    assert one == Todo(1, "Call home", "why", "completed", "low", (), "", 1.0)


def test_new_items_get_the_next_numbers() -> None:
    after = add_todos(LIST, [{"title": "Move"}, {"title": "Rest", "depends_on": [5]}])

    assert [(each.number, each.title) for each in after[3:]] == [(5, "Move"), (6, "Rest")]
    assert after[:3] == LIST


def test_one_item_is_changed_and_keeps_its_number() -> None:
    after = change_todo(LIST, 2, {"number": 9, "status": "in_progress", "progress": 0.5})

    assert after[1] == Todo(2, "Compare", status="in_progress", depends_on=(1,), progress=0.5)
    with pytest.raises(NotFound):
        change_todo(LIST, 3, {"title": "Nobody"})


def test_what_is_taken_up_again_is_not_done_to_the_full() -> None:
    done = change_todo(LIST, 1, {"status": "completed"})

    assert done[0].progress == 1.0
    assert change_todo(done, 1, {"status": "not_started"})[0].progress == 0.0


def test_what_waited_for_a_removed_item_no_longer_does() -> None:
    assert remove_todo(LIST, 1) == (Todo(2, "Compare"), Todo(4, "Sign", depends_on=(2,)))
    with pytest.raises(NotFound):
        remove_todo(LIST, 3)


def test_a_whole_list_takes_the_place_of_another() -> None:
    wanted: list[TodoChanges] = [{"title": "New"}, {"number": 4, "title": "Sign"}, {"title": "Newer"}]

    assert [(each.number, each.title) for each in replace_todos(LIST, wanted)] == [
        (5, "New"),
        (4, "Sign"),
        (6, "Newer"),
    ]
    assert replace_todos(LIST, []) == ()


def test_a_list_has_an_end() -> None:
    with pytest.raises(TodosRefused, match="one too many"):
        add_todos((), [{"title": "One more"}] * (MOST_TODOS + 1))


_edits: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(["Ask", "", "Go on"]),
        "status": st.sampled_from(STATUSES),
        "priority": st.sampled_from(PRIORITIES),
        "depends_on": st.lists(st.integers(1, 5), max_size=3),
        "blocked_reason": st.sampled_from(["", "rain"]),
        "progress": st.sampled_from([-1.0, 0.0, 0.3, 1.0, 2.0]),
    },
)


@given(st.lists(st.tuples(st.sampled_from(["add", "change", "remove"]), st.integers(1, 5), _edits), max_size=12))
def test_whatever_is_done_the_list_stays_whole(steps: list[tuple[str, int, Any]]) -> None:
    """Every list that is accepted is accepted again as it is: dependencies are there, one is in progress, no circle."""
    todos: tuple[Todo, ...] = ()
    for deed, number, changes in steps:
        try:
            if deed == "add":
                todos = add_todos(todos, [changes])
            else:
                todos = change_todo(todos, number, changes) if deed == "change" else remove_todo(todos, number)
        except (TodosRefused, NotFound):
            continue
        order: list[int] = []
        left = {each.number: set(each.depends_on) for each in todos}
        while left:
            free = [number for number, needs in left.items() if needs <= set(order)]
            assert free, "a circle"
            order += free
            left = {number: needs for number, needs in left.items() if number not in free}
        assert sum(each.status == "in_progress" for each in todos) <= 1
        assert all(each.blocked_reason for each in todos if each.status == "blocked")
        assert tidy_todos(todos) == todos
