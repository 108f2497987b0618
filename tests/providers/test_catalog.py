"""What is known about models. The figures are those of the installed list; a new release may change them."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.model import ModelFacts, Prices
from antiphon.providers.catalog import UNKNOWN, Catalog

CATALOG = Catalog({})


def test_a_model_with_an_answer_of_its_own_is_trimmed_against_the_prompt() -> None:
    """D15, D16: of 400,000 tokens, 272,000 are for the prompt."""
    facts = CATALOG.find("openai", "gpt-5.2")

    assert (facts.window, facts.input_limit, facts.output_limit) == (400_000, 272_000, 128_000)
    assert facts.source == "genai-prices"


def test_a_prompt_limit_beside_the_answer_is_the_whole_window() -> None:
    """D16."""
    facts = CATALOG.find("google", "gemini-2.5-flash")

    assert facts.input_limit == facts.window == 1_048_576


@pytest.mark.parametrize(
    ("provider", "model", "window"),
    [
        ("anthropic", "claude-opus-4-5", 200_000),
        ("openai", "gpt-4o-mini", 128_000),
        ("openai", "o3", 200_000),
        ("mistral", "mistral-large-latest", 262_144),
        ("xai", "grok-4", 256_000),
        ("azure", "gpt-4o", 128_000),
        ("deepseek", "deepseek-v3.2", 128_000),
        ("groq", "openai/gpt-oss-120b", 131_072),
    ],
)
def test_prompt_and_answer_share_one_window(provider: str, model: str, window: int) -> None:
    """D16."""
    facts = CATALOG.find(provider, model)

    assert (facts.window, facts.input_limit) == (window, None)


def test_prices_are_dollars_per_million_tokens() -> None:
    assert CATALOG.find("anthropic", "claude-opus-4-5").prices == Prices(5.0, 25.0, 0.5, 6.25)


def test_prices_in_tiers_begin_with_the_lowest() -> None:
    prices = CATALOG.find("google", "gemini-2.5-pro").prices

    assert prices is not None
    assert (prices.input, prices.output) == (1.25, 10.0)


@pytest.mark.parametrize(
    ("provider", "model", "same_as"),
    [
        ("openai", "openai/gpt-5.2", ("openai", "gpt-5.2")),
        ("openai", "GPT-5.2", ("openai", "gpt-5.2")),
        ("openai", "gpt-5.2-2025-12-11", ("openai", "gpt-5.2")),
        ("gemini", "gemini-2.5-flash", ("google", "gemini-2.5-flash")),
        ("grok", "grok-4", ("xai", "grok-4")),
    ],
)
def test_other_ways_to_say_a_name_mean_the_same(provider: str, model: str, same_as: tuple[str, str]) -> None:
    assert CATALOG.find(provider, model) == CATALOG.find(*same_as) != UNKNOWN


def test_a_variant_has_the_window_of_its_model_and_no_known_price() -> None:
    plain, online = CATALOG.find("openrouter", "openai/gpt-5.2"), CATALOG.find("openrouter", "openai/gpt-5.2:online")

    assert plain.prices is not None
    assert (online.input_limit, online.prices) == (plain.input_limit, None)


@pytest.mark.parametrize("model", ["gpt-5.2", "openai/gpt-5.2"])
def test_behind_an_unknown_gateway_a_hosted_model_has_its_window_and_no_known_price(model: str) -> None:
    facts = CATALOG.find("work", model)

    assert (facts.input_limit, facts.prices) == (272_000, None)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("work", "deepseek-chat"),
        ("scripted", "rehearsal"),
        ("openai", "no-such-model"),
        ("openai", ""),
        ("", ""),
        ("openai", "gpt-5.2" * 1000),
    ],
)
def test_what_nobody_knows_is_absent(provider: str, model: str) -> None:
    """Only whether it sees is told by its name."""
    assert replace(CATALOG.find(provider, model), sees=None) == UNKNOWN


@pytest.mark.parametrize(
    ("provider", "model"),
    [("ollama", "gpt-oss:20b"), ("Ollama", "deepseek-chat"), ("llamacpp", "mistral-small-latest")],
)
def test_what_runs_on_somebodys_own_machine_costs_nothing(provider: str, model: str) -> None:
    """It has the window it was started with, whatever others of its name have."""
    assert replace(CATALOG.find(provider, model), sees=None) == ModelFacts(prices=Prices(0.0, 0.0))


def test_the_operator_says_whether_a_model_sees() -> None:
    said = Catalog({"work:blind": ModelFacts(sees=False), "work:gpt-5.2": ModelFacts(sees=False)})

    found = [said.find("work", model).sees for model in ("llava", "gpt-5.2", "blind", "nobody-knows")]

    assert found == [True, False, False, None]


@given(st.text(), st.text())
def test_asking_never_fails(provider: str, model: str) -> None:
    assert CATALOG.find(provider, model).source in ("unknown", "genai-prices")


def test_the_operator_has_the_last_word_and_the_list_fills_in() -> None:
    catalog = Catalog({"openai:gpt-5.2": ModelFacts(tokens_per_minute=30_000)})

    facts = catalog.find("openai", "gpt-5.2")

    assert (facts.tokens_per_minute, facts.input_limit, facts.source) == (30_000, 272_000, "settings")
    assert facts.prices == CATALOG.find("openai", "gpt-5.2").prices
    assert catalog.find("openai", "gpt-5.1") == CATALOG.find("openai", "gpt-5.1")


def test_a_window_from_the_operator_is_the_whole_window() -> None:
    """D15: a smaller window than the list's prompt limit would otherwise never bind."""
    facts = Catalog({"openai:gpt-5.2": ModelFacts(window=100_000)}).find("openai", "gpt-5.2")

    assert (facts.window, facts.input_limit, facts.output_limit) == (100_000, None, None)


def test_one_line_can_speak_for_all_models_of_a_provider() -> None:
    free = Prices(0, 0)
    catalog = Catalog({"ollama:*": ModelFacts(window=4096, prices=free), "ollama:big": ModelFacts(window=32_768)})

    assert catalog.find("ollama", "small") == ModelFacts(window=4096, prices=free, source="settings")
    assert catalog.find("ollama", "big") == ModelFacts(window=32_768, prices=free, source="settings")


OFFLINE = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        raise SystemExit(f"{event} {arguments}")

sys.addaudithook(refuse)
from antiphon.providers.catalog import Catalog
catalog = Catalog({})
assert "genai_prices" not in sys.modules, "the list is read at import"
catalog.warm()
assert "genai_prices.data" in sys.modules, "warming reads nothing"
assert catalog.find("openai", "gpt-4o").window == 128_000
"""


def test_the_list_is_read_when_first_needed_and_without_the_network() -> None:
    found = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, timeout=50, check=False)

    assert (found.returncode, found.stderr) == (0, "")
