"""Where words stand in documents.

Each word is weighed by how rare it is, as BM25 does; PostgreSQL's own ranking does not know that, and a question in
whole sentences would find its commonest word. The weights also say how much of a question a piece has: few of its
words by chance, or most of what it asks about.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Integer, case, func, literal, or_, select, text

from antiphon.store.dialect import encode_rows
from antiphon.store.search_words import SearchWords, fold_marks
from antiphon.store.tables import document_chunks
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class WordHit(NamedTuple):
    """A piece with some of the words; `share` is the weight of those it has against that of all, at most 1."""

    chunk_id: int
    share: float


def find_by_words(unit: Unit, asked: SearchWords, document_ids: Collection[str], limit: int) -> tuple[WordHit, ...]:
    """Pieces in which at least one of the words stands, best first; pieces with the characters come behind."""
    if not document_ids:
        return ()
    hits = _find_words(unit, asked, document_ids, limit) + _find_pairs(unit, asked.pairs, document_ids, limit)
    first = {hit.chunk_id: hit for hit in reversed(hits)}
    return tuple(first[chunk_id] for chunk_id in dict.fromkeys(hit.chunk_id for hit in hits))[:limit]


def _find_words(unit: Unit, asked: SearchWords, document_ids: Collection[str], limit: int) -> list[WordHit]:
    if not asked.words:
        return []
    given = {"workspace_id": unit.workspace_id, "document_ids": encode_rows(document_ids), "limit": limit}
    if unit.dialect == "sqlite":
        return _find_on_sqlite(unit, _quote(asked), given)
    rows = unit.connection.execute(_ON_POSTGRESQL, given | {"words": encode_rows(_spell(asked))})
    return [WordHit(row.id, row.share) for row in rows]


def _quote(asked: SearchWords) -> list[str]:
    """The words as FTS5 reads them: quoted, so none is an operator. It drops the accents of Latin letters itself."""
    last = len(asked.words) - 1
    return [f'"{word}"' + ("*" if asked.begun and place == last else "") for place, word in enumerate(asked.words)]


def _spell(asked: SearchWords) -> list[str]:
    """The words as `to_tsquery` reads them.

    A database without a locale does not know the small letters of other alphabets, so those are asked for as they
    may stand.
    """
    last = len(asked.words) - 1
    return [
        " | ".join(
            f"'{form}'" + (":*" if asked.begun and place == last else "")
            for form in dict.fromkeys((word, *(() if word.isascii() else (word.capitalize(), word.upper()))))
        )
        for place, word in enumerate(map(fold_marks, asked.words))
    ]


# One pass: the hits of each word, then what is counted and what is ranked from them. `bm25` of one word is weighed by
# its rarity already; it works only beside the index it ranks. The plus keeps the database from looking up every piece.
_ON_SQLITE = """
WITH here AS MATERIALIZED (
    SELECT c.id FROM document_chunks c JOIN documents d ON d.id = c.document_id
    WHERE d.workspace_id = :workspace_id AND d.id IN (SELECT value FROM json_each(:document_ids))
), hits AS MATERIALIZED ({hits}), best AS (
    SELECT id, sum(score) AS score, sum(1 << place) AS has FROM hits GROUP BY id ORDER BY 2 DESC, id LIMIT :limit
)
SELECT 'size' AS kind, 0 AS key, count(*) AS number, 0.0 AS score FROM here
UNION ALL SELECT 'word', place, count(*), 0.0 FROM hits GROUP BY place
UNION ALL SELECT 'piece', id, has, score FROM best
"""
_SQLITE_HITS = """
SELECT rowid AS id, {place} AS place, -bm25(document_words) AS score FROM document_words
WHERE document_words MATCH :word{place} AND +rowid IN (SELECT id FROM here)
"""


def _find_on_sqlite(unit: Unit, words: Sequence[str], given: Mapping[str, object]) -> list[WordHit]:
    """Its build may lack logarithms, so the shares are added up here."""
    statement = _ON_SQLITE.format(
        hits="UNION ALL".join(_SQLITE_HITS.format(place=place) for place in range(len(words)))
    )
    named = {f"word{place}": word for place, word in enumerate(words)}
    rows = unit.connection.execute(text(statement), {**given, **named}).all()
    size = next(row.number for row in rows if row.kind == "size")
    counts = {row.key: row.number for row in rows if row.kind == "word"}
    weights = [_weigh(size, counts.get(place, 0)) for place in range(len(words))]
    best = sorted((row for row in rows if row.kind == "piece"), key=lambda row: (-row.score, row.key))
    return [
        WordHit(row.key, sum(weight for place, weight in enumerate(weights) if row.number >> place & 1) / sum(weights))
        for row in best
    ]


def _weigh(size: int, count: int) -> float:
    """How telling a word is that stands in so many of the pieces."""
    return math.log(1 + (size - count + 0.5) / (count + 0.5))


_ON_POSTGRESQL = text("""
WITH asked AS (
    SELECT place, to_tsquery('english', value) AS word
    FROM json_array_elements_text(CAST(:words AS json)) WITH ORDINALITY AS given(value, place)
), here AS NOT MATERIALIZED (
    SELECT c.id, c.words FROM document_chunks c WHERE c.workspace_id = :workspace_id
    AND c.document_id IN (SELECT value FROM json_array_elements_text(CAST(:document_ids AS json)))
), hits AS MATERIALIZED (
    SELECT a.place, h.id, ts_rank(h.words, a.word) AS rank FROM asked a JOIN here h ON h.words @@ a.word
), counts AS (
    SELECT a.place, count(h.id) AS count FROM asked a LEFT JOIN hits h USING (place) GROUP BY a.place
), weights AS (
    SELECT place, ln(1 + (size - count + 0.5) / (count + 0.5)) AS weight
    FROM counts, (SELECT count(*) AS size FROM here) sized
)
SELECT h.id, CAST(sum(w.weight) / (SELECT sum(weight) FROM weights) AS float) AS share
FROM hits h JOIN weights w USING (place)
GROUP BY h.id ORDER BY sum(h.rank * w.weight) DESC, h.id LIMIT :limit
""")


def _find_pairs(unit: Unit, pairs: Sequence[str], document_ids: Collection[str], limit: int) -> list[WordHit]:
    """Pieces that hold most of these pairs. They are read one by one, for no index knows where such words end."""
    if not pairs:
        return []
    chunks = document_chunks
    find = func.instr if unit.dialect == "sqlite" else func.strpos
    holds = [find(chunks.c.text, pair) > 0 for pair in pairs]
    count = sum((case((each, 1), else_=0) for each in holds), literal(0, Integer))
    query = (
        select(chunks.c.id, count)
        .where(visible(unit, chunks), chunks.c.document_id.in_(document_ids), or_(*holds))
        .order_by(count.desc(), chunks.c.id)
        .limit(limit)
    )
    return [WordHit(row[0], row[1] / len(pairs)) for row in unit.connection.execute(query)]
