"""`antiphon catalogue`: prices renewed from a file, and a wrong file refused."""

import json
from pathlib import Path

import pytest

from antiphon.conversation.errors import Malformed
from antiphon.providers.catalog import Catalog
from antiphon.providers.price_list import CATALOGUE_FILE, check_price_list, use_price_list

LIST = [
    {
        "id": "openai",
        "name": "OpenAI",
        "api_pattern": "https://api\\.openai\\.com",
        "models": [
            {
                "id": "gpt-tomorrow",
                "match": {"equals": "gpt-tomorrow"},
                "context_window": 500000,
                "prices": {"input_mtok": 1.5, "output_mtok": 6},
            }
        ],
    }
]


def test_a_renewed_list_is_used_and_forgotten_with_its_file(tmp_path: Path) -> None:
    (tmp_path / CATALOGUE_FILE).write_text(json.dumps(LIST))
    before = Catalog({}).find("openai", "gpt-tomorrow-2")

    try:
        known = use_price_list(tmp_path)
        facts = Catalog({}).find("openai", "gpt-tomorrow")
    finally:
        (tmp_path / CATALOGUE_FILE).unlink()
        own = use_price_list(tmp_path)

    assert before.prices is None
    assert (known.providers, known.models, known.renewed_at is not None) == (1, 1, True)
    assert facts.prices is not None
    assert (facts.window, facts.prices.input, facts.prices.output) == (500000, 1.5, 6.0)
    assert (own.renewed_at, own.models > 100) == (None, True)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"{", "it is not JSON"),
        (b"{}", "not an array of providers"),
        (b"[]", "not an array of providers"),
        (b'[{"id": "openai"}]', "cannot be read"),
        (b'[{"id": "openai", "models": 3}]', "cannot be read"),
    ],
)
def test_what_is_no_price_list_is_refused_with_the_reason(raw: bytes, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        check_price_list(raw)
