"""The schema that editors check with says what the loader says (I-62)."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.assertion_types import TYPES
from antiphon.evals.suites.asserts import OPTIONS
from antiphon.evals.suites.dump import dump_suite, dump_yaml
from antiphon.evals.suites.load import load_suite, read_suite
from antiphon.evals.suites.plain_yaml import read_yaml
from tools import eval_schema

SUITES = Path(__file__).parent / "files" / "suites"
SCHEMA: dict[str, Any] = json.loads(eval_schema.render())


def fits(body: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMA).is_valid(body))


def loads(body: Any) -> bool:
    try:
        read_suite(dump_yaml(body).encode(), SUITES / "suite.yaml")
    except EvalFileInvalid:
        return False
    return True


def test_the_published_schema_is_current() -> None:
    written = eval_schema.SNAPSHOT.read_text(encoding="utf-8")

    assert written == eval_schema.render(), "run: python -m tools.eval_schema > docs/reference/eval.schema.json"


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_option_has_a_shape() -> None:
    """One without would be taken in any form, and be noticed only when a run has begun."""
    assert {option for kind in TYPES.values() for option in kind.options} == set(OPTIONS)


@pytest.mark.parametrize("name", ["ours.eval.yaml", "agentv.yaml", "promptfoo.yaml"])
def test_what_is_written_fits(name: str) -> None:
    suite = load_suite(SUITES / name)

    assert fits(read_yaml(dump_suite(suite).encode()).value)


def test_what_people_write_fits() -> None:
    assert fits(read_yaml((SUITES / "ours.eval.yaml").read_bytes()).value)


CASE = {"id": "a", "input": "x", "outcome": "y"}
BODIES: list[tuple[dict[str, Any], bool]] = [
    ({"tests": [CASE]}, True),
    ({"tests": [CASE | {"assert": ["a", {"type": "contains", "value": "x"}]}]}, True),
    ({"tests": [CASE | {"assert": [{"type": "not-regex", "value": "x", "flags": "i"}]}]}, True),
    ({"tests": [CASE | {"assert": [{"type": "rubric", "value": "x"}]}]}, True),
    ({"tests": [CASE | {"assert": [{"type": "phase", "name": "early", "questions": {"at_most": 1}}]}]}, True),
    ({"tests": [CASE | {"assert": [{"type": "contains"}]}]}, False),
    ({"tests": [CASE | {"assert": [{"type": "contians", "value": "x"}]}]}, False),
    ({"tests": [CASE | {"assert": [{"type": "contains", "value": "x", "seconds": 1}]}]}, False),
    ({"tests": [CASE | {"assert": [{"type": "contamination", "value": "x"}]}]}, False),
    ({"tests": [CASE | {"assert": [{"type": "latency", "seconds": "1"}]}]}, False),
    ({"tests": [CASE | {"otcome": "x"}]}, False),
    ({"tests": [CASE | {"repeat": 1.5}]}, False),
    ({"tests": [CASE | {"input": 3}]}, False),
    ({"$schema": "antiphon-eval-v1", "tests": [CASE]}, True),
    ({"$schema": "antiphon-eval-v9", "tests": [CASE]}, False),
    ({"budget": {"dollars": -1}, "tests": [CASE]}, False),
]


@pytest.mark.parametrize(("body", "is_good"), BODIES, ids=range(len(BODIES)))
def test_editor_and_loader_agree(body: dict[str, Any], *, is_good: bool) -> None:
    """I-62."""
    assert (fits(body), loads(body)) == (is_good, is_good)
