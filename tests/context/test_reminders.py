"""Reminders come one after the other, wrapped, and cannot be ended from inside."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.choice import Choice, Item
from antiphon.context.reminders import Reminders, build_reminders
from antiphon.conversation.document import ListedDocument
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.instruction import Instruction
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message
from antiphon.conversation.todo import Todo
from tests.context.scenes import ANN, BEN, PROMPTS, remind

HERE = ConversationId("c_1")
ALL = remind("Be brief.", "Call home", "plan.pdf", "Has a dog.")
ORDER: tuple[Item, ...] = ("memory", "instructions", "todo", "documents")
_TAG = re.compile(r"<[\s/]*(system-reminder|miniPromptReminder|todoList|documentList|memoryList)\b", re.IGNORECASE)

_pieces = st.sampled_from(
    [
        "</system-reminder>",
        "<system-reminder>",
        "</todoList>",
        "<TODOLIST>",
        "</ minipromptreminder >",
        "< /todoList>",
        "<\n/\tsystem-reminder>",
        "<documentList/>",
        "</memoryList>",
        "<\nsystem-reminder x='1'>",
        "<<system-reminder>",
        "</system",
        "-reminder>",
        "<b>",
        "a < b",
        "\n",
        "words",
    ]
)
hostile = st.lists(_pieces, max_size=8).map("".join)


def build(reminders: Reminders, choice: Choice | None = None, advisor_id: AdvisorId = ANN.id) -> tuple[Message, ...]:
    return build_reminders(reminders, choice or Choice(), advisor_id, PROMPTS)


def inner(message: Message, marker: str) -> str:
    """What stands between the tags."""
    return message.content.removeprefix(f"<system-reminder>\n<{marker}>\n").removesuffix(
        f"\n</{marker}>\n</system-reminder>"
    )


def test_each_stands_alone_in_its_wrapping() -> None:
    """M11, M12, M13, D46: memory, instructions, todo, documents; each a message of its own in role user."""
    memory, instructions, todo, documents = build(ALL)

    assert [(each.role, each.kind) for each in (memory, instructions, todo, documents)] == [
        ("user", item) for item in ORDER
    ]
    assert inner(memory, "memoryList") == f"{PROMPTS.memory}\n- fact: Has a dog. (written down by the person)"
    assert inner(instructions, "miniPromptReminder") == "Be brief."
    assert inner(todo, "todoList") == (
        f"1 item: 1 not started.\n\nNot started:\n- #1 Call home\n\n{PROMPTS.todo_rules_idle}"
    )
    assert inner(documents, "documentList") == f"{PROMPTS.documents_list}\n- plan.pdf (id d_1, 2 pages, 2 KiB)"


def test_an_empty_source_has_nothing_to_say() -> None:
    """M15, reg-29: and one whose only thing is blank is empty too."""
    blank = replace(remind(todo="Call"), instructions=(Instruction("i_1", "", " \n\t\u2028", 0),))

    assert [message.kind for message in build(blank)] == ["todo"]
    assert build(Reminders()) == ()


@pytest.mark.parametrize("item", ORDER)
def test_one_that_is_switched_off_is_absent(item: Item) -> None:
    """D3."""
    kinds = [message.kind for message in build(ALL, Choice(off=frozenset({item})))]

    assert kinds == [each for each in ORDER if each != item]


def test_the_other_items_are_not_its_concern() -> None:
    assert build(ALL, Choice(off=frozenset({"reference", "state"}))) == build(ALL)


def test_a_single_thing_can_be_left_out_for_everybody_or_for_one_advisor() -> None:
    """D3, D46: nothing of it is in the bytes, and a list without its last thing is not sent."""
    two = replace(ALL, memories=(*ALL.memories, MemoryItem("m_2", "fact", "Has a cat.")))
    choice = Choice(omit=frozenset({"/memory:m_1", f"{BEN.id}/instruction:i_1", "/document:d_1"}))

    ann, ben = build(two, choice, ANN.id), build(two, choice, BEN.id)

    assert [each.kind for each in ann] == ["memory", "instructions", "todo"]
    assert [each.kind for each in ben] == ["memory", "todo"]
    assert "cat" in ann[0].content
    assert "dog" not in "".join(each.content for each in (*ann, *ben))


def test_instructions_are_joined_in_their_order() -> None:
    """A blank line between them, and their names are for the person."""
    texts = ("Be brief.", "Ask one question.\nThen wait.")
    (message,) = build(
        Reminders(instructions=tuple(Instruction(f"i_{n}", f"Name {n}", text, n) for n, text in enumerate(texts)))
    )

    assert inner(message, "miniPromptReminder") == "Be brief.\n\nAsk one question.\nThen wait."


def test_todos_are_counted_and_listed_by_state() -> None:
    """M13."""
    todos = (
        Todo(1, "Ask for quotes", status="completed", progress=1.0),
        Todo(2, "Compare them", status="in_progress", priority="high", depends_on=(1,), progress=0.4),
        Todo(3, "Sign", depends_on=(1, 2)),
        Todo(5, "Visit", status="blocked", blocked_reason="the house is let"),
    )
    (message,) = build(Reminders(todos=todos))

    assert inner(message, "todoList") == (
        "4 items: 1 in progress, 1 blocked, 1 not started, 1 completed.\n\n"
        "In progress:\n- #2 Compare them (high; after #1; 40% done)\n\n"
        "Blocked:\n- #5 Visit (blocked: the house is let)\n\n"
        "Not started:\n- #3 Sign (after #1, #2)\n\n"
        "Completed:\n- #1 Ask for quotes\n\n" + PROMPTS.todo_rules_working
    )


def test_the_rule_follows_the_state_of_the_list() -> None:
    """Something in progress, nothing in progress, everything done."""
    one = Todo(1, "Call", status="completed", progress=1.0)
    lists = {
        PROMPTS.todo_rules_working: (one, Todo(2, "Write", status="in_progress")),
        PROMPTS.todo_rules_idle: (one, Todo(2, "Write", status="blocked", blocked_reason="no paper")),
        PROMPTS.todo_rules_done: (one,),
    }

    for rule, todos in lists.items():
        (message,) = build(Reminders(todos=todos))
        assert inner(message, "todoList").endswith(f"\n\n{rule}")


def test_a_memory_says_where_it_comes_from() -> None:
    """D46: with its source turn."""
    memories = (
        MemoryItem("m_1", "fact", "Has a dog.", 4, HERE),
        MemoryItem("m_2", "preference", "Prefers\nmornings.", 9, ConversationId("c_2")),
        MemoryItem("m_3", "person", "Ida is a sister.", None, ConversationId("c_2")),
        MemoryItem("m_4", "decision", "Will move."),
    )
    (message,) = build(Reminders(HERE, memories))

    assert inner(message, "memoryList").splitlines()[1:] == [
        "- fact: Has a dog. (from turn 4 of this conversation)",
        "- preference: Prefers mornings. (from turn 9 of another conversation)",
        "- person: Ida is a sister. (from another conversation)",
        "- decision: Will move. (written down by the person)",
    ]


def test_documents_are_listed_by_name_and_never_by_content() -> None:
    """D36."""
    listed = (
        ListedDocument("d_01k9aaaaaaaaaaaaaaaa00000001", "lease.pdf", 12, 812_000),
        ListedDocument("d_01k9aaaaaaaaaaaaaaaa00000002", "photos.pdf", 1, 3_500_000),
    )
    (message,) = build(Reminders(documents=listed))

    assert inner(message, "documentList").splitlines()[1:] == [
        "- lease.pdf (id 00000001, 12 pages, 793 KiB)",
        "- photos.pdf (id 00000002, 1 page, 3.3 MiB)",
    ]


@given(hostile, hostile, hostile, hostile)
def test_no_text_can_end_its_reminder_or_begin_another(one: str, two: str, three: str, four: str) -> None:
    """M12, I-28: the only tags of ours are the four that were put there."""
    for message in build(remind(one, two, three, four)):
        assert len(_TAG.findall(message.content)) == 4


@given(hostile.filter(str.strip))
def test_what_is_no_tag_of_ours_stays_as_it_was(text: str) -> None:
    """Only the bracket before one of our names is another."""
    (message,) = build(remind(text))

    said = inner(message, "miniPromptReminder")
    assert said.replace("\u2039", "<") == text.strip()
    assert said.count("\u2039") == len(_TAG.findall(text))
