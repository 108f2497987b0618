"""A long past, written straight into the tables."""

from sqlalchemy import create_engine, text

_SAID = "'Some words that were said a while ago, and more of them so that it looks like speech. ' || i"
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
# {c} is the conversation, {count} its number of turns. Sizes are those `measure` gives for such words, about.
_PAST = (
    """
    INSERT INTO turns (id, workspace_id, author_id, conversation_id, position, accepted_seq, text, parts, created_at,
                       stars, pinned, chars, marks, choice)
    {numbers} SELECT 't{c}' || i, 'local', 'local', '{c}', i, i, {said}, '[]', i, 0, false, length({said}), 20, '{{}}'
    FROM n
    """,
    """
    INSERT INTO replies (id, workspace_id, conversation_id, turn_id, slot, advisor_id, advisor_version, name, colour,
                         model, state, epoch, stop_requested, text, thinking, chars, marks)
    {numbers} SELECT 'r{c}' || i || '-' || slot, 'local', '{c}', 't{c}' || i, slot, advisor, 1, advisor, '#000000',
                     'fake:m', 'complete', 1, false, {said} || {said}, '', 2 * length({said}), 40
    FROM n, (SELECT 0 AS slot, 'skeptic' AS advisor UNION ALL SELECT 1, 'builder' UNION ALL SELECT 2, 'historian'
             UNION ALL SELECT 3, 'confidant' UNION ALL SELECT 4, 'contrarian') s
    """,
    """
    INSERT INTO facts (workspace_id, conversation_id, seq, kind, turn_id, body)
    {numbers} SELECT 'local', '{c}', i + 1, 'turn_accepted', 't{c}' || i, '{{}}' FROM n
    """,
    "UPDATE conversations SET turn_count = {count}, last_seq = {count} + 1 WHERE id = '{c}'",
)


def fill(url: str, conversation: str, count: int) -> None:
    """Write a past of this many turns, five complete replies each."""
    engine = create_engine(url)
    numbers = _NUMBERS.format(count=count)
    with engine.begin() as connection:
        for statement in _PAST:
            connection.exec_driver_sql(statement.format(c=conversation, count=count, numbers=numbers, said=_SAID))
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))
    engine.dispose()
