"""Lists as the server gives them out: the one place that knows how a page looks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from antiphon.client.errors import UnexpectedAnswer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of a list, in its order. `next` is where the following page begins; nothing when this is the last.

    `raw` is the answer as the server gave it.
    """

    items: tuple[T, ...]
    next: str | None
    raw: Mapping[str, Any]

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def read_page(answer: Mapping[str, Any], read: Callable[[Any], T]) -> Page[T]:
    """The page in an answer."""
    found, following = answer.get("items"), answer.get("next")
    if not isinstance(found, list):
        raise UnexpectedAnswer("a list", "it has no `items`")
    return Page(tuple(read(each) for each in found), None if following is None else str(following), answer)


def read_items(answer: Mapping[str, Any], read: Callable[[Any], T]) -> tuple[T, ...]:
    """The whole of a list that comes in one page."""
    return read_page(answer, read).items
