"""Replay, retry, choose, edit, and the differences that come of it."""

from typing import Any

from tests.cli.house import Person
from tests.fakes.model_server import answer, fail

TOO_LONG = fail(
    400,
    {
        "error": {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 "
            "tokens. Please reduce the length of the messages.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }
    },
)


def reply_id(turn: Any) -> str:
    return str(turn["replies"][0]["id"])


def test_diff_names_the_first_differing_byte(person: Person) -> None:
    turn = person.asks("Should I move?", "--advisor", "skeptic", "--advisor", "builder")
    a, b = (reply["id"] for reply in turn["replies"])
    bodies = [person.types("receipt", each, "--body").raw for each in (a, b)]
    first = next(at for at, (one, other) in enumerate(zip(*bodies, strict=False)) if one != other)

    done = person.types("diff", a, b)

    assert f"first difference: byte {first:,} (A has {len(bodies[0]):,} bytes, B {len(bodies[1]):,})" in " ".join(
        done.out.split()
    )
    assert "[-Skeptic-]{+Builder+}" in done.out
    assert "the answers" in done.out
    assert "[-skeptic-]{+builder+} answers" in done.out


def test_diff_of_a_reply_with_itself_is_no_difference(person: Person) -> None:
    (turn,) = person.talks("Should I move?")

    done = person.types("diff", reply_id(turn), reply_id(turn))

    assert "were made of the same" in done.out
    assert "the same words" in done.out


def test_diff_between_two_advisors_of_a_draft(person: Person) -> None:
    person.asks("Should I move?")
    requests = len(person.voices.server.requests)

    done = person.types("diff", "--preview", "And if I wait?", "--between", "skeptic", "builder")

    assert "a cache filled by The Skeptic would serve" in done.out
    assert "messages:" in done.out
    assert len(person.voices.server.requests) == requests


def test_diff_wants_two_of_one_kind(person: Person) -> None:
    assert person.types("diff", "r_1").code == 2
    assert person.types("diff", "--preview", "Draft").code == 2


def test_replay_without_a_turn_shows_what_that_changed(person: Person) -> None:
    """U-10: the new answer stands beside the first and does not count until it is chosen."""
    _, second = person.talks("Should I move?", "And if I wait?")
    person.voices.script("skeptic", answer("Waiting has a price."))

    done = person.types("replay", reply_id(second), "--leave-out", "1", "--plain")

    assert done.code == 0
    assert "The Skeptic: Waiting has a price." in done.out
    assert "removed: assistant" in done.out
    assert "[-skeptic-]{+Waiting+} [-answers-]{+has+}" in done.out
    variant = done.err.split("antiphon choose ")[1].strip()
    assert f"asked again, 1 · does not count · {variant}" in person.types("show", "--ids").out


def test_chosen_variant_is_sent_from_then_on(person: Person) -> None:
    (first,) = person.talks("Should I move?")
    person.voices.script("skeptic", answer("Ask your sister."))
    done = person.types("replay", reply_id(first), "--plain")

    chosen = person.types("choose", done.err.split("antiphon choose ")[1].strip())

    assert chosen.code == 0
    assert "Ask your sister." in person.types("preview", "Now?", "--body", "skeptic").out


def test_failed_answer_is_asked_again_in_its_place(person: Person) -> None:
    """D26: the retry counts at once."""
    person.voices.script("skeptic", fail(401, {"error": {"message": "bad key"}}))
    failed = person.types("send", "--json", "--advisor", "skeptic", "Should I move?")

    done = person.types("retry", reply_id(failed.json), "--plain")

    assert (failed.code, done.code) == (2, 0)
    assert "The Skeptic: skeptic answers" in done.out
    assert "skeptic answers" in person.types("preview", "Now?", "--body", "skeptic").out


def test_answer_that_did_not_fail_is_not_retried(person: Person) -> None:
    (turn,) = person.talks("Should I move?")

    done = person.types("retry", reply_id(turn))

    assert done.code == 1
    assert "this reply did not fail" in done.err


def test_edited_words_are_sent_and_can_be_taken_back(person: Person) -> None:
    """D27: shown as edited; the advisor's own words come back."""
    (turn,) = person.talks("Should I move?")

    edited = person.types("edit", reply_id(turn), "Stay where you are.")
    sent, shown = person.types("preview", "Now?", "--body", "skeptic").out, person.types("show").out
    person.types("edit", reply_id(turn), "--undo")

    assert "--undo" in edited.out
    assert "Stay where you are." in sent
    assert "edited by you" in shown
    assert "Stay where you are." not in person.types("preview", "Now?", "--body", "skeptic").out
    assert person.types("edit", reply_id(turn)).code == 2


def test_receipt_tells_what_was_trimmed_at_which_attempt(person: Person) -> None:
    """W53, W56, W57, W76, U-05: predicted minus trimmed, the turn by its number, and every attempt's own bytes."""
    person.talks("Question one", "Question two", "Question three")
    person.voices.script("skeptic", TOO_LONG)
    turn = person.asks("Question four", "--continue", "--advisor", "skeptic")

    done = person.types("receipt", reply_id(turn))
    bodies = [person.types("receipt", reply_id(turn), "--body", "--attempt", each).raw for each in ("1", "2")]

    first, second = done.out.split("attempt 2 (start 1)")
    assert "turns     3 sent" in first
    assert "stage     too much for the model at the first attempt" in first
    assert "turns     [3-1], 2 sent" in second
    assert "cut       1 turn (" in second
    assert "stage     delivered" in second
    assert len(bodies[1]) < len(bodies[0])
    assert person.types("receipt", reply_id(turn), "--attempt", "9").code == 1


def test_turn_left_out_is_one_of_the_replies_own_conversation(person: Person) -> None:
    """A number means the turn of the conversation the reply is in, not of the one that changed last."""
    _, second = person.talks("Should I move?", "And if I wait?")
    person.talks("Another matter", "More of it")

    done = person.types("replay", reply_id(second), "--leave-out", "1", "--plain")

    assert "removed: assistant" in done.out
    assert "Should I move?" in done.out


def test_replay_that_fails_offers_nothing_to_choose(person: Person) -> None:
    (turn,) = person.talks("Should I move?")

    done = person.types("replay", reply_id(turn), "--model", "nobody:x", "--plain")

    assert done.code == 2
    assert "there is nothing to compare" in done.err
    assert "antiphon choose" not in done.err
