"""A newer price list than the package brought along: a file somebody fetched, checked before it is used.

The form is that of the list the project `genai-prices` publishes: an array of providers with their models and prices.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antiphon.conversation.errors import Malformed
from antiphon.providers.catalog import forget_list

if TYPE_CHECKING:
    from genai_prices.types import Provider

CATALOGUE_FILE = "catalogue.json"
# The published list has under three megabytes.
_LARGEST = 32 * 1024 * 1024
# Enough of what the reader says to find the place; all of it can be thousands of lines.
_WORDS = 25


class PriceList(NamedTuple):
    """How many providers and models a list knows, and when its file was written; no date for the package's own."""

    providers: int
    models: int
    renewed_at: datetime | None = None


def check_price_list(raw: bytes) -> PriceList:
    """What is in the list; `Malformed` with the reason when it is none, or knows nobody."""
    if len(raw) > _LARGEST:
        raise Malformed("this is no price list: it has more than 32 MB")
    return _count(_parse(raw))


def use_price_list(folder: Path) -> PriceList:
    """Take the renewed list of this folder if there is one, else the package's own; what is in force then.

    A file that cannot be read is refused with `Malformed`, and the package's list stays.
    """
    from genai_prices.data_snapshot import DataSnapshot, get_snapshot, set_custom_snapshot

    path = folder / CATALOGUE_FILE
    forget_list()
    if not path.is_file():
        set_custom_snapshot(None)
        return _count(get_snapshot().providers)
    providers = _parse(path.read_bytes())
    set_custom_snapshot(DataSnapshot(providers, from_auto_update=True))
    return _count(providers)._replace(renewed_at=datetime.fromtimestamp(path.stat().st_mtime, UTC))


def _parse(raw: bytes) -> "list[Provider]":
    # The package's own way to read the list it publishes; the locked version has it under this name.
    from genai_prices.types import _providers_from_raw

    try:
        said = json.loads(raw)
    except ValueError as error:
        raise Malformed(f"this is no price list: it is not JSON ({error})") from None
    if not isinstance(said, list) or not said:
        raise Malformed("this is no price list: it is not an array of providers")
    try:
        providers = _providers_from_raw(said)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        reason = " ".join(str(error).split()[:_WORDS])
        raise Malformed(f"this price list cannot be read: {reason}") from None
    return providers


def _count(providers: "list[Provider]") -> PriceList:
    return PriceList(len(providers), sum(len(each.models) for each in providers))
