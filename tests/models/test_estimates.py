"""Estimates beside the counts of a real tokenizer (`just test-models`)."""

from collections.abc import Iterator

import pytest

from antiphon.context.calibrate import ModelCalibration, learn
from antiphon.context.estimate import PLAIN, Rates, estimate
from antiphon.conversation.size import TextSize
from tests.models.talks import Report, ask, payloads, record, report, running_model, talks

pytestmark = [pytest.mark.models, pytest.mark.timeout(300)]

AFTER = (1, 5, 10, 20)


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    """The address of a model server of our own."""
    with running_model() as url:
        yield url


@pytest.fixture(scope="module")
def reports(model: str) -> dict[str, list[Report]]:
    """Every prompt of every conversation, counted."""
    return record(model)


def off(rates: Rates, row: Report) -> float:
    """The share by which the estimate is above or below the count."""
    *size, messages, reported = row
    return estimate(TextSize(*size), rates, messages) / reported - 1


def teach(calibration: ModelCalibration, row: Report) -> ModelCalibration:
    """The calibration after one more report."""
    *size, messages, reported = row
    return learn(calibration, TextSize(*size), messages, reported)


def follow(rows: list[Report]) -> list[float]:
    """How far off the estimate of each turn was, made before its report."""
    calibration, errors = ModelCalibration(), []
    for row in rows:
        errors.append(off(calibration.rates, row))
        calibration = teach(calibration, row)
    return errors


def test_counting_without_asking_is_what_the_model_reports(model: str) -> None:
    """The template and the tokenizer are asked directly, because the model reads slowly and a tokenizer does not."""
    payload = payloads(talks()["mixed"])[3]

    answer = ask(f"{model}/v1/chat/completions", {"messages": payload, "max_tokens": 1})

    assert answer["usage"]["prompt_tokens"] == report(model, payload)[4]


def test_calibrated_estimates_come_within_five_percent(reports: dict[str, list[Report]]) -> None:
    """D14: after 20 turns of one conversation, beside the plain rule."""
    print("\n| conversation | 3.5 rule | " + " | ".join(f"after {turns}" for turns in AFTER) + " |")
    for kind, rows in reports.items():
        errors = follow(rows)
        shown = [off(PLAIN, rows[20]), *(errors[turns] for turns in AFTER)]
        print(f"| {kind} | " + " | ".join(f"{100 * error:+.1f} %" for error in shown) + " |")

        assert abs(errors[20]) <= 0.05, kind


def test_one_calibration_serves_all_conversations_with_the_model(reports: dict[str, list[Report]]) -> None:
    """D14: learned from all kinds in turn, twenty turns of each; the others were never seen."""
    calibration = ModelCalibration()
    for turn in range(20):
        for kind in talks():
            calibration = teach(calibration, reports[kind][turn])

    errors = {kind: off(calibration.rates, rows[20]) for kind, rows in reports.items()}

    print("\n| conversation | shared calibration |")
    for kind, error in errors.items():
        print(f"| {kind} | {100 * error:+.1f} % |")
    assert max(abs(errors[kind]) for kind in talks()) <= 0.06
    assert max(map(abs, errors.values())) <= 0.1
