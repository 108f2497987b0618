"""What one advisor is sent: its own thread and nobody else's."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase
from antiphon.advisors.prompt import compose_system, load_prompts
from antiphon.context.build import Scene, build_payload
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message, Payload

PROMPTS = load_prompts()
ANN = Advisor(AdvisorId("ann"), 1, "Ann", "You ask about the weather.", "#123456")
BEN = Advisor(AdvisorId("ben"), 1, "Ben", "You count.", "#654321")
QUIET = Scene((), "Should I?", early_turns=3, char_limit=0, default_model="echo:small", max_tokens=512)


def past(number: int, text: str, **answers: str) -> PastTurn:
    return PastTurn(TurnId(f"t_{number}"), text, {AdvisorId(name): answer for name, answer in answers.items()})


def build(scene: Scene, advisor: Advisor = ANN, turns_taken: int = 0) -> Payload:
    return build_payload(scene, advisor, turns_taken, PROMPTS)


def mark(advisor_id: str) -> str:
    """A word that only this advisor says."""
    return f"«{advisor_id}»"


# Two names for up to five advisors, so that namesakes are common.
panels = st.lists(
    st.builds(
        Advisor,
        id=st.sampled_from(["a1", "a2", "a3", "a4", "a5"]).map(AdvisorId),
        version=st.integers(1, 3),
        name=st.sampled_from(["Ann", "Ben"]),
        description=st.just("You listen."),
        colour=st.just("#123456"),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda advisor: advisor.id,
)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[list[Advisor], Scene]:
    """A panel and a past in which each advisor answered some turns, always with its own mark."""
    panel = draw(panels)
    history = []
    for number in range(draw(st.integers(0, 5))):
        answered = draw(st.lists(st.sampled_from([advisor.id for advisor in panel]), unique=True))
        answers = {each: f"{draw(st.text('xy ', max_size=5))}{mark(each)} {number}" for each in answered}
        history.append(PastTurn(TurnId(f"t_{number}"), draw(st.sampled_from(["Why?", "How?", " ", "Why?\n"])), answers))
    limit = draw(st.sampled_from([0, 1, 10, 2000, 2050, 100_000]))
    scene = Scene(
        tuple(history), draw(st.sampled_from(["And now?", "Why?"])), draw(st.integers(0, 4)), limit, "e:s", 64
    )
    return panel, scene


@given(scenes())
def test_assistant_words_are_only_ever_ones_own(drawn: tuple[list[Advisor], Scene]) -> None:
    """P58, I-20: matched by id, so namesakes do not share a history."""
    panel, scene = drawn

    for advisor in panel:
        own = {turn.answers[advisor.id].strip() for turn in scene.turns if advisor.id in turn.answers}
        for message in build(scene, advisor).messages:
            if message.role == "assistant":
                assert message.content in own


@given(scenes())
def test_no_message_holds_a_word_of_another_advisor(drawn: tuple[list[Advisor], Scene]) -> None:
    """P58: not even in role user, as long as there is no reference block."""
    panel, scene = drawn

    for advisor in panel:
        sent = "\n".join(message.content for message in build(scene, advisor).messages)

        assert not any(mark(other.id) in sent for other in panel if other.id != advisor.id)


@given(scenes())
def test_system_is_first_and_the_new_message_last_and_once(drawn: tuple[list[Advisor], Scene]) -> None:
    """H9: the message being answered is never already part of the history."""
    panel, scene = drawn

    for advisor in panel:
        messages = build(scene, advisor).messages
        before = [message.content for message in messages[1:-1] if message.role == "user"]

        assert [message.role for message in messages].count("system") == 1
        assert messages[0].role == "system"
        assert messages[-1] == Message("user", scene.human_text)
        assert len(before) <= sum(1 for turn in scene.turns if turn.text.strip())


@given(scenes())
def test_the_newest_turns_are_the_ones_that_are_kept(drawn: tuple[list[Advisor], Scene]) -> None:
    """What is sent is the end of what would be sent without a limit."""
    panel, scene = drawn

    for advisor in panel:
        kept = build(scene, advisor).messages[1:]
        everything = build(replace(scene, char_limit=0), advisor).messages[1:]

        assert everything[len(everything) - len(kept) :] == kept


@given(scenes())
def test_history_stays_inside_the_limit(drawn: tuple[list[Advisor], Scene]) -> None:
    panel, scene = drawn

    for advisor in panel:
        messages = build(scene, advisor).messages
        size = sum(len(message.content) for message in messages)
        least = len(messages[0].content) + len(messages[-1].content)

        assert scene.char_limit == 0 or size <= max(scene.char_limit, least + 1)


@given(scenes())
def test_the_same_scene_gives_the_same_payload(drawn: tuple[list[Advisor], Scene]) -> None:
    """Preview and send call the same function."""
    panel, scene = drawn

    assert [build(scene, advisor) for advisor in panel] == [build(scene, advisor) for advisor in panel]


def test_a_thread_reads_as_it_was_spoken() -> None:
    scene = replace(QUIET, turns=(past(1, "Hello", ann="Rain?", ben="How many?"), past(2, "No rain", ann="Wind?")))

    spoken = [(message.role, message.content) for message in build(scene).messages[1:]]

    assert spoken == [
        ("user", "Hello"),
        ("assistant", "Rain?"),
        ("user", "No rain"),
        ("assistant", "Wind?"),
        ("user", "Should I?"),
    ]


def test_a_turn_without_an_answer_keeps_the_question() -> None:
    """I-20: an error or a fragment is no answer, so nothing stands in its place."""
    scene = replace(QUIET, turns=(past(1, "Hello", ann="Rain?", ben="   "), past(2, "Anyone?", ann="Wind?")))

    assert build(scene, BEN).messages[1:] == (
        Message("user", "Hello"),
        Message("user", "Anyone?"),
        Message("user", "Should I?"),
    )


def test_the_same_words_twice_are_sent_twice() -> None:
    scene = replace(QUIET, turns=(past(1, "Should I?", ann="Yes."), past(2, "Should I?", ann="Yes.")))

    contents = [message.content for message in build(scene).messages[1:]]

    assert contents == ["Should I?", "Yes.", "Should I?", "Yes.", "Should I?"]


def test_limit_drops_whole_turns_oldest_first() -> None:
    least = sum(len(message.content) for message in build(QUIET).messages)
    turns = (past(1, "x" * 50, ann="y" * 50), past(2, "q" * 30, ann="a" * 30), past(3, "r" * 10, ann="b" * 10))
    scene = replace(QUIET, turns=turns, char_limit=least + 80)

    contents = [message.content for message in build(scene).messages[1:-1]]

    assert contents == ["q" * 30, "a" * 30, "r" * 10, "b" * 10]


def test_words_of_others_do_not_use_up_the_limit() -> None:
    least = sum(len(message.content) for message in build(QUIET).messages)
    scene = replace(QUIET, turns=(past(1, "Hi", ann="Yes", ben="z" * 9999),), char_limit=least + 5)

    assert len(build(scene, ANN).messages) == 4


def test_the_new_message_is_sent_however_small_the_limit() -> None:
    scene = replace(QUIET, turns=(past(1, "Hello", ann="Rain?"),), char_limit=1)

    assert [message.role for message in build(scene).messages] == ["system", "user"]


def test_phase_follows_the_turns_this_advisor_took() -> None:
    """P32, P34: counted per advisor, not per conversation."""
    early = build(QUIET, turns_taken=2).messages[0].content
    ongoing = build(QUIET, turns_taken=3).messages[0].content

    assert early == compose_system(ANN, Phase.EARLY, PROMPTS)
    assert ongoing == compose_system(ANN, Phase.ONGOING, PROMPTS)


def test_system_prompt_does_not_move_with_the_conversation() -> None:
    """D8."""
    longer = replace(QUIET, turns=(past(1, "Hello", ann="Rain?"),), human_text="Something else")

    assert build(QUIET).messages[0] == build(longer, turns_taken=1).messages[0]


def test_parameters_are_the_advisors_own_or_the_default() -> None:
    special = replace(ANN, model="other:large", max_tokens=9, temperature=None)

    plain, own = build(QUIET), build(QUIET, special)

    assert (plain.model, plain.max_tokens, plain.temperature) == ("echo:small", 512, 0.7)
    assert (own.model, own.max_tokens, own.temperature) == ("other:large", 9, None)
    assert own.advisor_id == "ann"
