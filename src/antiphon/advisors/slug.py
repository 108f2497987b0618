"""Short names for addresses and settings of other programs. They are made once and stay, whatever is renamed."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

MOST_CHARS = 60
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def propose_slugs(known: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """A slug of its own for each of these things, by id and name, that has none among those that are known by id."""
    taken = set(known.values())
    found: dict[str, str] = {}
    for thing_id, name in names.items():
        if thing_id not in known:
            found[thing_id] = next(slug for slug in offer_slugs(thing_id, name) if slug not in taken)
            taken.add(found[thing_id])
    return found


def offer_slugs(id: str, name: str) -> Iterator[str]:
    """Slugs for this thing, the best first, without end: its id where that is readable, else made of its name."""
    base = id if _SLUG.fullmatch(id) and len(id) <= MOST_CHARS else make_slug(name)
    yield base
    number = 2
    while True:
        end = f"-{number}"
        yield base[: MOST_CHARS - len(end)].rstrip("-") + end
        number += 1


def make_slug(name: str) -> str:
    """Small letters, digits and hyphens; a name in another script has nothing to make one of."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_CHARS].rstrip("-") or "unnamed"
