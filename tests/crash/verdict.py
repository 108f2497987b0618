"""What must hold when trouble is over: the database is held against what people were told and what the model noted."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, LiteralString, Protocol
from urllib.parse import urlsplit

import psycopg
from typing_extensions import override

from antiphon.conversation.manifest import join_request
from antiphon.conversation.state import TERMINAL
from tests.crash.conftest import Model, whole
from tests.crash.partition import Crowd, words
from tests.fakes.model_server import Received, Script, answer
from tests.fakes.voices import VOICES, voice_of

MOST_STARTS = 3
# A reply that ended so has heard from the model, so its request has left.
_ANSWERED = {"complete", "empty", "filtered", "incomplete", "rate_limited"}
_TURNS = "SELECT id, text, (SELECT count(*) FROM replies r WHERE r.turn_id = t.id) FROM turns t"
_REPLIES = "SELECT id, state, epoch, text, settled_at IS NOT NULL FROM replies"
_RECEIPTS = """
SELECT r.reply_id, r.epoch, r.attempt, r.url, r.sha256, r.body, r.outcome, r.manifest, p.conversation_id
FROM receipts r JOIN replies p ON p.id = r.reply_id ORDER BY 1, 2, 3
"""
_PASSAGES = "SELECT conversation_id, name, packed, data FROM passages"
_SETTLED = "SELECT reply_id, count(*) FROM facts WHERE kind = 'reply_settled' GROUP BY 1"
_HOLES = """
SELECT c.id, c.last_seq, count(f.seq), max(f.seq), c.open_replies FROM conversations c
LEFT JOIN facts f ON f.conversation_id = c.id GROUP BY 1, 2, 5
HAVING c.last_seq <> count(f.seq) OR c.last_seq <> max(f.seq) OR c.open_replies <> 0
"""

# Who asked, by the path, and what: the one thing that a request and its receipt have in common.
Asked = tuple[str, str]


@dataclass(slots=True)
class Narrator(Model):
    """A model that never says the same twice, and remembers what it said to whom. Some of it takes seconds."""

    said: dict[int, str] = field(default_factory=dict)

    @override
    def answer(self, body: dict[str, Any]) -> Script:
        """A whole answer, with a number of its own at its beginning and its end."""
        number = len(self.said) + 1
        text = f"{number}: {whole(voice_of(body))} That was {number}."
        self.said[id(body)] = text
        return answer(text, pieces=self.pieces, pause=self.pause * (1 + number % 5))

    def read_said(self) -> dict[Asked, list[str]]:
        """What was said to whom; several texts where one process asked the same thing again."""
        told: dict[Asked, list[str]] = defaultdict(list)
        for request in self.posts():
            told[request.path, sha256(request.body).hexdigest()].append(self.said.get(id(request.json), ""))
        return told

    def posts(self) -> Iterator[Received]:
        """Every question."""
        return (request for request in self.server.requests if request.method == "POST")


@dataclass(frozen=True, slots=True)
class Stored:
    """The rows that matter, read once."""

    turns: list[tuple[str, str, int]]
    replies: list[tuple[str, str, int, str, bool]]
    receipts: list[tuple[str, int, int, str, str, bytes, str | None]]
    settled: Mapping[str, int]
    holes: list[tuple[Any, ...]]
    open_turns: int

    @property
    def run_again(self) -> int:
        """How many starts there were beyond the first of each reply."""
        return sum(epoch - 1 for _, _, epoch, _, _ in self.replies)


class Told(Protocol):
    """Whoever was told that messages were taken."""

    @property
    def accepted(self) -> Mapping[str, str]:
        """The turn of every key that was acknowledged."""


def read_stored(dsn: str, *, with_receipts: bool = True) -> Stored:
    """Everything, straight from the database; receipts are most of it, and can be left there."""
    with psycopg.connect(dsn) as connection:

        def read(query: LiteralString) -> list[Any]:
            return connection.execute(query).fetchall()

        settled = dict(read(_SETTLED))
        receipts = _join_receipts(read(_RECEIPTS), read(_PASSAGES)) if with_receipts else []
        return Stored(read(_TURNS), read(_REPLIES), receipts, settled, read(_HOLES), count_open(dsn))


def _join_receipts(rows: list[Any], passages: list[Any]) -> list[Any]:
    """Every receipt with its body in one piece; what is missing of it is missing."""
    kept: dict[str, dict[bytes, bytes]] = defaultdict(lambda: defaultdict(bytes))
    for conversation, name, packed, data in passages:
        kept[conversation][name] = zlib.decompress(data) if packed else data
    return [
        (*row[:5], join_request(manifest, kept[conversation]) if manifest else row[5], row[6])
        for row in rows
        for manifest, conversation in (row[7:],)
    ]


def count_open(dsn: str) -> int:
    """How many turns somebody still answers for."""
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT count(*) FROM open_turns").fetchone()
        return 0 if row is None else int(row[0])


def find_lost(stored: Stored, crowd: Told) -> list[str]:
    """Keys that were acknowledged and whose turn is not there, or not with these words."""
    kept = {turn_id: text for turn_id, text, _ in stored.turns}
    return [key for key, turn_id in crowd.accepted.items() if kept.get(turn_id) != words(key)]


def find_doubled(stored: Stored) -> list[str]:
    """Messages that are there more than once: no two people said the same."""
    return [text for text, times in Counter(turn[1] for turn in stored.turns).items() if times > 1]


def judge_rows(stored: Stored) -> Iterator[str]:
    """A sentence for each turn and reply that cannot be as it is, whatever was said in them."""
    yield from _judge_turns(stored)
    yield from _judge_replies(stored)


def judge(stored: Stored, crowd: Crowd, model: Narrator) -> Iterator[str]:
    """A sentence for each thing that does not hold."""
    checks: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: (f"{key} was acknowledged and is not there" for key in find_lost(stored, crowd)),
        lambda: judge_rows(stored),
        lambda: _judge_texts(stored, model),
        lambda: _judge_receipts(stored, model),
    )
    for check in checks:
        yield from check()


def _judge_turns(stored: Stored) -> Iterator[str]:
    for text, times in Counter(text for _, text, _ in stored.turns).items():
        if times > 1:
            yield f"{text!r} is there {times} times"
    for turn_id, _, replies in stored.turns:
        if replies != len(VOICES):
            yield f"turn {turn_id} has {replies} replies"
    if stored.open_turns:
        yield f"{stored.open_turns} turns are still open"
    for conversation, last, count, highest, still_open in stored.holes:
        yield f"{conversation}: {count} facts up to {highest}, said to be {last}; {still_open} replies open"


def _judge_replies(stored: Stored) -> Iterator[str]:
    for reply_id, state, epoch, _, has_time in stored.replies:
        if state not in TERMINAL or not has_time:
            yield f"reply {reply_id} is {state}"
        if stored.settled.get(reply_id, 0) != 1:
            yield f"reply {reply_id} ended {stored.settled.get(reply_id, 0)} times"
        if epoch > MOST_STARTS:
            yield f"reply {reply_id} was started {epoch} times"


def _judge_texts(stored: Stored, model: Narrator) -> Iterator[str]:
    """A complete reply says what was said to the process that asked last, for this reply."""
    told = model.read_said()
    last = {reply_id: (epoch, _path(url), digest) for reply_id, epoch, _, url, digest, _, _ in stored.receipts}
    for reply_id, state, epoch, text, _ in stored.replies:
        if state != "complete":
            continue
        asked_epoch, *asked = last.get(reply_id, (0, "", ""))
        if asked_epoch != epoch:
            yield f"reply {reply_id} ended in start {epoch}, and its last receipt is of start {asked_epoch}"
        elif text not in told.get((str(asked[0]), str(asked[1])), ()):
            yield f"reply {reply_id} says {text[:20]!r}…{text[-20:]!r}, which nobody said to start {epoch}"


def _judge_receipts(stored: Stored, model: Narrator) -> Iterator[str]:
    """Nothing arrived without a receipt, and what has a receipt arrived unless its process may have gone before."""
    received = Counter({asked: len(texts) for asked, texts in model.read_said().items()})
    written: Counter[Asked] = Counter()
    answered: Counter[Asked] = Counter()
    for reply_id, epoch, attempt, url, digest, body, outcome in stored.receipts:
        written[_path(url), digest] += 1
        answered[_path(url), digest] += outcome in _ANSWERED
        if sha256(body).hexdigest() != digest:
            yield f"the receipt of {reply_id}, start {epoch}, attempt {attempt} is not what its hash says"
    for (path, digest), times in (received - written).items():
        yield f"{path} was asked {digest[:12]}… {times} times more than there are receipts"
    for (path, digest), times in (answered - received).items():
        yield f"{times} receipts of {digest[:12]}… have an answer, and {path} was never asked"


def _path(url: str) -> str:
    return urlsplit(url).path
