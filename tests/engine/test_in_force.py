"""What the database says, as far as it can be used."""

from collections.abc import Mapping

import pytest

from antiphon.conversation.errors import SettingsInvalid
from antiphon.engine.in_force import InForce
from antiphon.engine.options import EngineOptions


def build(rows: Mapping[str, object]) -> EngineOptions:
    """Options for a house in which only `here` is a provider."""
    model = str(rows.get("default_model", "here:usual"))
    if not model.startswith("here:"):
        raise SettingsInvalid((f"default_model: there is no provider called {model!r}",))
    return EngineOptions(default_model=model, max_tokens=int(str(rows.get("max_tokens", 100))))


def test_a_default_model_whose_provider_is_gone_does_not_keep_the_house_closed() -> None:
    """The row is left aside, the others hold."""
    kept = InForce(build, {"default_model": "gone:model", "max_tokens": 77})

    assert kept.now.default_model == "here:usual"
    assert kept.now.max_tokens == 77


def test_choosing_a_model_of_no_provider_is_refused() -> None:
    with pytest.raises(SettingsInvalid, match="no provider"):
        InForce(build, {}).check({"default_model": "gone:model"})
