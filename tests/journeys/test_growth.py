"""How much a turn adds to the database: what is sent again is not kept again."""

from pathlib import Path

import pytest

from bench.growth import AIM_BYTES, build_settings, measure, run_prose


@pytest.mark.timeout(180)
async def test_a_turn_of_five_in_a_conversation_of_thirty_turns_stays_small(tmp_path: Path) -> None:
    """It was 239 KB while every receipt kept its whole body, and more with every turn."""
    with run_prose() as server:
        grown = await measure(build_settings(tmp_path, server, None), 1, 30)

    assert grown.whole_bodies > 150_000
    assert grown.bytes_per_turn < AIM_BYTES, grown.by_table
