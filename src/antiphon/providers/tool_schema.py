"""A tool's schema as every wire takes it.

Servers describe their tools as they like. Some wires refuse a whole request over a schema that names no properties, or
has alternatives at its root, so these are written in another way there. The tool itself stays what it was.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

_EVERY: Final = "allOf"
_ALTERNATIVES: Final = ("oneOf", "anyOf")
_REFUSED: Final = frozenset({_EVERY, *_ALTERNATIVES, "not", "enum", "$ref"})
_DEEPEST: Final = 16


def write_parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An object that names its properties, and nothing beside it at the root; any other schema of one stays as it is.

    What alternatives name may be given, in each form that one of them gives it, and what each of them wants must be.
    """
    if schema.get("type") == "object" and isinstance(schema.get("properties"), Mapping) and _REFUSED.isdisjoint(schema):
        return dict(schema)
    kept = {name: each for name, each in schema.items() if name not in _REFUSED | {"required"}}
    folded = _Fold(schema)
    required = folded.gather(schema)
    written = {**kept, "type": "object", "properties": folded.write_properties()}
    return {**written, "required": sorted(required)} if required else written


class _Fold:
    """The properties of a schema and of what it is made of. What it refers to is followed once."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._forms: dict[str, list[Any]] = {}
        self._settled: set[str] = set()
        self._root = root
        self._followed: set[str] = set()

    def gather(self, schema: Any, depth: int = 0, *, is_one_of: bool = False) -> set[str]:
        """Take in its properties; the names of those that must be given. What holds anyway has one form."""
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return set()
        for name, each in _read_mapping(schema.get("properties")).items():
            self._take(name, each, is_one_of=is_one_of)
        required = {each for each in _read_list(schema.get("required")) if isinstance(each, str)}
        for every in (*_read_list(schema.get(_EVERY)), *self._follow(schema)):
            required |= self.gather(every, depth + 1, is_one_of=is_one_of)
        for group in (_read_list(schema.get(name)) for name in _ALTERNATIVES):
            wanted = [self.gather(each, depth + 1, is_one_of=True) for each in group]
            required |= set.intersection(*wanted) if wanted else set()
        return required

    def write_properties(self) -> dict[str, Any]:
        """All of them, each as it is described, or as whichever of its descriptions fits."""
        return {name: _write_forms(forms) for name, forms in self._forms.items()}

    def _take(self, name: str, form: Any, *, is_one_of: bool) -> None:
        forms = self._forms.setdefault(name, [])
        if name in self._settled or form in forms:
            return
        forms.append(form)
        if not is_one_of:
            self._settled.add(name)

    def _follow(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        """What it refers to, if that stands in the same schema."""
        place = schema.get("$ref")
        if not isinstance(place, str) or not place.startswith("#/") or place in self._followed:
            return
        self._followed.add(place)
        found: Any = self._root
        for step in place.removeprefix("#/").split("/"):
            found = _read_mapping(found).get(step)
        yield found


def _write_forms(forms: list[Any]) -> Any:
    """One of them as it is; values that are told one by one, as a list of them; anything else side by side."""
    if len(forms) == 1:
        return forms[0]
    values = [_list_values(each) for each in forms]
    if not all(values):
        return {"anyOf": forms}
    listed: list[Any] = []
    for value in chain.from_iterable(values):
        if value not in listed:
            listed.append(value)
    kind = forms[0].get("type")
    has_kind = kind is not None and all(each.get("type") == kind for each in forms)
    return {"type": kind, "enum": listed} if has_kind else {"enum": listed}


def _list_values(form: Any) -> list[Any]:
    """The values a description allows, where it allows nothing else and says no more."""
    if not isinstance(form, Mapping) or not form.keys() <= {"type", "const", "enum", "title"}:
        return []
    return [form["const"]] if "const" in form else _read_list(form.get("enum"))


def _read_mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _read_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
