"""What a tool of the house itself looks like, and a check of what a model wants to call it with."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from antiphon.access.principal import Principal
from antiphon.conversation.tool import ToolDefinition, ToolResult

Context = TypeVar("Context", contravariant=True)

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class Offer(NamedTuple):
    """What somebody may use now; or, where there is nothing, why."""

    tools: tuple[ToolDefinition, ...]
    problem: str = ""


class Builtin(Protocol[Context]):
    """Tools that live here. `context` is what whoever calls them hands over: who asks, and in which conversation."""

    @property
    def server(self) -> str:
        """The name that all of them stand under."""
        ...

    def offer(self, principal: Principal) -> Offer:
        """Those that this principal's advisors may be given."""
        ...

    async def call(self, name: str, arguments: Mapping[str, Any], context: Context) -> ToolResult:
        """Use the tool of this name; the arguments have been checked against its schema."""
        ...


def find_wrong_argument(definition: ToolDefinition, arguments: Mapping[str, Any]) -> str:
    """A sentence for the model about the first argument that does not fit the schema; empty when all do.

    Types, required names, choices and the insides of objects and lists are looked at, which is what schemas of the
    house use. What a schema says in a way that is not understood here is left to whoever offers the tool.
    """
    return _check(definition.schema, dict(arguments), "")


def _check(schema: Any, value: Any, path: str) -> str:
    if not isinstance(schema, Mapping) or (value is None and schema.get("nullable") is True):
        return ""
    wrong = _check_kind(schema, value, path) or _check_choice(schema, value, path)
    if wrong:
        return wrong
    if isinstance(value, dict):
        return _check_object(schema, value, path)
    if isinstance(value, list) and "items" in schema:
        return next((w for n, each in enumerate(value) if (w := _check(schema["items"], each, f"{path}[{n}]"))), "")
    return ""


def _check_kind(schema: Mapping[str, Any], value: Any, path: str) -> str:
    if "type" not in schema:
        return ""
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if any(not isinstance(kind, str) or kind not in _KINDS or _is_kind(kind, value) for kind in wanted):
        return ""
    return f"{_name(path)} must be {' or '.join(wanted)}"


def _is_kind(kind: str, value: Any) -> bool:
    """In JSON true is no number, and 3.0 is a whole one."""
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _check_choice(schema: Mapping[str, Any], value: Any, path: str) -> str:
    if not isinstance(schema.get("enum"), list) or value in schema["enum"]:
        return ""
    return f"{_name(path)} must be one of {', '.join(map(str, schema['enum']))}"


def _check_object(schema: Mapping[str, Any], value: dict[str, Any], path: str) -> str:
    known = schema.get("properties")
    known = known if isinstance(known, Mapping) else {}
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in value:
            return f"{_name(_join(path, name))} is missing"
    # Patterns are not tried: a stranger's may take for ever.
    is_closed = schema.get("additionalProperties") is False and not schema.get("patternProperties")
    for name, each in value.items():
        if name in known:
            if wrong := _check(known[name], each, _join(path, name)):
                return wrong
        elif is_closed:
            return f"{_name(_join(path, name))} is not known here"
    return ""


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _name(path: str) -> str:
    return f"the argument {path}" if path else "what was given"
