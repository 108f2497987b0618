"""How near claims are to each other: by meaning where there is a model for vectors, else by their words. Nobody is paid
for it.
"""

import logging
from collections.abc import Sequence
from typing import Literal, NamedTuple

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.clusters import Nearness, compare_claims
from antiphon.conversation.errors import ProviderError
from antiphon.retrieval.embedder import Embedder

logger = logging.getLogger(__name__)

Way = Literal["words", "meaning"]


class Compared(NamedTuple):
    """The claims beside each other, and by what they were compared."""

    near: Nearness
    way: Way


async def compare(said: Sequence[SaidClaim], embedder: Embedder | None) -> Compared:
    """These claims beside each other. A model for vectors that cannot be reached is done without."""
    if embedder is not None:
        try:
            rows = await embedder.embed([each.text for each in said], "passage")
        except ProviderError as error:
            logger.warning("claims_without_vectors", extra={"code": error.code})
        else:
            return Compared(compare_claims(said, rows.tolist()), "meaning")
    return Compared(compare_claims(said, None), "words")
