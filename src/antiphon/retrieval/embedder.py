"""Whatever turns text into vectors."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = Literal["passage", "query"]


class Embedder(Protocol):
    """A model for vectors. Vectors of embedders with different names cannot be compared."""

    @property
    def name(self) -> str:
        """What its vectors are kept under: another model, another name. At most 100 characters."""
        ...

    async def embed(self, texts: Sequence[str], kind: Kind) -> "NDArray[np.float32]":
        """A row of length one for each text, in order. `ProviderError` when it cannot be reached or refuses."""
        ...

    async def close(self) -> None:
        """Let go of the model."""
        ...
