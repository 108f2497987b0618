"""Whether a value fits a JSON schema. Nothing is fetched, and no pattern takes longer than the value is long."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import re2
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.exceptions import Unresolvable

from antiphon.evals.checks.finding import Finding, find, find_nothing
from antiphon.evals.checks.pattern import compile_pattern


def fit(value: object, schema: Any) -> Finding:
    """Whether the value fits, or what is wrong first. A schema that cannot be used says nothing about any value."""
    if not isinstance(schema, Mapping | bool):
        return find_nothing("the schema is not an object")
    if "patternProperties" in set(_list_keys(schema)):
        return find_nothing("the schema uses patternProperties, which is not read here")
    try:
        _validator().check_schema(schema)
        registry: Registry[Any] = Registry()
        problem = next(iter(_validator()(schema, registry=registry).iter_errors(value)), None)
    except SchemaError as error:
        return find_nothing(f"the schema is not one: {error.message}")
    except Unresolvable as error:
        return find_nothing(f"the schema names {error.ref}, which is not in it")
    except RecursionError:
        return find_nothing("the schema goes round in circles")
    except re2.error:
        return find_nothing("the schema holds a pattern that is not one")
    if problem is None:
        return find(True, "it fits the schema")
    return find(False, f"at {problem.json_path}: {problem.message[:300]}")


def _list_keys(schema: Any) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            yield from each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


@cache
def _validator() -> Any:
    """The usual rules, with patterns that take linear time."""
    return extend(Draft202012Validator, {"pattern": _check_pattern})


def _check_pattern(validator: object, pattern: str, instance: object, schema: object) -> Iterator[ValidationError]:
    if isinstance(instance, str) and compile_pattern(pattern).search(instance) is None:
        yield ValidationError(f"{instance!r} does not match {pattern!r}")
