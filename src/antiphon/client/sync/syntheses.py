# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about texts written out of a turn."""

from collections.abc import Mapping

from antiphon.client.answers.base import Forecast
from antiphon.client.answers.syntheses import Synthesis
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5


class Syntheses(Noun):
    """One text out of a turn."""

    def read(self, turn_id: str) -> Synthesis:
        """The newest text about a turn, as far as it has come."""
        return Synthesis.read(self._wire.get(_path(turn_id)))

    def write(self, turn_id: str, wish: Mapping[str, object], *, key: str | None = None) -> None:
        """Have one written, as `mode`, `instruction` and `model` say, once for one key; `wait` gives it back."""
        self._ask_once(_path(turn_id), _said(wish), key)

    def wait(self, turn_id: str) -> Synthesis:
        """The text once nobody writes it any more."""
        while (found := self.read(turn_id)).status == "running":
            self._wire.pause(_POLL_SECONDS)
        return found

    def forecast(self, turn_id: str, wish: Mapping[str, object]) -> Forecast:
        """What writing one may take."""
        return Forecast.read(self._wire.get(f"{_path(turn_id)}/forecast", **_said(wish)))

    def export(self, turn_id: str) -> str:
        """The newest text as Markdown."""
        return self._wire.get_text(f"{_path(turn_id)}/export")


def _said(wish: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in wish.items() if value is not None}


def _path(turn_id: str) -> str:
    return build_path("/v1/turns/{}/synthesis", turn_id)
