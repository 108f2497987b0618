"""Words of a closed kind, facts and limits in a suite that cannot be meant, each refused at its place."""

from pathlib import Path

import pytest

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.suites.load import load_suite


def refuse(folder: Path, case: str) -> tuple[str, ...]:
    path = folder / "suite.yaml"
    path.write_text(f"evalcases:\n- {{id: one, panel: starter, {case}}}\n", encoding="utf-8")
    with pytest.raises(EvalFileInvalid) as caught:
        load_suite(path)
    return tuple(each.removesuffix(" (line 2)").removeprefix("evalcases[0].") for each in caught.value.problems)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("roles: [system, usr]", "roles[1]: no role is called usr; did you mean user?"),
        ("kinds: [system, ..., humann]", "kinds[2]: no kind is called humann; did you mean human?"),
        ("absent: [a], within: asistant", "within: no role or kind is called asistant; did you mean assistant?"),
        (
            "absent: [{text: a, within: [refrence]}]",
            "absent[0].within[0]: no role or kind is called refrence; did you mean reference?",
        ),
    ],
)
def test_a_role_or_kind_there_is_not_is_refused(written: str, told: str, tmp_path: Path) -> None:
    assert refuse(tmp_path, f"input: Why?, assert: [{{type: payload, {written}}}]") == (f"assert[0].{told}",)


def test_a_phase_the_case_has_not_is_refused(tmp_path: Path) -> None:
    case = (
        "phases: [{name: doubt, turns: 1}, {name: view}], turns: [{input: Why?, assert: [{type: phase, name: dout}]}]"
    )

    assert refuse(tmp_path, f"{case}, assert: [Is kind.]") == (
        "turns[0].assert[0].name: no phase is called dout; there are doubt, view; did you mean doubt?",
    )


def test_a_planted_fact_stands_in_the_reply(tmp_path: Path) -> None:
    """I-62: a fact that nobody says is found nowhere, and the case would pass for nothing."""
    turn = "{input: a, replies: {skeptic: It is 4711.}, planted: {skeptic: ['4711', '4712'], builder: ['1']}}"

    assert refuse(tmp_path, f"turns: [{turn}], assert: [{{type: contamination}}]") == (
        "turns[0].planted.skeptic[1]: 4712 does not stand in the reply",
        "turns[0].planted.builder: needs a reply that is given for this advisor in the same turn",
    )


def test_an_answer_as_long_as_the_window_is_refused(tmp_path: Path) -> None:
    assert refuse(tmp_path, "input: Why?, assert: [Is kind.], window: 1000, max_tokens: 1000") == (
        "max_tokens: must be below the window, 1,000; the prompt has to fit, too",
    )
