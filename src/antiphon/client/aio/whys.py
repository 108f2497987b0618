"""The calls about why a reply came out as it did."""

from collections.abc import Sequence

from antiphon.client.aio.base import Noun
from antiphon.client.answers.whys import Why, WhyForecast, WhyPreview
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5


class Whys(Noun):
    """Which parts of what was sent made the difference."""

    async def forecast(self, reply_id: str, calls: int | None = None) -> WhyForecast:
        """What finding out may take, and which parts are tried in which order."""
        wanted = {} if calls is None else {"calls": calls}
        return WhyForecast.read(await self._wire.get(f"{_path(reply_id)}/forecast", **wanted))

    async def preview(self, reply_id: str, leave_out: Sequence[str] = ()) -> WhyPreview:
        """The very bytes that are sent without these parts."""
        wanted = {"leave_out": list(leave_out)} if leave_out else {}
        return WhyPreview.read(await self._wire.get(f"{_path(reply_id)}/preview", **wanted))

    async def find(self, reply_id: str, calls: int | None = None, *, key: str | None = None) -> None:
        """Begin to find out, once for one key; `wait` gives it back."""
        await self._ask_once(_path(reply_id), {} if calls is None else {"calls": calls}, key)

    async def read(self, reply_id: str) -> Why:
        """What was found out about a reply, as far as it has come."""
        return Why.read(await self._wire.get(_path(reply_id)))

    async def wait(self, reply_id: str) -> Why:
        """The same once nobody is at it any more."""
        while (found := await self.read(reply_id)).status == "running":
            await self._wire.pause(_POLL_SECONDS)
        return found

    async def delete(self, reply_id: str) -> None:
        """Throw away what was found out about a reply."""
        await self._wire.ask("DELETE", _path(reply_id))


def _path(reply_id: str) -> str:
    return build_path("/v1/replies/{}/why", reply_id)
