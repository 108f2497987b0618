"""Databases that earlier versions left are opened by this one, and say what they said then."""

import gzip
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from antiphon.store.migrate import wanted_revision
from tests.fakes.nodes import Node
from tests.store.record import QUESTIONS, RECORDED, SETTINGS, ask, tell

pytestmark = pytest.mark.timeout(120)

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def says_all(now: Any, then: Any) -> bool:
    """Whether everything that was said then is said now; there may be more fields, and nothing else."""
    if isinstance(then, Mapping):
        return all(name in now and says_all(now[name], value) for name, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(says_all, now, then))
    return bool(now == then)


@pytest.mark.parametrize(
    "recorded", sorted(RECORDED.glob("*.db.gz")), ids=lambda each: each.name.removesuffix(".db.gz")
)
def test_a_database_that_a_version_left_is_opened_and_goes_on(recorded: Path, tmp_path: Path) -> None:
    """I-44, I-01: every word, mark and receipt, told by whoever wrote it; what was there is copied first."""
    then = json.loads(gzip.decompress(recorded.with_name(recorded.name.replace(".db.gz", ".json.gz")).read_bytes()))
    (tmp_path / "antiphon.db").write_bytes(gzip.decompress(recorded.read_bytes()))
    with closing(sqlite3.connect(tmp_path / "antiphon.db")) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    node = Node(tmp_path, SETTINGS)

    try:
        node.start()
        now = tell(node, then["conversation"]["conversation_id"])
        more = ask(node, then["conversation"]["conversation_id"], "Once more?", "key-more")
    finally:
        node.close()

    assert [turn["text"] for turn in then["conversation"]["turns"]] == list(QUESTIONS)
    assert says_all(now, then)
    assert (more["position"], {each["state"] for each in more["replies"]}) == (4, {"complete"})
    copies = [each.name for each in tmp_path.glob("*.backup-*")]
    assert copies == ([] if revision == wanted_revision() else [f"antiphon.db.backup-{revision}"])


def test_every_release_has_left_one() -> None:
    """And there is one from before the window of versions."""
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    kept = {each.name.removesuffix(".db.gz") for each in RECORDED.glob("*.db.gz")}

    assert kept >= {*released, "0.1.0-at-0044"}
