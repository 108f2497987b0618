# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about the map of a turn."""

from antiphon.client.answers.analyses import AnalysisLine
from antiphon.client.answers.base import Forecast
from antiphon.client.answers.maps import Claim, Glance, Map, MapCheck
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5


class Maps(Noun):
    """Where the advisors of a turn agree."""

    def read(self, turn_id: str) -> Map:
        """The map as far as it has come."""
        return Map.read(self._wire.get(_path(turn_id)))

    def glance(self, turn_id: str) -> Glance:
        """Which answers speak to one point, by their wording; nobody is asked or paid."""
        return Glance.read(self._wire.get(build_path("/v1/turns/{}/glance", turn_id)))

    def build(self, turn_id: str, model: str | None = None, *, key: str | None = None) -> None:
        """Have it built, once for one key; `wait` gives it back."""
        self._ask_once(_path(turn_id), {} if model is None else {"model": model}, key)

    def wait(self, turn_id: str) -> Map:
        """The map once nobody works on it any more."""
        while (found := self.read(turn_id)).status == "running":
            self._wire.pause(_POLL_SECONDS)
        return found

    def forecast(self, turn_id: str, model: str | None = None) -> Forecast:
        """What building it may take."""
        return Forecast.read(self._wire.get(f"{_path(turn_id)}/forecast", model=model))

    def dispute(self, analysis_id: str, number: int, advisor_id: str, *, disputed: bool = True) -> Claim:
        """Say that this advisor did not say this, or take it back."""
        path = build_path("/v1/analyses/{}/claims/{}", analysis_id, number)
        return Claim.read(self._wire.ask("PATCH", path, {"advisor_id": advisor_id, "disputed": disputed}))

    def check(self, model: str | None = None, *, key: str | None = None) -> AnalysisLine:
        """Have a model checked for judging claims, once for one key; `checks` tells what came of it."""
        body = {} if model is None else {"model": model}
        return AnalysisLine.read(self._ask_once("/v1/map-checks", body, key))

    def forecast_check(self, model: str | None = None) -> Forecast:
        """What checking a model may take."""
        return Forecast.read(self._wire.get("/v1/map-checks/forecast", model=model))

    def checks(self) -> tuple[MapCheck, ...]:
        """The newest check of each model, the last one first."""
        return read_items(self._wire.get("/v1/map-checks"), MapCheck.read)


def _path(turn_id: str) -> str:
    return build_path("/v1/turns/{}/map", turn_id)
