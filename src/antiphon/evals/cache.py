"""Answers that were given before, so that the same question is paid for once.

A question is the same when its address and its very bytes are; the second of several runs of one case is another
question than the first. What is kept is the answer and what is known about it, never a failure.
"""

import hashlib
from dataclasses import replace
from pathlib import Path

import orjson

from antiphon.evals.result import Exchange
from antiphon.evals.results import decode_exchange, encode_exchange, parse_line


class AnswerCache:
    """A folder with one file per answer. Several processes may share it: a file is whole or absent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, asked: Exchange, repeat: int) -> Exchange | None:
        """What was answered to this question, as an answer that cost nothing now; none if it was never asked."""
        try:
            body = parse_line(self._path(asked, repeat).read_bytes())
        except OSError:
            return None
        if body is None:
            return None
        kept = decode_exchange(body)
        return replace(
            asked,
            answer=kept.answer,
            finish=kept.finish,
            usage=kept.usage,
            dollars=kept.dollars,
            seconds=kept.seconds,
            attempts=kept.attempts,
            is_cached=True,
        )

    def keep(self, answered: Exchange, repeat: int) -> None:
        """Remember this answer."""
        path = self._path(answered, repeat)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{id(answered):x}.part")
        draft.write_bytes(orjson.dumps(encode_exchange(answered), option=orjson.OPT_SORT_KEYS))
        draft.replace(path)

    def _path(self, asked: Exchange, repeat: int) -> Path:
        key = hashlib.sha256(f"{asked.url}\n{asked.sha256}\n{repeat}".encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.json"
