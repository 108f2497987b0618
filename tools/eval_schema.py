"""What an eval file may say as one JSON Schema, for editors that complete and check while somebody writes.

`python -m tools.eval_schema > docs/reference/eval.schema.json` writes it; a test fails when the format has moved away
from it. Names, files and ids are looked up only when a file is loaded: the schema cannot know them.
"""

import json
import sys
from pathlib import Path
from typing import Any

from antiphon.evals.assertion_types import ALIASES, NEGATION, TYPES
from antiphon.evals.suites.asserts import OPTIONS, VALUES
from antiphon.evals.suites.schema import describe_entry

SNAPSHOT = Path(__file__).parents[1] / "docs" / "reference" / "eval.schema.json"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def render() -> str:
    """The schema of a file, with one form for each type of assertion, in a stable order."""
    document = _without_titles(describe_entry())
    common = document["$defs"]["AssertionEntry"]["properties"]
    document["$defs"]["AssertionEntry"] = {
        "description": "One thing an answer must hold.",
        "anyOf": [_describe_type(name, common) for name in TYPES],
    }
    whole = {"$schema": _DRAFT, **document, "title": "Antiphon evals"}
    return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _describe_type(name: str, common: dict[str, Any]) -> dict[str, Any]:
    kind = TYPES[name]
    names = [name, *(alias for alias, meant in ALIASES.items() if meant == name)]
    options = {each: OPTIONS[each].check.json_schema() for each in kind.options}
    value = {} if kind.value == "none" else {"value": VALUES[name].check.json_schema() if name in VALUES else {}}
    shared = {each: schema for each, schema in common.items() if each not in ("type", "value")}
    return {
        "title": name,
        "description": kind.meaning,
        "type": "object",
        "properties": {
            "type": {"enum": [*names, *(NEGATION + each for each in names)]},
            **shared,
            **value,
            **options,
        },
        "required": ["type", "value"] if kind.value == "needed" else ["type"],
        "additionalProperties": False,
    }


def _without_titles(schema: Any) -> Any:
    """Models repeat the names of keys as titles; editors show those twice then."""
    if isinstance(schema, list):
        return [_without_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if key != "title" or not isinstance(value, str)}
    return {key: _without_titles(value) for key, value in kept.items()}


if __name__ == "__main__":
    sys.stdout.write(render())
