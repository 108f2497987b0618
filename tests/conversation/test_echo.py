"""What a model repeats of our payload never reaches the reader, however it is cut into pieces."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from antiphon.conversation.echo import REMINDER_LIMIT, EchoGate, Pieces

STAMP = "[2026-11-15T10:30]"
REMINDER = "<system-reminder>be kind</system-reminder>"

_STAMPS = [STAMP, "[2026-11-15T10:30:59Z]", "[2026", "]"]
_REMINDERS = [REMINDER, "<system-reminder>", "</system-reminder>", "</SYSTEM-", "reminder>"]
_LISTS = ["<todoList>", "</todoList>", "<TodoList>", "<memoryList>x</memoryList>", "<mini", "PromptReminder>", "</docu"]
_THOUGHTS = ["<think>", "<thinking>", "</think>", "</thinking>", "<thi", "nk>", "<", "</"]
_FENCES = ["`", "```", "\n```\n", "~~~\n", "```py\n", "\n> "]
# The last two change their length, or become ASCII, in lower case.
_OTHERS = ["\n", " ", "word", "\u2019", "\ud83d", "\x00", "\u0130", "\u212a"]
_FRAGMENTS = st.sampled_from([*_STAMPS, *_REMINDERS, *_LISTS, *_THOUGHTS, *_FENCES, *_OTHERS])
answers = st.lists(_FRAGMENTS | st.text(max_size=4), max_size=14).map("".join)


def hear(pieces: list[str]) -> tuple[str, str]:
    """All that is shown of these pieces: the text, and the thoughts."""
    gate = EchoGate()
    shown: Pieces = []
    for piece in pieces:
        shown += gate.push(piece)
    shown += gate.close()
    return join("text", shown), join("thinking", shown)


def hear_cut(answer: str) -> set[tuple[str, str]]:
    """All that is ever shown of an answer, cut in two anywhere and in single characters: one thing, if all is well."""
    cut = {hear([answer[:place], answer[place:]]) for place in range(len(answer) + 1)}
    return cut | {hear(list(answer))}


def join(channel: str, pieces: Pieces) -> str:
    return "".join(text for each, text in pieces if each == channel)


@st.composite
def cut_answers(draw: st.DrawFn) -> list[str]:
    """An answer cut anywhere."""
    answer = draw(answers)
    places = sorted(draw(st.lists(st.integers(0, len(answer)), max_size=8)))
    return [answer[start:end] for start, end in pairwise([0, *places, len(answer)])]


@given(cut_answers())
@example(["<system-reminder>a</system-", "reminder>b"])
@example(["[2026-11-15T10:3", "0] <thi", "nk>x</thi", "nk>y"])
@example(["<system-reminder><todo", "List>a</todoList></system-rem", "inder>b"])
@example(["<todoList>a<memoryList>b</todo", "List>c</memoryList>d"])
@example(["`", "<think>`"])
@example(["``", "`\n</think>\n```"])
def test_it_does_not_matter_where_an_answer_is_cut(pieces: list[str]) -> None:
    """reg-07: whole, in pieces, or character by character: the same is shown."""
    whole = "".join(pieces)

    assert hear(pieces) == hear([whole]) == hear(list(whole))


@given(st.lists(st.text(st.characters(exclude_characters="<["), max_size=12), max_size=8))
def test_text_without_brackets_is_released_at_once(pieces: list[str]) -> None:
    """Nothing is held that cannot become an echo."""
    gate = EchoGate()

    for piece in pieces:
        assert gate.push(piece) == ([("text", piece)] if piece else [])
    assert gate.close() == []


@given(st.lists(st.text("<>[]/-: systemreminderthinking0129TZ`~\n", max_size=12), max_size=10))
def test_what_holds_no_echo_passes_unchanged(pieces: list[str]) -> None:
    """I-10: also when it looks like one for a while; and no more than a tag's length is ever held."""
    whole = "".join(pieces)
    gate = EchoGate()
    shown = ""
    assume(re.search(r"system-reminder>|think(ing)?>|^\s*\[\d{4}-\d\d-\d\dT\d\d", whole, re.IGNORECASE) is None)

    for end in range(len(whole)):
        shown += join("text", gate.push(whole[end]))

        assert len(whole[: end + 1]) - len(shown) <= 21
    shown += join("text", gate.close())

    assert shown == whole


@pytest.mark.parametrize(
    "stamp", [STAMP, "[2026-11-15T10:30Z]", "[2026-11-15T10:30:59]", "[2026-11-15T10:30:59Z]", "[2026-11-15t10:30z]"]
)
@pytest.mark.parametrize("before", ["", "\n", "  "])
def test_a_time_stamp_before_the_first_word_is_dropped(stamp: str, before: str) -> None:
    """reg-06."""
    assert hear([f"{before}{stamp} At ten."]) == (f"{before}At ten.", "")


@pytest.mark.parametrize(
    "answer",
    [
        "At [2026-11-15T10:30] we met.",
        "[2026-11-15] At ten.",
        "[2026-11-15T10:30:59.123] At ten.",
        "[2026-11-15T10:30",
        "[20",
        "[note] At ten.",
        "(2026-11-15T10:30) At ten.",
        "- [2026-11-15T10:30] a log line",
    ],
)
def test_any_other_time_stays(answer: str) -> None:
    """reg-06: only ours, and only at the very beginning."""
    assert hear([answer]) == (answer, "")


@pytest.mark.parametrize(
    ("answer", "text", "thinking"),
    [
        (f"Yes.{REMINDER} No.", "Yes. No.", ""),
        (f"{REMINDER}\n\nYes.", "Yes.", ""),
        (f"{REMINDER}{STAMP} Yes.", "Yes.", ""),
        (f"{STAMP}{REMINDER}{STAMP} Yes.", "Yes.", ""),
        ("Yes.</system-reminder> No.", "Yes. No.", ""),
        ("Yes.<SYSTEM-Reminder>x</System-REMINDER> No.", "Yes. No.", ""),
        ("Yes.<system-reminder>``` <think> x</system-reminder> No.", "Yes. No.", ""),
        ("Yes.<system-reminder></system-reminder>", "Yes.", ""),
        ("a<system-reminder>b</system-reminder>c<system-reminder>d</system-reminder>e", "ace", ""),
        ("<think>hm</think>Yes.", "Yes.", "hm"),
        ("<think>\nhm\n</think>\n\nYes.", "Yes.", "\nhm\n"),
        ("\n<thinking>hm</thinking> Yes.", "\nYes.", "hm"),
        (f"<think>hm</think>\n{STAMP} Yes.", "Yes.", "hm"),
        (f"{STAMP} <think>hm</think> Yes.", "Yes.", "hm"),
        ("<think>a < b </b> <system-reminder></think>Yes.", "Yes.", "a < b </b> <system-reminder>"),
        ("<think>```\nhm</think>Yes.", "Yes.", "```\nhm"),
        ("<think>hm", "", "hm"),
        ("<think>hm</thi", "", "hm</thi"),
        ("Yes.</think> No.", "Yes. No.", ""),
        ("</thinking>\nYes.", "Yes.", ""),
        ("It writes <think>hm</think> and</think> on.", "It writes <think>hm</think> and on.", ""),
        (f"`code` and {REMINDER}on.", "`code` and on.", ""),
        (f"A lone ` here.\n{REMINDER}On.", "A lone ` here.\nOn.", ""),
        ("</think></think></system-reminder>Yes.", "Yes.", ""),
        ("<todoList>\n1 item: 1 blocked.\n</todoList>\nYes.", "Yes.", ""),
        ("Yes.<memoryList>- fact: x</memoryList> No.", "Yes. No.", ""),
        ("<miniPromptReminder>Be brief.</miniPromptReminder></system-reminder> Yes.", "Yes.", ""),
        ("Yes.</documentList></system-reminder> No.", "Yes. No.", ""),
        ("<system-reminder>\n<todoList>\na\n</todoList>\n</system-reminder>\nYes.", "Yes.", ""),
        ("<todoList>a <memoryList> b</todoList> Yes.", "Yes.", ""),
    ],
)
def test_echoes_are_taken_out(answer: str, text: str, thinking: str) -> None:
    """reg-07: blocks and their contents, orphan closers, thoughts to their own channel."""
    assert hear_cut(answer) == {(text, thinking)}


@pytest.mark.parametrize(
    "answer",
    [
        f"Look:\n```xml\n{REMINDER}\n</think>\n```\nThere.",
        f"~~~\n```\n{REMINDER}\n~~~",
        f"````\n```\n{REMINDER}\n````",
        f"- so:\n    ```\n    {REMINDER}\n    ```",
        f"> ```\n> {REMINDER}\n> ```",
        f"```\n{REMINDER}",
        f"```{REMINDER}\n```",
        f"```\n``` no\n{REMINDER}\n```",
        f"Write `{REMINDER}` and `a </think>` too.",
        "Write `<think>` and `</think>` or `<system-reminder>`.",
        "It writes <think>hm</think> and goes on.",
        "It writes <think>a <think>b</think> c</think> and goes on.",
        "The <TodoList> component holds <DocumentList/> and a </TODOLIST>.",
        "Write `<todoList>` or `</memoryList>`.",
        "a < b, <todoLists>, <thinker>, <system-reminders>, </thinks>, <think hard>",
    ],
)
def test_what_is_quoted_or_merely_similar_stays(answer: str) -> None:
    """reg-07: an answer about tags is an answer."""
    assert hear_cut(answer) == {(answer, "")}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (f"```\ncode\n```\n{REMINDER}Yes.", "```\ncode\n```\nYes."),
        (f"```inline``` {REMINDER}Yes.", "```inline``` Yes."),
        (f"``\n{REMINDER}Yes.", "``\nYes."),
        (f"a ``` b\n{REMINDER}Yes.", "a ``` b\nYes."),
        (f"```\n~~~\n```\n{REMINDER}Yes.", "```\n~~~\n```\nYes."),
        (f"</think>```\n{REMINDER}\n```", f"```\n{REMINDER}\n```"),
    ],
)
def test_after_a_fence_echoes_are_echoes_again(answer: str, text: str) -> None:
    """reg-07."""
    assert hear_cut(answer) == {(text, "")}


@pytest.mark.parametrize(
    "answer",
    [
        "Yes.<system-reminder>",
        "<system-reminder> I say",
        "<todoList>a<memoryList>b",
        "Yes.</todoLi",
        "a<system-reminder>b<system-reminder>c",
        "Yes.</system-",
    ],
)
def test_an_unclosed_reminder_is_released_at_the_end(answer: str) -> None:
    """reg-07: nothing a model said is lost because it forgot a tag."""
    assert hear([answer]) == (answer, "")


def test_a_reminder_that_does_not_end_in_time_is_text() -> None:
    """Whoever reads along does not wait for the end of an answer."""
    fits, too_long = "x" * REMINDER_LIMIT, "x" * (REMINDER_LIMIT + 1)
    gate = EchoGate()

    released = join("text", gate.push(f"<system-reminder>{too_long}" + "y" * 20))

    assert released.startswith("<system-reminder>xxx")
    assert hear([f"a<system-reminder>{fits}</system-reminder>b"]) == ("ab", "")
    assert hear([f"a<system-reminder>{too_long}{REMINDER}b"]) == (f"a<system-reminder>{too_long}b", "")
    assert hear([f"a<system-reminder>{too_long}</system-reminder>b"]) == (f"a<system-reminder>{too_long}b", "")


@pytest.mark.parametrize(
    "answer",
    [
        "<" * 100_000,
        "<think>x" * 15_000,
        "<system-reminder>" * 8_000,
        "<todoList><memoryList>" * 5_000,
        "```\n" * 30_000,
        " " * 100_000,
        "a</think>" * 10_000,
    ],
    ids=lambda answer: ascii(answer[:18]),
)
@pytest.mark.measured
def test_a_hostile_answer_costs_no_more_than_a_long_one(answer: str) -> None:
    """XP18, D-03: linear in one piece, and in pieces of a hundred."""
    started = time.process_time()

    whole = hear([answer])
    in_pieces = hear([answer[start : start + 100] for start in range(0, len(answer), 100)])

    assert whole == in_pieces
    assert time.process_time() - started < 3
