"""Files of agentv's are read as they are (N4, D40)."""

from pathlib import Path

import pytest

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.case import Assertion, CaseFile, CaseMessage, CaseText, Suite
from antiphon.evals.suites.load import load_suite

SUITES = Path(__file__).parent / "files" / "suites"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(SUITES / "agentv.yaml")


def load(folder: Path, text: str) -> Suite:
    path = folder / "suite.yaml"
    path.write_text(f"$schema: agentv-eval-v2\n{text}", encoding="utf-8")
    return load_suite(path)


def test_messages_and_the_reference_answer_are_read(suite: Suite) -> None:
    """N4."""
    case = suite.cases[0]

    assert [message.role for message in case.messages] == ["system", "user"]
    assert case.messages[1].parts[0] == CaseText("Reverse this list, please.\n")
    assert case.expected == (CaseMessage("assistant", (CaseText("Use reversed()."),)),)
    assert (case.conversation_id, case.note) == ("help", "A comment.")


def test_a_missing_file_is_left_out_with_a_warning(suite: Suite) -> None:
    files = [part.path for part in suite.cases[0].messages[1].parts if isinstance(part, CaseFile)]

    assert files == ["contract.txt"]
    assert any("content[2].value: there is no file gone.md; it is left out (line 2" in each for each in suite.warnings)


def test_an_incomplete_case_is_left_out_with_a_warning(suite: Suite) -> None:
    assert [case.id for case in suite.cases] == ["simple-help", "judged"]
    assert any(each.startswith("evalcases[2]: has no input_messages; the case is left out") for each in suite.warnings)


def test_the_outcome_is_judged_where_nothing_else_is_said(suite: Suite) -> None:
    assert suite.cases[0].asserts == (Assertion("llm-rubric", "The answer shows how to reverse a list."),)


def test_evaluators_become_assertions(suite: Suite) -> None:
    """The judge looks for the outcome; the program runs in its folder, told from the root."""
    code, judge = suite.cases[1].asserts

    below = SUITES.resolve().relative_to(suite.root).as_posix()
    assert code == Assertion("code", options={"script": "python figures.py", "cwd": f"{below}/checks"}, name="figures")
    assert judge == Assertion(
        "llm-rubric", "The answer holds figures.", {"prompt": f"{below}/prompts/judge.md"}, name="tone"
    )


def test_the_name_of_a_target_elsewhere_is_not_a_model(suite: Suite) -> None:
    assert suite.target is None
    assert suite.cases[1].target == "scripted:other"
    assert any(each.startswith("target: azure_base is the name of a target elsewhere") for each in suite.warnings)


def test_a_program_runs_beside_its_suite_unless_it_says_where(tmp_path: Path) -> None:
    case = "evalcases: [{id: a, outcome: x, input_messages: [{role: user, content: x}], execution: {evaluators: %s}}]"
    suite = load(tmp_path, case % "[{name: c, type: code, script: run}]")

    assert suite.cases[0].asserts[0].options == {"script": "run", "cwd": "."}


def test_patterns_are_found_above_and_the_file_has_the_last_word(tmp_path: Path) -> None:
    """N8: `.agentv/config.yaml` of the nearest folder up to the repository."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".agentv").mkdir()
    (tmp_path / ".agentv" / "config.yaml").write_text('guideline_patterns: ["**/*.rules.md"]', encoding="utf-8")
    folder = tmp_path / "evals"
    folder.mkdir()
    (folder / "a.rules.md").write_text("Be kind.", encoding="utf-8")
    content = "[{type: file, value: a.rules.md}, {type: text, value: Hello}]"
    cases = f"evalcases: [{{id: a, outcome: x, input_messages: [{{role: user, content: {content}}}]}}]"

    found, own = load(folder, cases), load(folder, f"guideline_patterns: []\n{cases}")

    (first, _), (second, _) = found.cases[0].messages[0].parts, own.cases[0].messages[0].parts
    assert isinstance(first, CaseFile)
    assert isinstance(second, CaseFile)
    assert (first.is_guideline, second.is_guideline) == (True, False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("evalcases: [{id: a}]", "evalcases: no case is complete (line 2)"),
        ("evalcase: []", "evalcase: is not known; did you mean evalcases? (line 2)"),
        (
            "evalcases: [{id: a, inptu_messages: []}]",
            "evalcases[0].inptu_messages: is not known; did you mean input_messages?",
        ),
    ],
)
def test_what_agentv_does_not_know_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    """D40: its own loader passed over such keys, and tests ran without what they were to check."""
    with pytest.raises(EvalFileInvalid) as caught:
        load(tmp_path, text)

    assert any(each.startswith(problem) for each in caught.value.problems)
