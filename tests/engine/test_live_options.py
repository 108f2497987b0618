"""What the database says, as far as it can be used."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.scope import SCOPES, Saved
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.usable_settings import PutAside


def build(saved: Saved) -> EngineOptions:
    """Options for a house in which only `here` is a provider."""
    rows = {name: said for scope in SCOPES for name, said in saved.get(scope, {}).items()}
    model = str(rows.get("default_model", "here:usual"))
    if not model.startswith("here:"):
        raise SettingsInvalid((f"default_model: there is no provider called {model!r}",))
    if "odd" in rows and "even" in rows:
        raise SettingsInvalid((": odd and even do not go together",))
    return EngineOptions(default_model=model, max_tokens=int(str(rows.get("max_tokens", 100))))


def test_a_default_model_whose_provider_is_gone_does_not_keep_the_house_closed() -> None:
    """The row is left aside, the others hold."""
    kept = LiveOptions(build, {"default_model": "gone:model", "max_tokens": 77})

    assert kept.instance.default_model == "here:usual"
    assert kept.instance.max_tokens == 77


def test_rows_that_only_together_cannot_be_used_cost_one_of_them() -> None:
    """What is wrong names neither: each is put to the test, in the order of their names."""
    kept = LiveOptions(build, {"odd": 1, "max_tokens": 77, "even": 2})

    assert (kept.instance.max_tokens, kept.find(LOCAL).saved["instance"]) == (77, {"max_tokens": 77, "even": 2})
    assert kept.find(LOCAL).aside == {"odd": PutAside(1, ": odd and even do not go together")}


def test_a_row_that_was_put_aside_does_not_keep_others_from_being_changed() -> None:
    kept = LiveOptions(build, {"default_model": "gone:model"})

    kept.check(LOCAL, {"instance": {"default_model": "gone:model", "max_tokens": 12}})

    with pytest.raises(SettingsInvalid):
        kept.check(LOCAL, {"instance": {"default_model": "gone:other", "max_tokens": 12}})


def test_choosing_a_model_of_no_provider_is_refused() -> None:
    with pytest.raises(SettingsInvalid, match="no provider"):
        LiveOptions(build).check(LOCAL, {"person": {"default_model": "gone:model"}})
