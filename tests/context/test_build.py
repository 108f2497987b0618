"""What one advisor is sent: its own thread and nobody else's, in one order, from what the person lets it have."""

from dataclasses import replace

from hypothesis import given

from antiphon.advisors.phase import stand
from antiphon.advisors.prompt import compose_system
from antiphon.context.build import Composition
from antiphon.context.choice import ITEMS, Choice
from antiphon.context.frame import is_candidate
from antiphon.context.thread import stamp
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import EVERYBODY, Mark
from antiphon.conversation.payload import Message
from antiphon.conversation.size import measure, total
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import AS_IS, GENERIC
from antiphon.providers.shape import shape
from tests.context.scenes import (
    ANN,
    BEN,
    NOON,
    PROMPTS,
    QUIET,
    Drawn,
    answer,
    compose,
    ids,
    leave_room,
    mark_of,
    past,
    remind,
    scenes,
    seat,
    spoken,
    tool_event,
)
from tests.context.syntheses import build_synthesis

_ORDER = ("system", "turn", "reference", "state", "memory", "instructions", "todo", "documents", "human")


def encode(composition: Composition) -> str:
    """The bytes on a wire that changes nothing, as text."""
    return build_chat_body(composition.payload(), AS_IS).decode()


@given(scenes())
def test_assistant_words_are_only_ever_ones_own(drawn: Drawn) -> None:
    """P2, P18, P58, I-20, reg-01: matched by id, so namesakes do not share a history."""
    for one in drawn.compositions():
        advisor_id = one.seat.advisor.id
        own = {turn.id: turn.replies[advisor_id].text for turn in drawn.turns if advisor_id in turn.replies}

        said = {each.turn_id: each.content for each in one.payload().messages if each.role == "assistant"}

        assert said.items() <= own.items()


@given(scenes())
def test_words_of_others_stand_only_in_the_reference_block(drawn: Drawn) -> None:
    """P26, I-21: from the newest turn alone, never one's own, and the newest turn only if it may be seen."""
    for one in drawn.compositions():
        advisor_id = one.seat.advisor.id
        last = drawn.frame_input.last
        seen = last is not None and is_candidate(last, one.seat, drawn.frame_input.choice)

        for message in one.payload().messages:
            for turn in (*drawn.turns, *drawn.hidden):
                for other in turn.replies.keys() - {advisor_id}:
                    if mark_of(turn.position, other) in message.content:
                        assert message.kind == "reference"
                        assert message.role == "user"
                        assert seen
                        assert turn is last
                assert message.kind != "reference" or mark_of(turn.position, advisor_id) not in message.content


@given(scenes())
def test_every_word_sent_can_be_traced_to_whoever_said_it(drawn: Drawn) -> None:
    """I-20, I-22, I-24, P26, W38, D2: thread messages are verbatim; no error, label or mark of ours is mixed in."""
    turns = {turn.id: turn for turn in drawn.turns}

    for one in drawn.compositions():
        for message in one.thread:
            assert message.turn_id is not None
            turn = turns[message.turn_id]
            if message.role == "user":
                at = turn.at if drawn.frame_input.choice.stamps else None
                assert message.content == stamp(turn.text, at, drawn.frame_input.zone)
            else:
                assert message.role == "assistant"
                assert message.content == turn.replies[one.seat.advisor.id].text


@given(scenes())
def test_what_is_in_context_is_sent_once_and_what_is_not_is_absent(drawn: Drawn) -> None:
    """I-27, W1, W36, W5: looked for in the bytes. The newest words of others may stand in the reference block."""
    for one in drawn.compositions():
        advisor_id = one.seat.advisor.id
        inside = set(ids(one.history))
        body = encode(one)

        for turn in (*drawn.turns, *drawn.hidden):
            is_in = turn.id in inside
            assert body.count(mark_of(turn.position)) == (is_in and turn.text != "")
            assert body.count(mark_of(turn.position, advisor_id)) == (is_in and advisor_id in turn.replies)
            for other in turn.replies.keys() - {advisor_id}:
                assert body.count(mark_of(turn.position, other)) <= (turn is drawn.frame_input.last)


@given(scenes())
def test_nothing_that_was_said_stands_in_the_system_prompt(drawn: Drawn) -> None:
    """I-28: it is composed of the advisor, the phase and the prelude, and of nothing else."""
    frame_input = drawn.frame_input

    for one in drawn.compositions():
        phase = stand(frame_input.phases, one.seat.turns_taken).phase
        head, *rest = one.payload().messages

        assert head == Message(
            "system", compose_system(one.seat.advisor, phase, PROMPTS, frame_input.prelude), "system"
        )
        assert all(message.role != "system" for message in rest)


@given(scenes())
def test_the_order_never_changes(drawn: Drawn) -> None:
    """D5, P28, M14: system, thread, reference, state, instructions, todo, documents, message."""
    for one in drawn.compositions():
        messages = one.payload().messages
        kinds = ["turn" if message.kind in ("turn", "reply", "tool") else message.kind for message in messages]
        places = [_ORDER.index(kind) for kind in kinds]
        around = [kind for kind in kinds if kind != "turn"]
        positions = [each.turn.position for each in one.history]

        assert places == sorted(places)
        assert len(around) == len(set(around))
        assert (kinds[0], kinds[-1]) == ("system", "human")
        assert positions == sorted(positions)
        assert list(dict.fromkeys(message.turn_id for message in one.thread)) == [
            each.turn.id for each in one.history if each.turn.text or one.seat.advisor.id in each.turn.replies
        ]


@given(scenes())
def test_the_new_message_is_last_and_is_sent_once(drawn: Drawn) -> None:
    """H8, H9, W35, reg-19, H11."""
    frame_input = drawn.frame_input
    at = frame_input.at if frame_input.choice.stamps else None

    for one in drawn.compositions():
        assert one.payload().messages[-1] == Message(
            "user", stamp(frame_input.human_text or "", at, frame_input.zone), "human"
        )
        assert encode(one).count(mark_of(0)) == 1


@given(scenes())
def test_the_same_scene_gives_the_same_bytes(drawn: Drawn) -> None:
    """I-25: preview and send call the same function."""
    frame_input = drawn.frame_input
    choice = Choice.decode(frame_input.choice.encode())
    again = drawn._replace(frame_input=replace(frame_input, choice=choice), turns=list(drawn.turns))

    first = [build_chat_body(one.payload(), GENERIC) for one in drawn.compositions()]
    second = [build_chat_body(one.payload(), GENERIC) for one in again.compositions()]

    assert first == second


@given(scenes())
def test_what_is_inside_are_candidates_and_fits(drawn: Drawn) -> None:
    """W31, W32: history, fixed items and the allowances never exceed the limit, unless they do without history."""
    for one in drawn.compositions():
        limit = one.seat.budget.limit
        used = one.boundary.tokens + one.frame.fixed_tokens + one.seat.budget.request_allowance

        assert all(is_candidate(each.turn, one.seat, drawn.frame_input.choice) for each in one.history)
        assert one.boundary.tokens == sum(each.tokens for each in one.history)
        assert limit is None or used <= limit or not one.history


@given(scenes())
def test_the_draft_never_moves_the_boundary(drawn: Drawn) -> None:
    """I-32, W40, W44: however long the message grows while it is typed."""
    longer = drawn._replace(frame_input=replace(drawn.frame_input, human_text="word " * 5_000))

    for before, after in zip(drawn.compositions(), longer.compositions(), strict=True):
        assert after.boundary == before.boundary
        assert after.predict() == before.predict()


@given(scenes())
def test_a_keystroke_is_the_same_as_building_anew(drawn: Drawn) -> None:
    """W41: what is remembered gives the bytes that would be built."""
    typed = replace(drawn.frame_input, human_text="Another draft")

    for one in drawn.compositions():
        anew = compose(typed, one.seat, drawn.turns)

        assert one.with_frame(anew.frame, typed) == anew


@given(scenes())
def test_strict_servers_get_the_same_words_in_turns(drawn: Drawn) -> None:
    """D4, D6, reg-28: merged, opened if an answer would come first, ended by the person, nothing invented."""
    for one in drawn.compositions():
        messages = one.payload().messages

        shaped = shape(messages, GENERIC)

        roles = [message.role for message in shaped]
        said = "\n\n".join(message.content for message in shaped if message.kind != "nudge")
        assert roles[0] == "system"
        assert roles[1:] == ["user" if index % 2 == 0 else "assistant" for index in range(len(roles) - 1)]
        assert roles[-1] == "user"
        assert said == "\n\n".join(message.content for message in messages)


def test_a_thread_reads_as_it_was_spoken() -> None:
    """P18, H2, H4, H10, H11."""
    turns = [past(1, "Hello", ann="Rain?", ben="How many?"), past(2, "No rain", ann="Wind?")]

    said = spoken(compose(replace(QUIET, choice=Choice(off=frozenset(ITEMS))), seat(), turns))

    assert said == [
        ("user", "Hello"),
        ("assistant", "Rain?"),
        ("user", "No rain"),
        ("assistant", "Wind?"),
        ("user", "Should I?"),
    ]


def test_a_turn_without_an_answer_keeps_the_question() -> None:
    """D4, D25, I-22, reg-04: an error or a fragment is no answer, so nothing stands in its place."""
    turns = [past(1, "Hello", ann="Rain?"), past(2, "Anyone?", ann="Wind?")]

    said = spoken(compose(replace(QUIET, choice=Choice(off=frozenset(ITEMS))), seat(BEN), turns))

    assert said == [("user", "Hello"), ("user", "Anyone?"), ("user", "Should I?")]


def test_words_of_others_do_not_use_up_the_room() -> None:
    """D19: each advisor has a boundary of its own."""
    turn = past(1, "Hi", ann="Yes", ben="z" * 9_999)

    boundaries = [compose(QUIET, leave_room(QUIET, seat(each), 10), [turn]).boundary for each in (ANN, BEN)]

    assert [ids(each.inside) for each in boundaries] == [["t_1"], []]


def test_the_new_message_is_sent_however_small_the_limit() -> None:
    """D17: the message and the system prompt never go."""
    one = compose(QUIET, seat(limit=1), [past(1, "Hello", ann="Rain?")])

    assert [message.kind for message in one.payload().messages] == ["system", "state", "human"]


def test_a_turn_left_out_is_left_out_for_whom_it_says() -> None:
    """R1: a mark for one advisor comes before one for everybody."""
    marks: list[dict[AdvisorId, Mark]] = [{}, {EVERYBODY: "out"}, {ANN.id: "out"}, {EVERYBODY: "out", ANN.id: "in"}]
    turns = [replace(past(number, "Hello"), marks=each) for number, each in enumerate(marks, 1)]

    inside = {each.id: ids(compose(QUIET, seat(each), turns).history) for each in (ANN, BEN)}

    assert inside == {"ann": ["t_1", "t_4"], "ben": ["t_1", "t_3"]}


def test_a_choice_for_one_send_overrules_the_marks() -> None:
    """To leave out wins over to take in."""
    marked = replace(past(1, "Hello"), marks={EVERYBODY: "out"})
    both = replace(past(3, "Bye"), marks={EVERYBODY: "out"})
    taken, left = frozenset({TurnId("t_1"), TurnId("t_3")}), frozenset({TurnId("t_2"), TurnId("t_3")})
    frame_input = replace(QUIET, choice=Choice(leave_out=left, take_in=taken))

    assert ids(compose(frame_input, seat(), [marked, past(2, "And?"), both]).history) == ["t_1"]


def test_a_last_turn_left_out_is_not_referred_to_either() -> None:
    """I-27: neither in the reference block nor by how long ago it was."""
    last = past(1, "Hello", at=NOON, ben="Two.")
    frame_input = replace(QUIET, at=NOON.replace(day=3), last=last)

    shown = spoken(compose(frame_input, seat(), [last]))
    hidden = spoken(compose(replace(frame_input, choice=Choice(leave_out=frozenset({last.id}))), seat(), [last]))

    assert [content for _, content in shown[1:3]] == [
        f"[{PROMPTS.reference}\n\nBen: Two.]",
        "[Your turn 1 of 3: one question. The person last wrote 2 days earlier.]",
    ]
    assert hidden == [("user", "[Your turn 1 of 3: one question.]"), ("user", "[2026-03-03T12:00] Should I?")]


def test_without_stamps_no_time_is_told_at_all() -> None:
    """D9: neither before the messages nor in the note."""
    last = past(1, "Hello", at=NOON, ann="Rain?")
    frame_input = replace(QUIET, at=NOON.replace(day=3), last=last, choice=Choice(stamps=False))

    assert [content for _, content in spoken(compose(frame_input, seat(turns_taken=1), [last]))] == [
        "Hello",
        "Rain?",
        "[Your turn 2 of 3: one question.]",
        "Should I?",
    ]


def test_each_item_can_be_switched_off() -> None:
    """D3, D5: every item is visible, and absent when it is off."""
    last = past(1, "Hello", ben="Two.")
    reminders = remind("Be brief.", "Call home", "plan.pdf", "Has a dog.")
    choice = Choice(caller_note="Answer in French.")
    frame_input = replace(QUIET, last=last, reminders=reminders, synthesis=build_synthesis(), choice=choice)

    kinds = [message.kind for message in compose(frame_input, seat()).frame.items]
    chosen = {item: replace(frame_input, choice=replace(choice, off=frozenset({item}))) for item in ITEMS}
    without = {item: [message.kind for message in compose(chosen[item], seat()).frame.items] for item in ITEMS}

    assert kinds == list(ITEMS)
    assert without == {item: [kind for kind in kinds if kind != item] for item in ITEMS}


def test_what_is_switched_off_leaves_its_room_to_the_history() -> None:
    """D16: fixed items are counted, so the boundary sees them go."""
    last = past(2, "Hello", ben="two " * 100)
    frame_input = replace(QUIET, last=last)
    narrow = leave_room(frame_input, seat(), 300)
    turns = [past(1, "x" * 1_155), last]

    with_block = compose(frame_input, narrow, turns)
    without = compose(replace(frame_input, choice=Choice(off=frozenset({"reference"}))), narrow, turns)

    assert [each.rule for each in with_block.frame.quotes] == ["whole"]
    assert (ids(with_block.history), ids(without.history)) == (["t_2"], ["t_1", "t_2"])


def test_a_tool_of_another_advisor_is_nobody_elses() -> None:
    """D37: calls and results go to the advisor that made them, also not into the reference block."""
    last = replace(past(1, "Hello"), replies={BEN.id: answer("Ben", "Sunny, I hear.", tool_event(1, "secret"))})
    frame_input = replace(QUIET, last=last)

    ann, ben = (compose(frame_input, seat(each), [last]) for each in (ANN, BEN))

    assert "secret" not in encode(ann)
    assert [message.role for message in ben.thread] == ["user", "assistant", "tool", "assistant"]


def test_parameters_are_the_seats_and_the_advisors() -> None:
    """P40."""
    special = replace(seat(replace(ANN, temperature=None)), model="other:large", max_tokens=9)

    plain, own = compose(QUIET, seat()).payload(), compose(QUIET, special, [past(1, "Hello")]).payload()

    assert (plain.model, plain.max_tokens, plain.temperature) == ("echo:small", 512, 0.7)
    assert (own.model, own.max_tokens, own.temperature) == ("other:large", 9, None)
    assert (own.advisor_id, own.cache_key) == ("ann", "c_1:ann")
    assert plain.cache_key == "", "a thread that has not begun has no name"


@given(scenes())
def test_size_is_that_of_all_that_is_sent(drawn: Drawn) -> None:
    """D14: calibration learns from it what a provider's count is held against."""
    for one in drawn.compositions():
        messages = one.payload().messages

        assert one.size() == (total(measure(message.content) for message in messages), len(messages))


def test_too_large_is_the_message_beside_the_system_prompt_and_nothing_else() -> None:
    """W48, W62, D30, I-31: exactly at the limit is not too large, and history and items have no say in it."""
    turns = [past(1, "x" * 9_000, ann="y" * 9_000)]
    frame_input = replace(QUIET, human_text="z" * 350, reminders=remind("Be brief."))
    system = -(-2 * len(compose(frame_input, seat()).frame.head.content) // 7)

    assert not compose(frame_input, seat(limit=system + 100), turns).is_too_large
    assert compose(frame_input, seat(limit=system + 99), turns).is_too_large
    assert not compose(frame_input, seat(), turns).is_too_large
