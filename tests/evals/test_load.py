"""Suites out of files of our own format, and what is said about those that cannot be used."""

from pathlib import Path
from typing import Any

import pytest

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase
from antiphon.conversation.errors import EvalFileInvalid
from antiphon.conversation.ids import AdvisorId
from antiphon.evals.case import (
    USUAL_THRESHOLD,
    Assertion,
    Case,
    CaseFile,
    CaseMessage,
    CaseText,
    CaseTurn,
    Ceiling,
    Suite,
)
from antiphon.evals.stored import decode_case
from antiphon.evals.suites.load import load_suite, load_suites

SUITES = Path(__file__).parent / "files" / "suites"
STARTER = ("skeptic", "builder", "historian", "confidant", "contrarian")


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(SUITES / "ours.eval.yaml")


def case(suite: Suite, name: str) -> Case:
    return next(each for each in suite.cases if each.id == name)


def load(folder: Path, text: str, **options: Any) -> Suite:
    path = folder / "suite.yaml"
    path.write_text(text, encoding="utf-8")
    return load_suite(path, **options)


def refuse(folder: Path, text: str, **options: Any) -> tuple[str, ...]:
    with pytest.raises(EvalFileInvalid) as caught:
        load(folder, text, **options)
    return caught.value.problems


def test_a_suite_says_who_is_tested(suite: Suite) -> None:
    assert (suite.name, suite.target, suite.judge) == ("ours", "scripted:echo", "scripted:judge")
    assert suite.ceiling == Ceiling(200_000, 0.5, 600.0)
    assert suite.advisors["The Gardener"] == Advisor(
        AdvisorId("the-gardener"), 1, "The Gardener", "You think in seasons.", "umber", "scripted:echo", 0.7, 300
    )
    assert suite.warnings == ()


def test_a_case_is_read_with_all_it_asks_for(suite: Suite) -> None:
    read = case(suite, "asks-one-question")

    prompt = (SUITES / "prompts" / "judge.md").resolve().relative_to(suite.root).as_posix()
    assert read.advisors == ("skeptic",)
    assert read.messages == (CaseMessage("user", (CaseText("I want to quit my job."),)),)
    assert read.asserts == (
        Assertion("llm-rubric", "Says which number nobody has checked."),
        Assertion("contains", "?"),
        Assertion(
            "llm-rubric",
            "Is never cynical.",
            {"threshold": 0.7, "prompt": prompt},
            weight=2.0,
            required=USUAL_THRESHOLD,
        ),
        Assertion("phase", options={"name": "early", "questions": 1}),
        Assertion(
            "payload",
            options={"roles": ["system", "user"], "absent": ["The Builder"], "assistant_only_own": True},
            required=1.0,
        ),
        Assertion("length", options={"at_most": 300}),
    )
    assert (read.repeat, read.threshold, read.window, read.max_tokens) == (2, 0.7, 4096, 400)


def test_messages_keep_their_files_and_roles(suite: Suite) -> None:
    """D40, N4, N8: which of the files is a guideline is known from here on."""
    read = case(suite, "reads-the-contract")

    files = [part for message in read.messages for part in message.parts if isinstance(part, CaseFile)]
    assert [message.role for message in read.messages] == ["system", "user", "assistant", "user"]
    assert [(each.path, each.is_guideline) for each in files] == [
        ("house.instructions.md", True),
        ("contract.txt", False),
    ]
    assert files[1].text.startswith("1. The rent")
    assert read.expected == (CaseMessage("assistant", (CaseText("Three months of notice."),)),)
    assert (read.target, read.system_prompt, read.conversation_id) == (
        "scripted:other",
        "Answer in one paragraph.",
        "contract",
    )


def test_evaluators_are_assertions_like_any_other(suite: Suite) -> None:
    read = case(suite, "reads-the-contract").asserts

    folder = (SUITES / "checks").resolve().relative_to(suite.root).as_posix()
    assert read[0] == Assertion("contains", "I am a lawyer", negate=True)
    assert read[1] == Assertion("code", options={"script": ["python", "figures.py"], "cwd": folder}, name="figures")
    assert read[2] == Assertion("llm-rubric", None, {"model": "scripted:judge"}, name="tone")


def test_turns_know_who_says_what(suite: Suite) -> None:
    """However an advisor is called in the file, everything about it is found under one name."""
    read = case(suite, "stays-itself")

    assert read.advisors == STARTER
    assert read.turns[0] == CaseTurn(
        "Each of you, remember a number.",
        replies={"skeptic": "The code of the safe is 4711.", "builder": "Mine is 23."},
        planted={"skeptic": ("4711",)},
    )
    assert read.turns[1].asserts == (
        Assertion("contamination", required=1.0),
        Assertion("contains", "23", advisor="builder"),
    )
    assert read.phases == (Phase("early", 1, "early"), Phase("later"))
    assert (read.aggregation, read.on_turn_failure, read.repeat, read.threshold) == ("min", "stop", 3, 0.9)
    assert read.asserts == ()
    assert read.ceiling == Ceiling(tokens=5000)


def test_what_finds_something_broken_is_required_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    """U-08: no leak is outvoted by good answers."""
    kinds = "{type: contamination}, {type: not-trim}, {type: payload, required: false}, {type: trim, required: 0.5}"
    suite = load(tmp_path, f"evalcases: [{{id: a, input: x, assert: [{kinds}]}}]")

    assert [each.required for each in suite.cases[0].asserts] == [1.0, 1.0, None, 0.5]


def test_an_outcome_alone_is_judged(tmp_path: Path) -> None:
    """N4: otherwise the case would ask for nothing and always pass."""
    suite = load(tmp_path, "tests: [{id: a, input: Hello, outcome: Greets.}]")

    assert suite.cases[0].asserts == (Assertion("llm-rubric", "Greets."),)


def test_a_text_for_a_panel_is_a_turn(tmp_path: Path) -> None:
    suite = load(tmp_path, "panel: starter\nevalcases: [{id: a, input: Hello, outcome: Greets.}]")

    assert suite.cases[0].turns == (CaseTurn("Hello"),)
    assert suite.cases[0].messages == ()


def test_panels_of_the_workspace_are_found_by_name(tmp_path: Path) -> None:
    text = "panel: Board\nevalcases: [{id: a, input: Hello, outcome: x}]"
    suite = load(tmp_path, text, panels={"board": ["skeptic", "a_17"]})

    assert suite.cases[0].advisors == ("skeptic", "a_17")


def test_advisors_of_the_workspace_are_found_by_name(tmp_path: Path) -> None:
    """And where everybody is known, a name nobody has is refused."""
    known = [Advisor(AdvisorId("a_17"), 3, "Margrave", "You rule.", "lapis")]
    buber = Advisor(AdvisorId("a_18"), 1, "Martin Buber", "You meet.", "lapis")
    text = "evalcases: [{id: a, advisor: %s, input: Hello, outcome: x}]"

    assert load(tmp_path, text % "margrave", known=known).cases[0].advisors == ("a_17",)
    assert load(tmp_path, text % "martin-buber", known=[*known, buber]).cases[0].advisors == ("a_18",)
    assert load(tmp_path, text % "Somebody").cases[0].advisors == ("Somebody",)
    assert refuse(tmp_path, text % "Margrove", known=known) == (
        "evalcases[0].advisor: no advisor is called Margrove; did you mean margrave? (line 1)",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the file: holds no cases"),
        ("- a", "the file: must be keys with values (line 1)"),
        (
            "$schema: antiphon-eval-v2",
            "$schema: antiphon-eval-v2 is not known; did you mean antiphon-eval-v1? (line 1)",
        ),
        ("description: x", "evalcases: is needed: the cases (line 1)"),
        ("evalcases: []", "evalcases: must not be empty (line 1)"),
        ("evalcases: [{outcome: x}]", "evalcases[0].id: is needed (line 1)"),
        ("evalcases: [{id: a, outcome: x}]", "evalcases[0]: input is needed: what is sent (line 1)"),
        (
            "evalcases: [{id: a, outcome: x, input: a, turns: [{input: b}]}]",
            "evalcases[0]: input and turns stand side by side; one of them says what is sent (line 1)",
        ),
        ("evalcases: [{id: a, outcome: x, input: 3}]", "evalcases[0].input: must be text or a list (line 1)"),
        ("evalcases: [{id: a, input: x}]", "evalcases[0]: asks for nothing; say assert, or the outcome that is judged"),
        ("evalcases: [{id: 3, input: x}]", "evalcases[0].id: must be text; put quotes around a number (line 1)"),
        (
            "evalcases: [{id: a, input: x, outcome: x}, {id: a, input: x, outcome: x}]",
            "evalcases[1].id: another case has it too (line 1)",
        ),
        (
            "panel: startr\ntests: [{id: a, input: x, outcome: x}]",
            "panel: no panel is called startr; did you mean starter?",
        ),
        (
            "panel: [skeptic, The Skeptic]\ntests: [{id: a, input: x, outcome: x}]",
            "panel: somebody is on this panel twice",
        ),
        ("target: gpt\ntests: [{id: a, input: x, outcome: x}]", "target: must look like provider:model (line 1)"),
        ("tests: [{id: a, turns: [{input: x}], outcome: x}]", "tests[0].turns: need somebody who answers"),
        (
            "tests: [{id: a, advisor: skeptic, turns: [{input: x, replies: {builder: y}}], outcome: x}]",
            "tests[0].turns[0].replies.builder: is not on the panel of this case (line 1)",
        ),
        (
            "tests: [{id: a, panel: starter, turns: [{input: x, replies: {skeptic: y, The Skeptic: z}}], outcome: x}]",
            "tests[0].turns[0]: names somebody twice, by two names (line 1)",
        ),
        (
            "tests: [{id: a, advisor: skeptic, input: x, assert: [{type: contains, value: y, advisor: builder}]}]",
            "tests[0].assert[0].advisor: is not on the panel of this case (line 1)",
        ),
        ("tests: [{id: a, input: x, outcome: x, repeat: 0}]", "tests[0].repeat: must be at least 1 (line 1)"),
        ("tests: [{id: a, input: x, outcome: x, threshold: 80}]", "tests[0].threshold: must be at most 1 (line 1)"),
        (
            "tests: [{id: a, input: x, outcome: x, aggregation: sum}]",
            "tests[0].aggregation: must be 'mean', 'min' or 'max'",
        ),
        (
            "tests: [{id: a, input_messages: [{role: usr, content: x}], outcome: x}]",
            "tests[0].input_messages[0].role: must be 'system', 'user', 'assistant' or 'tool' (line 1)",
        ),
        (
            "tests: [{id: a, input_messages: [{role: user, content: [{type: file, value: gone.md}]}], outcome: x}]",
            "tests[0].input_messages[0].content[0].value: there is no file gone.md (line 1)",
        ),
        (
            "tests: [{id: a, panel: starter, input_messages: [{role: user, content: x}], outcome: x}]",
            "goes to one advisor",
        ),
        ("tests: [{id: a, phases: [{name: a}, {name: b}], input: x, outcome: x}]", "each phase but the last lasts"),
        ("advisors: {Ada: {}}\ntests: [{id: a, input: x, outcome: x}]", "advisors.Ada.description: is needed"),
        (
            "advisors: {A b: {description: x}, a-B: {description: x}}\ntests: [{id: a, input: x, outcome: x}]",
            "almost the name",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, problem: str) -> None:
    """D40: strict, with the path to it and its line."""
    problems = refuse(tmp_path, text)

    assert any(problem in each for each in problems), problems


@pytest.mark.parametrize(
    ("assertion", "problem"),
    [
        ("{type: contans, value: x}", "[0].type: no assertion is called contans; did you mean contains?"),
        ("{type: contains, vaule: x}", "[0].vaule: is not known; did you mean value?"),
        ("{type: contains, value: x, ignorecase: true}", "[0].ignorecase: is not known; did you mean ignore_case?"),
        ("{type: contains}", "[0].value: is needed: The answer holds this text."),
        ("{type: contains, value: 3}", "[0].value: must be text that is not empty; put quotes around a number"),
        ("{type: contains-any, value: x}", "[0].value: must be a list of texts"),
        ("{type: contamination, value: x}", "[0].value: contamination takes none; it has mimicry"),
        ("{type: latency, seconds: soon}", "[0].seconds: must be a number, and not below 0"),
        ("{type: phase, questions: [1]}", "[0].questions: must be a whole number, or at_least and at_most"),
        ("{type: llm-rubric, value: x, model: gpt}", "[0].model: must look like provider:model"),
        ("{type: llm-rubric, value: x, prompt: gone.md}", "[0].prompt: there is no file gone.md"),
        ("{type: code, script: x, cwd: /gone}", "[0].cwd: there is no folder /gone"),
        ("{type: contains, value: x, weight: -1}", "[0].weight: must be at least 0"),
        ("3", "[0]: must be keys with values"),
        ("[x]", "[0]: must be text, or keys with values"),
        ("{value: x}", "[0].type: is needed"),
        ("{type: regex, value: '('}", "[0].value: the pattern is not one: missing ): ("),
    ],
)
def test_an_assertion_that_is_not_known_is_refused(tmp_path: Path, assertion: str, problem: str) -> None:
    """D40: a test with a misspelt assertion would pass for ever."""
    (told,) = refuse(tmp_path, f"tests:\n  - id: a\n    input: x\n    assert: [{assertion}]")[:1]

    assert told == f"tests[0].assert{problem} (line 4)"


@pytest.mark.parametrize(
    ("above", "key", "meant"),
    [
        ("", "evalcase", "evalcases"),
        ("tests: [{id: a, input: x, outcome: x}]\ndefaults: ", "treshold", "threshold"),
        ("tests: [{id: a, input: x, outcome: x}]\nbudget: ", "token", "tokens"),
        ("tests: [{id: a, input: x, outcome: x}]\nadvisors: ", "Ada: {descripton", "description"),
    ],
)
def test_an_unknown_key_is_refused_with_a_suggestion(tmp_path: Path, above: str, key: str, meant: str) -> None:
    """D40, I-62, reg-14."""
    closing = "}" if "{" in key else ""
    problems = refuse(tmp_path, f"{above}{{{key}: 3}}{closing}")

    assert any(f"is not known; did you mean {meant}?" in each for each in problems)


def test_everything_is_told_up_to_a_number(tmp_path: Path) -> None:
    problems = refuse(tmp_path, "\n".join(f"key{number}: 1" for number in range(3_000)))

    assert len(problems) == 51
    assert problems[-1] == "and 2,950 more"


def test_several_files_are_told_apart_and_refused_together(tmp_path: Path) -> None:
    good = "tests: [{id: a, input: x, outcome: x}]"
    for folder, text in (("one", good), ("two", good), ("three", "tests: 3"), ("four", "- a")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "suite.yaml").write_text(text, encoding="utf-8")
    paths = [tmp_path / name / "suite.yaml" for name in ("one", "two", "three", "four")]

    assert [each.name for each in load_suites(paths[:2])] == ["one/suite", "two/suite"]
    with pytest.raises(EvalFileInvalid) as caught:
        load_suites(paths)
    assert [each.split(": ")[0] for each in caught.value.problems] == [str(paths[2]), str(paths[3])]


@pytest.mark.parametrize("name", ["gone.yaml", "."])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(EvalFileInvalid, match="is not there"):
        load_suite(tmp_path / name)


def test_a_number_that_cannot_be_kept_is_refused_over_the_wire_too() -> None:
    asked = [{"type": "length", "at_most": 2**63}, {"type": "json-schema", "value": {"enum": [-(2**64)]}}]

    with pytest.raises(EvalFileInvalid) as caught:
        decode_case({"input": "x", "assert": asked}, "c")

    assert caught.value.problems == (
        "assert[0].at_most: holds too large a number",
        "assert[1].value: holds too large a number",
    )
