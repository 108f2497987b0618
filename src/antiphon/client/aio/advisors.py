"""The calls about advisors."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.advisors import Advisor, Card, Description, TakenCard
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

# A model writes the description.
_WRITING_SECONDS = 120.0


class Advisors(Noun):
    """Everyone who can be asked."""

    async def list(self) -> tuple[Advisor, ...]:
        """All of them, oldest first."""
        return read_items(await self._wire.get("/v1/advisors"), Advisor.read)

    async def read(self, advisor_id: str) -> Advisor:
        """One of them, removed or not."""
        return Advisor.read(await self._wire.get(_path(advisor_id)))

    async def create(self, name: str, **said: Any) -> Advisor:
        """A new one; without a colour it gets the first that nobody has."""
        return Advisor.read(await self._wire.ask("POST", "/v1/advisors", {"name": name, **said}))

    async def update(self, advisor_id: str, **changes: Any) -> Advisor:
        """The next version of it; with `expect_version` only if that is still the newest."""
        return Advisor.read(await self._wire.ask("PATCH", _path(advisor_id), changes))

    async def remove(self, advisor_id: str) -> None:
        """Take it off every panel; what it said stays, and it can be restored."""
        await self._wire.ask("DELETE", _path(advisor_id))

    async def restore(self, advisor_id: str) -> Advisor:
        """Undo a removal."""
        return Advisor.read(await self._wire.ask("POST", f"{_path(advisor_id)}/restore"))

    async def versions(self, advisor_id: str) -> tuple[Advisor, ...]:
        """Every version, newest first."""
        return read_items(await self._wire.get(f"{_path(advisor_id)}/versions"), Advisor.read)

    async def restore_version(self, advisor_id: str, version: int) -> Advisor:
        """A new version with the words of an old one."""
        return Advisor.read(await self._wire.ask("POST", f"{_path(advisor_id)}/versions/{version}/restore"))

    async def describe(self, name: str, model: str | None = None) -> Description:
        """Have a model describe an advisor of this name."""
        body = {"name": name} if model is None else {"name": name, "model": model}
        said = await self._wire.ask("POST", "/v1/advisors/describe", body, seconds=_WRITING_SECONDS)
        return Description.read(said)

    async def export(self) -> Mapping[str, Any]:
        """Every advisor as a file holds it."""
        return await self._wire.get("/v1/advisors/export")

    async def bring_in(
        self, advisors: Sequence[Mapping[str, Any]], mode: str = "add", *, dry_run: bool = False
    ) -> Mapping[str, Any]:
        """Take advisors in from a file; what was done with each, or would be."""
        body = {"advisors": list(advisors), "mode": mode, "dry_run": dry_run}
        return await self._wire.ask("POST", "/v1/advisors/import", body)

    async def read_card(self, name: str, data: bytes, person: str = "") -> Card:
        """What the character card in a file would become; nothing is kept."""
        query = {"name": name, "person": person}
        return Card.read(await self._wire.upload("/v1/cards/read", data, query, seconds=_WRITING_SECONDS))

    async def take_card(self, name: str, data: bytes, person: str = "", *, lore: bool = True) -> TakenCard:
        """Make an advisor of the card in a file, and documents that are off of its lorebook."""
        query = {"name": name, "person": person, "lore": str(lore).lower()}
        return TakenCard.read(await self._wire.upload("/v1/cards", data, query, seconds=_WRITING_SECONDS))

    async def card(self, advisor_id: str, form: str = "json") -> bytes:
        """An advisor as a character card: `json` or `png`."""
        return await self._wire.get_bytes(f"{_path(advisor_id)}/card", form=form)


def _path(advisor_id: str) -> str:
    return build_path("/v1/advisors/{}", advisor_id)
