"""A kind of plug-in: where packages offer it, and what each must say of itself."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Final, Generic, TypeVar

T = TypeVar("T")

# What every plug-in says of itself, whatever it does.
SAID: Final = ("name", "label", "version", "api")


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind. `api` grows when a plug-in that worked would no longer; `offers` is what one has beside `SAID`.

    `take` makes the plug-in of what its package declares: its code is imported, unless the kind knows better.
    """

    name: str
    api: int
    offers: tuple[str, ...]
    take: Callable[[EntryPoint], object] = EntryPoint.load

    @property
    def group(self) -> str:
        """The group of entry points that packages offer it under."""
        return f"antiphon.{self.name}s"


class PluginUnusable(ValueError):
    """What a package declares is there and cannot be used; the sentence says why."""
