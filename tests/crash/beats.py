"""Thousands of heartbeats in a database of their own, whose clock a test may move."""

import hashlib
import itertools
import json
import os
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.fakes.model_server import Script, answer
from tests.fakes.voices import VOICES

SOURCE = Path(__file__).parents[1] / "fakes" / "wrong_clock.c"
# Longer than a test, shorter than the jump of the clock: every heartbeat is due twice.
EVERY_MINUTES = 120

# Found before the built-in one: from here on the whole house lives by this clock.
_CLOCK = """
CREATE SCHEMA moved;
CREATE TABLE moved.clock (hours int NOT NULL);
INSERT INTO moved.clock VALUES (0);
CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT pg_catalog.clock_timestamp() + (SELECT hours FROM moved.clock) * interval ''1 hour''';
ALTER DATABASE antiphon SET search_path = public, moved, pg_catalog;
"""
_CONVERSATIONS = """
INSERT INTO conversations (id, workspace_id, owner_id, panel_id, title, created_at, updated_at, last_seq, turn_count,
                           open_replies)
SELECT 'c_' || n, 'local', 'local', 'starter', 'Number ' || n, %(now)s, %(now)s, 0, 1, 0
FROM generate_series(1, %(count)s) n
"""
_TURNS = """
INSERT INTO turns (id, workspace_id, author_id, conversation_id, position, accepted_seq, text, parts, created_at, chars,
                   marks)
SELECT 't_' || n, 'local', 'local', 'c_' || n, 1, 0, 'Should I go, and when?', '[]', %(now)s, 22, 7
FROM generate_series(1, %(count)s) n
"""
# A quarter is quiet now, a quarter will be once the clock has moved, and the rest never is.
_HEARTBEATS = """
INSERT INTO heartbeats (workspace_id, conversation_id, advisor_id, owner_id, enabled, every_minutes, quiet_from,
                        quiet_until, jitter, next_at, updated_at)
SELECT 'local', 'c_' || n, advisor, 'local', true, %(every)s,
       CASE n %% 4 WHEN 0 THEN %(now_from)s WHEN 1 THEN %(then_from)s END,
       CASE n %% 4 WHEN 0 THEN %(now_until)s WHEN 1 THEN %(then_until)s END,
       (n * 7) %% 100, %(now)s + (n * 31) %% 5000, %(now)s
FROM generate_series(1, %(count)s) n, unnest(%(advisors)s::text[]) advisor
"""
_SAID = """
SELECT b.id, b.conversation_id, b.advisor_id, b.generation, t.id, t.position, t.created_at, r.text, r.advisor_id,
       h.quiet_from, h.quiet_until,
       (SELECT count(*) FROM turns p WHERE p.conversation_id = t.conversation_id AND p.origin = 'person'
                                       AND p.position > 1 AND p.position < t.position)
FROM turns t JOIN replies r ON r.turn_id = t.id LEFT JOIN beats b ON b.turn_id = t.id AND b.status = 'fired'
LEFT JOIN heartbeats h ON h.conversation_id = t.conversation_id AND h.advisor_id = r.advisor_id
WHERE t.origin = 'heartbeat'
"""


@dataclass(frozen=True, slots=True)
class Said:
    """One message that came unasked, and what stood in the database around it."""

    beat_id: str | None
    conversation_id: str
    advisor_id: str
    generation: int
    turn_id: str
    position: int
    at: int
    text: str
    spoken_by: str
    quiet_from: str | None
    quiet_until: str | None
    sends_before: int

    @property
    def was_quiet(self) -> bool:
        """Whether it was said in quiet hours, by the clock of the database."""
        if self.quiet_from is None or self.quiet_until is None:
            return False
        now = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=self.at)).time()
        start, end = time.fromisoformat(self.quiet_from), time.fromisoformat(self.quiet_until)
        return start <= now < end if start < end else now >= start or now < end


@dataclass(slots=True)
class Field:
    """The database, asked and changed behind the house's back."""

    url: str
    connection: "psycopg.Connection[tuple[Any, ...]]" = field(init=False)

    def __post_init__(self) -> None:
        self.connection = psycopg.connect(self.url.replace("+psycopg", ""), autocommit=True)

    def own_clock(self) -> None:
        """From now on the database tells the time of `move_clock`; before anybody else connects."""
        self.connection.execute(_CLOCK)
        # A session keeps the path it began with.
        self.connection.close()
        self.__post_init__()

    def move_clock(self, hours: int) -> None:
        """Everybody's clock jumps."""
        self.connection.execute("UPDATE moved.clock SET hours = hours + %s", (hours,))

    def sow(self, count: int) -> int:
        """So many conversations, in each of which every advisor may speak; returns how many may.

        Each of them is due now, and once more after the clock has jumped.
        """
        now = datetime.now(UTC)
        values = {
            "count": count,
            "now": int(now.timestamp() * 1000),
            "every": EVERY_MINUTES,
            "advisors": list(VOICES),
            "now_from": _clock(now - timedelta(hours=1)),
            "now_until": _clock(now + timedelta(hours=2)),
            "then_from": _clock(now + timedelta(hours=2)),
            "then_until": _clock(now + timedelta(hours=6)),
        }
        for statement in (_CONVERSATIONS, _TURNS, _HEARTBEATS):
            self.connection.execute(statement, values)
        return count * len(VOICES)

    def count_waiting(self) -> int:
        """Heartbeats that are due by the database's clock, and occasions that are on their way."""
        due = "SELECT count(*) FROM heartbeats WHERE next_at <= extract(epoch FROM clock_timestamp()) * 1000"
        on_way = "SELECT count(*) FROM beats WHERE status = 'taken'"
        return self._count(due) + self._count(on_way)

    def read_said(self) -> list[Said]:
        """Everything that was said unasked."""
        return [Said(*row) for row in self.connection.execute(_SAID)]

    def count_beats(self) -> Counter[str]:
        """How many occasions ended how."""
        query = "SELECT coalesce(reason, status), sum(times)::int FROM beats GROUP BY 1"
        return Counter({str(row[0]): int(row[1]) for row in self.connection.execute(query)})

    def count_repeated(self) -> int:
        """Occasions that stand in the table twice."""
        query = """SELECT count(*) FROM (SELECT 1 FROM beats WHERE status <> 'skipped'
                   GROUP BY conversation_id, advisor_id, due_at HAVING count(*) > 1) twice"""
        return self._count(query)

    def count_conversations(self) -> int:
        """How many there are."""
        return self._count("SELECT count(*) FROM conversations")

    def _count(self, query: LiteralString) -> int:
        row = self.connection.execute(query).fetchone()
        return 0 if row is None else int(row[0])


class Decider:
    """A model that decides whether to speak: mostly yes, sometimes no, seldom nonsense. No two messages are alike."""

    def __init__(self) -> None:
        self.asked = 0
        self._numbers = itertools.count(1)

    def answer(self, body: dict[str, Any]) -> Script:
        """What it says to a request; to one that continues a conversation, a few words."""
        if "Nobody has asked you anything" not in body["messages"][0]["content"]:
            return answer("I hear you.")
        self.asked += 1
        number = next(self._numbers)
        chance = hashlib.sha256(str(number).encode()).digest()[0]
        if chance < 5:
            return answer("I would rather talk about the weather.")
        speaks = chance < 160
        verdict = {"reach_out": speaks, "why": "It is time.", "message": f"Message {number}." if speaks else ""}
        return answer(json.dumps(verdict))


def build_wrong_clock(folder: Path) -> Path | None:
    """The library that makes a process live at another time; without a C compiler nothing, and in CI a failure."""
    compiler = shutil.which("cc")
    if compiler is None:
        assert os.environ.get("CI") != "true", "without a C compiler no clock is wrong, and nothing is proved"
        return None
    library = folder / "wrong_clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


def _clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")
