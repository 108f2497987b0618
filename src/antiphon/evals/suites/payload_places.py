"""The words for places in a payload: the roles of its messages, and the kinds they are of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from antiphon.conversation.payload import Kind, Role
from antiphon.evals.checks.finding import list_texts
from antiphon.evals.checks.payload import REST
from antiphon.evals.suites.problems import Place, Problems, shorten

_ROLES: Final[tuple[str, ...]] = get_args(Role)
_KINDS: Final[tuple[str, ...]] = get_args(Kind)
_EITHER: Final = tuple(dict.fromkeys((*_ROLES, *_KINDS)))


def check_places(options: Mapping[str, Any], place: Place, problems: Problems) -> None:
    """Every role and kind that is written is one there is; a misspelt one would be looked for in vain."""
    _check(options.get("roles"), "role", (*_ROLES, REST), (*place, "roles"), problems)
    _check(options.get("kinds"), "kind", (*_KINDS, REST), (*place, "kinds"), problems)
    for within, where in _list_within(options, place):
        _check(within, "role or kind", _EITHER, where, problems)


def _list_within(options: Mapping[str, Any], place: Place) -> Iterator[tuple[Any, Place]]:
    yield options.get("within"), (*place, "within")
    for name in ("present", "absent"):
        listed = options.get(name)
        for at, each in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(each, dict):
                yield each.get("within"), (*place, name, at, "within")


def _check(written: Any, what: str, known: Iterable[str], place: Place, problems: Problems) -> None:
    for at, word in enumerate(list_texts(written)):
        if word not in known:
            where = (*place, at) if isinstance(written, list) else place
            problems.add(where, f"no {what} is called {shorten(word)}{problems.suggest(word, known)}")
