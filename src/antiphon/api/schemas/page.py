"""A list, as every list is given out."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    """Some of a list, in its order. `next` is where the following page begins, and null on the last one.

    A list that can be longer than a page takes it back as `before`.
    """

    items: list[T]
    next: str | None


def answer_all(items: Iterable[Any]) -> dict[str, Any]:
    """A list that always fits on one page."""
    return {"items": list(items), "next": None}
