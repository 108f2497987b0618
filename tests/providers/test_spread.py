"""Which models are proposed for several voices."""

from antiphon.conversation.model import ModelFacts, Prices
from antiphon.providers.spread import find_cheapest, find_talkers, spread_models


def facts(**prices: float) -> dict[str, ModelFacts]:
    """Models by name with what their answers cost; 0 stands for not known."""
    named = {name.replace("__", "/").replace("_", "-"): price for name, price in prices.items()}
    return {name: ModelFacts(prices=Prices(1.0, price) if price else None) for name, price in named.items()}


def test_every_maker_is_heard_before_one_is_heard_twice() -> None:
    known = facts(openai__gpt_5=10, openai__gpt_4=10, google__gemini_3=12, anthropic__claude_4=15)

    spread = spread_models(list(known), known, "openai/gpt-4", 4)

    assert spread == ("openai/gpt-4", "anthropic/claude-4", "google/gemini-3", "openai/gpt-5")


def test_with_one_maker_the_newest_come_first_and_small_and_dear_ones_last() -> None:
    known = facts(gpt_4=10, gpt_5_nano=1, gpt_5_pro=120, gpt_5=10)

    assert spread_models(list(known), known, "gpt-5", 4) == ("gpt-5", "gpt-4", "gpt-5-pro", "gpt-5-nano")


def test_one_model_is_one_voice_for_all() -> None:
    known = facts(echo=0)

    assert spread_models(["echo"], known, "echo", 5) == ("echo",)


def test_copies_and_models_that_hold_no_conversation_are_left_out() -> None:
    listed = ["text-embedding-3", "gpt-5-2025-08-07", "gpt-5", "whisper-1", "mistral-large-latest"]

    assert find_talkers(listed) == ["gpt-5", "mistral-large-latest"]
    assert find_talkers(["whisper-1"]) == ["whisper-1"]


def test_the_cheapest_are_those_whose_price_is_known() -> None:
    known = facts(a=3, b=1, c=0, d=2)

    assert find_cheapest(list(known), known, 2) == ("b", "d")
